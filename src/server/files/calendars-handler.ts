/**
 * `/users/viewings/<language>/<code>.ics`: a viewing for calendars, for who booked it alone. Mails lead here, so that who is not signed in
 * is led to the page of the viewing first; another's is not there, as one that never was.
 */
import { knownIn } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import { headersOf } from '../request-headers.ts';
import { send } from '../respond.ts';
import type { Handler } from '../handler.ts';
import { closed, sendPrivateFile } from './private-file.ts';

const path = /^\/users\/viewings\/([a-z-]{5})\/([0-9A-Z]{4}-[0-9A-Z]{4})\.ics$/;

type Parts = {
  readonly calendar: (userId: UserId, code: string, locale: Locale, now: Date) => Promise<string | undefined>;
  readonly site: Site;
  readonly sessions: SessionReaders;
  readonly now: () => Date;
};

export function createCalendarsHandler({ calendar, site, sessions, now }: Parts): Handler {
  return async (request, response, { pathname }) => {
    const [, language, code = ''] = path.exec(pathname) ?? [];
    const locale = locales.find((one) => one === language);
    if (!locale) return undefined;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const { session } = await knownIn(headersOf(request), sessions, 'login', now());
    const file = isRead && session ? await calendar(asId<UserId>(session.userId), code, locale, now()) : undefined;
    if (isRead && !session) {
      const location = `${site.paths(locale).to('viewing_pay')}?${new URLSearchParams({ code })}`;
      send(request, response, { status: 303, headers: { ...closed, location }, body: '' });
    } else sendPrivateFile(request, response, `viewing-${code}.ics`, file === undefined ? undefined : Buffer.from(file), 'text/calendar; charset=utf-8');
    return 'calendar';
  };
}
