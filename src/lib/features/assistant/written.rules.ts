/** What of a machine's words may be shown: only what keeps to the passages that it was given. Pure. */
import type { Passage, Written } from './assistant.schema.ts';

/** Longest answer that is shown, in UTF-16 units. */
const longest = 1_200;
/** Links and addresses are ours to give, beside the text. */
const leadsAway = /https?:|www\.|\S@\S|[<>]|\]\(/i;

/** Figures as they are read, without the signs that group them. @example figuresIn('£1,250.50 for 51 weeks') // ['125050', '51'] */
function figuresIn(text: string): readonly string[] {
  return (text.normalize('NFKC').match(/\d+(?:[.,  ’']\d+)*/g) ?? []).map((figure) => figure.replaceAll(/\D/g, ''));
}

/** All that a passage says, as text. */
export function passageText({ heading, paragraphs, rows }: Passage): string {
  return [heading, ...paragraphs, ...rows.map(({ label, value }) => `${label}: ${value}`)].join('\n');
}

/**
 * The words of a machine, if they name passages that there are, and no figure that does not stand in one of those named; undefined
 * otherwise. It cannot tell whether a sentence means what the passage means, so the passages always stand below it.
 * @example writtenOf('Yes. [7]', []) // undefined
 */
export function writtenOf(given: string, passages: readonly Passage[]): Written | undefined {
  const text = given.trim();
  if (text === '' || text.length > longest || leadsAway.test(text)) return undefined;
  const named = [...text.matchAll(/\[(\d{1,4})\]/g)].map(([, number]) => Number(number) - 1);
  const sources = [...new Set(named)];
  const told = sources.map((at) => passages[at]);
  if (sources.length === 0 || told.includes(undefined)) return undefined;
  const figures = new Set(told.flatMap((passage) => (passage ? figuresIn(passageText(passage)) : [])));
  if (figuresIn(text.replaceAll(/\[\d{1,4}\]/g, '')).some((figure) => !figures.has(figure))) return undefined;
  // What stands after the last number has no source.
  const rest = text.slice(text.lastIndexOf(']') + 1);
  return /[\p{L}\p{N}]/u.test(rest) ? undefined : { text, sources };
}
