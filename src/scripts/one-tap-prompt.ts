/** As much of Google's script as is used here. */
export type PromptSettings = Readonly<Record<string, unknown>> & { readonly callback: (answer: { readonly credential?: string }) => void };
export type PromptTold = (moment: { isSkippedMoment(): boolean; isDismissedMoment(): boolean; getDismissedReason(): string }) => void;
type Prompt = { initialize(settings: PromptSettings): void; prompt(told: PromptTold): void };
declare global {
  interface Window {
    google?: { readonly accounts?: { readonly id?: Prompt } };
  }
}
