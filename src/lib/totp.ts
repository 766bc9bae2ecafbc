/** One-time codes of an authenticator app (RFC 6238): six digits, a new one every thirty seconds. */
import { Secret, TOTP } from 'otpauth';

const period = 30;
/** Steps that a device's clock may be off. */
const skew = 1;

/** A secret of 160 bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label: string, issuer: string): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, algorithm: 'SHA1', digits: 6, period });

/** What an app reads to make codes: as a picture, or opened on the phone itself. */
export const totpAddress = (secret: string, label: string, issuer: string): string => totpOf(secret, label, issuer).toString();

/**
 * The step a code is of, for who keeps which was taken last; undefined when it is none of now.
 * @param code six digits.
 */
export function totpStep(secret: string, code: string, now: Date): bigint | undefined {
  const delta = /^\d{6}$/.test(code) ? totpOf(secret, '', '').validate({ token: code, timestamp: now.getTime(), window: skew }) : null;
  return delta === null ? undefined : BigInt(Math.floor(now.getTime() / 1_000 / period) + delta);
}
