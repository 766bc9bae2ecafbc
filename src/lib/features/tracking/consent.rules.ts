/** The reader's answer about cookies (R3.64). A file of its own, because the script of every page carries it. */

/** Its cookie, and the word in it that allows optional ones. */
export const consent = { cookie: 'cookie_consent', optional: 'personalised' } as const;

export function allowsTracking(answer: string | undefined): boolean {
  return answer?.split('.').includes(consent.optional) ?? false;
}
