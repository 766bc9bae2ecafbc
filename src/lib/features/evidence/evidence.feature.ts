import pLimit from 'p-limit';
import type { BoundCall } from '#lib/api/bind.ts';
import { brandName } from '#lib/brand.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { OrdersService } from '#lib/features/orders/orders.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
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
import { createEvidenceService } from './evidence.service.ts';
import type { EvidenceService } from './evidence.service.ts';
import { evidenceSource } from './personal-data.service.ts';

export type EvidenceFeature = {
  readonly service: EvidenceService;
  readonly loader: EvidenceLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
  /** All of an order as PDF, for whose it is; undefined where nothing was written down. */
  readonly file: (userId: UserId, code: string, locale: Locale, now: Date) => Promise<Buffer | undefined>;
};

type Parts = {
  readonly db: Db;
  readonly readHouses: { named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined> };
  readonly orders: OrdersService;
  readonly uploads: UploadsService;
  readonly secrets: Secrets;
};

/** Everything about what homes were like when somebody moved in or out. */
export function createEvidence({ db, readHouses, orders, uploads, secrets }: Parts): EvidenceFeature {
  const printing = pLimit(1);
  const repository = createEvidenceRepository(db);
  const service = createEvidenceService({
    repository,
    orders,
    uploads,
    secrets,
    transact: (work, lockOf) => transact(db, work, lockOf === undefined ? {} : { lockOf }),
  });
  return {
    service,
    loader: createEvidenceLoader({ evidence: service, houses: readHouses }),
    calls: evidenceCalls(service),
    jobs: evidenceJobs(service),
    personal: evidenceSource(service),
    joiner: { join: repository.join },
    // Photographs are decoded: one file at a time, whoever asks.
    file: (userId, code, locale, now) => printing(() => printed(userId, code, locale, now)),
  };

  async function printed(userId: UserId, code: string, locale: Locale, now: Date): Promise<Buffer | undefined> {
    const found = await service.of(userId, code);
    if (!found || found.entries.length === 0) return undefined;
    const shown = [];
    for (const entry of found.entries) {
      const photos = [];
      for (const { hash, content } of await service.photosOf(userId, entry, now)) photos.push({ hash, picture: content && (await paperPicture(content)) });
      shown.push({ entry, photos });
    }
    const { order, isWhole } = found;
    const { name, zone, supplier } = order.home;
    return printPaper(evidencePaper({ locale, author: brandName(locale), code, home: name, supplier, zone, isWhole, at: now, shown }));
  }
}
