import type { BoundCall } from '#lib/api/bind.ts';
import { brandName } from '#lib/brand.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { Collecting, Payable } from '#lib/features/payments/payments.schema.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { translator } from '#lib/i18n/t.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Money } from '#lib/money/money.ts';
import type { Site } from '#lib/paths.ts';
import { callReader } from '#lib/reader.ts';
import type { Reader } from '#lib/reader.ts';
import type { Secrets } from '#lib/secrets.ts';
import { viewingNewsMail } from './mail/viewing-news.mail.ts';
import { viewingsSource } from './personal-data.service.ts';
import { viewingCalls } from './viewings.api.ts';
import { viewingJobs } from './viewings.jobs.ts';
import { createViewingsLoader } from './viewings.loader.ts';
import type { ViewingsLoader } from './viewings.loader.ts';
import { createViewingsRepository } from './viewings.repository.ts';
import { createViewingsService } from './viewings.service.ts';
import type { ViewingsService } from './viewings.service.ts';
import { momentWords } from './viewings.words.ts';

export type Viewings = {
  readonly service: ViewingsService;
  readonly loader: ViewingsLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What payments asks of viewings. */
  readonly payable: Payable;
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly site: Site;
  readonly geo: GeoIndex;
  readonly houses: HouseService;
  readonly readHouses: { named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined> };
  readonly collecting: Collecting;
  readonly contactsOf: (userId: UserId, tx?: DbTransaction) => Promise<readonly Contact[]>;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly audit: Audit;
  readonly viewingPrice: Money;
};

/** Everything about video viewings. */
export function createViewings({ db, site, geo, houses, readHouses, collecting, contactsOf, secrets, mailer, audit, viewingPrice }: Parts): Viewings {
  const repository = createViewingsRepository(db);
  const service = createViewingsService({
    repository,
    houses,
    collecting,
    secrets,
    audit,
    price: viewingPrice,
    transact: (work, lockOf) => transact(db, work, lockOf === undefined ? {} : { lockOf }),
    async tell(tx, { userId, houseName: home, cityId, slot, code, locale }, news) {
      const email = (await contactsOf(userId, tx)).find(({ kind }) => kind === 'email');
      if (!email) return;
      const city = geo.cityById(cityId);
      const when = city
        ? momentWords(slot.startsAt, { timeZone: city.timeZone, city: city.names[locale] }, locale, translator(locale))
        : slot.startsAt.toISOString();
      await mailer.send(tx, viewingNewsMail, { address: email.address }, locale, { news, code, home, when }, { once: `viewing ${code} ${news}` });
    },
  });
  return {
    service,
    loader: createViewingsLoader({ viewings: service, houses: readHouses, geo }),
    calls: viewingCalls({ viewings: service, geo, pathsOf: (locale) => site.paths(locale) }),
    jobs: viewingJobs(service),
    payable: {
      ...service.payable,
      async facts(code, locale) {
        const viewing = await service.ofCode(code);
        const house = viewing && (await readHouses.named(viewing.houseId, callReader(site, { locale, now: new Date() })));
        if (!viewing) return undefined;
        const t = translator(locale);
        const title = t('viewings.of_home', { home: house?.title ?? t('viewings.home_gone') });
        return {
          title,
          lines: [{ label: title, amount: viewing.amount }],
          seller: brandName(locale),
          zone: house?.city.timeZone,
          path: `${site.paths(locale).to('viewing_pay')}?${new URLSearchParams({ code })}`,
        };
      },
    },
    personal: viewingsSource(service),
    joiner: { join: repository.join },
  };
}
