/** Third parties that vouch for people, and the forms on the way to them and back. Browser-safe. */
import { ownCookies } from '#lib/own-cookies.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { Field } from '#lib/forms/form.schema.ts';
import { consentVersion } from './accounts.schema.ts';

export const thirdParties = ['google', 'apple', 'facebook', 'wechat'] as const;
export type ThirdParty = (typeof thirdParties)[number];

/** The cookie that ties a way to a third party to the browser that set out: the language, a dot, and a secret. */
export const { way: wayCookie } = ownCookies;
/** Seconds for the way there and back, and for somebody new to agree to what an account needs. */
export const wayLife = { there: 600, newcomer: 1_800 } as const;

/** Why somebody did not come back as they hoped; each has words of its own. */
export const wayFailures = ['cancelled', 'gone', 'refused', 'unavailable', 'sign-in-first', 'other-account', 'locked', 'too-many'] as const;
export type WayFailure = (typeof wayFailures)[number];

const hidden = <const Name extends string>(name: Name, maxLength: number) =>
  ({ kind: 'hidden', name, label: 'accounts.sign_in', maxLength }) as const satisfies Field;

/** Sets out to a third party. */
export const setOutForm = formDefinition({ id: 'set-out', fields: [hidden('redirect', 2_048)], submit: 'accounts.go_on' });
/** What a third party sends along. */
export const returnForm = formDefinition({
  id: 'return',
  // `user`: encrypted by the door, which a name passes once.
  fields: [hidden('code', 2_048), hidden('state', 128), hidden('error', 120), hidden('iss', 200), hidden('user', 4_096)],
  submit: 'accounts.go_on',
});
export const connectForm = formDefinition({ id: 'connect', fields: [hidden('provider', 10)], submit: 'accounts.connect' });
export const disconnectForm = formDefinition({ id: 'disconnect', fields: [hidden('provider', 10)], submit: 'accounts.disconnect' });

/** What somebody new agrees to before an account is made for whom a third party vouches. */
export const welcomeForm = formDefinition({
  id: 'welcome',
  // `session` is for clients that keep it themselves.
  fields: [hidden('session', 64), { kind: 'text', name: 'nickname', label: 'accounts.nickname', maxLength: 40, autocomplete: 'nickname' }],
  consents: [
    { id: 'terms', version: consentVersion, text: 'accounts.terms', required: true },
    { id: 'age', version: consentVersion, text: 'accounts.consent_age', required: true },
    { id: 'transfer', version: consentVersion, text: 'accounts.consent_transfer', required: true },
    { id: 'marketing', version: consentVersion, text: 'accounts.consent_marketing' },
  ],
  submit: 'accounts.register',
});
