/** Sending one message to a phone. What carries it is chosen by the settings, by where the phone is: a provider, or a folder of this machine. */
import type { Locale } from '#lib/i18n/locales.ts';

export type SmsMessage = {
  /** Names the message in our records. Letters, digits, `.`, `_`, `-`. */
  readonly id: string;
  /** E.164: `+447700900123`. */
  readonly to: string;
  /** What the phone shows, where a provider takes texts. */
  readonly text: string;
  /** Its name in our table, where a provider takes templates that were registered before. */
  readonly template: string;
  /** What fills the template's places. */
  readonly values: Readonly<Record<string, string>>;
  readonly locale: Locale;
};

/** A message that a provider has taken. */
export type SentSms = {
  /** The provider's own name for it. */
  readonly receipt: string;
  readonly to: string;
  /** When it was taken. */
  readonly at: Date;
};

export type SmsPort = {
  /**
   * Resolves when the provider has taken the message: that says nothing about the phone.
   * @returns `receipt`: what to ask about it by; undefined where nobody could tell later.
   * @throws {SmsRefusedError} when it will never be taken; any other error when it may be later.
   */
  send(message: SmsMessage): Promise<{ readonly receipt: string | undefined }>;
  /** Whether the phone has it. `unknown` as well when the provider cannot be asked. Never throws. */
  delivered(sent: SentSms): Promise<'yes' | 'no' | 'unknown'>;
  close(): Promise<void>;
};

/** The message will not be taken, however often it is tried. Its words never name the phone. */
export class SmsRefusedError extends Error {
  override name = 'SmsRefusedError';
}

const e164 = /^\+[1-9]\d{6,14}$/;
/** UTF-16 units; ten messages in one are more than anything of ours needs. */
const longestText = 670;

/** Whether text is a phone's number in the one form we keep. @example isE164('+447700900123') // true */
export const isE164 = (text: string): boolean => e164.test(text);

/**
 * What holds for any provider.
 * @throws {SmsRefusedError} for a message no adapter may send.
 */
export function checkSms({ id, to, text, template, values }: SmsMessage): void {
  if (!/^[\w.-]{1,100}$/.test(id)) throw new SmsRefusedError('a message needs an id of letters, digits, dots and hyphens');
  if (!isE164(to)) throw new SmsRefusedError('the number of the message is none');
  if (text.trim() === '' || text.length > longestText || /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text))
    throw new SmsRefusedError('the text of the message is empty, too long, or has signs that are not shown');
  if (!/^[a-z][a-z\d-]{1,59}$/.test(template)) throw new SmsRefusedError('the template of the message has no name');
  if (Object.values(values).some((value) => value.length > 100 || /\p{Cc}/u.test(value)))
    throw new SmsRefusedError('a value of the message is too long or has control characters');
}
