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
import type { MayPrint } from './paper-limit.ts';
import { closed, sendNoFile, sendPrivateFile } from './private-file.ts';
import { createRenderQueue } from './render-queue.ts';

const filePath = /^\/users\/evidence\/([a-z-]{5})\/([0-9A-Z]{4}-[0-9A-Z]{4})\.pdf$/;
const photoPath = /^\/users\/evidence\/photos\/([\da-f-]{36})$/;
/** Files that wait to be printed at once. */
const mostWaiting = 16;
const sealed = "default-src 'none'; sandbox";

type Parts = {
  readonly file: (asker: EvidenceAsker, code: string, locale: Locale, now: Date) => Promise<Buffer | undefined>;
  readonly photoByLink: EvidenceService['photoByLink'];
  readonly mayPrint: MayPrint;
  readonly sessions: SessionReaders;
  readonly now: () => Date;
};

export function createEvidenceHandler({ file, photoByLink, mayPrint, sessions, now }: Parts): Handler {
  // Photographs are decoded: one file at a time, whoever asks.
  const printing = createRenderQueue<Buffer>(1, mostWaiting);

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
    if (!asker) {
      sendNoFile(request, response, 404, 'Not found.');
      return 'evidence';
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const which = [...Object.entries(asker), locale, code].join(' ');
    if (!printing.has(which) && !(await mayPrint(request, response, pathname, asker))) return 'refused';
    const printed = await printing.order(which, gone.signal, () => file(asker, code, locale, now()));
    switch (printed.kind) {
      case 'busy':
        sendNoFile(request, response, 503, 'Others are being printed. Please try again in a moment.', 10);
        break;
      case 'given-up':
        // Nobody is there to be answered; the connection is closed already.
        response.destroy();
        break;
      case 'made':
        sendPrivateFile(request, response, `evidence-${code}.pdf`, printed.value);
    }
    return 'evidence';
  };
}
