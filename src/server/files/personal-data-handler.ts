/**
 * `/users/data/<locale>.zip`: everything kept of the one who asks, for themselves alone. Who takes over a device that is signed in
 * must not carry a person away, so the sign-in has to be of the last minutes; else the page about it says so.
 */
import { knownIn } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { lacksProof } from '#lib/access.ts';
import type { PersonalDataService } from '#lib/features/personal-data/personal-data.service.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Site } from '#lib/paths.ts';
import { headersOf, isOwnRequest } from '../request-headers.ts';
import { send } from '../respond.ts';
import type { Handler } from '../handler.ts';

const path = /^\/users\/data\/([a-z-]{5})\.zip$/;
const closed = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' } as const;

type Parts = { readonly service: PersonalDataService; readonly sessions: SessionReaders; readonly site: Site; readonly now: () => Date };

export function createPersonalDataHandler({ service, sessions, site, now }: Parts): Handler {
  return async (request, response, { pathname }) => {
    const locale = locales.find((one) => one === path.exec(pathname)?.[1]);
    if (!locale) return undefined;
    const headers = headersOf(request);
    const asked = now();
    const { session } = await knownIn(headers, sessions, 'login', asked);
    const isOwn = isOwnRequest(request);
    if (request.method !== 'GET' || !session || !isOwn || lacksProof('fresh', session, {}, asked)) {
      send(request, response, { status: 303, headers: { ...closed, location: site.paths(locale).to('account_export') }, body: '' });
      return 'refused';
    }
    const made = await service.export(asId<UserId>(session.userId), locale, asked);
    if (!made.ok) {
      send(request, response, { status: 303, headers: { ...closed, location: `${site.paths(locale).to('account_export')}?later=1` }, body: '' });
      return 'refused';
    }
    send(request, response, {
      status: 200,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="loftling-data-${asked.toISOString().slice(0, 10)}.zip"`,
        'cache-control': 'private, no-store',
      },
      body: Buffer.from(made.value),
    });
    return 'personal data';
  };
}
