import { createHash } from 'node:crypto';
import type { BoundCall } from '#lib/api/bind.ts';
import { brandName } from '#lib/brand.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { OrdersService } from '#lib/features/orders/orders.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { SupplierLinksService } from '#lib/features/supplier-links/supplier-links.service.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { printPaper } from '#lib/pdf/paper.ts';
import type { Reader } from '#lib/reader.ts';
import type { Secrets } from '#lib/secrets.ts';
import { evidenceCalls } from './evidence.api.ts';
import { evidenceJobs } from './evidence.jobs.ts';
import { createEvidenceLoader } from './evidence.loader.ts';
import type { EvidenceLoader } from './evidence.loader.ts';
import { evidencePaper } from './evidence-paper.words.ts';
import { paperPicture } from './evidence-pictures.files.ts';
import { createEvidenceRepository } from './evidence.repository.ts';
import type { Party } from './evidence.schema.ts';
import { createEvidenceService } from './evidence.service.ts';
import type { Evidence, EvidenceService } from './evidence.service.ts';
import { evidenceSignedMail } from './mail/evidence-signed.mail.ts';
import { evidenceSource } from './personal-data.service.ts';

/** Who asks for a file: whose order it is, or a provider by their link. */
export type EvidenceAsker = { readonly userId: UserId } | { readonly key: string };

export type EvidenceFeature = {
  readonly service: EvidenceService;
  readonly loader: EvidenceLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
  /** All of an order as PDF, for both parties alone; undefined where nothing was written down. Photographs are decoded: have one made at a time. */
  readonly file: (asker: EvidenceAsker, code: string, locale: Locale, now: Date) => Promise<Buffer | undefined>;
};

type Parts = {
  readonly db: Db;
  readonly readHouses: { named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined> };
  readonly orders: OrdersService;
  readonly uploads: UploadsService;
  readonly links: SupplierLinksService;
  readonly contactsOf: (userId: UserId, tx?: DbTransaction) => Promise<readonly Contact[]>;
  readonly mailer: Mailer;
  readonly secrets: Secrets;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Everything about what homes were like when somebody moved in or out. */
export function createEvidence({ db, readHouses, orders, uploads, links, contactsOf, mailer, secrets }: Parts): EvidenceFeature {
  const repository = createEvidenceRepository(db);
  const service = createEvidenceService({
    repository,
    orders,
    uploads,
    links,
    secrets,
    transact: (work, lockOf) => transact(db, work, lockOf === undefined ? {} : { lockOf }),
    async tell(tx, { userId, code, home, locale }, { entries, hash }) {
      const address = (await contactsOf(userId, tx)).find(({ kind }) => kind === 'email')?.address;
      if (address === undefined) return;
      await mailer.send(
        tx,
        evidenceSignedMail,
        { address },
        locale,
        { code, home: nameFor(home, locale).slice(0, 200), entries },
        { once: `evidence ${hash}` },
      );
    },
  });
  return {
    service,
    loader: createEvidenceLoader({ evidence: service, houses: readHouses }),
    calls: evidenceCalls(service),
    jobs: evidenceJobs(service),
    personal: evidenceSource(service),
    joiner: { join: repository.join },
    file: fileFor,
  };

  async function fileFor(asker: EvidenceAsker, code: string, locale: Locale, now: Date): Promise<Buffer | undefined> {
    const isOwner = 'userId' in asker;
    const found = isOwner ? await service.of(asker.userId, code) : await service.openLink(asker.key, now);
    const owner = found?.order.userId;
    if (!found || owner === undefined || found.order.code !== code || found.entries.length === 0) return undefined;
    return printed(found, owner, isOwner ? 'student' : 'provider', locale, now);
  }

  async function printed({ order, entries, signatures, isWhole }: Evidence, owner: UserId, reader: Party, locale: Locale, now: Date): Promise<Buffer> {
    const shown = [];
    for (const entry of entries) {
      const photos = [];
      for (const { hash, content } of await service.photosOf(owner, entry, now)) photos.push({ hash, picture: content && (await paperPicture(content)) });
      shown.push({ entry, photos });
    }
    const { name, zone, supplier } = order.home;
    const { code } = order;
    return printPaper(
      evidencePaper({ locale, author: brandName(locale), code, home: name, supplier, zone, isWhole, at: now, shown, signatures, reader, sha256 }),
    );
  }
}
