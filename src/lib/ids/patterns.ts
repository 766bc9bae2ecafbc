/** What ids, slugs and codes look like in addresses, headers and cookies. Browser-safe. */

/** Digits of an id in an address; `parseId` tells whether they are one. */
export const idDigits = /^\d{1,10}$/;
/** A slug as an address may have it. */
export const slugPattern = /^[a-z0-9-]{1,100}$/;
/** Ids that a client makes up: of a device, a visit, an event, a write. */
export const clientIdPattern = /^[\w-]{8,64}$/;
/** A partner's or campaign's code. */
export const codePattern = /^[\w-]{1,64}$/;
/** What people are given to name a thing by (`reference.ts`): Crockford's signs, none of which is taken for another. */
export const referencePattern = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;
/** The secret of a link, as its address has it (`link-keys.ts`). */
export const linkKeyPattern = /^[\w-]{32}$/;
