/** A mail: its name, what it is made from, and how that becomes words in the reader's language. It lives beside its feature. */
import type { z } from 'zod';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { T } from '#lib/i18n/t.ts';
import type { Paths, Site } from '#lib/paths.ts';
import { layOut } from './layout.ts';
import type { LaidOut, MailContent, Sender, Why } from './layout.ts';

export type MailContext = {
  readonly t: T;
  readonly locale: Locale;
  readonly paths: Paths;
  /** The whole address of a path, for buttons. */
  readonly absolute: (path: string) => string;
};

/**
 * How long a mail can wait, and who can cause it; it decides what waits when many are sent (`mail-budget.ts`).
 * - `code`: of use for minutes.
 * - `now`: what happens to orders, money and accounts, and what staff write. Never waits.
 * - `operator`: for whoever runs the site.
 * - `soon`: what forms cause that anybody can send, to an address nobody has proved.
 * - `later`: news and invitations.
 */
export const urgencies = ['code', 'now', 'operator', 'soon', 'later'] as const;
export type Urgency = (typeof urgencies)[number];

/** What the mailer needs to know of a mail, whatever it is made from. */
export type KnownMail = {
  readonly name: string;
  readonly urgency: Urgency;
  /** Whether a reader is promised no more than one of them a day: where one had to wait, the next does too. */
  readonly isDaily: boolean;
  /** What it is made from. */
  readonly input: z.ZodType;
  /** @throws {ZodError} when the input is not the mail's. */
  write(input: unknown, locale: Locale, site: Site, sender?: Sender): LaidOut;
};

export type Mail<Input extends object> = KnownMail & { readonly input: z.ZodType<Input> };

export type MailDefinition<Input extends object> = {
  /** Lower-case words with hyphens. */
  readonly name: string;
  readonly urgency: Urgency;
  readonly isDaily?: boolean;
  /** Why somebody gets it. */
  readonly why: Why;
  /** As JSON: the schema must take again what it gave. */
  readonly input: z.ZodType<Input>;
  /** Pure: the same input gives the same mail. Words are messages of the area `mail`. */
  render(input: Input, context: MailContext): MailContent;
};

/** Declares a mail. @throws {TypeError} for a name that is none. */
export function mail<Input extends object>({ name, urgency, isDaily = false, why, input, render }: MailDefinition<Input>): Mail<Input> {
  if (!/^[a-z][a-z\d-]{1,59}$/.test(name)) throw new TypeError(`"${name}" is no name of a mail: expected lower-case words with hyphens`);
  return {
    name,
    urgency,
    isDaily,
    input,
    write(given, locale, site, sender = {}) {
      const context: MailContext = { t: translator(locale), locale, paths: site.paths(locale), absolute: (path) => site.absolute(locale, path) };
      return layOut(render(input.parse(given), context), locale, { siteUrl: site.absolute(locale, ''), why, ...sender });
    },
  };
}
