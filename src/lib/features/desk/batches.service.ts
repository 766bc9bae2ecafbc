/** Does one thing to many threads, one after the other, and undoes it. Nobody outside is written to. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { EnquiriesService } from '#lib/features/enquiries/enquiries.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { EnquiryId, StaffId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { dayMs } from '#lib/dates/dates.ts';
import { skipped, undoneUntil } from './batches.rules.ts';
import type { BatchDeed } from './batches.rules.ts';
import { undoMinutes } from './batches.schema.ts';
import type { BatchThread, SkipReason } from './batches.schema.ts';
import type { BatchesRepository, StoredBatch } from './batches.repository.ts';
import type { Doer } from './house-care.service.ts';
import type { ThreadsService } from './threads.service.ts';

type Parts = {
  readonly enquiries: Pick<EnquiriesService, 'some' | 'mark' | 'putBack'>;
  readonly threads: Pick<ThreadsService, 'act'>;
  readonly repository: BatchesRepository;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

/** What came of an act. */
export type DoneBatch = StoredBatch & {
  readonly threads: readonly (BatchThread & { readonly isPutBack: boolean | undefined })[];
  readonly canUndo: boolean;
};

/** Days for which it is kept what was done together. */
const keptDays = 30;

export type BatchesService = ReturnType<typeof createBatchesService>;

export function createBatchesService({ enquiries, threads, repository, audit, transact }: Parts) {
  return {
    /** What an act would do to each of these threads; those that are gone are left out. */
    async preview(ids: readonly EnquiryId[], deed: BatchDeed, me: StaffId): Promise<readonly BatchThread[]> {
      const found = new Map((await enquiries.some(ids)).map((one) => [one.id, one]));
      return ids.flatMap((id) => {
        const enquiry = found.get(id);
        return enquiry ? [{ enquiry, skipped: skipped(deed, enquiry, me) }] : [];
      });
    },

    /** Does it, to each that it does something to now. @returns its number, to look at and undo it by; undefined where no such thread is there. */
    async act(ids: readonly EnquiryId[], deed: BatchDeed, by: Doer): Promise<number | undefined> {
      const planned = await this.preview(ids, deed, by.staffId);
      if (planned.length === 0) return undefined;
      const batch = await transact(async (tx) => {
        const id = await repository.add(tx, by.staffId, deed.act, by.now);
        const data = { deed: deed.act, threads: planned.length };
        await audit.append(tx, { actor: `staff:${by.staffId}`, action: 'threads-changed', subject: `staff:${by.staffId}`, data });
        return id;
      });
      const left: { readonly id: EnquiryId; readonly skipped: SkipReason }[] = [];
      for (const { enquiry, skipped: why } of planned) {
        const { id } = enquiry;
        if (why) left.push({ id, skipped: why });
        else {
          let isDone = false;
          const outcome = await threads.act(id, deed, by, async (tx, before) => {
            const after = await enquiries.mark(tx, id);
            if (after) await repository.did(tx, batch, id, before, after);
            isDone = after !== undefined;
          });
          // Somebody was quicker between the look and the deed.
          if (!outcome.ok || !isDone) left.push({ id, skipped: 'changed' });
        }
      }
      await transact((tx) => repository.left(tx, batch, left));
      return batch;
    },

    /** What came of it, for who did it. */
    async find(batch: number, me: StaffId, now: Date): Promise<DoneBatch | undefined> {
      const stored = await repository.find(batch);
      if (!stored || stored.staffId !== me) return undefined;
      const rows = await repository.threads(batch);
      const found = new Map((await enquiries.some(rows.map(({ id }) => id))).map((one) => [one.id, one]));
      const shown = rows.flatMap(({ id, skipped: why, isPutBack }) => {
        const enquiry = found.get(id);
        return enquiry ? [{ enquiry, skipped: why, isPutBack }] : [];
      });
      const canUndo = stored.undoneAt === undefined && undoneUntil(stored.at) > now && shown.some((one) => one.skipped === undefined);
      return { ...stored, threads: shown, canUndo };
    },

    /** Puts each thread back that nothing has happened to since. Within `undoMinutes`, once, by who did it. */
    async undo(batch: number, by: Doer): Promise<Outcome<null, 'unknown' | 'too-late'>> {
      const stored = await repository.find(batch);
      if (!stored || stored.staffId !== by.staffId) return refused('unknown');
      const since = new Date(by.now.getTime() - undoMinutes * 60_000);
      if (!(await transact((tx) => repository.beginUndo(tx, batch, by.staffId, since, by.now)))) return refused('too-late');
      for (const { id, before, after } of await repository.threads(batch)) {
        if (!before || !after) continue;
        const outcome = await enquiries.putBack(id, before, after, {
          ...by,
          async also(tx) {
            await repository.putBack(tx, batch, id, true);
            await audit.append(tx, { actor: `staff:${by.staffId}`, action: 'enquiry-changed', subject: `enquiry:${id}`, data: { deed: 'put-back' } });
          },
        });
        if (!outcome.ok) await transact((tx) => repository.putBack(tx, batch, id, false));
      }
      return done(null);
    },

    /** Deletes what was done together long ago. @returns how many. */
    forget: (now: Date): Promise<number> => repository.forget(new Date(now.getTime() - keptDays * dayMs)),
  };
}
