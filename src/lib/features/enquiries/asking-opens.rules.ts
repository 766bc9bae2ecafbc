/** When the form of a question opens by itself, and what a device notes of questions: apart from the checks of the form, which few pages need. */

/** Codes of `data_sources` of a form that opens by itself: on a home, and on a list (R9.48, R9.49). */
export const openingSources = { detail: '37', list: '45' } as const;
export type OpeningPlace = keyof typeof openingSources;

/** Where somebody is who finds a link to the form with this source. @example placeOfSource('49') // 'list' */
export function placeOfSource(source: string): OpeningPlace | undefined {
  if (['37', '38', '50'].includes(source)) return 'detail';
  return ['45', '49'].includes(source) ? 'list' : undefined;
}

/** R3.14: what a device notes when a question was sent, by where it was asked. */
export const askedFlags = { detail: 'houseDetailLeadFormSubmit', list: 'houseListLeadFormSubmit' } as const satisfies Record<OpeningPlace, string>;
/** Where it keeps a draft, for a tab, and what waits for a connection. */
export const draftKey = 'leadFormInfo';

/** Seconds of reading, after the first touch, after which the form opens by itself. */
export const openingAfter = { detail: 60, list: 90 } as const satisfies Record<OpeningPlace, number>;
/** Pages with homes that somebody has touched in this tab, from which on they are told that they may ask. */
export const askMeAfter = 4;
