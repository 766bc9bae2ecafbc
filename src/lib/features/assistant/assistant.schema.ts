/** Questions to the assistant and what it answers: quotations of our own texts and figures, each with its page. Browser-safe. */

/** Longest question, in UTF-16 units; what is longer is not looked at. */
export const questionLength = 200;
/** Most passages of one answer. */
export const mostPassages = 3;

/** A figure under its label. */
export type Row = { readonly label: string; readonly value: string };

/** A part of one of our pages, as it stands there: words, figures or both. */
export type Passage = {
  /** Of this part among all of a language: `help/faq/2`, `home/price`. */
  readonly key: string;
  /** The page's title. */
  readonly page: string;
  /** Its own heading; the page's title again for what stands before the first one. */
  readonly heading: string;
  /** Paragraphs without markup; entries of a list are paragraphs of their own. */
  readonly paragraphs: readonly string[];
  readonly rows: readonly Row[];
  /** Where it stands, with its place on the page. */
  readonly href: string;
};

/** A machine's words, made of the passages alone. */
export type Written = {
  readonly text: string;
  /** Places in `passages`, from 0, in the order in which the text names them. */
  readonly sources: readonly number[];
};

/** `unknown`: nothing of ours answers it. */
export type Answer = { readonly kind: 'unknown' } | { readonly kind: 'found'; readonly passages: readonly Passage[]; readonly written: Written | undefined };
