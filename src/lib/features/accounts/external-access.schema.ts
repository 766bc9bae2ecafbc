/** Apps of others that lead people to a page of ours by a token of theirs (R6.25). Browser-safe. */

/** What the address of such a page brings along. */
export const externalQuery = { token: 'access_token', app: 'app_id' } as const;
/** The cookie of whoever came by one: good for that page alone. */
export const externalCookie = 'loftling_external';
/** Seconds: until a token is used, and for which the page is open afterwards (R9.03). */
export const externalLife = { token: 600, page: 7 * 86_400 } as const;
