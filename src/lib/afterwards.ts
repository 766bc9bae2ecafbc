/** What services may cause to happen afterwards. The server brings it; commands cause nothing. */
import type { JobQueue } from '#lib/jobs/job-store.ts';
import type { Identities } from '#lib/ports/identity/open-identities.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { Texter } from '#lib/sms/texter.ts';

export type Afterwards = {
  readonly queue?: JobQueue;
  readonly mailer?: Mailer;
  readonly texter?: Texter;
  readonly secrets?: Secrets;
  /** Third parties that vouch for people, in place of those of the settings. */
  readonly identities?: Identities;
};
