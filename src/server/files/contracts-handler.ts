/**
 * `/users/contracts/<order>/<hash>.pdf`: a contract as it was signed, for who signed it alone. Another's is not there, as one that never was.
 * `/staff/contracts/<order>/<hash>.pdf`: the same file, for staff who see to orders. `/users/contracts/provider.pdf?key=`: for the provider who is asked
 * to sign it, without the student's network address.
 */
import { knownIn } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import type { Standing } from '#lib/access.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { headersOf, isOwnRequest } from '../request-headers.ts';
import type { Handler } from '../handler.ts';
import type { MayPrint, PaperAsker } from './paper-limit.ts';
import { sendPrivateFile } from './private-file.ts';

const path = /^\/users\/contracts\/([0-9A-Z-]{9})\/([0-9a-f]{64})\.pdf$/;
const ofStaff = /^\/staff\/contracts\/([0-9A-Z-]{9})\/([0-9a-f]{64})\.pdf$/;
/** For a supplier, `?key=` of their link. */
const ofSupplier = '/users/contracts/provider.pdf';
/** For a guardian: the link of the mail is what proves who they are. */
const byLink = /^\/users\/contracts\/guardian\/([\w.-]{20,240})\.pdf$/;

type Parts = {
  readonly contractFile: (userId: UserId, code: string, hash: string) => Promise<Buffer | undefined>;
  readonly staffContract: (code: string, hash: string, member: { readonly staffId: StaffId; readonly standing: Standing }) => Promise<Buffer | undefined>;
  readonly guardianFile: (token: string, now: Date) => Promise<Buffer | undefined>;
  readonly supplierContractFile: (key: string, now: Date) => Promise<Buffer | undefined>;
  readonly mayPrint: MayPrint;
  readonly sessions: SessionReaders;
  readonly now: () => Date;
};

export function createContractsHandler({ contractFile, staffContract, guardianFile, supplierContractFile, mayPrint, sessions, now }: Parts): Handler {
  async function fileForStaff(headers: Headers, code: string, hash: string): Promise<Buffer | undefined> {
    const { staff } = await knownIn(headers, sessions, 'staff-orders', now());
    return staff && staffContract(code, hash, { staffId: asId<StaffId>(staff.staffId), standing: staff.standing });
  }
  async function askerIn(headers: Headers, token: string | undefined): Promise<PaperAsker | undefined> {
    if (token !== undefined) return { key: token };
    const { session } = await knownIn(headers, sessions, 'login', now());
    return session && { userId: asId<UserId>(session.userId) };
  }

  return async (request, response, { pathname, searchParams }) => {
    const byStaff = ofStaff.exec(pathname);
    const [, code = '', hash = ''] = byStaff ?? path.exec(pathname) ?? [];
    const isSupplier = pathname === ofSupplier;
    const token = isSupplier ? (searchParams.get('key') ?? '') : byLink.exec(pathname)?.[1];
    if (code === '' && token === undefined) return undefined;
    const isRead = (request.method === 'GET' || request.method === 'HEAD') && isOwnRequest(request);
    const headers = headersOf(request);
    const send = (file: Buffer | undefined): void =>
      sendPrivateFile(request, response, `contract${isSupplier ? '' : `-${code || (token ?? '').slice(0, 9)}`}.pdf`, file);
    if (byStaff) {
      send(isRead ? await fileForStaff(headers, code, hash) : undefined);
      return 'contract';
    }
    const asker = isRead ? await askerIn(headers, token) : undefined;
    if (asker && !(await mayPrint(request, response, pathname, asker))) return 'refused';
    if (!asker) send(undefined);
    else if (!('key' in asker)) send(await contractFile(asker.userId, code, hash));
    else send(await (isSupplier ? supplierContractFile : guardianFile)(asker.key, now()));
    return 'contract';
  };
}
