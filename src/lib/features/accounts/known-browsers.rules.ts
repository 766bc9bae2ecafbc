/** Whether a browser may know who signed in with it last: a comfort and no need, so after a yes to optional cookies. Browser-safe. */
import { allowsTracking, consent } from '#lib/features/tracking/consent.rules.ts';
import { knownCookie } from './known-browsers.schema.ts';

/** A reader of cookies by name. */
type Cookies = { cookie(name: string): string | undefined };

export const mayKnow = ({ cookie }: Cookies): boolean => allowsTracking(cookie(consent.cookie));

/** What a browser kept of who signed in with it last; undefined where its reader has not agreed, or does so no longer. */
export const knownIn = (reader: Cookies): string | undefined => (mayKnow(reader) ? reader.cookie(knownCookie) : undefined);
