/** Looks whether a provider and our books say the same of some days. Changes nothing. */
import { addDays, dayMs } from '#lib/dates/dates.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { PaymentProvider, ProviderLine } from '#lib/ports/payment/payment.ts';
import { accountOf } from './booking.service.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import { compared, effectOf, readEffect } from './reconciliation.rules.ts';
import type { BookLine, Compared, Difference } from './reconciliation.rules.ts';

/** Days of one comparison. */
export const mostDays = 31;
/** Their clock and ours, and a message that came late: on either side so much is looked at besides. */
const margin = 2 * dayMs;
/** Lines of our books that one comparison reads; more are the work of fewer days. */
const mostLines = 20_000;
/** Days after which a list that is not made is one that does not come. */
const patience = 3;
/** Differences that are looked into one by one. */
const mostLooked = 200;

/** A difference with the payment of ours that it is about. */
export type NamedDifference = Difference & { readonly payment: string | undefined };
export type Reconciliation = Omit<Compared, 'differences'> & {
  readonly differences: readonly NamedDifference[];
  /** Whether their list was all that they moved: otherwise nothing is said to be missing there. */
  readonly isWhole: boolean;
};

/** `not-yet`: the provider makes its list of such days later. */
type Fault = 'unknown' | 'turned' | 'too-long' | 'too-many' | 'unreachable' | 'not-yet';
/** What there is to see to of a day: how many differences, or why it could not be compared. */
export type ComparedDay = { readonly provider: ProviderName; readonly day: string; readonly outcome: Outcome<number, Fault> };

type Parts = {
  readonly repository: Pick<
    PaymentsRepository,
    'payment' | 'byCharge' | 'byDispute' | 'refundNamed' | 'strayByCharge' | 'strayNamed' | 'lastCompared' | 'noteCompared'
  >;
  readonly ledger: Pick<Ledger, 'lines' | 'linesNamed'>;
  readonly providers: readonly PaymentProvider[];
};

export type ReconciliationService = ReturnType<typeof createReconciliation>;

