/** What the pages of what people keep show. */
import { readIntake } from '#lib/features/finding/intake.rules.ts';
import type { BoardQuestion, ShowBoard } from '#lib/features/lists/board.schema.ts';
import type { HouseCardFacts, Vacancy } from '#lib/features/lists/list.schema.ts';
import type { Rates } from '#lib/features/rates/reader-currency.rules.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { boardNews, freeFirst, overStay } from './board-news.rules.ts';
import type { BoardNewsKind } from './board-news.rules.ts';
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
  readonly vacancy: Vacancy | undefined;
  readonly stock: number;
  readonly note: string;
  readonly keptAt: Date;
  /** Weekly. */
  readonly rentThen: Money | undefined;
  /** Of the lowest weekly rent of the home. */
  readonly change: ReturnType<typeof rentChange>;
  /** What that comes to over the lease whose sum is shown; undefined where another lease of the home has the lowest rent, or nothing changed. */
  readonly overStay: Money | undefined;
};

/** A line above the homes. */
export type ShownBoardNews = { readonly kind: BoardNewsKind; readonly home: ShownFavourite };

export type ShownFavourites = {
  readonly count: number;
  readonly homes: readonly ShownFavourite[];
  readonly order: FavouriteOrder;
  readonly orders: readonly { readonly order: FavouriteOrder; readonly href: string; readonly current: boolean }[];
  readonly pages: readonly { readonly number: number; readonly href: string; readonly current: boolean }[];
  /** At most three. */
  readonly news: readonly ShownBoardNews[];
  /** What all sums and ways answer. */
  readonly question: BoardQuestion;
  /** Links that show the homes to others, and the last day of the one that works longest. */
  readonly shared: { readonly count: number; readonly until: Date } | undefined;
  /** Where in them the reader is, as the query and the forms of the page say it; the usual is left out. */
  readonly at: Readonly<Partial<Record<'sort' | 'page' | 'schoolunique' | 'intake', string>>>;
  /** What was just done, with the name of the home; undefined where the account does not say so. */
  readonly done: { readonly act: 'note' | 'remove' | 'keep'; readonly houseId: HouseId; readonly name: string } | undefined;
};

/** A link of somebody's own, with its path and its whole address. */
export type ShownSharedList = SharedList & { readonly href: string; readonly address: string };

/** What whoever has a link is shown: homes that are offered, with the notes where their owner shows them. */
export type ShownToOthers = Pick<OpenedSharedList, 'name' | 'by' | 'expiresAt'> & {
  readonly question: BoardQuestion;
  /** What cannot be had stands last. */
  readonly homes: readonly { readonly card: HouseCardFacts; readonly note: string }[];
};

export type ShortlistLoader = ReturnType<typeof createShortlistLoader>;

type Parts = {
  readonly service: Pick<ShortlistService, 'favouritesOf' | 'namesOf' | 'wasRemoved'>;
  readonly shared: Pick<SharedListsService, 'of' | 'open' | 'tokenOf'>;
  readonly showBoard: ShowBoard;
  readonly rates: Rates;
};

export function createShortlistLoader({ service, shared, showBoard, rates }: Parts) {
  async function sharedBy(userId: UserId, now: Date): Promise<ShownFavourites['shared']> {
    const ends = (await shared.of(userId, now)).map(({ expiresAt }) => expiresAt.getTime());
    return ends.length > 0 ? { count: ends.length, until: new Date(Math.max(...ends)) } : undefined;
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
      const ids = kept.map(({ houseId }) => houseId);
      const { homes: found, question } = await showBoard(ids, reader);
      const cards = new Map(found.map(({ card }) => [card.id, card]));
      const homes = kept.flatMap(({ houseId, note }) => {
        const card = cards.get(houseId);
        return card ? [{ card, vacancy: card.vacancy, note: list.withNotes ? note : '' }] : [];
      });
      return { name: list.name, by: list.by, expiresAt: list.expiresAt, question, homes: freeFirst(homes) };
    },

    /** The homes of whoever is signed in; undefined when nobody is. */
    async favourites(reader: Reader, visitor: Visitor | undefined): Promise<ShownFavourites | undefined> {
      if (!visitor?.session) return undefined;
      const userId = asId<UserId>(visitor.session.userId);
      const kept = await service.favouritesOf(userId);
      const { query, paths } = reader;
      const order = orderOf(query.get('sort'));
      const last = Math.max(1, Math.ceil(kept.length / pageSize));
      const page = Math.min(last, Math.max(1, Number(/^[1-9]\d?$/.exec(query.get('page') ?? '')?.[0] ?? 1)));
      const onPage = <One>(all: readonly One[]): readonly One[] => all.slice((page - 1) * pageSize, page * pageSize);
      // They come in the usual order; every other one asks for the cards of all.
      const needed = order === 'newest' ? onPage(kept) : kept;
      const ids = kept.map(({ houseId }) => houseId);
      const done = await doneOf(userId, query, ids);
      const [board, links] = await Promise.all([
        showBoard(
          needed.map(({ houseId }) => houseId),
          reader,
          ids,
        ),
        sharedBy(userId, reader.now),
      ]);
      const { question } = board;
      const homes = new Map(board.homes.map((home) => [home.card.id, home]));
      const names = await service.namesOf([...needed.map(({ houseId }) => houseId), ...(done ? [done.houseId] : [])].filter((id) => !homes.has(id)));
      const nameOf = (id: HouseId): string => homes.get(id)?.card.name ?? names.get(id) ?? '';
      const all = needed.map(({ houseId, keptAt, note, rentThen }) => {
        const { card, lowest } = homes.get(houseId) ?? { card: undefined, lowest: undefined };
        const offer = card?.offer;
        const weekly = offer?.price.weekly;
        const inCommon = weekly && (weekly.currency === common ? weekly : rates.convert(weekly, common)?.money);
        const change = rentChange(rentThen, lowest);
        return {
          houseId,
          name: nameOf(houseId),
          card,
          vacancy: card?.vacancy,
          stock: card?.stock ?? 0,
          note,
          keptAt,
          rentThen,
          change,
          overStay: change && change.kind !== 'same' && offer && weekly?.minor === lowest?.minor ? overStay(change.by, offer.price.nights) : undefined,
          rent: inCommon && Number(inCommon.minor),
          metres: card?.journey?.metres,
        };
      });
      const school = question.carried['schoolunique'];
      const intake = readIntake(query.get('intake') ?? '') && query.get('intake');
      const place = {
        ...(order === 'newest' ? {} : { sort: order }),
        ...(school === undefined ? {} : { schoolunique: school }),
        ...(intake ? { intake } : {}),
      };
      const shown = freeFirst(order === 'newest' ? all : onPage(ordered(all, order)));
      const base = paths.to('profile_favourites');
      const href = (more: Readonly<Record<string, string>>): string => {
        const asked = new URLSearchParams({ ...place, ...more });
        if (asked.get('sort') === 'newest') asked.delete('sort');
        return asked.size > 0 ? `${base}?${asked}` : base;
      };
      return {
        count: kept.length,
        homes: shown,
        news: boardNews(shown),
        question,
        shared: links,
        order,
        orders: favouriteOrders.map((one) => ({ order: one, href: href({ sort: one }), current: one === order })),
        pages: last === 1 ? [] : Array.from({ length: last }, (_, at) => ({ number: at + 1, href: href({ page: String(at + 1) }), current: at + 1 === page })),
        at: { ...place, ...(page === 1 ? {} : { page: String(page) }) },
        done: done && { ...done, name: nameOf(done.houseId) },
      };
    },
  };
}
