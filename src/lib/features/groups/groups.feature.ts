import type { BoundCall } from '#lib/api/bind.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import { nameFacts, nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { Telling } from '#lib/features/news/news.schema.ts';
import type { ApplicationsService } from '#lib/features/orders/applications.service.ts';
import type { LeasePricing } from '#lib/features/orders/lease-pricing.service.ts';
import type { OrdersService } from '#lib/features/orders/orders.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { GroupBeds } from '#lib/features/stock/stock.schema.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Site } from '#lib/paths.ts';
import type { Reader } from '#lib/reader.ts';
import type { Secrets } from '#lib/secrets.ts';
import { groupCalls } from './groups.api.ts';
import { groupJobs } from './groups.jobs.ts';
import { createGroupsLoader } from './groups.loader.ts';
import type { GroupsLoader } from './groups.loader.ts';
import { createGroupsRepository } from './groups.repository.ts';
import { createGroupsService } from './groups.service.ts';
import type { GroupsService } from './groups.service.ts';
import { groupNewsMail } from './mail/group-news.mail.ts';
import { groupsSource } from './personal-data.service.ts';

export type Groups = {
  readonly service: GroupsService;
  readonly loader: GroupsLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly site: Site;
  readonly readHouses: { named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined> };
  readonly beds: GroupBeds;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly applications: Pick<ApplicationsService, 'begin'>;
  readonly pricing: Pick<LeasePricing, 'priced'>;
  readonly houses: Pick<HouseService, 'record'>;
  readonly contactsOf: (userId: UserId, tx?: DbTransaction) => Promise<readonly Contact[]>;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly telling: Telling;
  /** Hours for which beds are kept for a group. */
  readonly waitingHours: number;
};

/** Everything about people who book together. */
export function createGroups({ db, site, readHouses, contactsOf, mailer, telling, ...parts }: Parts): Groups {
  const repository = createGroupsRepository(db);
  const service = createGroupsService({
    ...parts,
    repository,
    transact: (work) => transact(db, work),
    async tell(tx, { code, home }, { userId, locale }, news, about, now) {
      const name = about.member?.called.slice(0, 40) ?? '';
      const rooms = about.rooms.map((room) => room.slice(0, 60)).join('\n');
      const facts = { ...nameFacts(home), name, ...(rooms === '' ? {} : { rooms }) };
      const once = `group ${code} ${news} ${about.member?.order ?? ''} ${now.toISOString()}`;
      const { byMail } = await telling.tell(tx, { userId, kind: 'order-done', about: 'group', code, what: news, facts, once }, now);
      const email = byMail ? (await contactsOf(userId, tx)).find(({ kind }) => kind === 'email') : undefined;
      if (email) await mailer.send(tx, groupNewsMail, { address: email.address }, locale, { news, home: nameFor(home, locale).slice(0, 200), name, rooms });
    },
  });
  return {
    service,
    loader: createGroupsLoader({ groups: service, named: readHouses.named, absolute: site.absolute }),
    calls: groupCalls(service, site),
    jobs: groupJobs(service),
    personal: groupsSource(service),
    joiner: { join: repository.joinAccounts },
  };
}
