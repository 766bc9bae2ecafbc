/** The mailer over an open database, and who hears when the day's mails are spent. */
import type { Logger } from 'pino';
import { brand } from '#lib/brand.ts';
import type { Config } from '#lib/config.ts';
import type { Database } from '#lib/db/database.ts';
import { createLimits } from '#lib/features/limits/limits.feature.ts';
import { translator } from '#lib/i18n/t.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { JobQueue } from '#lib/jobs/job-store.ts';
import type { Site } from '#lib/paths.ts';
import type { MailPort } from '#lib/ports/mail/mail-port.ts';
import type { Secrets } from '#lib/secrets.ts';
import { createMailBudget, mostToOne } from './mail-budget.ts';
import type { Counted, Spent } from './mail-budget.ts';
import type { KnownMail, Urgency } from './mail.ts';
import { createMailer } from './mailer.ts';
import type { Mailer } from './mailer.ts';
import { operatorNote } from './operator-note.mail.ts';

export type OpenMailerParts = {
  readonly config: Pick<
    Config,
    'mailDaily' | 'mailFrom' | 'mailReplies' | 'mailReplyTo' | 'operatorAddress' | 'operatorEmail' | 'operatorLocale' | 'operatorName'
  >;
  readonly database: Pick<Database, 'db' | 'transact'>;
  readonly queue: JobQueue;
  readonly port: MailPort;
  readonly site: Site;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt' | 'sign'>;
  /** Every mail there is. */
  readonly mails: readonly KnownMail[];
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly now?: () => Date;
};

/** What no longer goes out today, as the operator is told; mails that never wait are not among it. */
const stopped: Readonly<Record<Exclude<Urgency, 'now'>, { readonly step: string; readonly about: MessageKey }>> = {
  later: { step: 'later', about: 'mail.budgetLater' },
  soon: { step: 'soon', about: 'mail.budgetSoon' },
  operator: { step: 'soon', about: 'mail.budgetSoon' },
  code: { step: 'code', about: 'mail.budgetCode' },
};

export function openMailer({ config, database, queue, port, site, secrets, mails, log, now = () => new Date() }: OpenMailerParts): Mailer {
  const { mailDaily, operatorEmail, operatorLocale } = config;
  const told = new Map<string, string>();

  /** Once a day of each step from each process, and one mail from all of them together. */
  async function onSpent(spent: Spent, { name, urgency }: Counted): Promise<void> {
    if (spent === 'address') return log.warn({ mail: name, most: mostToOne }, 'an email waits until tomorrow: its address has reached the daily limit');
    if (spent === 'turn' || urgency === 'now') return;
    const { step, about } = stopped[urgency];
    const day = now().toISOString().slice(0, 10);
    if (told.get(step) === day) return;
    log.error({ mails: mailDaily, step }, 'emails wait until tomorrow, and codes are not sent: MAIL_DAILY, or the share of it for such emails, is used up');
    if (operatorEmail !== undefined) {
      const t = translator(operatorLocale);
      const facts: [string, string][] = [
        [t('mail.budgetMails'), String(mailDaily)],
        ['MAIL_DAILY', t('mail.budgetAdvice')],
      ];
      const options = { once: `mail budget ${step} ${day}`, urgency: 'now' } as const;
      await database.transact((tx) => mailer.send(tx, operatorNote, { address: operatorEmail }, operatorLocale, { about: t(about), facts }, options));
    }
    told.set(step, day);
  }

  const mailer: Mailer = createMailer({
    queue,
    port,
    site,
    secrets,
    from: config.mailFrom ?? brand.email,
    sender: { replyTo: config.mailReplyTo, operator: [config.operatorName, config.operatorAddress].filter(Boolean).join(', ') || undefined },
    repliesAt: config.mailReplies,
    mails,
    budget: createMailBudget({ store: createLimits(database).counters, digest: (address) => secrets.sign('limits', address), daily: mailDaily }),
    onSpent,
  });
  return mailer;
}
