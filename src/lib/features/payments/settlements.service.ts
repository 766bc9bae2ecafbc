/**
 * Books what a provider keeps for itself, what it brings to our bank, and what changes its currency on the way, so that its account in our
 * books says what it holds for us, and that of our bank what came there.
 */
import { addDays, dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Ledger, LedgerEntry } from '#lib/features/ledger/ledger.schema.ts';
import { apart } from '#lib/jobs/apart.ts';
import type { Money } from '#lib/money/money.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import type { PaymentProvider, ProviderLine, ProviderMove } from '#lib/ports/payment/payment.ts';
import { accountOf } from './booking.service.ts';
import { moneyTold } from './payments.rules.ts';
import { movedBy } from './reconciliation.rules.ts';
import type { ReconciliationService } from './reconciliation.service.ts';

/** Days that are read again: what was told late, or booked late, is settled late. */
const daysBack = 7;

type Parts = {
  readonly ledger: Pick<Ledger, 'post' | 'linesNamed'>;
  readonly providers: readonly PaymentProvider[];
  readonly named: ReconciliationService['named'];
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

const negated = ({ minor, currency }: Money): Money => ({ minor: -minor, currency });
const counterOf = { payout: 'bank', 'top-up': 'bank', fee: 'costs:fees', other: 'suspense' } as const satisfies Record<
  ProviderMove['kind'],
  LedgerEntry['account']
>;

export function createSettlements({ ledger, providers, named, transact }: Parts) {
  const post = (effect: string, entries: readonly LedgerEntry[], now: Date): Promise<boolean> => {
    const [first, second, ...rest] = entries;
    return first && second ? transact((tx) => ledger.post(tx, { effect, entries: [first, second, ...rest] }, now)) : Promise.resolve(false);
  };

  /** What a line of payers' money costs, and into what it was changed. The money itself is booked by who knows whose it is. */
  function entriesOf(provider: ProviderName, line: ProviderLine): readonly LedgerEntry[] {
    const account = accountOf(provider);
    const [fee, settled, moved] = [line.fee && moneyTold(line.fee), line.settled && moneyTold(line.settled), moneyTold(movedBy(line))];
    const entries: LedgerEntry[] = [];
    if (fee && fee.minor !== 0n) entries.push({ account: 'costs:fees', amount: fee }, { account, amount: negated(fee) });
    if (settled && moved) {
      const there = moved.minor < 0n ? negated(settled) : settled;
      entries.push(
        { account, amount: negated(moved) },
        { account: 'exchange', amount: moved },
        { account, amount: there },
        { account: 'exchange', amount: negated(there) },
      );
    }
    return entries;
  }

  async function settleDay(provider: PaymentProvider, from: Date, to: Date, now: Date): Promise<number> {
    const list = await provider.list?.(from, to);
    if (!list) return 0;
    let posted = 0;
    for (const { kind, id, amount: told } of list.moves ?? []) {
      const amount = moneyTold(told);
      if (!amount || amount.minor === 0n) continue;
      const entries = [
        { account: accountOf(provider.name), amount },
        { account: counterOf[kind], amount: negated(amount) },
      ];
      if (await post(`settlement:${provider.name}:${id}`, entries, now)) posted += 1;
    }
    for (const line of await named(provider.name, list.lines)) {
      const entries = line.effect === undefined ? [] : entriesOf(provider.name, line);
      // Nothing is settled of what our books do not have: it may be somebody else's, or it comes.
      const isBooked = entries.length > 0 && line.effect !== undefined && (await ledger.linesNamed(accountOf(provider.name), [line.effect])).length > 0;
      if (isBooked && (await post(`settled:${provider.name}:${line.effect?.replace(/^chargeback:[^:]+:/, 'chargeback:')}`, entries, now))) posted += 1;
    }
    return posted;
  }

  return {
    /** Each of the last days by itself, oldest first. Returns how many postings that made. */
    async settle(now: Date): Promise<number> {
      const rows = apart();
      let posted = 0;
      const today = now.toISOString().slice(0, 10);
      for (const provider of providers) {
        if (!provider.list || provider.name === 'offline' || provider.name === 'sandbox') continue;
        for (let back = daysBack; back >= 0; back -= 1) {
          const from = new Date(`${addDays(today, -back)}T00:00:00Z`);
          const to = new Date(Math.min(from.getTime() + dayMs, now.getTime() + 1_000));
          posted += (await rows.run(() => settleDay(provider, from, to, now))) ?? 0;
        }
      }
      rows.end();
      return posted;
    },
  };
}
