import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import type { Site } from '#lib/paths.ts';
import type { Secrets } from '#lib/secrets.ts';
import { resumeReceivedMail } from './mail/resume-received.mail.ts';
import { resumesSource } from './personal-data.service.ts';
import { resumeCalls } from './resumes.api.ts';
import { resumeJobs } from './resumes.jobs.ts';
import { createResumesLoader } from './resumes.loader.ts';
import type { ResumesLoader } from './resumes.loader.ts';
import { createResumesRepository } from './resumes.repository.ts';
import { createResumesService } from './resumes.service.ts';
import type { ResumesService } from './resumes.service.ts';
import { resumeNote } from './resumes.words.ts';

export type Resumes = {
  readonly service: ResumesService;
  readonly loader: ResumesLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly site: Site;
  readonly uploads: UploadsService;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly asksForProof: boolean;
  /** What somebody has proved to be theirs. */
  readonly contactsOf: (userId: UserId) => Promise<readonly Contact[]>;
  /** Who hears of each; nobody without it. */
  readonly operator: { readonly email: string | undefined; readonly locale: Locale };
};

/** Everything about applications for work here. */
export function createResumes({ db, site, uploads, secrets, mailer, asksForProof, contactsOf, operator }: Parts): Resumes {
  const repository = createResumesRepository(db);
  const service = createResumesService({
    repository,
    uploads,
    secrets,
    asksForProof,
    transact: (work) => transact(db, work),
    async tell(tx, resume) {
      const { reference, keptUntil, applicant, locale } = resume;
      await mailer.send(tx, resumeReceivedMail, { address: applicant.email }, locale, { reference, keptUntil: keptUntil.toISOString().slice(0, 10) });
      if (operator.email === undefined) return;
      const path = site.paths(operator.locale).to('staff_resume', { resume: String(resume.id) });
      await mailer.send(tx, operatorNote, { address: operator.email }, operator.locale, resumeNote(translator(operator.locale), resume, path));
    },
  });
  return {
    service,
    loader: createResumesLoader(service),
    calls: resumeCalls(service),
    jobs: resumeJobs(service),
    personal: resumesSource(service, contactsOf),
    joiner: { join: repository.join },
  };
}
