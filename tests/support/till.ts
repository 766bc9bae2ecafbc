/** Payments over a database, with the provider where no money moves, something that is paid for, and a clock that tests move. */
import { createLedger } from '#lib/features/ledger/ledger.feature.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import { createPaymentsRepository, lockOfPayable } from '#lib/features/payments/payments.repository.ts';
import type { NewPaymentRequest, Payable, PayableRef, PaymentRequest } from '#lib/features/payments/payments.schema.ts';
import { createPaymentsService } from '#lib/features/payments/payments.service.ts';
import type { PaymentsService, Taken } from '#lib/features/payments/payments.service.ts';
import { createSandboxRepository } from '#lib/features/payments/sandbox.repository.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { money } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { offlineProvider } from '#lib/ports/payment/offline.ts';
import type { PaymentProvider } from '#lib/ports/payment/payment.ts';
import { sandboxMessage, sandboxProvider } from '#lib/ports/payment/sandbox.ts';
import type { SandboxMessage } from '#lib/ports/payment/sandbox.ts';
import { testNow } from '#tests/factories/houses.ts';

export type Heard = { readonly event: 'paid' | 'refunded' | `dispute-${string}`; readonly code: string; readonly amount: bigint; readonly left?: bigint };

export type Till = {
  readonly payments: PaymentsService;
  readonly ledger: Ledger;
  readonly clock: { now: Date };
  /** What the feature whose things are paid for was told. */
  readonly heard: Heard[];
  /** What the payer is to hear. */
  readonly told: string[];
  /** What it answers. */
  readonly answer: {
    paid: (tx: DbTransaction, request: PaymentRequest) => Promise<'accepted' | 'too-late'>;
    isThere: boolean;
    refunded: (ref: PayableRef) => Promise<void>;
  };
  readonly sandbox: ReturnType<typeof createSandboxRepository>;
  /** Asks for 1,000.00 pounds for a new code: 700 rent, 200 deposit, 100 of our own. */
  asked(userId?: number, amount?: bigint, currency?: 'GBP' | 'CNY' | 'BHD'): Promise<PayableRef & { readonly userId: UserId }>;
  /** Begins to pay by card. Returns the payment's number. */
  begun(ref: PayableRef & { readonly userId: UserId }, method?: 'card' | 'bank-transfer'): Promise<string>;
  /** What the provider says at its page, and its message to us. */
  says(reference: string, change?: Partial<SandboxMessage>): Promise<Taken | 'forged' | 'no-provider'>;
  within<T>(work: (tx: DbTransaction) => Promise<T>): Promise<T>;
  balance(account: Parameters<Ledger['balance']>[0]): Promise<bigint>;
  stateOf(reference: string): Promise<string | undefined>;
  requestOf(ref: PayableRef): Promise<PaymentRequest | undefined>;
};

const key = Buffer.alloc(32, 7);
let codes = 0;

type Options = {
  readonly more?: readonly PaymentProvider[];
  readonly shortLimits?: ReadonlyMap<string, bigint>;
  readonly secondAbove?: ReadonlyMap<string, bigint>;
};

export const pounds = (minor: bigint): Money => money(minor, 'GBP');

export function openTill(db: Db, { more = [], shortLimits = new Map(), secondAbove = new Map([['GBP', 50_000n]]) }: Options = {}): Till {
  const clock = { now: testNow };
  const heard: Heard[] = [];
  const told: string[] = [];
  const answer: Till['answer'] = { paid: async () => 'accepted', isThere: true, refunded: async () => undefined };
  const payable: Payable = {
    facts: async (code) => ({ title: `Order ${code}`, lines: [], seller: 'Albion', zone: undefined, path: '/' }),
    async paid(tx, request) {
      heard.push({ event: 'paid', code: request.code, amount: request.amount.minor });
      return answer.paid(tx, request);
    },
    async refunded(_, ref, gone, left) {
      await answer.refunded(ref);
      const { code } = ref;
      heard.push({ event: 'refunded', code, amount: gone.reduce((sum, { minor }) => sum + minor, 0n), left: left.minor });
    },
    async disputed(_, { code }, { state, amount }) {
      heard.push({ event: `dispute-${state}`, code, amount: amount.minor });
    },
  };
  const { service: ledger } = createLedger({ db });
  const sandbox = createSandboxRepository(db);
  const provider = sandboxProvider({ book: sandbox.book, key, now: () => clock.now, pageOf: (reference) => `https://pay.example/${reference}` });
  const lines = [{ name: 'iban', value: 'GB33BUKB20201555555555' }] as const;
  const offline = offlineProvider([{ method: 'bank-transfer', currency: 'GBP', lines }]);
  const payments = createPaymentsService({
    repository: createPaymentsRepository(db),
    ledger,
    providers: [...more, offline, provider],
    payables: () => ({ order: answer.isThere ? payable : undefined, payrent: undefined, viewing: undefined }),
    pages: { result: (reference) => `https://site.example/result/${reference}`, center: ({ code }) => `https://site.example/pay/${code}` },
    transact: (ref, work) => transact(db, work, { lockOf: lockOfPayable(ref) }),
    alone: (work) => transact(db, work),
    sendSoon: async () => undefined,
    tellSoon: async (_, reference, refund) => void told.push(refund === undefined ? `receipt ${reference}` : `refund ${refund}`),
    shortLimits,
    secondAbove,
  });
  const within: Till['within'] = (work) => transact(db, work);

  return {
    payments,
    ledger,
    clock,
    heard,
    told,
    answer,
    sandbox,
    within,
    async asked(user = 1_000 + codes, amount = 100_000n, currency = 'GBP') {
      codes += 1;
      const userId = asId<UserId>(user);
      const ref = { kind: 'order', code: `TEST-${codes}`, userId } as const;
      const part = (of: bigint): Money => money((amount * of) / 10n, currency);
      const request: NewPaymentRequest = {
        ...ref,
        amount: money(amount, currency),
        dueAt: undefined,
        shares: [
          { payee: 'supplier', supplierId: 12, what: 'rent', amount: part(7n) },
          { payee: 'supplier', supplierId: 12, what: 'deposit', amount: part(2n) },
          { payee: 'operator', supplierId: undefined, what: 'fee', amount: money(amount - part(9n).minor, currency) },
        ],
      };
      await within((tx) => payments.collecting.ask(tx, request, clock.now));
      return ref;
    },
    async begun(ref, method = 'card') {
      const outcome = await payments.begin(ref, { method, userId: ref.userId, locale: 'en-us' }, clock.now);
      if (!outcome.ok) throw new Error(`nothing was begun: ${outcome.reason}`);
      return outcome.value.reference;
    },
    async says(reference, change = {}) {
      const kept = await sandbox.book.find(reference);
      const state = change.state ?? 'succeeded';
      if (state === 'succeeded' || state === 'failed') await sandbox.choose(reference, state, clock.now);
      const message = { id: `evt_${reference}_${state}`, reference, state, minor: String(kept?.amount.minor ?? 0n), currency: 'GBP', ...change } as const;
      const { headers, body } = sandboxMessage(key, message, clock.now);
      return payments.hear('sandbox', headers, body, clock.now);
    },
    balance: async (account) => (await ledger.balance(account, 'GBP')).minor,
    stateOf: async (reference) => (await payments.find(reference))?.payment.state,
    requestOf: async (ref) => (await payments.collecting.requestsOf(ref))[0],
  };
}
