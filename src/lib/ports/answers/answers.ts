/** A machine that puts an answer into words, out of excerpts that it is given. */

/** A part of a page; its number is what the answer names it by. */
export type Excerpt = { readonly number: number; readonly page: string; readonly heading: string; readonly text: string };

export type AnswerRequest = {
  readonly question: string;
  /** The language to answer in, by its English name. */
  readonly language: string;
  readonly excerpts: readonly Excerpt[];
};

export type WrittenText = {
  /** As it came: whether it keeps to the excerpts is for the caller to check. */
  readonly text: string;
  /** Tokens that it cost, where the service says so. */
  readonly tokens: number | undefined;
};

export type AnswerWriter = {
  /** Who learns questions and excerpts, for readers: a host. Undefined where nobody does. */
  readonly host: string | undefined;
  /** The most tokens that writing this can cost. */
  costOf(request: AnswerRequest): number;
  /** Undefined when it cannot be done in time. Never throws. */
  write(request: AnswerRequest): Promise<WrittenText | undefined>;
};

/** The default: nothing is written, and nothing leaves this server. */
export const noWriter: AnswerWriter = { host: undefined, costOf: () => 0, write: async () => undefined };
