/** What guardians of applicants are sent: the link by which they read and sign. As part of the transaction that makes it due. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import { guardianToken } from './guardians.service.ts';
import { guardianSignMail } from './mail/guardian-sign.mail.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { guardianLinkDays } from './orders.schema.ts';
import type { Guardian } from './orders.schema.ts';

type Parts = {
  readonly repository: Pick<OrdersRepository, 'tell'>;
  readonly answering: Pick<ApplicationAnswers, 'answersOf'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly secrets: Pick<Secrets, 'sign'>;
  /** Tells the applicant that their guardian is asked to sign. */
  readonly tellAsked: (tx: DbTransaction, order: StoredOrder, now: Date) => Promise<void>;
};

export function createGuardianLetters({ repository, answering, mailer, secrets, tellAsked }: Parts) {
  /** Sends a guardian their link. */
  async function send(tx: DbTransaction, order: StoredOrder, guardian: Guardian, token: string, now: Date): Promise<void> {
    const { home } = order;
    const deadline = new Date(Math.min(order.deadline?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime() + guardianLinkDays * dayMs));
    await mailer.send(tx, guardianSignMail, { address: guardian.email }, guardian.locale, {
      name: guardian.name,
      student: answering.answersOf(order)['full_name'] ?? '',
      home: nameFor(home, guardian.locale).slice(0, 200),
      until: { at: deadline.toISOString(), zone: home.zone },
      token,
    });
  }

  return {
    send,

    /** Once the applicant has signed: the guardian gets their link, and the timeline and the applicant are told. */
    async ask(tx: DbTransaction, order: StoredOrder, guardian: Guardian, now: Date): Promise<void> {
      await repository.tell(tx, order.id, {
        event: 'ask-guardian',
        from: 'signing',
        to: 'signing',
        by: 'applicant',
        staffId: undefined,
        note: '',
        isInternal: false,
        at: now,
      });
      await tellAsked(tx, order, now);
      await send(tx, order, guardian, guardianToken(secrets, order.code, guardian, now), now);
    },
  };
}
