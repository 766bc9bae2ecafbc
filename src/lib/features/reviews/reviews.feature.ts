import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { staffRemovals } from '#lib/features/catalogue/listings.schema.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { OrdersService } from '#lib/features/orders/orders.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { Photographs } from '#lib/features/photographs/photographs.service.ts';
import type { NoticesService } from '#lib/features/shortlist/notices.service.ts';
import type { SupplierLinksService } from '#lib/features/supplier-links/supplier-links.service.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Reader } from '#lib/reader.ts';
import { reviewAnswerNewsMail } from './mail/review-answer-news.mail.ts';
import { reviewInvitationMail } from './mail/review-invitation.mail.ts';
import { reviewNewsMail } from './mail/review-news.mail.ts';
import { reviewsSource } from './personal-data.service.ts';
import { reviewCalls } from './reviews.api.ts';
import { reviewJobs } from './reviews.jobs.ts';
import { createReviewsLoader } from './reviews.loader.ts';
import type { ReviewsLoader } from './reviews.loader.ts';
import { createReviewsRepository } from './reviews.repository.ts';
import { createReviewsService } from './reviews.service.ts';
import type { ReviewsService } from './reviews.service.ts';

export type Reviews = {
  readonly service: ReviewsService;
  readonly loader: ReviewsLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly catalogue: Catalogue;
  readonly photographs: Photographs;
  readonly readHouses: { named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined> };
  readonly orders: OrdersService;
  readonly links: SupplierLinksService;
  readonly uploads: UploadsService;
  readonly notices: Pick<NoticesService, 'settingsOf' | 'tokenOf'>;
  readonly contactsOf: (userId: UserId, tx?: DbTransaction) => Promise<readonly Contact[]>;
  readonly mailer: Mailer;
  readonly audit: Audit;
};

const most = 200;

/** Everything about what people say of their stays. */
export function createReviews({ db, catalogue, photographs, readHouses, orders, links, uploads, notices, contactsOf, mailer, audit }: Parts): Reviews {
  const repository = createReviewsRepository(db);
  const emailOf = async (userId: UserId, tx: DbTransaction) => (await contactsOf(userId, tx)).find(({ kind }) => kind === 'email')?.address;
  const service = createReviewsService({
    repository,
    orders,
    links,
    uploads,
    photographs,
    catalogue,
    audit,
    transact: (work, lockOf) => transact(db, work, lockOf === undefined ? {} : { lockOf }),
    async tell(tx, { userId, code, orderCode, home, locale, reason }, news) {
      const address = userId === undefined ? undefined : await emailOf(userId, tx);
      if (address === undefined) return;
      const why = staffRemovals.find((one) => one === reason);
      const input = { news, code: orderCode, home: nameFor(home, locale).slice(0, most), ...(news === 'removed' && why ? { reason: why } : {}) };
      // The provider may answer again with other words; the author is told once.
      await mailer.send(tx, reviewNewsMail, { address }, locale, input, { once: `review ${code} ${news}` });
    },
    async tellProvider(tx, order, { state, reason }) {
      const contact = await links.contactOf(order, tx);
      if (!contact) return;
      const home = nameFor(order.home, contact.locale).slice(0, most);
      await mailer.send(tx, reviewAnswerNewsMail, { address: contact.email }, contact.locale, { state, home, ...(reason ? { reason } : {}) });
    },
    async invite(tx, { userId, code, home, kind, locale }) {
      const address = await emailOf(userId, tx);
      if (address === undefined || !(await notices.settingsOf(userId, tx)).asked) return false;
      const input = { kind, code, home: nameFor(home, locale).slice(0, most), token: notices.tokenOf(userId) };
      await mailer.send(tx, reviewInvitationMail, { address }, locale, input, { once: `review-invitation ${code} ${kind}` });
      return true;
    },
  });
  return {
    service,
    loader: createReviewsLoader({
      reviews: service,
      houses: readHouses,
      uploads,
      seen: (id, by) => transact(db, (tx) => audit.append(tx, { actor: `staff:${by}`, action: 'review-seen', subject: `review:${id}`, data: {} })),
    }),
    calls: reviewCalls(service),
    jobs: reviewJobs(service),
    personal: reviewsSource(service),
    joiner: { join: repository.join },
  };
}
