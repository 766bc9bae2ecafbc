/** What a browser keeps of who signed in with it last (R9.07). Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { Field } from '#lib/forms/form.schema.ts';
import type { ContactKind } from './accounts.schema.ts';
import { thirdParties } from './third-parties.schema.ts';
import type { ThirdParty } from './third-parties.schema.ts';

/** Its cookie: encrypted, without any contact, and no session. */
export const knownCookie = 'loftling_known';
/** R9.07. */
export const knownDays = 30;

/** How somebody signed in: by a code or password with the contact of a kind, by a passkey, or by a third party. */
export const knownWays = ['code email', 'code phone', 'password email', 'password phone', 'passkey', ...thirdParties] as const;
export type KnownWay = `code ${ContactKind}` | `password ${ContactKind}` | 'passkey' | ThirdParty;

const redirect = { kind: 'hidden', name: 'redirect', label: 'accounts.sign_in', maxLength: 2_048 } as const satisfies Field;

/** Sends a code to whom this browser knows. */
export const knownCodeForm = formDefinition({ id: 'known-code', fields: [redirect], submit: 'accounts.send_code' });
export const knownPasswordForm = formDefinition({
  id: 'known-password',
  fields: [redirect, { kind: 'password', name: 'password', label: 'accounts.password', required: true, fresh: false }],
  submit: 'accounts.sign_in',
});
export const knownForgetForm = formDefinition({ id: 'known-forget', fields: [redirect], submit: 'accounts.known_forget' });
