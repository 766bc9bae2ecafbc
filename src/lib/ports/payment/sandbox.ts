/**
 * The embedded default: a provider on a page of ours where no money moves. It is as any other from outside: it keeps its own books,
 * tells what was chosen there by a signed message, at once or late, and can be asked.
 */
import * as z from 'zod/mini';
import { dayMs } from '#lib/dates/dates.ts';
import type { Money } from '#lib/money/money.ts';
import type { PaymentProvider, ProviderEvent, ProviderLine, Told, ToldDispute } from './payment.ts';
import { isSigned, signMessage } from './signed-message.ts';

export const sandboxSignature = 'sandbox-signature';

export type SandboxPayment = {
  readonly reference: string;
  readonly amount: Money;
  /** What was chosen on its page; undefined while nothing was. */
  readonly outcome: 'succeeded' | 'failed' | undefined;
  /** When it is known, also to who asks. */
  readonly tellsAt: Date | undefined;
};

type SandboxDispute = {
  readonly reference: string;
  readonly amount: Money;
  readonly dispute: 'open' | 'won' | 'lost';
  readonly disputesAt: Date;
};

/** Days within which a bank wants an answer there. */
const answerDays = 7;

/** Its own books. */
export type SandboxBook = {
  open(payment: { readonly reference: string; readonly amount: Money }, now: Date): Promise<void>;
  find(reference: string): Promise<SandboxPayment | undefined>;
  sendBack(reference: string, refund: string, amount: Money): Promise<boolean>;
  list(from: Date, to: Date): Promise<{ readonly lines: readonly Omit<ProviderLine, 'providerRef' | 'fee'>[]; readonly isWhole: boolean }>;
  /** Payments whose payer's bank disputes them since some time. */
  disputed(from: Date, to: Date): Promise<readonly SandboxDispute[]>;
};

type Parts = {
  readonly book: SandboxBook;
  /** The origin of the site, and where its page for a payment is. */
  readonly pageOf: (reference: string, locale: Parameters<PaymentProvider['create']>[0]['locale']) => string;
  readonly key: Buffer;
  readonly now: () => Date;
};

const messageSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  reference: z.string().check(z.maxLength(40)),
  state: z.enum(['succeeded', 'failed', 'chargeback', 'chargeback-won', 'chargeback-lost']),
  dispute: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  minor: z.string().check(z.regex(/^\d{1,18}$/)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
});
export type SandboxMessage = z.infer<typeof messageSchema>;

/** The message that tells of a payment, as its endpoint gets it. */
export function sandboxMessage(key: Buffer, message: SandboxMessage, now: Date): { readonly headers: Headers; readonly body: Buffer } {
  const body = Buffer.from(JSON.stringify(message));
  return { headers: new Headers({ [sandboxSignature]: signMessage(key, body, now) }), body };
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

const disputeOf = (
  { reference, amount, dispute }: Pick<SandboxDispute, 'reference' | 'dispute'> & { readonly amount: ToldDispute['amount'] },
  name: string,
  openedAt: Date,
): ToldDispute => ({
  dispute: name,
  chargeRef: `sandbox_${reference}`,
  amount,
  state: dispute,
  isTaken: true,
  isReturned: dispute === 'won',
  reason: 'fraudulent',
  respondBy: new Date(openedAt.getTime() + answerDays * dayMs),
  openedAt,
});

/** What it calls a dispute of a payment. */
export const sandboxDispute = (reference: string): string => `dp_${reference}`;

export function sandboxProvider({ book, pageOf, key, now }: Parts): PaymentProvider {
  return {
    name: 'sandbox',
    isLive: false,
    leadsTo: [],
    methods: () => ['card', 'alipay', 'wechat-pay'],
    async create({ reference, amount, locale }) {
      await book.open({ reference, amount }, now());
      return { ok: true, providerRef: `sandbox_${reference}`, address: pageOf(reference, locale) };
    },
    async query({ reference, providerRef }): Promise<Told | undefined> {
      const kept = await book.find(reference);
      if (!kept) return undefined;
      const isKnown = kept.outcome !== undefined && kept.tellsAt !== undefined && kept.tellsAt <= now();
      return { reference, providerRef, chargeRef: providerRef, state: isKnown ? (kept.outcome ?? 'pending') : 'pending', amount: kept.amount };
    },
    async refund({ reference, payment, amount }) {
      return (await book.sendBack(payment.reference, reference, amount)) ? { ok: true, providerRef: `sandbox_${reference}` } : { ok: false, why: 'closed' };
    },
    verifyWebhook(headers, body, at): ProviderEvent | undefined {
      if (!isSigned(headers.get(sandboxSignature), [key], body, at)) return undefined;
      const read = messageSchema.safeParse(jsonIn(body));
      if (!read.success) return undefined;
      const { id, reference, state, minor, currency, dispute = id } = read.data;
      const amount = { minor: BigInt(minor), currency };
      const providerRef = `sandbox_${reference}`;
      if (state === 'succeeded' || state === 'failed')
        return { id, kind: state, about: 'payment', told: { reference, providerRef, chargeRef: providerRef, state, amount } };
      const told = ({ chargeback: 'open', 'chargeback-won': 'won', 'chargeback-lost': 'lost' } as const)[state];
      return { id, kind: state, about: 'dispute', told: disputeOf({ reference, amount, dispute: told }, dispute, at) };
    },
    async list(from, to) {
      const { lines, isWhole } = await book.list(from, to);
      const named = (line: (typeof lines)[number]): string =>
        line.kind === 'dispute' || line.kind === 'dispute-back' ? sandboxDispute(line.reference) : `sandbox_${line.reference}`;
      return { lines: lines.map((line) => ({ ...line, providerRef: named(line), fee: undefined })), isWhole };
    },
    disputes: async (from, to) => (await book.disputed(from, to)).map((one) => disputeOf(one, sandboxDispute(one.reference), one.disputesAt)),
  };
}
