/** What tells which partner, campaign or search engine led a reader here (R3.07, R9.06). */

/** Codes that an address may carry. */
export const addressCodes = ['xcode', 'semcode', 'utm_source', 'utm_tracker'] as const;
/** All that is kept: the codes of the address, and `channel`, the code of a search engine. `optionalCookie` names them too. */
export const marketingNames = [...addressCodes, 'channel'] as const;
export type MarketingName = (typeof marketingNames)[number];
export type Marketing = Readonly<Partial<Record<MarketingName, string>>>;
