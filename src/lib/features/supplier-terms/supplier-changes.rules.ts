/** When what is changed of a provider counts. Pure, browser-safe. */
import { dayMs } from '#lib/dates/dates.ts';
import { changeDays, changeHours } from './supplier-changes.schema.ts';
import type { SupplierChange } from './supplier-changes.schema.ts';

type Timed = Pick<SupplierChange, 'needs' | 'setAt' | 'metAt' | 'withdrawnAt' | 'countedAt'>;

/** From when on it counts at the earliest. */
export const changeCountsAt = ({ setAt }: Pick<SupplierChange, 'setAt'>): Date => new Date(setAt.getTime() + changeHours * 3_600_000);

/** Until when it waits for somebody's hand. */
export const changeRunsOutAt = ({ setAt }: Pick<SupplierChange, 'setAt'>): Date => new Date(setAt.getTime() + changeDays * dayMs);

const isMet = ({ needs, metAt }: Timed): boolean => needs === 'time' || metAt !== undefined;

/** Whether it waits still: neither counts, nor was withdrawn, nor was left alone for too long. */
export const isChangePending = (change: Timed, now: Date): boolean =>
  change.countedAt === undefined && change.withdrawnAt === undefined && (isMet(change) || changeRunsOutAt(change) > now);

/** Whether it is to count now. */
export const isChangeDue = (change: Timed, now: Date): boolean => isChangePending(change, now) && isMet(change) && changeCountsAt(change) <= now;
