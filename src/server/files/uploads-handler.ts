/**
 * `/users/files/<id>`: a file that the one who asks has brought, for themselves alone. Another person's is not there, as one that
 * never was. It is saved or shown as a picture, and never opened as a page of this site.
 * `/staff/files/<id>`: a file that came with feedback or an application, for staff who see to those. A mail leads there, so it may
 * be gone to from anywhere, though not be shown in another site's page; who is not signed in is led to do so first.
 */
import { knownIn } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { drawAvatar, drawnIn } from '#lib/features/accounts/user-picture.rules.ts';
import type { SubmissionsService } from '#lib/features/desk/submissions.service.ts';
import { attachment } from '#lib/features/uploads/uploads.rules.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import { fileIdPattern } from '#lib/forms/files.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { headersOf, isOwnRequest } from '../request-headers.ts';
import { send } from '../respond.ts';
import type { Handler } from '../handler.ts';

const sealed = "default-src 'none'; sandbox";
const closed = { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-origin' } as const;
const plain = { ...closed, 'content-type': 'text/plain; charset=utf-8' } as const;

type Parts = {
  readonly uploads: Pick<UploadsService, 'open'>;
  readonly openFileForStaff: SubmissionsService['openFile'];
  readonly sessions: SessionReaders;
  readonly now: () => Date;
};

export function createUploadsHandler({ uploads, openFileForStaff, sessions, now }: Parts): Handler {
  return async (request, response, { pathname }) => {
    const [, realm = '', id = ''] = /^\/(users|staff)\/files\/(.*)$/.exec(pathname) ?? [];
    if (realm === '') return undefined;
    const drawn = realm === 'users' ? drawnIn(id) : undefined;
    if (drawn !== undefined) {
      send(request, response, {
        status: 200,
        headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'public, max-age=604800', 'content-security-policy': sealed },
        body: drawAvatar(drawn),
      });
      return 'upload';
    }
    const headers = headersOf(request);
    const asked = now();
    const { session, staff } = await knownIn(headers, sessions, realm === 'staff' ? 'staff' : 'login', asked);
    const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = request.headers;
    const isGoneTo = realm === 'staff' && mode === 'navigate' && dest === 'document';
    const isOwn = isOwnRequest(request) || isGoneTo;
    if (isGoneTo && !staff && fileIdPattern.test(id)) {
      const location = `/staff/login?${new URLSearchParams({ redirect: pathname })}`;
      send(request, response, { status: 303, headers: { ...plain, location }, body: '' });
      return 'login';
    }
    async function find() {
      if (!isOwn || !fileIdPattern.test(id)) return undefined;
      if (realm === 'users') return session && uploads.open(id, { userId: asId<UserId>(session.userId), visit: undefined }, asked);
      return staff && openFileForStaff(id, { staffId: asId<StaffId>(staff.staffId), standing: staff.standing }, asked);
    }
    const file = await find().catch(() => 'away' as const);
    if (file === 'away') send(request, response, { status: 503, headers: { ...plain, 'retry-after': '5' }, body: 'Files cannot be read just now.' });
    else if (file)
      send(request, response, {
        status: 200,
        headers: {
          ...closed,
          'content-type': file.type,
          'content-disposition': attachment(file.name),
          'content-security-policy': sealed,
        },
        body: file.content,
      });
    else send(request, response, { status: 404, headers: plain, body: 'Not found.' });
    return 'upload';
  };
}
