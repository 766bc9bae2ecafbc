/** The texter over an open database, and who hears when the day's budget is spent. */
import type { Logger } from 'pino';
import { createSpendBreaker } from '#lib/api/shared-limits.ts';
import type { Config } from '#lib/config.ts';
import type { Database } from '#lib/db/database.ts';
import { createLimits } from '#lib/features/limits/limits.feature.ts';
import { translator } from '#lib/i18n/t.ts';
import type { JobQueue } from '#lib/jobs/job-store.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import type { OpenSms } from '#lib/ports/sms/open-sms.ts';
import type { Secrets } from '#lib/secrets.ts';
import { createSmsRepository } from './sms.repository.ts';
import type { KnownSms } from './sms.ts';
import { createTexter } from './texter.ts';
import type { Texter } from './texter.ts';

export type OpenTexterParts = {
  readonly config: Pick<Config, 'sms' | 'operatorEmail' | 'operatorLocale'>;
  readonly database: Pick<Database, 'db' | 'transact'>;
  readonly queue: JobQueue;
  readonly mailer: Mailer;
  readonly sms: Pick<OpenSms, 'port' | 'sendsTo'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  /** Every message there is. */
  readonly texts: readonly KnownSms[];
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly now?: () => Date;
};

export function openTexter({ config, database, queue, mailer, sms, secrets, texts, log, now = () => new Date() }: OpenTexterParts): Texter {
  const { dailySegments } = config.sms;
  const { operatorEmail, operatorLocale } = config;
  let toldOn = '';

  /** Once a day from each process, and one mail from all of them together. */
  async function onSpent(): Promise<void> {
    const day = now().toISOString().slice(0, 10);
    if (day === toldOn) return;
    log.error({ segments: dailySegments }, 'no more text messages are sent today: SMS_DAILY_SEGMENTS is used up');
    if (operatorEmail !== undefined) {
      const t = translator(operatorLocale);
      const facts: [string, string][] = [[t('sms.budgetSegments'), String(dailySegments)]];
      const note = { about: t('sms.budgetAbout'), facts: [...facts, ['SMS_DAILY_SEGMENTS', t('sms.budgetAdvice')] as [string, string]] };
      await database.transact((tx) =>
        mailer.send(tx, operatorNote, { address: operatorEmail }, operatorLocale, note, { once: `sms budget ${day}`, urgency: 'now' }),
      );
    }
    toldOn = day;
  }

  return createTexter({
    queue,
    port: sms.port,
    sendsTo: sms.sendsTo,
    repository: createSmsRepository(database.db),
    transact: database.transact,
    secrets,
    budget: createSpendBreaker(createLimits(database).counters, { sms: dailySegments }),
    onSpent,
    texts,
    log,
  });
}
