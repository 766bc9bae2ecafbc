/**
 * How what several devices say becomes one history: of each thing the latest word counts, and of two at once the one that takes it
 * off. So it is the same in whatever order the words arrive, and however often. Pure.
 */
import { dayMs } from '#lib/dates/dates.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import { historyContract } from './history.contract.ts';
import { historyDays, historyForm } from './history.schema.ts';
import type { HistorySettings, HistoryWord } from './history.schema.ts';

/** Before this moment nothing counts. */
export const oldest = (now: Date): Date => new Date(now.getTime() - historyDays * dayMs);

/** @example historyKey({ kind: 'city', id: 7 }) // 'city:7' */
export const historyKey = ({ kind, id }: Pick<HistoryWord, 'kind' | 'id'>): string => `${kind}:${id}`;

/** Whether `later` is the word that counts, beside one that was said before. */
export function overrules(later: HistoryWord, former: HistoryWord | undefined): boolean {
  if (!former) return true;
  const apart = later.at.getTime() - former.at.getTime();
  return apart > 0 || (apart === 0 && later.isRemoved && !former.isRemoved);
}

/** What of the words is to be written over what the account has: nothing of what it has forgotten, nor of what is too old. */
export function planHistory(
  stored: ReadonlyMap<string, HistoryWord>,
  given: readonly HistoryWord[],
  { forgottenAt }: Pick<HistorySettings, 'forgottenAt'>,
  now: Date,
): readonly HistoryWord[] {
  const after = Math.max(forgottenAt?.getTime() ?? 0, oldest(now).getTime());
  const latest = new Map<string, HistoryWord>();
  for (const word of given) if (word.at.getTime() > after && overrules(word, latest.get(historyKey(word)))) latest.set(historyKey(word), word);
  return [...latest.values()].filter((word) => overrules(word, stored.get(historyKey(word))));
}

/**
 * Homes looked at as they travel, each with the seconds that have passed since: so a device whose clock is wrong says right things.
 * @returns undefined for a text that is none.
 * @example readSeen('12:60', new Date(90_000)) // [{ kind: 'seen', id: 12, at: new Date(30_000), isRemoved: false }]
 */
export function readSeen(text: string, now: Date): readonly HistoryWord[] | undefined {
  if (text === '') return [];
  const words = text.split(',', 101).map((part): HistoryWord | undefined => {
    const [, id = '', ago = ''] = /^([1-9]\d{0,9}):(\d{1,9})$/.exec(part) ?? [];
    return Number(id) > 0 && Number(id) <= 2_147_483_647
      ? { kind: 'seen', id: Number(id), at: new Date(now.getTime() - Number(ago) * 1_000), isRemoved: false }
      : undefined;
  });
  const read = words.flatMap((one) => one ?? []);
  return read.length === words.length && read.length <= 100 ? read : undefined;
}

export const historyPage = formPage({
  definition: historyForm,
  contract: historyContract,
  done: ({ done }, { paths }) => `${paths.to('history')}?done=${done}`,
});
