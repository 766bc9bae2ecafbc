/** Takes what readers tell about the site. */
import { createDailyDigests, refusalToday } from '#lib/daily-senders.ts';
import type { DailySender } from '#lib/daily-senders.ts';
import { dayMs } from '#lib/dates/dates.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { FeedbackRepository } from './feedback.repository.ts';
import { dailyFeedback, keptDays } from './feedback.schema.ts';
import type { FeedbackFilter, NewFeedback, SeenFeedback, StoredFeedback } from './feedback.schema.ts';

/** Whose it is, as far as the server sees; kept as digests that hold for a day. */
export type FeedbackSender = FileOwner & DailySender;

export type FeedbackService = ReturnType<typeof createFeedbackService>;

type Parts = {
  readonly repository: FeedbackRepository;
  readonly uploads: Pick<UploadsService, 'claim'>;
  /** Whether senders can show to be people; where they cannot, none is asked to. */
  readonly asksForProof: boolean;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Makes the operator hear of it, as part of the transaction that stores it; undefined where nobody is to be told. */
  readonly notify: ((tx: DbTransaction, feedback: StoredFeedback) => Promise<void>) | undefined;
};

export function createFeedbackService({ repository, uploads, asksForProof, transact, notify }: Parts) {
  const digestsOf = createDailyDigests(repository.salt);

  return {
    tellsOperator: notify !== undefined,

    async take(feedback: NewFeedback, sender: FeedbackSender, now: Date): Promise<Outcome<{ readonly reference: string }, 'enough' | 'no-proof' | 'no-file'>> {
      const digests = await digestsOf(sender, now);
      const stored: StoredFeedback = { ...feedback, reference: newReference(), createdAt: now };
      return transact(async (tx) => {
        await repository.inTurn(tx, digests);
        const today = await repository.countToday(tx, digests);
        const refusal = refusalToday(dailyFeedback, today, sender.proof, asksForProof);
        if (refusal) return refused(refusal);
        const { screenshot } = feedback;
        const until = new Date(now.getTime() + keptDays * dayMs);
        if (screenshot !== undefined && !(await uploads.claim(tx, screenshot, 'screenshot', sender, now, until))) return refused('no-file');
        await repository.add(tx, stored, digests, sender.userId);
        await notify?.(tx, stored);
        return done({ reference: stored.reference });
      });
    },

    list: (filter: FeedbackFilter, most: number): Promise<readonly SeenFeedback[]> => repository.list(filter, most),
    find: (id: number): Promise<SeenFeedback | undefined> => repository.find(id),
    ofFile: (file: string): Promise<number | undefined> => repository.ofFile(file),
    settle: (tx: DbTransaction, id: number, settled: { readonly at: Date; readonly by: StaffId } | undefined): Promise<boolean> =>
      repository.settle(tx, id, settled),
    isStored: (reference: string): Promise<boolean> => repository.isStored(reference),
    sealReplies: (): Promise<number> => repository.sealReplies(),
    forgetSenders: (now: Date): Promise<number> => repository.forgetSenders(new Date(now.getTime() - keptDays * dayMs)),
  };
}
