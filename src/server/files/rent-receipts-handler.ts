/** `/users/rent-receipts/<code>.pdf`: the receipt of a rent, for who paid it alone. Another's is not there, as one that never was. */
import { knownIn } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { headersOf, isOwnRequest } from '../request-headers.ts';
import { send } from '../respond.ts';
import type { Handler } from '../handler.ts';

const path = /^\/users\/rent-receipts\/([0-9A-Z]{4}-[0-9A-Z]{4})\.pdf$/;
const closed = { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-origin' } as const;

type Parts = {
  readonly receiptFile: (userId: UserId, code: string) => Promise<Buffer | undefined>;
  readonly sessions: SessionReaders;
  readonly now: () => Date;
};

export function createRentReceiptsHandler({ receiptFile, sessions, now }: Parts): Handler {
  return async (request, response, { pathname }) => {
    const [, code = ''] = path.exec(pathname) ?? [];
    if (code === '') return undefined;
    const { session } = await knownIn(headersOf(request), sessions, 'login', now());
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = isRead && isOwnRequest(request) && session ? await receiptFile(asId<UserId>(session.userId), code) : undefined;
    if (file)
      send(request, response, {
        status: 200,
        headers: { ...closed, 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="rent-${code}.pdf"` },
        body: file,
      });
    else send(request, response, { status: 404, headers: { ...closed, 'content-type': 'text/plain; charset=utf-8' }, body: 'Not found.' });
    return 'rent-receipt';
  };
}
