/**
 * How what is compared on a device and on an account stays one list. Where the device has changed what the account said last, its list is
 * the account's from now on; where it has heard of no account yet, both become one. Pure.
 */
import { comparedIds, keptMost } from './kept.rules.ts';
import type { ComparedHome, Kept } from './kept.rules.ts';

/** What the account answers, in the order of the columns. */
export type AccountCompared = {
  readonly compared: readonly { readonly house_id: number; readonly unit_id: number | null; readonly name: string }[];
};

/**
 * What the account is to be told of what is compared here.
 * @example comparedToTell({ compared: [{ id: 12, at: 0, name: '' }], toldCompared: '15' }) // { compare: 'set', compared: '12' }
 */
export function comparedToTell({ compared, toldCompared }: Pick<Kept, 'compared' | 'toldCompared'>): {
  readonly compare: 'add' | 'set' | '';
  readonly compared: string;
} {
  const ids = comparedIds(compared);
  if (toldCompared === undefined) return { compare: ids === '' ? '' : 'add', compared: ids };
  return { compare: ids === toldCompared ? '' : 'set', compared: ids };
}

/** The account's list, unless something was changed here since `sent` was told: that is told next. */
export function withAccountCompared(kept: Kept, { compared: answered }: AccountCompared, sent: string, now: number): Kept {
  const list = answered.slice(0, keptMost.compared).map(({ house_id, unit_id, name }): ComparedHome => {
    const former = kept.compared.find(({ id, unit }) => id === house_id && (unit ?? null) === unit_id);
    return former ?? { id: house_id, at: now, name: name.slice(0, keptMost.name), ...(unit_id === null ? {} : { unit: unit_id }) };
  });
  if (comparedIds(kept.compared) === sent) return { ...kept, compared: list, toldCompared: comparedIds(list) };
  return kept.toldCompared === undefined ? kept : { ...kept, toldCompared: comparedIds(list) };
}

/** Nobody is signed in any more: what the account had is left on the account, what it has never heard of stays here. */
export function withoutAccountCompared(kept: Kept): Kept {
  const told = new Set((kept.toldCompared ?? '').split(','));
  return { ...kept, compared: kept.compared.filter((home) => !told.has(comparedIds([home]))), toldCompared: undefined };
}
