/** Takes applications for work here, shows them to staff, and lets them go in time with their files. */
import * as z from 'zod/mini';
import { createDailyDigests, refusalToday } from '#lib/daily-senders.ts';
import type { DailySender } from '#lib/daily-senders.ts';
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { ResumeId, StaffId, UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { ResumesRepository, StoredResume } from './resumes.repository.ts';
import { keptUntil } from './resumes.rules.ts';
import { dailyResumes, keptDays } from './resumes.schema.ts';
import type { Applicant, ListedResume, NewResume, Resume, ResumeFilter } from './resumes.schema.ts';

/** Whose it is, as far as the server sees; the network address and the visitor are kept as digests that hold for a day. */
export type ResumeSender = FileOwner & DailySender;

/** What is to be told once an application is stored. */
export type TakenResume = NewResume & { readonly id: ResumeId; readonly reference: string; readonly keptUntil: Date };

export type ResumesService = ReturnType<typeof createResumesService>;

type Parts = {
  readonly repository: ResumesRepository;
  readonly uploads: Pick<UploadsService, 'claim' | 'give' | 'release'>;
  readonly secrets: Pick<Secrets, 'digests' | 'encrypt' | 'decrypt'>;
  /** Whether senders can show to be people; where they cannot, none is asked to. */
  readonly asksForProof: boolean;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells applicant and operator, as part of the transaction that stores it. */
  readonly tell: (tx: DbTransaction, resume: TakenResume) => Promise<void>;
};

/** Applications that go in one transaction. */
const batch = 200;
const applicantSchema = z.object({ name: z.string(), email: z.string(), message: z.string(), links: z.array(z.string()) });

export function createResumesService({ repository, uploads, secrets, asksForProof, transact, tell }: Parts) {
  const digestsOf = createDailyDigests(repository.salt);
  const emailDigests = (email: string): readonly [string, ...string[]] => secrets.digests('resumes', `email ${email}`);

  function opened({ sealed, consent: _, ...row }: StoredResume): Resume {
    const text = secrets.decrypt('resumes', sealed);
    const applicant: Applicant | undefined = text === undefined ? undefined : applicantSchema.parse(JSON.parse(text));
    return { ...row, applicant };
  }

  return {
    async take(resume: NewResume, sender: ResumeSender, now: Date): Promise<Outcome<{ readonly reference: string }, 'enough' | 'no-proof' | 'no-file'>> {
      const digests = await digestsOf(sender, now);
      const { applicant, role, file, consent, locale } = resume;
      return transact(async (tx) => {
        await repository.inTurn(tx, digests);
        const refusal = refusalToday(dailyResumes, await repository.countToday(tx, digests), sender.proof, asksForProof);
        if (refusal) return refused(refusal);
        const until = keptUntil(now);
        if (!(await uploads.claim(tx, file, 'resume', sender, now, until))) return refused('no-file');
        const reference = newReference();
        const sealed = secrets.encrypt('resumes', JSON.stringify(applicant));
        const [emailDigest] = emailDigests(applicant.email);
        const id = await repository.add(tx, { reference, userId: sender.userId, sealed, emailDigest, role, file, consent, locale, createdAt: now }, digests);
        await tell(tx, { ...resume, id, reference, keptUntil: until });
        return done({ reference });
      });
    },

    /** Until when the application of a reference is kept; undefined when there is none. */
    async keptUntil(reference: string): Promise<Date | undefined> {
      const at = await repository.cameAt(reference);
      return at && keptUntil(at);
    },

    list: (filter: ResumeFilter, most: number): Promise<readonly ListedResume[]> => repository.list(filter, most),
    countNew: (): Promise<number> => repository.countNew(),

    async find(id: ResumeId): Promise<Resume | undefined> {
      const stored = await repository.find(id);
      return stored && opened(stored);
    },

    ofFile: (file: string): Promise<ResumeId | undefined> => repository.ofFile(file),

    /** @param settled undefined: staff have to see to it again. Returns whether it changed. */
    settle: (tx: DbTransaction, id: ResumeId, settled: { readonly at: Date; readonly by: StaffId } | undefined): Promise<boolean> =>
      repository.settle(tx, id, settled),

    /** Takes one away before its time; its file goes with the next sweep. Returns whether there was one. */
    async remove(tx: DbTransaction, id: ResumeId, now: Date): Promise<boolean> {
      const removed = await repository.remove(tx, id);
      if (removed?.file !== undefined) await uploads.release(tx, removed.file, now);
      return removed !== undefined;
    },

    /** Applications of an account, those claimed, with their files, that were sent before with one of its proved mail addresses. */
    async ofUser(userId: UserId, contacts: readonly Contact[]): Promise<readonly (Resume & { readonly consent: string })[]> {
      const proved = contacts.filter(({ kind }) => kind === 'email').flatMap(({ address }) => emailDigests(address));
      await transact(async (tx) => {
        for (const file of await repository.claim(tx, userId, proved)) await uploads.give(tx, file, userId);
      });
      return (await repository.ofUser(userId)).map((stored) => ({ ...opened(stored), consent: stored.consent }));
    },

    /** Takes applications whose time is over, with their files, and yesterday's digests of senders. Returns how many applications. */
    async forget(now: Date): Promise<number> {
      await repository.forgetSenders(new Date(now.getTime() - 2 * dayMs));
      let all = 0;
      for (;;) {
        const count = await transact(async (tx) => {
          const removed = await repository.removeBefore(tx, new Date(now.getTime() - keptDays * dayMs), batch);
          for (const file of removed.files) await uploads.release(tx, file, now);
          return removed.count;
        });
        all += count;
        if (count < batch) return all;
      }
    },
  };
}
