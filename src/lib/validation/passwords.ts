/** What a password must be, and what a browser makes of it before it is sent. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';

/** R5.12, R5.13, R5.17. In characters. */
export const passwordLength = { least: 6, leastNew: 8, most: 22 } as const;

/** Printable ASCII (R5.12): so no Chinese characters either (R5.15). */
const printable = /^[\x20-\x7e]*$/;

/** The kinds of characters that make a password strong (R5.16). */
const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/] as const;

/** R5.16: how many kinds of characters it mixes, 0 to 4. @example passwordStrength('abc123') // 2 */
export function passwordStrength(password: string): number {
  return kinds.filter((kind) => kind.test(password)).length;
}

/** What is said of a password while it is typed (R5.18): each hint and whether it is met. */
export const passwordHints = [
  {
    key: 'accounts.password_length',
    isMet: (password: string): boolean => password.length >= passwordLength.leastNew && password.length <= passwordLength.most,
  },
  {
    key: 'accounts.password_mix',
    isMet: (password: string): boolean => /\d/.test(password) && /[^\d\s]/.test(password) && passwordStrength(password) >= 2 && printable.test(password),
  },
] as const satisfies readonly { readonly key: MessageKey; readonly isMet: (password: string) => boolean }[];

/** What is wrong with a password that somebody signs in with; undefined when it may be right. */
export function passwordFault(password: string): MessageKey | undefined {
  const { least, most } = passwordLength;
  return password.length >= least && password.length <= most && printable.test(password) ? undefined : 'accounts.password_signs';
}

/** What is wrong with a password that is to be set (R5.13–R5.16). */
export function newPasswordFault(password: string): MessageKey | undefined {
  return passwordHints.find(({ isMet }) => !isMet(password))?.key;
}

/** In characters: what the standard asks of those who can do most (NIST SP 800-63B, ASVS 6.2). */
export const staffPasswordLength = { least: 12, most: 128 } as const;

/** What is wrong with a password that somebody of the staff sets: any signs will do, and more of them. */
export function staffPasswordFault(password: string): MessageKey | undefined {
  const { length } = [...password];
  return length >= staffPasswordLength.least && password.length <= staffPasswordLength.most ? undefined : 'accounts.password_staff';
}

/** Goes before every password, so that what is sent is worth nothing on another site where the same password is used. */
const prefix = 'loftling-password-1:';

/** Length of what `clientHash` makes. */
export const clientHashLength = 64;
/** Whether a text is what `clientHash` makes. */
export const isClientHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/**
 * R5.19: SHA-256 in hexadecimal, of the password without blanks around it, as forms tidy every value. Pages over plain http have no
 * cryptography; there, and without script, the server does it.
 */
export async function clientHash(password: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(prefix + password.trim()));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
