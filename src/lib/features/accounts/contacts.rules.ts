/** Mail addresses and numbers in one written form each, and as little of them as people need to know them again. Browser-safe. */
import { plainMailbox } from '#lib/validation/pasted.rules.ts';
import { patterns } from '#lib/validation/patterns.ts';
import type { Contact } from './accounts.schema.ts';

/**
 * A mail address as it is compared: without blanks, with a lower-case name and domain; undefined for what is none. Two letters that look
 * alike stay two addresses: nothing is folded but case, compatible forms, and what pasting brings along.
 * @example emailOf(' Ann@Example.ORG ') // 'ann@example.org'
 */
export function emailOf(typed: string): string | undefined {
  if (typed.length > 300) return undefined;
  const email = plainMailbox(typed);
  return email.length <= 254 && patterns.email.test(email) ? email : undefined;
}

/** A contact as one text, under which it is digested and counted. @example destinationOf({ kind: 'phone', address: '+447911123456' }) // 'phone +447911123456' */
export const destinationOf = ({ kind, address }: Contact): string => `${kind} ${address}`;

/** Where a person is told what was done to their account: by mail, and by messages to a phone, which cost, where there is no address. */
export function toldAt(contacts: readonly Contact[]): readonly Contact[] {
  const mails = contacts.filter(({ kind }) => kind === 'email');
  return mails.length > 0 ? mails : contacts;
}

/** Enough of a contact to know it again. @example masked({ kind: 'email', address: 'ann.lee@example.org' }) // 'a•••e@example.org' */
export function masked({ kind, address }: Contact): string {
  if (kind === 'phone') return `${address.slice(0, 3)}•••${address.slice(-3)}`;
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at);
  return `${name.slice(0, 1)}•••${name.length > 2 ? name.slice(-1) : ''}${address.slice(at)}`;
}
