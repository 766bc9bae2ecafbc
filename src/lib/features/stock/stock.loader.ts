/** What the pages of kept rooms and waiting lists show. */
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { TenancyId, UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { LeasesService } from './leases.service.ts';
import { secondsLeft } from './hold-time.rules.ts';
import type { Hold, NamedLease, StockCase } from './stock.schema.ts';
import type { StockService } from './stock.service.ts';
import { bookingQuery, leaseTitle, timeThere } from './stock.words.ts';
import type { WaitingService } from './waiting.service.ts';

export type ShownLease = {
  readonly tenancyId: TenancyId;
  readonly house: string;
  readonly unit: string;
  readonly dates: string;
  /** The page of the lease; undefined where its home has none. */
  readonly href: string | undefined;
  /** Where it is booked; undefined where it is no longer let. */
  readonly bookHref: string | undefined;
};
export type ShownHold = ShownLease & Pick<Hold, 'until' | 'extended' | 'kind'> & { readonly untilThere: string; readonly seconds: number };
export type ShownPlace = ShownLease & { readonly position: number; readonly since: string };

export type ShownActivity = {
  readonly holds: readonly ShownHold[];
  readonly waiting: readonly ShownPlace[];
  readonly byMail: boolean;
  readonly full: NamedLease | undefined;
};

/** `free`: there is no need to wait. `in-line`: they wait, or a bed is kept for them. */
export type ShownWaiting = { readonly lease: ShownLease; readonly state: 'full' | 'free' | 'in-line' | 'gone'; readonly byMail: boolean };

type Parts = {
  readonly stock: Pick<StockService, 'holdsOf'>;
  readonly waiting: Pick<WaitingService, 'placesOf'>;
  readonly leases: Pick<LeasesService, 'named' | 'openCases'>;
  readonly people: Pick<AccountsService, 'contactsOf'>;
  readonly geo: Pick<GeoIndex, 'cityById'>;
};

export type StockLoader = ReturnType<typeof createStockLoader>;

export function createStockLoader({ stock, waiting, leases, people, geo }: Parts) {
  function shown(lease: NamedLease, { t, locale, intl, paths }: Pick<Reader, 't' | 'locale' | 'intl' | 'paths'>): ShownLease {
    const city = geo.cityById(lease.cityId);
    const { from, to } = lease.period;
    return {
      tenancyId: lease.tenancyId,
      ...leaseTitle(lease, locale, t),
      dates: `${formatDate(from, intl)} – ${to === undefined ? '' : formatDate(to, intl)}`,
      bookHref: lease.isOpen ? `${paths.to('book_rent')}?${bookingQuery(lease)}` : undefined,
      href: city && lease.isOpen ? paths.unit({ id: lease.houseId, houseType: lease.houseType, city }, lease.unitId, lease.tenancyId) : undefined,
    };
  }
  const shownHold = (hold: Hold, lease: NamedLease, reader: Reader): ShownHold => ({
    ...shown(lease, reader),
    until: hold.until,
    extended: hold.extended,
    kind: hold.kind,
    seconds: secondsLeft(hold, reader.now),
    untilThere: timeThere(hold.until, lease.timeZone, reader.locale),
  });
  const hasMail = async (userId: UserId): Promise<boolean> => (await people.contactsOf(userId)).some(({ kind }) => kind === 'email');

  /** The lease of which somebody just wanted a bed that is not there any more. */
  async function wantedInVain({ submitted }: Visitor): Promise<NamedLease | undefined> {
    const id = submitted?.failed === 'sold-out' ? parseId<TenancyId>(submitted.values['tenancy_id']) : undefined;
    return id && (await leases.named([id])).get(id);
  }

  return {
    /** What is kept for whoever is signed in, and the lines they stand in; undefined when nobody is. */
    async activity(reader: Reader, visitor: Visitor | undefined): Promise<ShownActivity | undefined> {
      if (!visitor?.session) return undefined;
      const userId = asId<UserId>(visitor.session.userId);
      const [holds, places, byMail] = await Promise.all([stock.holdsOf(userId, reader.now), waiting.placesOf(userId), hasMail(userId)]);
      const named = await leases.named([...new Set([...holds, ...places].map(({ tenancyId }) => tenancyId))]);
      return {
        holds: holds.flatMap((hold) => {
          const lease = named.get(hold.tenancyId);
          return lease ? [shownHold(hold, lease, reader)] : [];
        }),
        // Whose turn it is stands among what is kept.
        waiting: places.flatMap(({ tenancyId, position, joinedAt, offeredUntil }) => {
          const lease = named.get(tenancyId);
          return lease && !offeredUntil ? [{ ...shown(lease, reader), position, since: formatDate(joinedAt.toISOString().slice(0, 10), reader.intl) }] : [];
        }),
        byMail,
        full: await wantedInVain(visitor),
      };
    },

    /** What is kept of a lease for whoever is signed in. */
    async held(reader: Reader, tenancyId: TenancyId, visitor: Visitor | undefined): Promise<ShownHold | undefined> {
      if (!visitor?.session) return undefined;
      const hold = (await stock.holdsOf(asId<UserId>(visitor.session.userId), reader.now)).find((one) => one.tenancyId === tenancyId);
      const lease = hold && (await leases.named([tenancyId])).get(tenancyId);
      return hold && lease && shownHold(hold, lease, reader);
    },

    /** What is kept of a home until a viewing. */
    async heldFor(reader: Reader, viewingId: number, visitor: Visitor | undefined): Promise<ShownHold | undefined> {
      if (!visitor?.session) return undefined;
      const hold = (await stock.holdsOf(asId<UserId>(visitor.session.userId), reader.now)).find((one) => one.viewingId === viewingId);
      const lease = hold && (await leases.named([hold.tenancyId])).get(hold.tenancyId);
      return hold && lease && shownHold(hold, lease, reader);
    },

    /** The line for the lease that the address names; undefined where there is none, or nobody is signed in. */
    async waiting(reader: Reader, params: Readonly<Record<string, string>>, visitor: Visitor | undefined): Promise<ShownWaiting | undefined> {
      const tenancyId = parseId<TenancyId>(params['tenancy']);
      if (!visitor?.session || tenancyId === undefined) return undefined;
      const userId = asId<UserId>(visitor.session.userId);
      const [named, places, holds, byMail] = await Promise.all([
        leases.named([tenancyId]),
        waiting.placesOf(userId),
        stock.holdsOf(userId, reader.now),
        hasMail(userId),
      ]);
      const lease = named.get(tenancyId);
      if (!lease) return undefined;
      const isIn = [...places, ...holds].some((one) => one.tenancyId === tenancyId);
      return { lease: shown(lease, reader), state: !lease.isOpen ? 'gone' : isIn ? 'in-line' : lease.left > 0 ? 'free' : 'full', byMail };
    },

    /** Leases of which providers have fewer left than we sold, for staff; undefined for nobody of the staff. */
    cases: async (visitor: Visitor | undefined): Promise<readonly StockCase[] | undefined> => (visitor?.staff ? leases.openCases() : undefined),
  };
}
