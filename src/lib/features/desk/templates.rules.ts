/** Ready answers: the places in their texts, and how they are filled. Pure, browser-safe. */
import type { Enquiry } from '#lib/features/enquiries/enquiries.schema.ts';
import { templatePlaces } from './threads.schema.ts';
import type { DeskTemplate, TemplatePlace } from './threads.schema.ts';

/** What places are filled with; one that is missing or empty is left as it stands. */
export type PlaceWords = Readonly<Partial<Record<TemplatePlace, string>>>;

/** A word between square brackets, in any width of them and in Chinese ones: who writes with an input method types those. */
const bracketed = /[[［【]\s{0,3}([A-Za-z][A-Za-z-]{0,29})\s{0,3}[\]］】]/gu;

const placeNamed = (word: string): TemplatePlace | undefined => templatePlaces.find((one) => one === word.toLowerCase());

/** A place as it stands in a text. @example placeMark('move-in') // '[move-in]' */
export const placeMark = (place: TemplatePlace): string => `[${place}]`;

/** The places of a text, each once. @example placesIn('Hi [name], 【Rent】 and [rent].') // ['name', 'rent'] */
export function placesIn(text: string): readonly TemplatePlace[] {
  return [...new Set([...text.matchAll(bracketed)].flatMap(([, word = '']) => placeNamed(word) ?? []))];
}

/** What looks like a place and is none: nothing would ever fill it. @example unknownPlaces('Hi [nmae], [rent]') // ['[nmae]'] */
export function unknownPlaces(text: string): readonly string[] {
  return [...new Set([...text.matchAll(bracketed)].flatMap(([mark, word = '']) => (placeNamed(word) ? [] : [mark])))];
}

/**
 * A text with its places filled, each read once: what they are filled with is not looked through again.
 * @example filledTemplate('Hi [name], [rent].', { name: 'Lan' }) // { text: 'Hi Lan, [rent].', unfilled: ['rent'] }
 */
export function filledTemplate(text: string, words: PlaceWords): { readonly text: string; readonly unfilled: readonly TemplatePlace[] } {
  const filled = text.replaceAll(bracketed, (mark: string, word: string) => {
    const place = placeNamed(word);
    return place === undefined ? mark : words[place] || placeMark(place);
  });
  return { text: filled, unfilled: placesIn(text).filter((place) => !words[place]) };
}

/** The text of a template for the reader of a thread; empty where it was not written in their language. */
export const textFor = ({ texts }: DeskTemplate, { locale }: Pick<Enquiry, 'locale'>): string => texts[locale] ?? '';

const vietnameseFamilies = new Set('nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly'.split(' '));
const bare = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[đĐ]/g, 'd').toLowerCase();

/**
 * What somebody is called by those who know them: Vietnamese names end with it, Chinese ones are said whole. It is a guess by how names
 * are written, so whoever it is reads it before it is sent.
 * @example calledName('Nguyễn Thị Lan') // 'Lan'
 * @example calledName('Mary Ann Smith') // 'Mary'
 */
export function calledName(name: string): string {
  const words = name.trim().split(/\s+/u);
  const [first = ''] = words;
  if (/\p{Script=Han}/u.test(name)) return name.trim();
  return words.length > 1 && vietnameseFamilies.has(bare(first)) ? (words.at(-1) ?? first) : first;
}
