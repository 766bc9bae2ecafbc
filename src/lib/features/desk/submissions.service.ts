/** How staff see to applications and feedback. Each look at one, each file that is fetched and each deed stands in the audit log. */
import { refusalOf } from '#lib/access.ts';
import type { Standing } from '#lib/access.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { FeedbackService } from '#lib/features/feedback/feedback.service.ts';
import type { SeenFeedback } from '#lib/features/feedback/feedback.schema.ts';
import type { Resume } from '#lib/features/resumes/resumes.schema.ts';
import type { ResumesService } from '#lib/features/resumes/resumes.service.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import { fileIdPattern } from '#lib/forms/files.schema.ts';
import type { OrderId, PaymentId, ResumeId, StaffId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Doer } from './house-care.service.ts';
import type { SubmissionAct } from './submissions.schema.ts';

type StaffFile = Awaited<ReturnType<UploadsService['openForStaff']>>;
type Member = { readonly staffId: StaffId; readonly standing: Standing };

export type SubmissionsService = ReturnType<typeof createSubmissionsService>;

type Parts = {
  readonly resumes: Pick<ResumesService, 'find' | 'ofFile' | 'settle' | 'remove'>;
  readonly feedback: Pick<FeedbackService, 'find' | 'ofFile' | 'settle'>;
  /** The order that a file came with. */
  readonly orderOfFile: (file: string) => Promise<OrderId | undefined>;
  /** The payment that a file is the proof of. */
  readonly paymentOfFile: (file: string) => Promise<PaymentId | undefined>;
  /** The rent that a file came with. */
  readonly rentOfFile: (file: string) => Promise<number | undefined>;
  /** The review that a file came with. */
  readonly reviewOfFile: (file: string) => Promise<number | undefined>;
  /** The answer to a form of staff that a file came with. */
  readonly answerOfFile: (file: string) => Promise<number | undefined>;
  readonly uploads: Pick<UploadsService, 'openForStaff'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function createSubmissionsService({
  resumes,
  feedback,
  orderOfFile,
  paymentOfFile,
  rentOfFile,
  reviewOfFile,
  answerOfFile,
  uploads,
  audit,
  transact,
}: Parts) {
  /** What a file came with, where it is this member's business. */
  async function cameWith(
    id: string,
    { standing }: Member,
  ): Promise<`${'resume' | 'feedback' | 'order' | 'payment' | 'rent' | 'review' | 'answer'}:${number}` | undefined> {
    const resume = refusalOf('staff-desk', standing) ? undefined : await resumes.ofFile(id);
    if (resume !== undefined) return `resume:${resume}`;
    const answer = refusalOf('staff-desk', standing) ? undefined : await answerOfFile(id);
    if (answer !== undefined) return `answer:${answer}`;
    const order = refusalOf('staff-orders', standing) ? undefined : await orderOfFile(id);
    if (order !== undefined) return `order:${order}`;
    const payment = refusalOf('staff-money', standing) ? undefined : await paymentOfFile(id);
    if (payment !== undefined) return `payment:${payment}`;
    const rent = refusalOf('staff-money', standing) ? undefined : await rentOfFile(id);
    if (rent !== undefined) return `rent:${rent}`;
    if (refusalOf('staff-homes', standing)) return undefined;
    const review = await reviewOfFile(id);
    if (review !== undefined) return `review:${review}`;
    const entry = await feedback.ofFile(id);
    return entry === undefined ? undefined : `feedback:${entry}`;
  }

  return {
    /** An application with who it is; that it was looked at is written down first. */
    async seeResume(id: ResumeId, staffId: StaffId): Promise<Resume | undefined> {
      const resume = await resumes.find(id);
      if (!resume) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'resume-seen', subject: `resume:${id}`, data: {} }));
      return resume;
    },

    async seeFeedback(id: number, staffId: StaffId): Promise<SeenFeedback | undefined> {
      const entry = await feedback.find(id);
      if (!entry) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'feedback-seen', subject: `feedback:${id}`, data: {} }));
      return entry;
    },

    async actOnResume(id: ResumeId, act: SubmissionAct, { staffId, now }: Doer): Promise<Outcome<null, 'unknown' | 'not-now'>> {
      if (!(await resumes.find(id))) return refused('unknown');
      return transact(async (tx) => {
        const changed =
          act === 'remove' ? await resumes.remove(tx, id, now) : await resumes.settle(tx, id, act === 'settle' ? { at: now, by: staffId } : undefined);
        if (!changed) return refused('not-now');
        await audit.append(tx, { actor: `staff:${staffId}`, action: 'resume-changed', subject: `resume:${id}`, data: { deed: act } });
        return done(null);
      });
    },

    async actOnFeedback(id: number, act: Exclude<SubmissionAct, 'remove'>, { staffId, now }: Doer): Promise<Outcome<null, 'unknown' | 'not-now'>> {
      if (!(await feedback.find(id))) return refused('unknown');
      return transact(async (tx) => {
        if (!(await feedback.settle(tx, id, act === 'settle' ? { at: now, by: staffId } : undefined))) return refused('not-now');
        await audit.append(tx, { actor: `staff:${staffId}`, action: 'feedback-changed', subject: `feedback:${id}`, data: { deed: act } });
        return done(null);
      });
    },

    /**
     * A file that came with an application for a job or a home, a transfer, a review, or feedback, for a member who may see what it came with; undefined for any other.
     * @throws {StorageError}
     */
    async openFile(id: string, member: Member, now: Date): Promise<StaffFile> {
      const subject = fileIdPattern.test(id) ? await cameWith(id, member) : undefined;
      const file = subject && (await uploads.openForStaff(id, now));
      if (!file) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${member.staffId}`, action: 'file-seen', subject, data: {} }));
      return file;
    },
  };
}
