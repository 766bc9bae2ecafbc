/** What mails of an order share: the home with its picture and facts, and the way of a day into a calendar. */
import { formatDate } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { z } from 'zod';
import { housePicture } from '#lib/mail/house-picture.ts';
import type { Block } from '#lib/mail/layout.ts';
import type { MailContext } from '#lib/mail/mail.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import { orderCalendarPath } from '../order-calendar.rules.ts';
import type { CalendarMatter } from '../order-calendar.rules.ts';

/** The home of an order beside its name; mails of the version before have none of it. */
export const mailedHome = {
  houseId: z.int().min(1).optional(),
  unit: z.string().max(200).default(''),
  /** Rent, fees and deposit together, in minor units. */
  total: z.object({ minor: z.string().regex(/^\d{1,18}$/), currency: z.enum(currencyCodes) }).optional(),
};
type MailedHome = {
  readonly houseId?: number | undefined;
  readonly unit: string;
  readonly total?: { readonly minor: string; readonly currency: (typeof currencyCodes)[number] } | undefined;
};

/** The picture of the home, where it is known which it is. */
export const picturedHome = (home: string, { houseId }: Pick<MailedHome, 'houseId'>, { t, absolute }: Pick<MailContext, 't' | 'absolute'>): readonly Block[] =>
  housePicture(houseId, t('mail.homePicture', { home }), absolute);

/** Name, room, dates and total, each where it is known. */
export function houseFacts(
  { home, from, to, unit, total }: MailedHome & { readonly home: string; readonly from?: string | undefined; readonly to?: string | undefined },
  { t, locale }: Pick<MailContext, 't' | 'locale'>,
): readonly [label: string, value: string][] {
  const { intl } = localeFacts[locale];
  return [
    [t('orders.home'), home],
    ...(unit === '' ? [] : [[t('mail.homeRoom'), unit] satisfies [string, string]]),
    ...(from === undefined
      ? []
      : [[t('orders.dates'), `${formatDate(from, intl)}${to === undefined ? '' : ` – ${formatDate(to, intl)}`}`] satisfies [string, string]]),
    ...(total === undefined ? [] : [[t('mail.homeTotal'), formatMoney({ ...total, minor: BigInt(total.minor) }, intl)] satisfies [string, string]]),
  ];
}

const linkLabel = (matter: CalendarMatter): MessageKey =>
  matter === 'step' ? 'orders.calendar_add_step' : matter === 'in' ? 'orders.calendar_add_in' : 'orders.calendar_add_due';

/** Leads to a file that puts a day of the order into a calendar, and later puts it right there. */
export const calendarLink = (code: string, matter: CalendarMatter, { t, locale, absolute }: Pick<MailContext, 't' | 'locale' | 'absolute'>): Block => ({
  kind: 'links',
  links: [{ label: t(linkLabel(matter)), href: absolute(orderCalendarPath(code, matter, locale)), note: '' }],
});
