/**
 * `/users/evidence/<language>/<code>.pdf`: what a home was like, for who has its order; with `?key=`, for its provider by a link.
 * `/users/evidence/photos/<file>?key=`: a photograph of it, for the provider; who has the order finds them among their files.
 * Another's is not there, as one that never was.
 */
import { knownIn } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import type { EvidenceAsker } from '#lib/features/evidence/evidence.feature.ts';
import type { EvidenceService } from '#lib/features/evidence/evidence.service.ts';
import { attachment } from '#lib/features/uploads/uploads.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { headersOf, isOwnRequest } from '../request-headers.ts';
import { send } from '../respond.ts';
import type { Handler } from '../handler.ts';
import { closed, sendNoFile, sendPrivateFile } from './private-file.ts';

const filePath = /^\/users\/evidence\/([a-z-]{5})\/([0-9A-Z]{4}-[0-9A-Z]{4})\.pdf$/;
const photoPath = /^\/users\/evidence\/photos\/([\da-f-]{36})$/;
const sealed = "default-src 'none'; sandbox";

type Parts = {
  readonly file: (asker: EvidenceAsker, code: string, locale: Locale, now: Date) => Promise<Buffer | undefined>;
  readonly photoByLink: EvidenceService['photoByLink'];
  readonly sessions: SessionReaders;
  readonly now: () => Date;
};

export function createEvidenceHandler({ file, photoByLink, sessions, now }: Parts): Handler {
  async function askerIn(headers: Headers, key: string | null): Promise<EvidenceAsker | undefined> {
    if (key !== null) return { key };
    const { session } = await knownIn(headers, sessions, 'login', now());
    return session && { userId: asId<UserId>(session.userId) };
  }

  return async (request, response, { pathname, searchParams }) => {
    const [, photo = ''] = photoPath.exec(pathname) ?? [];
    // Only who takes it has it made.
    const isRead = request.method === 'GET' && isOwnRequest(request);
    if (photo !== '') {
      const found = isRead ? await photoByLink(searchParams.get('key') ?? '', photo, now()).catch(() => 'away' as const) : undefined;
      if (found === 'away') sendNoFile(request, response, 503, 'Files cannot be read just now.', 5);
      else if (found)
        send(request, response, {
          status: 200,
          headers: { ...closed, 'content-type': found.type, 'content-disposition': attachment(found.name), 'content-security-policy': sealed },
          body: found.content,
        });
      else sendNoFile(request, response, 404, 'Not found.');
      return 'evidence';
    }
    const [, language, code = ''] = filePath.exec(pathname) ?? [];
    const locale = locales.find((one) => one === language);
    if (!locale) return undefined;
    const asker = isRead ? await askerIn(headersOf(request), searchParams.get('key')) : undefined;
    const body = asker && (await file(asker, code, locale, now()));
    sendPrivateFile(request, response, `evidence-${code}.pdf`, body);
    return 'evidence';
  };
}
