/** What a provider says that it moved, against what our books say of it. Pure. */
import type { ToldAmount, ProviderLine, ProviderLineKind } from '#lib/ports/payment/payment.ts';

/** A line of our books: what a posting moved at a provider, above nothing where it came. */
export type BookLine = { readonly effect: string; readonly amount: ToldAmount; readonly at: Date };

/**
 * `missing-here`: they moved it, our books do not have it; `unbooked`: the same of a payment that we know and did not book;
 * `missing-there`: our books have it, their list does not; `twice`: their list has it once more.
 */
export const differenceKinds = ['missing-here', 'unbooked', 'missing-there', 'amount', 'currency', 'twice'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export type Difference = {
  readonly what: DifferenceKind;
  readonly kind: ProviderLineKind | 'other';
  /** Ours where it is known, else theirs. */
  readonly reference: string;
  /** What went which way: above nothing where it came. */
  readonly theirs: ToldAmount | undefined;
  readonly ours: ToldAmount | undefined;
  /** When they moved it; where they did not, when we booked it. */
  readonly at: Date;
};

/** What was moved in all in one currency. `fees` is what they kept of it for themselves, which our books leave to the payout. */
export type CurrencySum = { readonly currency: string; readonly theirs: bigint; readonly ours: bigint; readonly fees: bigint };

export type Compared = { readonly differences: readonly Difference[]; readonly sums: readonly CurrencySum[]; readonly matched: number };

/** Money that came counts up, money that went counts down. */
const signOf = { payment: 1n, refund: -1n, 'refund-back': 1n, dispute: -1n, 'dispute-back': 1n } as const satisfies Record<ProviderLineKind, bigint>;

/** What a line moved, above nothing where it came. */
export const movedBy = ({ kind, amount }: Pick<ProviderLine, 'kind' | 'amount'>): ToldAmount => ({ ...amount, minor: signOf[kind] * amount.minor });

/**
 * What our books call the effect of a line; undefined where it names nothing of ours.
 * @example effectOf('stripe', { kind: 'refund', reference: 'K7QM-2XPA', providerRef: 're_1' }) // 'refund:K7QM-2XPA'
 */
export function effectOf(provider: string, { kind, reference, providerRef }: Pick<ProviderLine, 'kind' | 'reference' | 'providerRef'>): string | undefined {
  switch (kind) {
    case 'payment':
      return reference === '' ? undefined : `payment:${reference}:succeeded`;
    // One without a reference of ours was made on their pages.
    case 'refund':
      return reference === '' ? `provider-refund:${provider}:${providerRef}` : `refund:${reference}`;
    case 'refund-back':
      return reference === '' ? `provider-refund:${provider}:${providerRef}:failed` : `refund:${reference}:failed`;
    case 'dispute':
      return `chargeback:${provider}:${providerRef}`;
    case 'dispute-back':
      return `chargeback:${provider}:${providerRef}:returned`;
  }
}

/**
 * What the name of an effect says: the kind of line that it is, and whose.
 * @example readEffect('refund:K7QM-2XPA:failed') // { kind: 'refund-back', reference: 'K7QM-2XPA' }
 * @example readEffect('join:1:2:GBP') // { kind: 'other', reference: 'join:1:2:GBP' }
 */
export function readEffect(effect: string): { readonly kind: Difference['kind']; readonly reference: string } {
  const [, of, reference = '', end] = /^(payment|refund):([^:]+)(?::(succeeded|failed))?$/.exec(effect) ?? [];
  if (of === 'payment' && end === 'succeeded') return { kind: 'payment', reference };
  if (of === 'refund' && end !== 'succeeded') return { kind: end === 'failed' ? 'refund-back' : 'refund', reference };
  const [, there, failed] = /^provider-refund:[^:]+:(.+?)(:failed)?$/.exec(effect) ?? [];
  if (there !== undefined) return { kind: failed ? 'refund-back' : 'refund', reference: there };
  const [, dispute, returned] = /^chargeback:[^:]+:(.+?)(:returned)?$/.exec(effect) ?? [];
  return dispute === undefined ? { kind: 'other', reference: effect } : { kind: returned ? 'dispute-back' : 'dispute', reference: dispute };
}

type Given = {
  /** Their lines with what our books call each; also some from beside the days, as the two clocks differ. */
  readonly theirs: readonly (ProviderLine & { readonly effect: string | undefined })[];
  /** Also some from beside the days. An effect stands there once. */
  readonly ours: readonly BookLine[];
  /** Whether a moment is in the days that are compared. */
  readonly isWithin: (at: Date) => boolean;
  /** References of payments that we know. */
  readonly known: ReadonlySet<string>;
  /** Whether their list is all: otherwise nothing can be said to be missing there. */
  readonly isWhole: boolean;
};

/** Names what differs. What both have counts for the day on which the provider moved it. */
export function compared({ theirs, ours, isWithin, known, isWhole }: Given): Compared {
  const differences: Difference[] = [];
  const sums = new Map<string, { theirs: bigint; ours: bigint; fees: bigint }>();
  const sumOf = (currency: string) => {
    const sum = sums.get(currency) ?? { theirs: 0n, ours: 0n, fees: 0n };
    sums.set(currency, sum);
    return sum;
  };
  const left = new Map(ours.map((line) => [line.effect, line]));
  const seen = new Set<string>();
  let matched = 0;
  // In the order of their days, so that of two lines for one effect the later one is the second.
  for (const line of theirs.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { effect, kind, at } = line;
    const own = effect === undefined ? undefined : left.get(effect);
    const isAgain = effect !== undefined && seen.has(effect);
    if (effect !== undefined) {
      seen.add(effect);
      left.delete(effect);
    }
    // What has not got there is in our books once it has.
    if (!isWithin(at) || (line.isUnderWay && !own)) continue;
    const moved = movedBy(line);
    sumOf(moved.currency).theirs += moved.minor;
    if (line.fee) sumOf(line.fee.currency).fees += line.fee.minor;
    const told = { kind, reference: line.reference || line.providerRef, theirs: moved, at };
    if (!own) {
      const isKnown = kind === 'payment' && known.has(line.reference);
      differences.push({ ...told, what: isAgain ? 'twice' : isKnown ? 'unbooked' : 'missing-here', ours: undefined });
      continue;
    }
    sumOf(own.amount.currency).ours += own.amount.minor;
    const what = own.amount.currency !== moved.currency ? 'currency' : own.amount.minor !== moved.minor ? 'amount' : undefined;
    if (what) differences.push({ ...told, what, ours: own.amount });
    else matched += 1;
  }
  for (const { effect, amount, at } of isWhole ? left.values() : []) {
    if (!isWithin(at)) continue;
    sumOf(amount.currency).ours += amount.minor;
    differences.push({ what: 'missing-there', ...readEffect(effect), theirs: undefined, ours: amount, at });
  }
  return {
    differences: differences.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    sums: [...sums].map(([currency, sum]) => ({ currency, ...sum })).toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    matched,
  };
}
