/** What the pages of what people keep show. */
import type { School } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { HouseCardFacts } from '#lib/features/lists/list.schema.ts';
import type { Rates } from '#lib/features/rates/reader-currency.rules.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { ShowCards } from './notices.schema.ts';
import { orderOf, ordered, rentChange } from './favourites-order.rules.ts';
import { sharedHomesMost } from './shared-lists.schema.ts';
import type { OpenedSharedList, SharedList } from './shared-lists.schema.ts';
import type { SharedListsService } from './shared-lists.service.ts';
import { favouriteOrders } from './shortlist.schema.ts';
import type { FavouriteOrder } from './shortlist.schema.ts';
import type { ShortlistService } from './shortlist.service.ts';

/** Homes on one page. */
const pageSize = 30;
/** Rents in different currencies are put in order by this one. */
const common = 'GBP';

/** A home of the account as its page shows it. */
export type ShownFavourite = {
  readonly houseId: HouseId;
  readonly name: string;
  /** Undefined when the home is not offered any more. */
  readonly card: HouseCardFacts | undefined;
  readonly note: string;
  readonly keptAt: Date;
  /** Weekly. */
  readonly rentThen: Money | undefined;
  readonly change: ReturnType<typeof rentChange>;
};

export type ShownFavourites = {
  readonly count: number;
  readonly homes: readonly ShownFavourite[];
  readonly order: FavouriteOrder;
  readonly orders: readonly { readonly order: FavouriteOrder; readonly href: string; readonly current: boolean }[];
  readonly pages: readonly { readonly number: number; readonly href: string; readonly current: boolean }[];
  /** Schools of the cities of the homes here, to measure distances to. */
  readonly schools: readonly { readonly slug: string; readonly name: string; readonly current: boolean }[];
  /** Where in them the reader is, as the query and the forms of the page say it; the usual is left out. */
  readonly at: Readonly<Partial<Record<'sort' | 'page' | 'schoolunique', string>>>;
  /** What was just done, with the name of the home; undefined where the account does not say so. */
  readonly done: { readonly act: 'note' | 'remove' | 'keep'; readonly houseId: HouseId; readonly name: string } | undefined;
};

/** A link of somebody's own, with its path and its whole address. */
export type ShownSharedList = SharedList & { readonly href: string; readonly address: string };

/** What whoever has a link is shown: homes that are offered, with the notes where their owner shows them. */
export type ShownToOthers = Pick<OpenedSharedList, 'name' | 'by' | 'expiresAt'> & {
  readonly homes: readonly { readonly card: HouseCardFacts; readonly note: string }[];
};

export type ShortlistLoader = ReturnType<typeof createShortlistLoader>;

type Parts = {
  readonly service: Pick<ShortlistService, 'favouritesOf' | 'namesOf' | 'wasRemoved'>;
  readonly shared: Pick<SharedListsService, 'of' | 'open' | 'tokenOf'>;
  readonly showCards: ShowCards;
  readonly cityOfHouses: (ids: readonly HouseId[]) => Promise<ReadonlySet<number>>;
  readonly geo: GeoIndex;
  readonly rates: Rates;
};

