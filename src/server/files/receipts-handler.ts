/**
 * `/users/receipts/<payment>.pdf`: the receipt of a payment, for who paid it alone; with `?key=`, for who paid it by that sponsor's link.
 * `/users/invoices/<payment>.pdf`: the invoice for what of it was our own fee; `/users/credit-notes/<refund>.pdf`: what of that went back.
 * Another's is not there, as one that never was.
 */
import { knownIn } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { headersOf, isOwnRequest } from '../request-headers.ts';
import type { Handler } from '../handler.ts';
import type { MayPrint, PaperAsker } from './paper-limit.ts';
import { sendPrivateFile } from './private-file.ts';

const path = /^\/users\/(receipt|invoice|credit-note)s\/([0-9A-Z]{4}-[0-9A-Z]{4})\.pdf$/;

type Parts = {
  readonly receiptFile: (userId: UserId, reference: string) => Promise<Buffer | undefined>;
  readonly invoiceFile: (userId: UserId, reference: string) => Promise<Buffer | undefined>;
  readonly creditNoteFile: (userId: UserId, reference: string) => Promise<Buffer | undefined>;
  readonly sponsorReceipt: (key: string, reference: string, now: Date) => Promise<Buffer | undefined>;
  readonly mayPrint: MayPrint;
  readonly sessions: SessionReaders;
  readonly now: () => Date;
};

export function createReceiptsHandler({ receiptFile, invoiceFile, creditNoteFile, sponsorReceipt, mayPrint, sessions, now }: Parts): Handler {
  async function askerIn(headers: Headers, kind: string, key: string | null): Promise<PaperAsker | undefined> {
    if (key !== null && kind === 'receipt') return { key };
    const { session } = await knownIn(headers, sessions, 'login', now());
    return session && { userId: asId<UserId>(session.userId) };
  }

  function fileFor(asker: PaperAsker, kind: string, reference: string): Promise<Buffer | undefined> {
    if ('key' in asker) return sponsorReceipt(asker.key, reference, now());
    const files: Partial<Record<string, Parts['receiptFile']>> = { receipt: receiptFile, invoice: invoiceFile, 'credit-note': creditNoteFile };
    return files[kind]?.(asker.userId, reference) ?? Promise.resolve(undefined);
  }

  return async (request, response, { pathname, searchParams }) => {
    const [, kind = '', reference = ''] = path.exec(pathname) ?? [];
    if (reference === '') return undefined;
    const isRead = (request.method === 'GET' || request.method === 'HEAD') && isOwnRequest(request);
    const asker = isRead ? await askerIn(headersOf(request), kind, searchParams.get('key')) : undefined;
    if (asker && !(await mayPrint(request, response, pathname, asker))) return 'refused';
    const file = asker && (await fileFor(asker, kind, reference));
    sendPrivateFile(request, response, `${kind}-${reference}.pdf`, file);
    return 'receipt';
  };
}
