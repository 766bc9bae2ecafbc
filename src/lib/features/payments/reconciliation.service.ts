/** Looks whether a provider and our books say the same of some days. Changes nothing. */
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { PaymentProvider, ProviderLine } from '#lib/ports/payment/payment.ts';
import { accountOf } from './booking.service.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import { compared, effectOf } from './reconciliation.rules.ts';
import type { BookLine, Compared, Difference } from './reconciliation.rules.ts';

const day = 86_400_000;
/** Days of one comparison. */
export const mostDays = 31;
/** Their clock and ours, and a message that came late: on either side so much is looked at besides. */
const margin = 2 * day;
/** Lines of our books that one comparison reads; more are the work of fewer days. */
const mostLines = 20_000;
/** Differences that are looked into one by one. */
const mostLooked = 200;

/** A difference with the payment of ours that it is about. */
export type NamedDifference = Difference & { readonly payment: string | undefined };
export type Reconciliation = Omit<Compared, 'differences'> & {
  readonly differences: readonly NamedDifference[];
  /** Whether their list was all that they moved: otherwise nothing is said to be missing there. */
  readonly isWhole: boolean;
};

type Fault = 'unknown' | 'turned' | 'too-long' | 'too-many' | 'unreachable';

type Parts = {
  readonly repository: Pick<PaymentsRepository, 'payment' | 'byCharge' | 'byDispute' | 'refundNamed'>;
  readonly ledger: Pick<Ledger, 'lines' | 'linesNamed'>;
  readonly providers: readonly PaymentProvider[];
};

export type ReconciliationService = ReturnType<typeof createReconciliation>;

export function createReconciliation({ repository, ledger, providers }: Parts) {
  /** Their lines as our books would call them. A payment that does not repeat our reference is known by its charge. */
  async function named(provider: ProviderName, lines: readonly ProviderLine[]) {
    const found: (ProviderLine & { readonly effect: string | undefined })[] = [];
    for (const line of lines) {
      const isNameless = line.kind === 'payment' && line.reference === '';
      const own = isNameless ? (await repository.byCharge(provider, line.providerRef))?.payment.reference : undefined;
      const known = own === undefined ? line : { ...line, reference: own };
      found.push({ ...known, effect: effectOf(provider, known) });
    }
    return found;
  }

  async function paymentOf(provider: ProviderName, { kind, reference }: Difference): Promise<string | undefined> {
    if (kind === 'payment') return (await repository.payment(undefined, { reference }))?.payment.reference;
    if (kind === 'dispute' || kind === 'dispute-back') return (await repository.byDispute(provider, reference))?.payment.reference;
    const refund = kind === 'other' ? undefined : await repository.refundNamed(reference);
    return refund && (await repository.payment(undefined, { id: refund.paymentId }))?.payment.reference;
  }

  /** @param from first day, @param to last day, both in UTC. */
  async function compare(name: ProviderName, from: string, to: string): Promise<Outcome<Reconciliation, Fault>> {
    const provider = name === 'offline' ? undefined : providers.find((one) => one.name === name);
    const [since, until] = [new Date(`${from}T00:00:00Z`), new Date(Date.parse(`${to}T00:00:00Z`) + day)];
    if (!provider) return refused('unknown');
    if (!(until > since)) return refused('turned');
    if (until.getTime() - since.getTime() > mostDays * day) return refused('too-long');
    const [wideSince, wideUntil] = [new Date(since.getTime() - margin), new Date(until.getTime() + margin)];
    const account = accountOf(name);
    const near = await ledger.lines(account, wideSince, wideUntil, mostLines + 1);
    if (near.length > mostLines) return refused('too-many');
    const list = await provider.list(wideSince, wideUntil);
    if (!list) return refused('unreachable');
    const theirs = await named(name, list.lines);
    const has = new Set(near.map(({ effect }) => effect));
    // What we booked on quite another day, because nobody told us in time, is no difference.
    const wanted = [...new Set(theirs.flatMap(({ effect }) => (effect === undefined || has.has(effect) ? [] : [effect])))];
    const ours: readonly BookLine[] = [...near, ...(await ledger.linesNamed(account, wanted))];
    const booked = new Set(ours.map(({ effect }) => effect));
    const known = new Set<string>();
    for (const { kind, reference, effect } of theirs) {
      if (kind !== 'payment' || reference === '' || effect === undefined || booked.has(effect)) continue;
      if ((await repository.payment(undefined, { reference }))?.payment.provider === name) known.add(reference);
    }
    const isWithin = (at: Date): boolean => at >= since && at < until;
    const { differences, ...rest } = compared({ theirs, ours, isWithin, known, isWhole: list.isWhole });
    const looked: NamedDifference[] = [];
    for (const [index, one] of differences.entries()) looked.push({ ...one, payment: index < mostLooked ? await paymentOf(name, one) : undefined });
    return done({ ...rest, differences: looked, isWhole: list.isWhole });
  }

  return {
    /** Those that can say what they moved, the real ones first. */
    providers: providers.filter(({ name }) => name !== 'offline').map(({ name, isLive }) => ({ name, isLive })),
    compare,

    /** What there is to see to of the day before: how many differences, or why it could not be compared. Where nothing differs, nothing. */
    async ofYesterday(now: Date): Promise<readonly { readonly provider: ProviderName; readonly day: string; readonly outcome: Outcome<number, Fault> }[]> {
      const yesterday = new Date(now.getTime() - day).toISOString().slice(0, 10);
      const found = [];
      for (const { name } of providers) {
        if (name === 'offline') continue;
        const outcome = await compare(name, yesterday, yesterday);
        if (outcome.ok && outcome.value.differences.length === 0) continue;
        found.push({ provider: name, day: yesterday, outcome: outcome.ok ? done(outcome.value.differences.length) : outcome });
      }
      return found;
    },
  };
}
