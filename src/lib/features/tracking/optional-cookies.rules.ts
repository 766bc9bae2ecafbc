/** Which cookies only a yes allows. Apart from the answer itself, which the script of every page carries. */

/** Cookies that only a yes allows; a no deletes them. Written out: the names of marketing.rules.ts and known-browsers.schema.ts would be more files for every page. */
export const optionalCookie = /^(?:xcode|semcode|utm_source|utm_tracker|channel|loftling_known|ab_.+)$/;
