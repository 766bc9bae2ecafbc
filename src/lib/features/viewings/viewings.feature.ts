import type { BoundCall } from '#lib/api/bind.ts';
import { brandName } from '#lib/brand.ts';
import { calendarFile } from '#lib/dates/calendar-file.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { nameFacts, nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { Collecting, Payable } from '#lib/features/payments/payments.schema.ts';
import type { SayNews, Telling } from '#lib/features/news/news.schema.ts';
import type { ViewingBeds } from '#lib/features/stock/stock.schema.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, UserId } from '#lib/ids/ids.ts';
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
import { calendarStanding } from './viewings.rules.ts';
import { momentWords, viewingNewsSayer } from './viewings.words.ts';

export type Viewings = {
  readonly service: ViewingsService;
  readonly loader: ViewingsLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What payments asks of viewings. */
  readonly payable: Payable;
  /** A viewing as a file for calendars, for who booked it alone. */
  readonly calendar: (userId: UserId, code: string, locale: Locale, now: Date) => Promise<string | undefined>;
  /** What news of viewings are called. */
  readonly sayNews: SayNews;
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
  readonly telling: Telling;
  readonly contactsOf: (userId: UserId, tx?: DbTransaction) => Promise<readonly Contact[]>;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly audit: Audit;
  readonly viewingPrice: Money;
  readonly beds: ViewingBeds;
  /** Days within which a viewing must begin for a bed to be kept until then; 0: none is. */
  readonly holdDays: number;
};

/** Everything about video viewings. */
export function createViewings(parts: Parts): Viewings {
  const { db, site, geo, houses, readHouses, collecting, telling, contactsOf, secrets, mailer, audit, viewingPrice, beds, holdDays } = parts;
  const placeOf = (id: CityId, locale: Locale) => {
    const city = geo.cityById(id);
    return city && { timeZone: city.timeZone, city: city.names[locale] };
  };
  const pageOf = (locale: Locale, code: string): string => `${site.paths(locale).to('viewing_pay')}?${new URLSearchParams({ code })}`;
  const repository = createViewingsRepository(db);
  const service = createViewingsService({
    repository,
    houses,
    collecting,
    beds,
    secrets,
    audit,
    price: viewingPrice,
    transact: (work, lockOf) => transact(db, work, lockOf === undefined ? {} : { lockOf }),
    async tell(tx, { userId, houseId, houseNames, cityId, slot, code, locale, moves, paidAt }, news, now, of) {
      const isReminder = news === 'day' || news === 'hour';
      // A time that is new is told, and reminded of, anew.
      const once = `viewing ${code} ${news}${isReminder || news === 'moved' || news === 'rescheduled' ? ` ${moves}` : ''}${of === undefined ? '' : ` ${of}`}`;
      const facts = { ...nameFacts(houseNames), at: slot.startsAt.toISOString(), city: String(cityId) };
      const kind = isReminder ? 'viewing-soon' : 'viewing';
      const { byMail } = await telling.tell(tx, { userId, kind, about: 'viewing', code, what: news, facts, once }, now);
      const email = byMail ? (await contactsOf(userId, tx)).find((one) => one.kind === 'email') : undefined;
      if (!email) return;
      const place = placeOf(cityId, locale);
      const when = place ? momentWords(slot.startsAt, place, locale, translator(locale)) : slot.startsAt.toISOString();
      const inCalendar = news === 'booked' || paidAt !== undefined;
      const home = nameFor(houseNames, locale).slice(0, 200);
      await mailer.send(tx, viewingNewsMail, { address: email.address }, locale, { news, code, home, when, inCalendar, houseId }, { once });
    },
  });
  return {
    service,
    loader: createViewingsLoader({ viewings: service, houses: readHouses, geo, holdDays }),
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
          path: pageOf(locale, code),
        };
      },
    },
    async calendar(userId, code, locale, now) {
      const viewing = await service.find(code, userId);
      const standing = viewing && calendarStanding(viewing);
      if (!viewing || !standing) return undefined;
      const house = await readHouses.named(viewing.houseId, callReader(site, { locale, now }));
      const t = translator(locale);
      const { startsAt, minutes } = viewing.slot;
      const href = site.absolute(locale, pageOf(locale, code));
      const said = house && momentWords(startsAt, { timeZone: house.city.timeZone, city: house.city.names[locale] }, locale, t);
      return calendarFile({
        ...standing,
        uid: `viewing-${code}@${new URL(site.origin).hostname}`,
        stamp: now,
        when: { startsAt, minutes },
        summary: t('viewings.of_home', { home: house?.title ?? t('viewings.home_gone') }),
        description: [said ?? '', `${t('viewings.code')}: ${code}`, t('viewings.calendar_link'), href].filter(Boolean).join('\n'),
        organizer: { name: brandName(locale), href: site.absolute(locale, site.paths(locale).to('index')) },
        href,
      });
    },
    sayNews: viewingNewsSayer((city, locale) => {
      const id = parseId<CityId>(city);
      return id === undefined ? undefined : placeOf(id, locale);
    }),
    personal: viewingsSource(service),
    joiner: { join: repository.join },
  };
}
