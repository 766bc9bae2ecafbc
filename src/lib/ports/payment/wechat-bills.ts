/**
 * WeChat Pay's list of what it moved: a file for each day of Beijing, made on the morning after it, with a head, a line for each payment and
 * refund, and their sums. Amounts in it are yuan; each value begins with a grave accent.
 */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { ProviderLine } from './payment.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Beijing is so far ahead of UTC, all year. */
const ahead = 8 * hour;
/** The hour of Beijing from which they say that yesterday's file is there. */
const madeAt = 10 * hour;
/** Bytes of a file once it is unpacked; some 100,000 lines. */
const mostUnpacked = 67_108_864;

/** Start of the day of Beijing that a moment is in. */
const dayOf = (at: number): number => Math.floor((at + ahead) / day) * day - ahead;

/**
 * The days of Beijing that two times reach over, as far as their files are there, and until when those say what was moved.
 * @example billDays(new Date('2026-11-20T16:00Z'), new Date('2026-11-24T00:00Z'), new Date('2026-11-23T02:00Z')).days // ['2026-11-21', '2026-11-22']
 */
export function billDays(from: Date, to: Date, now: Date): { readonly days: readonly string[]; readonly until: Date } {
  const made = dayOf(now.getTime() - madeAt);
  const days: string[] = [];
  let at = dayOf(from.getTime());
  for (; at < to.getTime() && at < made; at += day) days.push(new Date(at + ahead).toISOString().slice(0, 10));
  return { days, until: new Date(at) };
}

/** What they packed; undefined where it is not what they gave the digest of. @param sha1 of what is in it, in hexadecimal digits. */
export function unpackedBill(bytes: Buffer, sha1: string): string | undefined {
  try {
    const plain = gunzipSync(bytes, { maxOutputLength: mostUnpacked });
    return createHash('sha1').update(plain).digest('hex') === sha1.toLowerCase() ? plain.toString() : undefined;
  } catch {
    return undefined;
  }
}

const columns = {
  at: '交易时间',
  theirs: '微信订单号',
  reference: '商户订单号',
  state: '交易状态',
  currency: '货币种类',
  paid: '订单金额',
  theirRefund: '微信退款单号',
  refund: '商户退款单号',
  back: '申请退款金额',
  refundState: '退款状态',
  fee: '手续费',
} as const;
const sumsBegin = '总交易单数';

const cellsOf = (line: string): readonly string[] => (line.startsWith('`') ? line.slice(1).split(',`') : line.split(','));

/** Fen. Fees are told in smaller parts and taken in whole ones. */
function fenOf(yuan: string | undefined): bigint | undefined {
  return yuan !== undefined && /^-?\d{1,12}(\.\d{1,5})?$/.test(yuan) ? BigInt(Math.round(Number(yuan) * 100)) : undefined;
}

/**
 * The lines of a file; undefined where it is not what it should be: another head, a value that is none, or another number of lines than
 * its sums say. Refunds that have not got there are under way.
 */
export function readBill(text: string): readonly ProviderLine[] | undefined {
  const [head = '', ...rows] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const names = cellsOf(head);
  const place = new Map(names.map((name, index) => [name, index]));
  if (Object.values(columns).some((name) => !place.has(name))) return undefined;
  const end = rows.findIndex((line) => cellsOf(line)[0] === sumsBegin);
  if (end < 0 || cellsOf(rows[end + 1] ?? '')[0] !== String(end)) return undefined;
  const lines: ProviderLine[] = [];
  for (const row of rows.slice(0, end)) {
    const cells = cellsOf(row);
    const cell = (name: keyof typeof columns): string => cells[place.get(columns[name]) ?? -1] ?? '';
    const isRefund = cell('state') === 'REFUND';
    const [minor, fee] = [fenOf(cell(isRefund ? 'back' : 'paid')), fenOf(cell('fee'))];
    const at = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(cell('at')) ? new Date(`${cell('at').replace(' ', 'T')}+08:00`) : undefined;
    if (cells.length !== names.length || (!isRefund && cell('state') !== 'SUCCESS')) return undefined;
    if (minor === undefined || minor < 0n || fee === undefined || !at || Number.isNaN(at.getTime())) return undefined;
    lines.push({
      kind: isRefund ? 'refund' : 'payment',
      providerRef: cell(isRefund ? 'theirRefund' : 'theirs'),
      reference: cell(isRefund ? 'refund' : 'reference'),
      amount: { minor, currency: cell('currency') },
      fee: fee === 0n ? undefined : { minor: fee, currency: cell('currency') },
      at,
      ...(isRefund && cell('refundState') !== 'SUCCESS' ? { isUnderWay: true } : {}),
    });
  }
  return lines;
}
