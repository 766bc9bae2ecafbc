/** `/users/rent-receipts/<code>.pdf`: the receipt of a rent, for who paid it alone. Another's is not there, as one that never was. */
import { knownIn } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { headersOf, isOwnRequest } from '../request-headers.ts';
import type { Handler } from '../handler.ts';
import type { MayPrint } from './paper-limit.ts';
import { sendPrivateFile } from './private-file.ts';

const path = /^\/users\/rent-receipts\/([0-9A-Z]{4}-[0-9A-Z]{4})\.pdf$/;

type Parts = {
  readonly receiptFile: (userId: UserId, code: string) => Promise<Buffer | undefined>;
  readonly mayPrint: MayPrint;
  readonly sessions: SessionReaders;
  readonly now: () => Date;
};

export function createRentReceiptsHandler({ receiptFile, mayPrint, sessions, now }: Parts): Handler {
  return async (request, response, { pathname }) => {
    const [, code = ''] = path.exec(pathname) ?? [];
    if (code === '') return undefined;
    const { session } = await knownIn(headersOf(request), sessions, 'login', now());
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const asker = isRead && isOwnRequest(request) && session ? { userId: asId<UserId>(session.userId) } : undefined;
    if (asker && !(await mayPrint(request, response, pathname, asker))) return 'refused';
    const file = asker && (await receiptFile(asker.userId, code));
    sendPrivateFile(request, response, `rent-${code}.pdf`, file);
    return 'rent-receipt';
  };
}
