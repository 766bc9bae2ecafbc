/** What Google's prompt is given and tells; its stand-in takes and tells the same. */
export type PromptSettings = Readonly<Record<string, unknown>> & { readonly callback: (answer: { readonly credential?: string }) => void };
export type PromptTold = (moment: { isSkippedMoment(): boolean; isDismissedMoment(): boolean; getDismissedReason(): string }) => void;