export function createReconciliation({ repository, ledger, providers }: Parts) {
  const listing = providers.filter((one) => one.list !== undefined && one.name !== 'offline');

  /** Their lines as our books would call them. A payment that does not repeat our reference is known by its charge. */
  async function named(provider: ProviderName, lines: readonly ProviderLine[]) {
    const found: (ProviderLine & { readonly effect: string | undefined })[] = [];
    for (const line of lines) {
      const isNameless = line.kind === 'payment' && line.reference === '';
      const own = isNameless ? (await repository.byCharge(provider, line.providerRef))?.payment.reference : undefined;
      const isRefund = line.kind === 'refund' || line.kind === 'refund-back';
      const stray = line.kind === 'payment' ? await repository.strayByCharge(provider, line.providerRef) : undefined;
      if (stray) {
        found.push({ ...line, effect: `stray:${stray.reference}` });
        continue;
      }
      const isOurs = async (): Promise<boolean> =>
        ((await repository.refundNamed(line.reference)) ?? (await repository.strayNamed(line.reference))) !== undefined;
      const isTheirs = isRefund && line.reference !== '' && !(await isOurs());
      const known = isTheirs ? { ...line, reference: '' } : own === undefined ? line : { ...line, reference: own };
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

  /**
   * Without refunds that were asked for before the days that were read: a provider that takes days to bring one there has it on the list of
   * the day on which it began.
   */
  async function begunIn(lines: readonly BookLine[], has: ReadonlySet<string>, since: Date): Promise<readonly BookLine[]> {
    const kept: BookLine[] = [];
    for (const line of lines) {
      const { kind, reference } = readEffect(line.effect);
      const refund = kind === 'refund' && !has.has(line.effect) ? await repository.refundNamed(reference) : undefined;
      if (!refund || refund.createdAt >= since) kept.push(line);
    }
    return kept;
  }

  /** @param from first day, @param to last day, both in UTC. */
  async function compare(name: ProviderName, from: string, to: string): Promise<Outcome<Reconciliation, Fault>> {
    const provider = listing.find((one) => one.name === name);
    const [since, until] = [new Date(`${from}T00:00:00Z`), new Date(Date.parse(`${to}T00:00:00Z`) + dayMs)];
    if (!provider?.list) return refused('unknown');
    if (!(until > since)) return refused('turned');
    if (until.getTime() - since.getTime() > mostDays * dayMs) return refused('too-long');
    const [wideSince, wideUntil] = [new Date(since.getTime() - margin), new Date(until.getTime() + margin)];
    const account = accountOf(name);
    const all = await ledger.lines(account, wideSince, wideUntil, mostLines + 1);
    // What is between them and us is no payer's money, and on no list of it.
    const near = all.filter(({ effect }) => !/^(?:settle(?:d|ment)|statement):/.test(effect));
    if (all.length > mostLines) return refused('too-many');
    const list = await provider.list(wideSince, wideUntil);
    if (!list) return refused('unreachable');
    if (list.until && list.until < until) return refused('not-yet');
    const theirs = await named(name, list.lines);
    const has = new Set(near.map(({ effect }) => effect));
    // What we booked on quite another day, because nobody told us in time, is no difference.
    const wanted = [...new Set(theirs.flatMap(({ effect }) => (effect === undefined || has.has(effect) ? [] : [effect])))];
    const told = new Set(theirs.flatMap(({ effect }) => (effect === undefined ? [] : [effect])));
    const ours: readonly BookLine[] = [...(await begunIn(near, told, wideSince)), ...(await ledger.linesNamed(account, wanted))];
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

  const daysBetween = (a: string, b: string): number => (Date.parse(b) - Date.parse(a)) / dayMs;

  /** The days of a provider that were not compared until yesterday, oldest first. */
  async function daysDue(name: ProviderName, yesterday: string): Promise<readonly string[]> {
    const last = await repository.lastCompared(name);
    // The first time, days whose lists come late are among them.
    const first = last === undefined ? addDays(yesterday, -patience) : addDays(last, 1);
    const count = Math.min(Math.max(daysBetween(first, yesterday) + 1, 0), mostDays);
    return Array.from({ length: count }, (_, index) => addDays(yesterday, index - count + 1));
  }

  /** Compares what is due of a provider. A day whose list is not there stays due, and so do those after it. */
  async function compareDue(name: ProviderName, yesterday: string, now: Date): Promise<readonly ComparedDay[]> {
    const found: ComparedDay[] = [];
    for (const one of await daysDue(name, yesterday)) {
      const outcome = await compare(name, one, one);
      const isLater = !outcome.ok && (outcome.reason === 'not-yet' || outcome.reason === 'unreachable');
      const isLate = daysBetween(one, yesterday) >= patience;
      if (!isLater) await repository.noteCompared(name, one, outcome.ok ? outcome.value.differences.length : undefined, now);
      if (!outcome.ok && (outcome.reason !== 'not-yet' || isLate)) found.push({ provider: name, day: one, outcome });
      if (outcome.ok && outcome.value.differences.length > 0) found.push({ provider: name, day: one, outcome: done(outcome.value.differences.length) });
      if (isLater) break;
    }
    return found;
  }

  return {
    named,
    /** Those that can say what they moved, the real ones first. */
    providers: listing.map(({ name, isLive }) => ({ name, isLive })),
    /** Those that have no list that can be read. */
    without: providers.filter((one) => one.list === undefined && one.name !== 'offline').map(({ name }) => name),
    compare,

    /** Compares every day until yesterday that was not compared, and says of which there is something to see to. */
    async due(now: Date): Promise<readonly ComparedDay[]> {
      const yesterday = new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
      const found: ComparedDay[] = [];
      for (const { name } of listing) found.push(...(await compareDue(name, yesterday, now)));
      return found;
    },
  };
}
