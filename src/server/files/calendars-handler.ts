/**
 * `/users/viewings/<language>/<code>.ics`: a viewing for calendars, and `/users/orders/<language>/<code>/<matter>.ics`: a day of an order; for who
 * booked it alone. Mails lead here, so that who is not signed in is led to the page of it first; another's is not there, as one that never was.
 */
import { knownIn } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { isCalendarMatter } from '#lib/features/orders/order-calendar.rules.ts';
import type { CalendarMatter } from '#lib/features/orders/order-calendar.rules.ts';
import { orderPath } from '#lib/features/orders/order-pages.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import { headersOf } from '../request-headers.ts';
import { send } from '../respond.ts';
import type { Handler } from '../handler.ts';
import { closed, sendPrivateFile } from './private-file.ts';

const path = /^\/users\/(viewings|orders)\/([a-z-]{5})\/([0-9A-Z]{4}-[0-9A-Z]{4})(?:\/([a-z\d-]{2,20}))?\.ics$/;

type Parts = {
  readonly viewing: (userId: UserId, code: string, locale: Locale, now: Date) => Promise<string | undefined>;
  readonly order: (userId: UserId, code: string, matter: CalendarMatter, locale: Locale, now: Date) => Promise<string | undefined>;
  readonly site: Site;
  readonly sessions: SessionReaders;
  readonly now: () => Date;
};

export function createCalendarsHandler({ viewing, order, site, sessions, now }: Parts): Handler {
  return async (request, response, { pathname }) => {
    const [, kind, language, code = '', matter = ''] = path.exec(pathname) ?? [];
    const locale = locales.find((one) => one === language);
    if (!locale || (kind === 'viewings') !== (matter === '') || (matter !== '' && !isCalendarMatter(matter))) return undefined;
    const fileOf = (userId: UserId): Promise<string | undefined> =>
      isCalendarMatter(matter) ? order(userId, code, matter, locale, now()) : viewing(userId, code, locale, now());
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const { session } = await knownIn(headersOf(request), sessions, 'login', now());
    const file = isRead && session ? await fileOf(asId<UserId>(session.userId)) : undefined;
    if (isRead && !session) {
      const paths = site.paths(locale);
      const location = kind === 'orders' ? orderPath(paths, code) : `${paths.to('viewing_pay')}?${new URLSearchParams({ code })}`;
      send(request, response, { status: 303, headers: { ...closed, location }, body: '' });
    } else
      sendPrivateFile(
        request,
        response,
        `${kind === 'orders' ? `booking-${code}-${matter}` : `viewing-${code}`}.ics`,
        file === undefined ? undefined : Buffer.from(file),
        'text/calendar; charset=utf-8',
      );
    return 'calendar';
  };
}
