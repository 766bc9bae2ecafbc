import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import type { Site } from '#lib/paths.ts';
import type { Secrets } from '#lib/secrets.ts';
import { createAnsweringService } from './answering.service.ts';
import type { AnsweringService } from './answering.service.ts';
import { answersCsv } from './custom-forms-csv.service.ts';
import type { AnswersCsv } from './custom-forms-csv.service.ts';
import { customFormCalls } from './custom-forms.api.ts';
import { customFormJobs } from './custom-forms.jobs.ts';
import { createCustomFormsLoader } from './custom-forms.loader.ts';
import type { CustomFormsLoader } from './custom-forms.loader.ts';
import { createCustomFormsRepository } from './custom-forms.repository.ts';
import { createFillingService } from './filling.service.ts';
import type { FillingService } from './filling.service.ts';
import { createFormDraftsRepository } from './form-drafts.repository.ts';
import { createMakingService } from './making.service.ts';
import { formAtOf } from './form-at.service.ts';
import type { FormAt } from './form-at.service.ts';
import { customFormsSource } from './personal-data.service.ts';

export type CustomForms = {
  readonly answering: AnsweringService;
  readonly filling: FillingService;
  readonly loader: CustomFormsLoader;
  /** What was sent with a form, for spreadsheets. */
  readonly csv: AnswersCsv;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** The form of a page as staff made it. */
  readonly formAt: FormAt;
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly site: Site;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly audit: Pick<Audit, 'append'>;
  readonly uploads: Pick<UploadsService, 'find' | 'claim' | 'release' | 'withdraw'>;
  readonly asksForProof: boolean;
  /** Days for which what was sent is kept. */
  readonly keptDays: number;
  /** Who hears of each; nobody without it. */
  readonly operator: { readonly email: string | undefined; readonly locale: Locale };
};

/** Everything about forms that staff make. */
export function createCustomForms({ db, site, secrets, mailer, audit, uploads, asksForProof, keptDays, operator }: Parts): CustomForms {
  const repository = createCustomFormsRepository(db);
  const { email, locale } = operator;
  const making = createMakingService({ repository, audit, transact: (work) => transact(db, work) });
  const drafts = createFormDraftsRepository(db);
  const filling = createFillingService({ repository: drafts, uploads, secrets, transact: (work) => transact(db, work) });
  const answering = createAnsweringService({
    repository,
    filling,
    uploads,
    secrets,
    asksForProof,
    keptDays,
    audit,
    transact: (work) => transact(db, work),
    async tell(tx, { id, reference, slug }) {
      if (email === undefined) return;
      const t = translator(locale);
      const path = site.paths(locale).to('staff_answer', { answer: String(id) });
      const note = { about: `${t('customforms.form')}: ${slug}`, facts: [[t('customforms.reference'), reference]] as [string, string][], path };
      await mailer.send(tx, operatorNote, { address: email }, locale, note);
    },
  });
  return {
    answering,
    filling,
    loader: createCustomFormsLoader({ answering, filling, making, uploads }),
    csv: answersCsv(answering),
    calls: customFormCalls({ answering, filling, making }),
    jobs: customFormJobs(answering, filling),
    formAt: formAtOf(answering),
    personal: customFormsSource(answering, filling),
    joiner: { join: repository.join },
  };
}
