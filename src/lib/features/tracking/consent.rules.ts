/** The reader's answer about cookies (R3.64). A file of its own, because the script of every page carries it. */

/** Its cookie, and the word in it that allows optional ones. */
export const consent = { cookie: 'cookie_consent', optional: 'personalised' } as const;

export function allowsTracking(answer: string | undefined): boolean {
  return answer?.split('.').includes(consent.optional) ?? false;
}

/** Cookies that only a yes allows; a no deletes them. Written out: the names of marketing.rules.ts and known-browsers.schema.ts would be more files for every page. */
export const optionalCookie = /^(?:xcode|semcode|utm_source|utm_tracker|channel|loftling_known|ab_.+)$/;
