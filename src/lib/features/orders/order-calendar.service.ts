/** Days of an order as files for calendars, for who booked alone. */
import { brandName } from '#lib/brand.ts';
import { calendarFile } from '#lib/dates/calendar-file.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import { orderEvent } from './order-calendar.rules.ts';
import type { CalendarMatter } from './order-calendar.rules.ts';
import { orderPath } from './order-pages.rules.ts';
import type { OrdersService } from './orders.service.ts';

type Parts = { readonly orders: Pick<OrdersService, 'own' | 'timeline'>; readonly site: Site };

export type OrderCalendar = (userId: UserId, code: string, matter: CalendarMatter, locale: Locale, now: Date) => Promise<string | undefined>;

/** Undefined for another's order, and for what an order has not. */
export function createOrderCalendar({ orders, site }: Parts): OrderCalendar {
  return async (userId, code, matter, locale, now) => {
    const order = await orders.own(userId, code);
    if (!order) return undefined;
    const last = (await orders.timeline(order)).reduce((latest, { at }) => Math.max(latest, at.getTime()), order.movedAt.getTime());
    const event = orderEvent(order, matter, new Date(last));
    if (!event) return undefined;
    const t = translator(locale);
    const home = nameFor(order.home, locale);
    const summary = matter === 'step' ? t('orders.calendar_step', { home }) : t(matter === 'in' ? 'orders.calendar_in' : 'orders.calendar_due', { home });
    const paths = site.paths(locale);
    const href = site.absolute(locale, orderPath(paths, code));
    return calendarFile({
      ...event,
      uid: `booking-${code}-${matter}@${new URL(site.origin).hostname}`,
      stamp: now,
      summary,
      description: [order.home.unit, t('chrome.labelled', { label: t('orders.code'), value: code }), href].filter(Boolean).join('\n'),
      organizer: { name: brandName(locale), href: site.absolute(locale, paths.to('index')) },
      href,
    });
  };
}
