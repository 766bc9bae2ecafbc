/** Google. Its hosts are reached by this server and by readers who choose it, and from pages only by the prompt of one-tap.rules.ts. */
import { isMailAddress } from '../mail/mail-port.ts';
import { shownName } from './identity.ts';
import type { IdentityProvider } from './identity.ts';
import { openIdProvider } from './open-id.ts';

export type GoogleOptions = { readonly clientId: string; readonly secret: string };

const home = 'https://accounts.google.com';
/** Of the prompt: its script, and what a page's policy has to allow beside it. */
export const googlePrompt = { script: `${home}/gsi/client`, style: `${home}/gsi/style`, rest: `${home}/gsi/` } as const;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.length <= 320 ? value : undefined);

/**
 * Google answers for the addresses it gives out itself. Of any other it knows that it was somebody's once: addresses of
 * companies and schools come and go.
 */
function verifiedEmailOf(claims: Readonly<Record<string, unknown>>): string | undefined {
  const email = textOf(claims['email'])?.toLowerCase();
  if (email === undefined || claims['email_verified'] !== true || !isMailAddress(email)) return undefined;
  return email.endsWith('@gmail.com') || (typeof claims['hd'] === 'string' && email.endsWith(`@${claims['hd'].toLowerCase()}`)) ? email : undefined;
}

/** @param options `issuer` and `within` (milliseconds) are for tests. */
export function googleIdentity(
  { clientId, secret }: GoogleOptions,
  { issuer = home, within }: { readonly issuer?: string; readonly within?: number } = {},
): IdentityProvider {
  const provider = openIdProvider({
    name: 'google',
    issuer,
    // Google writes itself without the scheme, too.
    alsoIssuer: issuer === home ? ['accounts.google.com'] : [],
    clientId,
    clientSecret: async () => secret,
    scope: 'openid email profile',
    asking: { prompt: 'select_account' },
    vouchedOf: (claims) => ({ verifiedEmail: verifiedEmailOf(claims), name: shownName(textOf(claims['name'])) }),
    ...(within === undefined ? {} : { within }),
  });
  return { ...provider, prompt: { clientId, script: googlePrompt.script } };
}
