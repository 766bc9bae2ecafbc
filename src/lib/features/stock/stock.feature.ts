import { setTimeout as pause } from 'node:timers/promises';
import type { BoundCall } from '#lib/api/bind.ts';
import { dayMs } from '#lib/dates/dates.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { SayNews, Telling } from '#lib/features/news/news.schema.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import { translator } from '#lib/i18n/t.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import type { Site } from '#lib/paths.ts';
import { createBedsRepository } from './beds.repository.ts';
import { createHoldsRepository } from './holds.repository.ts';
import { createLeasesRepository } from './leases.repository.ts';
import { createLeasesService } from './leases.service.ts';
import { bedOfferedMail } from './mail/bed-offered.mail.ts';
import { stockSource } from './personal-data.service.ts';
import { createShownStock } from './shown-stock.service.ts';
import type { ShownStockService } from './shown-stock.service.ts';
import { createStockCasesRepository } from './stock-cases.repository.ts';
import { stockCalls } from './stock.api.ts';
import { stockJobs } from './stock.jobs.ts';
import { createStockLoader } from './stock.loader.ts';
import type { StockLoader } from './stock.loader.ts';
import { stockTag } from './stock.schema.ts';
import type { BookedViewing } from './stock.schema.ts';
import { createStockService } from './stock.service.ts';
import type { StockService } from './stock.service.ts';
import { bookingQuery, leaseTitle, offerFacts, overdrawnNote, sayOffer, timeThere } from './stock.words.ts';
import { createWaitingRepository } from './waiting.repository.ts';
import { createWaitingService } from './waiting.service.ts';
import type { WaitingService } from './waiting.service.ts';

export type Stock = {
  /** Beds for orders, and holds. */
  readonly service: StockService;
  readonly waiting: WaitingService;
  readonly shown: ShownStockService;
  readonly loader: StockLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** Told of what changed: the shown stock follows. */
  readonly onChange: (tags: readonly string[]) => Promise<void>;
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
  /** What news of places in line are called. */
  readonly sayNews: SayNews;
};

type Parts = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly catalogue: Pick<Catalogue, 'restock'>;
  readonly people: Pick<AccountsService, 'contactsOf'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly mailer: Mailer;
  readonly telling: Telling;
  /** Told what operators should know. */
  readonly onTrouble: (line: string) => void;
  /** Who hears of what providers have no more; nobody without it. */
  readonly operator: { readonly email: string | undefined; readonly locale: Locale };
  /** The next viewing of a home that somebody has booked. */
  readonly viewingOf: (tx: DbTransaction, userId: UserId, houseId: HouseId, now: Date) => Promise<BookedViewing | undefined>;
  /** Days within which a viewing must begin for a bed to be kept until then; 0: none is. */
  readonly viewingDays: number;
  readonly clock?: () => Date;
};

/** Days for which ended holds, and ended places in line, are kept. */
const keptDays = { holds: 30, waiting: 90 } as const;
const batch = 1_000;
/** Milliseconds from one count to the next: what is kept and let go meanwhile is counted together, and pages follow within a second. */
const restBetween = 400;

/** Beds: what keeps them, who waits for one, and what is left to be shown. */
export function createStock(parts: Parts): Stock {
  const { db, geo, site, catalogue, people, audit, mailer, telling, onTrouble, operator, viewingOf, viewingDays, clock = () => new Date() } = parts;
  const beds = createBedsRepository();
  const holds = createHoldsRepository(db);
  const waiting = createWaitingRepository(db);
  const cases = createStockCasesRepository(db);
  const leases = createLeasesRepository(db);
  const inOne = <T>(work: Parameters<typeof transact<T>>[1]): Promise<T> => transact(db, work);
  const service = createStockService({ beds, holds, waiting, transact: inOne, viewingOf, viewingDays, clock });
  const shown = createShownStock({
    beds,
    waiting,
    cases,
    stock: service,
    catalogue,
    transact: inOne,
    async tellNext(tx, { id, userId, tenancyId, locale }, until, now) {
      const lease = (await leases.named([tenancyId], tx)).get(tenancyId);
      if (lease?.period.to === undefined) return;
      const facts = offerFacts(lease, until);
      const news = { userId, kind: 'waiting', about: 'waiting', code: String(tenancyId), what: 'offered', facts, once: `waiting ${id}` } as const;
      const { byMail } = await telling.tell(tx, news, now);
      const address = byMail ? (await people.contactsOf(userId, tx)).find(({ kind }) => kind === 'email')?.address : undefined;
      if (address === undefined) return;
      const { house, unit } = leaseTitle(lease, locale, translator(locale));
      const { from, to } = lease.period;
      const path = `${site.paths(locale).to('book_rent')}?${bookingQuery(lease)}`;
      await mailer.send(tx, bedOfferedMail, { address }, locale, {
        house,
        unit,
        from,
        to,
        until: timeThere(until, lease.timeZone, locale),
        path,
        houseId: lease.houseId,
      });
    },
    async tellStaff(tx, _, { tenancyId, feed, sold }) {
      if (operator.email === undefined) return;
      const lease = (await leases.named([tenancyId], tx)).get(tenancyId);
      const path = site.paths(operator.locale).to('staff_stock');
      await mailer.send(tx, operatorNote, { address: operator.email }, operator.locale, overdrawnNote(translator(operator.locale), lease, feed, sold, path));
    },
  });
  const line = createWaitingService({ beds, holds, waiting, transact: inOne });
  const named = createLeasesService({
    leases,
    cases,
    transact: inOne,
    writeDown: (tx, staffId, id) => audit.append(tx, { actor: `staff:${staffId}`, action: 'stock-case-settled', subject: `stock-case:${id}`, data: {} }),
  });
  let isFollowing = false;
  let isCalled = false;
  return {
    service,
    waiting: line,
    shown,
    loader: createStockLoader({ stock: service, waiting: line, leases: named, people, geo }),
    calls: stockCalls({ stock: service, waiting: line, leases: named, site }),
    jobs: stockJobs({
      expire: service.expire,
      follow: shown.follow,
      async forget(now) {
        const before = (days: number): Date => new Date(now.getTime() - days * dayMs);
        while ((await holds.forget(before(keptDays.holds), batch)) === batch);
        while ((await waiting.forget(before(keptDays.waiting), batch)) === batch);
      },
    }),
    async onChange(tags) {
      if (!tags.includes(stockTag)) return;
      isCalled = true;
      if (isFollowing) return;
      isFollowing = true;
      try {
        while (isCalled) {
          isCalled = false;
          await shown.follow(clock());
          await pause(restBetween, undefined, { ref: false });
        }
      } catch (error) {
        onTrouble(`shown stock follows within the minute: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        isFollowing = false;
      }
    },
    sayNews: sayOffer,
    personal: stockSource({ holds, waiting, leases }),
    joiner: {
      async join(tx, { from, into }) {
        await beds.join(tx, from, into);
        await holds.join(tx, from, into);
        await waiting.move(tx, from, into);
      },
    },
  };
}
