/** What the name of an origin says of who can reach it. */

/** Whether a name leads to this machine alone. @example isLoopbackName('[::1]') // true */
export const isLoopbackName = (name: string): boolean => /^(?:localhost|[\w-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i.test(name);

/** Names that are kept for examples and tests (RFC 2606, RFC 6761): nobody is served at them. */
const reserved = /(?:^|\.)(?:test|example|invalid|example\.(?:com|net|org))$/i;

/** Whether an origin is another machine's business: not this one's alone. */
export const isPublicOrigin = (origin: string): boolean => !isLoopbackName(new URL(origin).hostname);

/** Whether people are served at an origin in earnest. @example isInEarnest('https://homes.example.org') // false */
export const isInEarnest = (origin: string): boolean => isPublicOrigin(origin) && !reserved.test(new URL(origin).hostname);
