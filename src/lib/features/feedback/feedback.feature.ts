import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Secrets } from '#lib/secrets.ts';
import { translator } from '#lib/i18n/t.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import { feedbackCalls } from './feedback.api.ts';
import { feedbackJobs } from './feedback.jobs.ts';
import { createFeedbackLoader } from './feedback.loader.ts';
import type { FeedbackLoader } from './feedback.loader.ts';
import { createFeedbackRepository } from './feedback.repository.ts';
import { createFeedbackService } from './feedback.service.ts';
import type { FeedbackService } from './feedback.service.ts';
import { feedbackSource } from './personal-data.service.ts';
import { feedbackNote } from './feedback.words.ts';

export type Feedback = {
  readonly service: FeedbackService;
  readonly loader: FeedbackLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
};

type Parts = {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly geo: GeoIndex;
  readonly uploads: UploadsService;
  readonly mailer: Mailer;
  readonly asksForProof: boolean;
  /** Who hears of it; nobody without it. */
  readonly operator: { readonly email: string | undefined; readonly locale: Locale };
};

/** Everything about what readers tell of the site. */
export function createFeedback({ db, secrets, geo, uploads, mailer, asksForProof, operator: { email, locale } }: Parts): Feedback {
  const repository = createFeedbackRepository(db, secrets);
  const service = createFeedbackService({
    repository,
    uploads,
    asksForProof,
    transact: (work) => transact(db, work),
    notify:
      email === undefined ? undefined : (tx, feedback) => mailer.send(tx, operatorNote, { address: email }, locale, feedbackNote(translator(locale), feedback)),
  });
  return {
    service,
    loader: createFeedbackLoader(service, geo),
    calls: feedbackCalls(service, geo),
    jobs: feedbackJobs(service),
    joiner: { join: repository.join },
    personal: feedbackSource(repository),
  };
}
