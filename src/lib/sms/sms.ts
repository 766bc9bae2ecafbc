/** A message to a phone: its name, what it is made from, and the words around that. It lives beside its feature. */
import type { z } from 'zod';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { MessageKey } from '#lib/i18n/t.ts';

export type WrittenSms = { readonly text: string /** What fills a registered template. */; readonly values: Readonly<Record<string, string>> };

/** What the texter needs to know of a message, whatever it is made from. */
export type KnownSms = {
  readonly name: string;
  /** @throws {ZodError} when the input is not the message's. */
  write(input: unknown, locale: Locale): WrittenSms;
};

export type SmsInput = Readonly<Record<string, string | number>>;
export type Sms<Input extends SmsInput> = KnownSms & { readonly input: z.ZodType<Input> };

export type SmsDefinition<Input extends SmsInput> = {
  /** Lower-case words with hyphens; registered templates are named by it. */
  readonly name: string;
  /** As JSON: the schema must take again what it gave. Its names are those of the places in the words and in registered templates. */
  readonly input: z.ZodType<Input>;
  /** A message of the area `sms`. `{{brand}}` is ours; the other places are the input's. */
  readonly text: MessageKey;
};

/** Declares a message. @throws {TypeError} for a name that is none. */
export function sms<Input extends SmsInput>({ name, input, text }: SmsDefinition<Input>): Sms<Input> {
  if (!/^[a-z][a-z\d-]{1,59}$/.test(name)) throw new TypeError(`"${name}" is no name of a message: expected lower-case words with hyphens`);
  return {
    name,
    input,
    write(given, locale) {
      const values = Object.fromEntries(Object.entries(input.parse(given)).map(([key, value]) => [key, String(value)]));
      return { text: translator(locale)(text, values), values };
    },
  };
}
