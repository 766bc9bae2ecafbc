/** `/users/evidence/<language>/<code>.pdf`: what a home was like, for who wrote it down alone. Another's is not there, as one that never was. */
import { knownIn } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { headersOf, isOwnRequest } from '../request-headers.ts';
import { send } from '../respond.ts';
import type { Handler } from '../handler.ts';

const path = /^\/users\/evidence\/([a-z-]{5})\/([0-9A-Z]{4}-[0-9A-Z]{4})\.pdf$/;
const closed = { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-origin' } as const;

type Parts = {
  readonly file: (userId: UserId, code: string, locale: Locale, now: Date) => Promise<Buffer | undefined>;
  readonly sessions: SessionReaders;
  readonly now: () => Date;
};

export function createEvidenceHandler({ file, sessions, now }: Parts): Handler {
  return async (request, response, { pathname }) => {
    const [, language, code = ''] = path.exec(pathname) ?? [];
    const locale = locales.find((one) => one === language);
    if (!locale) return undefined;
    // Only who takes it has it made.
    const isRead = request.method === 'GET' && isOwnRequest(request);
    const { session } = await knownIn(headersOf(request), sessions, 'login', now());
    const body = isRead && session ? await file(asId<UserId>(session.userId), code, locale, now()) : undefined;
    if (body)
      send(request, response, {
        status: 200,
        headers: { ...closed, 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="evidence-${code}.pdf"` },
        body,
      });
    else send(request, response, { status: 404, headers: { ...closed, 'content-type': 'text/plain; charset=utf-8' }, body: 'Not found.' });
    return 'evidence';
  };
}