export function createShortlistLoader({ service, shared, showCards, cityOfHouses, geo, rates }: Parts) {
  async function schoolsNear(ids: readonly HouseId[]): Promise<readonly School[]> {
    const cities = await cityOfHouses(ids);
    return geo.schools.filter(({ city }) => cities.has(city.id));
  }

  /** What the query says was done, where the account's own word of the home says so too: anybody can write an address. */
  async function doneOf(
    userId: UserId,
    query: URLSearchParams,
    kept: readonly HouseId[],
  ): Promise<Omit<NonNullable<ShownFavourites['done']>, 'name'> | undefined> {
    const act = (['note', 'remove', 'keep'] as const).find((one) => one === query.get('done'));
    const houseId = parseId<HouseId>(query.get('home'));
    if (!act || houseId === undefined) return undefined;
    const isSo = act === 'remove' ? await service.wasRemoved(userId, houseId) : kept.includes(houseId);
    return isSo ? { act, houseId } : undefined;
  }

  return {
    /** The links of whoever is signed in; undefined when nobody is. */
    async sharedLists({ paths, site, locale, now }: Reader, visitor: Visitor | undefined): Promise<readonly ShownSharedList[] | undefined> {
      if (!visitor?.session) return undefined;
      const lists = await shared.of(asId<UserId>(visitor.session.userId), now);
      return lists.map((list) => {
        const href = paths.to('shared_list', { token: shared.tokenOf(list.id) });
        return { ...list, href, address: site.absolute(locale, href) };
      });
    },

    /** The list of the link that the address is; undefined when it shows nothing any more. */
    async sharedList(reader: Reader & { readonly page: { readonly params: Readonly<Record<string, string>> } }): Promise<ShownToOthers | undefined> {
      const list = await shared.open(reader.page.params['token'] ?? '', reader.now);
      if (!list) return undefined;
      const kept = (await service.favouritesOf(list.userId)).slice(0, sharedHomesMost);
      const cards = new Map(
        (
          await showCards(
            kept.map(({ houseId }) => houseId),
            reader,
          )
        ).map((card) => [card.id, card]),
      );
      const homes = kept.flatMap(({ houseId, note }) => {
        const card = cards.get(houseId);
        return card ? [{ card, note: list.withNotes ? note : '' }] : [];
      });
      return { name: list.name, by: list.by, expiresAt: list.expiresAt, homes };
    },

    /** The homes of whoever is signed in; undefined when nobody is. */
    async favourites(reader: Reader, visitor: Visitor | undefined): Promise<ShownFavourites | undefined> {
      if (!visitor?.session) return undefined;
      const userId = asId<UserId>(visitor.session.userId);
      const kept = await service.favouritesOf(userId);
      const { query, locale, paths } = reader;
      const order = orderOf(query.get('sort'));
      const last = Math.max(1, Math.ceil(kept.length / pageSize));
      const page = Math.min(last, Math.max(1, Number(/^[1-9]\d?$/.exec(query.get('page') ?? '')?.[0] ?? 1)));
      const onPage = <One>(all: readonly One[]): readonly One[] => all.slice((page - 1) * pageSize, page * pageSize);
      // They come in the usual order; every other one asks for the cards of all.
      const needed = order === 'newest' ? onPage(kept) : kept;
      const ids = kept.map(({ houseId }) => houseId);
      const done = await doneOf(userId, query, ids);
      const [shownCards, schools] = await Promise.all([
        showCards(
          needed.map(({ houseId }) => houseId),
          reader,
        ),
        schoolsNear(ids),
      ]);
      const cards = new Map(shownCards.map((card) => [card.id, card]));
      const names = await service.namesOf([...needed.map(({ houseId }) => houseId), ...(done ? [done.houseId] : [])].filter((id) => !cards.has(id)));
      const nameOf = (id: HouseId): string => cards.get(id)?.name ?? names.get(id) ?? '';
      const all = needed.map(({ houseId, keptAt, note, rentThen }) => {
        const card = cards.get(houseId);
        const weekly = card?.offer?.price.weekly;
        const inCommon = weekly && (weekly.currency === common ? weekly : rates.convert(weekly, common)?.money);
        return {
          houseId,
          name: nameOf(houseId),
          card,
          note,
          keptAt,
          rentThen,
          change: rentChange(rentThen, weekly),
          rent: inCommon && Number(inCommon.minor),
          metres: card?.journey?.metres,
        };
      });
      const school = schools.find(({ slug }) => slug === query.get('schoolunique'))?.slug;
      const place = { ...(order === 'newest' ? {} : { sort: order }), ...(school === undefined ? {} : { schoolunique: school }) };
      const base = paths.to('profile_favourites');
      const href = (more: Readonly<Record<string, string>>): string => {
        const asked = new URLSearchParams({ ...place, ...more });
        if (asked.get('sort') === 'newest') asked.delete('sort');
        return asked.size > 0 ? `${base}?${asked}` : base;
      };
      return {
        count: kept.length,
        homes: order === 'newest' ? all : onPage(ordered(all, order)),
        order,
        orders: favouriteOrders.map((one) => ({ order: one, href: href({ sort: one }), current: one === order })),
        pages: last === 1 ? [] : Array.from({ length: last }, (_, at) => ({ number: at + 1, href: href({ page: String(at + 1) }), current: at + 1 === page })),
        schools: schools
          .map(({ slug, names: called }) => ({ slug, name: called[locale], current: slug === school }))
          .toSorted((a, b) => a.name.localeCompare(b.name, reader.intl)),
        at: { ...place, ...(page === 1 ? {} : { page: String(page) }) },
        done: done && { ...done, name: nameOf(done.houseId) },
      };
    },
  };
}
