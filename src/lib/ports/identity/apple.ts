/** Apple: its answer comes as a form from its own site, and our secret is a token signed anew each time. */
import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import * as z from 'zod/mini';
import { isMailAddress } from '../mail/mail-port.ts';
import { shownName } from './identity.ts';
import type { IdentityProvider } from './identity.ts';
import { openIdProvider } from './open-id.ts';

export type AppleOptions = {
  /** The services id. */
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS #8 in PEM, on P-256. */
  readonly privateKey: string;
};

const home = 'https://appleid.apple.com';
const userSchema = z.object({ name: z.optional(z.object({ firstName: z.optional(z.string()), lastName: z.optional(z.string()) })) });

/** Whoever sends the form may write any name into it; it is a suggestion and nothing else. */
function nameOf(user: string | undefined): string | undefined {
  if (user === undefined || user.length > 2_000) return undefined;
  try {
    const { name } = userSchema.parse(JSON.parse(user));
    return shownName([name?.firstName, name?.lastName].filter(Boolean).join(' '));
  } catch {
    return undefined;
  }
}

/** @param options `issuer` and `within` (milliseconds) are for tests. @throws for a key that is none. */
export function appleIdentity(
  { clientId, teamId, keyId, privateKey }: AppleOptions,
  { issuer = home, within }: { readonly issuer?: string; readonly within?: number } = {},
): IdentityProvider {
  const key = createPrivateKey(privateKey);
  return openIdProvider({
    name: 'apple',
    issuer,
    clientId,
    clientSecret: () =>
      new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .setIssuer(teamId)
        .setSubject(clientId)
        .setAudience(issuer)
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(key),
    scope: 'openid name email',
    // With these scopes Apple answers in no other way.
    asking: { response_mode: 'form_post' },
    vouchedOf(claims, { user }) {
      const { email, email_verified: isVerified } = claims;
      const isProved = typeof email === 'string' && email.length <= 320 && (isVerified === true || isVerified === 'true') && isMailAddress(email);
      return { verifiedEmail: isProved ? email.toLowerCase() : undefined, name: nameOf(user) };
    },
    ...(within === undefined ? {} : { within }),
  });
}
