/** What answers people and staff apart from pages and calls: their files, sessions that go along, and what payment providers tell. */
import type { Logger } from 'pino';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import type { SharedLimits } from '#lib/api/shared-limits.ts';
import type { Composition } from '#lib/compose.ts';
import type { Config } from '#lib/config.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { createReplyMailsHandler } from './api/reply-mails-handler.ts';
import { createWebhookHandler } from './api/webhook-handler.ts';
import { createCalendarsHandler } from './files/calendars-handler.ts';
import { createContractsHandler } from './files/contracts-handler.ts';
import { createEvidenceHandler } from './files/evidence-handler.ts';
import { createPaperLimit } from './files/paper-limit.ts';
import { createPersonalDataHandler } from './files/personal-data-handler.ts';
import { createReceiptsHandler } from './files/receipts-handler.ts';
import { createRentReceiptsHandler } from './files/rent-receipts-handler.ts';
import { createStaffExportsHandler } from './files/staff-exports-handler.ts';
import { createUploadsHandler } from './files/uploads-handler.ts';
import type { Handler } from './handler.ts';
import { createHandOverHandler } from './pages/hand-over.ts';

type Parts = {
  readonly people: NonNullable<Composition['people']>;
  readonly site: Composition['site'];
  readonly config: Pick<Config, 'localeHosts' | 'mailReplies' | 'trustedProxies'>;
  readonly limits: RateLimits;
  /** Of papers, which are counted by who asks. */
  readonly shared: SharedLimits;
  readonly onRefused: (refusal: Refusal) => void;
  readonly log: Logger;
};

export function handlersOfPeople({
  people,
  site,
  config: { localeHosts, mailReplies, trustedProxies },
  limits,
  shared,
  onRefused,
  log,
}: Parts): readonly Handler[] {
  const now = (): Date => new Date();
  const asked = { sessions: people.sessions, now };
  const printed = { ...asked, mayPrint: createPaperLimit({ shared, trustedProxies, onRefused }) };
  return [
    createHandOverHandler({ handOver: people.accounts.handOver, siteOrigin: site.origin, localeHosts, limits, trustedProxies, now }),
    createPersonalDataHandler({ ...asked, service: people.personalData, site }),
    createUploadsHandler({ ...asked, uploads: people.uploads, openFileForStaff: people.openFileForStaff }),
    createCalendarsHandler({ ...asked, viewing: people.viewingCalendar, order: people.orderCalendar, site }),
    createEvidenceHandler({ ...printed, file: people.evidenceFile, photoByLink: people.evidence.photoByLink }),
    createRentReceiptsHandler({ ...printed, receiptFile: people.rentReceipt }),
    createReceiptsHandler({
      ...printed,
      receiptFile: people.receiptFile,
      invoiceFile: people.invoiceFile,
      creditNoteFile: people.creditNoteFile,
      sponsorReceipt: people.sponsorReceipt,
    }),
    createContractsHandler({
      ...printed,
      contractFile: people.contractFile,
      staffContract: people.staffContract,
      guardianFile: people.guardianFile,
      supplierContractFile: people.supplierContractFile,
    }),
    createStaffExportsHandler({
      ...asked,
      site,
      threads: people.threadsCsv,
      answers: people.answersCsv,
      orders: people.ordersCsv,
      payments: people.paymentsCsv,
    }),
    ...(mailReplies
      ? [
          createReplyMailsHandler({
            repliesAt: mailReplies,
            replies: people.replies,
            limits,
            trustedProxies,
            now,
            onHeard: (said) =>
              said === 'wrong-secret' || said === 'forged' ? log.warn({ said }, 'a reply by email was refused') : log.info({ said }, 'a reply by email'),
          }),
        ]
      : []),
    createWebhookHandler({
      payments: people.payments,
      limits,
      trustedProxies,
      now,
      onForged: (provider) => log.warn({ provider }, 'a message of a payment provider had no right signature'),
    }),
  ];
}
