/** Mails about homes: one a person and day at most, of all there is to tell. */
import type { z } from 'zod';
import type { DbTransaction } from '#lib/db/database.ts';
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import { rentPer } from '#lib/features/catalogue/rent.words.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, UserId } from '#lib/ids/ids.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { callReader } from '#lib/reader.ts';
import type { Reader } from '#lib/reader.ts';
import type { Site } from '#lib/paths.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { FavouritesRepository } from './favourites.repository.ts';
import type { HouseCardFacts } from '#lib/features/lists/list.schema.ts';
import { houseNewsMail, newsMost } from './mail/house-news.mail.ts';
import { houseNews, shortened } from './notices.rules.ts';
import type { HouseNews } from './notices.rules.ts';
import { awaitedMost } from './notices.schema.ts';
import type { NoticeChoices, NoticeSettings, ShowCards, WatchedHome } from './notices.schema.ts';
import type { NoticesRepository } from './notices.repository.ts';
import type { SavedSearchesRepository } from './saved-searches.repository.ts';
import { hrefOf, isSearchDue, nameOf, newsOf, queryOf, utcDay } from './saved-searches.rules.ts';
import type { Asked, StoredSearch } from './saved-searches.schema.ts';
import type { SavedSearchesService } from './saved-searches.service.ts';

export type NoticesService = ReturnType<typeof createNoticesService>;

type Letter = z.infer<(typeof houseNewsMail)['input']>;

type Parts = {
  readonly repository: NoticesRepository;
  readonly favourites: Pick<FavouritesRepository, 'existing'>;
  readonly searches: Pick<SavedSearchesService, 'of'>;
  readonly stored: Pick<SavedSearchesRepository, 'noteLook' | 'waiting' | 'waitingIn'>;
  readonly people: Pick<AccountsService, 'find' | 'contactsOf'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly site: Site;
  readonly secrets: Pick<Secrets, 'sign' | 'verify'>;
  /** Homes of a search with something free; undefined where they are too many. */
  readonly fitting: (asked: Asked, now: Date) => Promise<readonly HouseId[] | undefined>;
  /** The lowest weekly rents of homes that are offered, by home: undefined where nothing is free. */
  readonly offered: (ids: readonly HouseId[], now: Date) => Promise<ReadonlyMap<number, Money | undefined>>;
  readonly showCards: ShowCards;
  readonly transact: <T>(userId: UserId, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

/** Homes that are gone through to find those that a letter shows: the cards of some may be missing. */
const triedMost = 600;

/** What was found for a person: what the mail says, and what is known from now on. */
type Found = {
  readonly letter: Omit<Letter, 'token'>;
  readonly looks: readonly { readonly id: number; readonly known: readonly number[]; readonly isWide: boolean }[];
  readonly watched: readonly Omit<WatchedHome, 'rentThen'>[];
  readonly came: readonly HouseId[];
};

const noteOf = (news: HouseNews, { t, intl }: Reader): string =>
  news.kind === 'free'
    ? t('searches.news_free', { rent: rentPer(t, news.now, 'WEEK', intl) })
    : t('searches.news_lower', { rent: rentPer(t, news.now, 'WEEK', intl), before: formatMoney(news.before, intl) });

export function createNoticesService(parts: Parts) {
  const { repository, favourites, searches, stored, people, mailer, site, secrets, fitting, offered, showCards, transact } = parts;

  /** The first cards of some homes, and the homes before the last of them that have none. */
  async function cardsOf(ids: readonly HouseId[], most: number, reader: Reader) {
    const cards: HouseCardFacts[] = [];
    const missing = new Set<HouseId>();
    for (let start = 0; start < Math.min(ids.length, triedMost) && cards.length < most; start += most) {
      const some = ids.slice(start, start + most);
      const found = await showCards(some, reader);
      const there = new Set(found.map(({ id }) => id));
      for (const id of some) if (!there.has(id)) missing.add(id);
      cards.push(...found.slice(0, most - cards.length));
    }
    return { cards, missing };
  }

  async function newOfSearch(search: StoredSearch & { readonly asked: Asked }, reader: Reader) {
    const { asked, id } = search;
    const { fresh, known, isWide } = newsOf(search, await fitting(asked, reader.now));
    const { cards, missing } = await cardsOf(
      fresh.map((one) => asId<HouseId>(one)),
      newsMost.ofSearch,
      { ...reader, query: new URLSearchParams(queryOf(asked)) },
    );
    const homes = cards.map(({ name, href, offer }) => ({
      name: shortened(name, newsMost.name),
      path: href,
      note: shortened(offer ? rentPer(reader.t, offer.price.weekly, 'WEEK', reader.intl) : '', newsMost.note),
    }));
    // What can be shown to nobody is not known either: it is told of once it can.
    const untold: ReadonlySet<number> = homes.length > 0 ? missing : new Set(fresh);
    const letter = { name: shortened(nameOf(asked, reader), newsMost.search), path: hrefOf(asked, reader), count: fresh.length - untold.size, homes };
    return { look: { id, known: known.filter((one) => !untold.has(one)), isWide }, letter: homes.length > 0 ? letter : undefined };
  }

  async function newOfHomes(userId: UserId, choices: NoticeChoices, reader: Reader) {
    const watches = choices.priceDrops || choices.backInStock;
    const [watched, awaited] = await Promise.all([watches ? repository.watched(userId) : [], choices.asked ? repository.awaitedOf(userId) : []]);
    const rents = await offered([...new Set([...watched, ...awaited].map(({ houseId }) => houseId))], reader.now);
    const came = awaited.flatMap(({ houseId }) => (rents.get(houseId) ? [houseId] : []));
    const news = new Map<HouseId, HouseNews>();
    // What somebody waits for stands first.
    for (const houseId of came) {
      const rent = rents.get(houseId);
      if (rent) news.set(houseId, { kind: 'free', now: rent });
    }
    const after: Omit<WatchedHome, 'rentThen'>[] = [];
    for (const home of watched) {
      // What is not offered any more is not told of: it may be back tomorrow.
      if (!rents.has(home.houseId)) continue;
      const { lower, free, toldMinor, fullSince } = houseNews(home, rents.get(home.houseId), reader.now);
      const one = (choices.backInStock ? free : undefined) ?? (choices.priceDrops ? lower : undefined);
      if (one && !news.has(home.houseId)) news.set(home.houseId, one);
      const next = { houseId: home.houseId, toldMinor: choices.priceDrops ? toldMinor : home.toldMinor, fullSince };
      if (next.toldMinor !== home.toldMinor || next.fullSince?.getTime() !== home.fullSince?.getTime()) after.push(next);
    }
    const { cards } = await cardsOf([...news.keys()], newsMost.homes, reader);
    const homes = cards.flatMap(({ id, name, href }) => {
      const one = news.get(id);
      return one ? [{ name: shortened(name, newsMost.name), path: href, note: shortened(noteOf(one, reader), newsMost.note) }] : [];
    });
    // News that stands in no letter is told another day, so that nothing of it is known yet.
    const told = new Set(cards.map(({ id }) => id));
    const isKnown = (id: HouseId): boolean => told.has(id) || !news.has(id);
    return { homes, watched: after.filter(({ houseId }) => isKnown(houseId)), came: came.filter((id) => told.has(id)) };
  }

  async function look(userId: UserId, settings: NoticeSettings, reader: Reader): Promise<Found> {
    // Those that had no room in the last letter come first.
    const due = (settings.asked ? await searches.of(userId) : [])
      .filter((search) => isSearchDue(search, reader.now))
      .toSorted((a, b) => a.lookedAt.getTime() - b.lookedAt.getTime());
    const found: Awaited<ReturnType<typeof newOfSearch>>[] = [];
    // One after another: a person may have thirty, and a job is not to take all connections.
    for (const search of due) {
      if (found.filter(({ letter }) => letter).length === newsMost.searches) break;
      found.push(await newOfSearch(search, reader));
    }
    const { homes, watched, came } = await newOfHomes(userId, settings, reader);
    return { letter: { homes, searches: found.flatMap(({ letter }) => letter ?? []) }, looks: found.map(({ look: one }) => one), watched, came };
  }

  const isSame = (a: NoticeSettings, b: NoticeSettings): boolean =>
    a.asked === b.asked && a.priceDrops === b.priceDrops && a.backInStock === b.backInStock && a.mailedOn === b.mailedOn;

  /** The last part of the link that ends the mails of a person. */
  const tokenOf = (userId: UserId): string => `${userId}-${secrets.sign('unsubscribe', `house-news ${userId}`)}`;

  function userOf(token: string): UserId | undefined {
    const [, id = '', signature = ''] = /^([1-9]\d{0,9})-([\w.-]{10,100})$/.exec(token) ?? [];
    return secrets.verify('unsubscribe', `house-news ${id}`, signature) ? asId<UserId>(Number(id)) : undefined;
  }

  return {
    tokenOf,

    settingsOf: (userId: UserId, tx?: DbTransaction): Promise<NoticeSettings> => repository.settingsOf(userId, tx),

    choose: (userId: UserId, choices: NoticeChoices): Promise<void> => transact(userId, (tx) => repository.set(tx, userId, choices)),

    /** Whether the link is one of ours. */
    isToken: (token: string): boolean => userOf(token) !== undefined,

    /** Ends all mails of whoever the link is of. */
    async end(token: string): Promise<Outcome<null, 'no-link'>> {
      const userId = userOf(token);
      if (userId === undefined) return refused('no-link');
      // Who is erased by now has nothing to be ended.
      if (await people.find(userId)) await transact(userId, (tx) => repository.set(tx, userId, { asked: false, priceDrops: false, backInStock: false }));
      return done(null);
    },

    awaitedOf: (userId: UserId) => repository.awaitedOf(userId),

    /**
     * Waits for homes, or no longer. Homes that never were are left out, and what is beyond `awaitedMost`.
     * @param how `isPressed`: somebody has just asked for it, so that they hear of it also where they had ended all mails before.
     */
    async await(userId: UserId, ids: readonly HouseId[], how: { readonly isWanted: boolean; readonly isPressed: boolean }, now: Date): Promise<number> {
      const there = await favourites.existing(ids);
      return transact(userId, async (tx) => {
        const known = new Set((await repository.awaitedOf(userId, tx)).map(({ houseId }) => houseId));
        const wanted = ids.filter((id) => there.has(id) && !known.has(id)).slice(0, Math.max(0, awaitedMost - known.size));
        if (!how.isWanted) await repository.awaitNoMore(tx, userId, ids);
        else if (wanted.length > 0) {
          await repository.await(tx, userId, wanted, now);
          if (how.isPressed) await repository.set(tx, userId, { asked: true });
        }
        return (await repository.awaitedOf(userId, tx)).length;
      });
    },

    /** Those who may have to be told when homes of a city have changed. */
    async waitingIn(cityId: CityId): Promise<readonly UserId[]> {
      return [...new Set([...(await stored.waitingIn(cityId)), ...(await repository.waitingIn(cityId))])];
    },

    /** Those who may have to be told of anything. */
    async waiting(): Promise<readonly UserId[]> {
      return [...new Set([...(await stored.waiting()), ...(await repository.waiting())])];
    },

    /**
     * Tells somebody what is new, where they can be written to and were not today. What was told and that it was told is written in
     * the transaction that makes the mail due, so that nothing is told twice and nothing is lost.
     */
    async tell(userId: UserId, now: Date): Promise<'told' | 'nothing' | 'not-today' | 'nobody'> {
      const user = await people.find(userId);
      if (!user || user.isLocked || user.eraseAfter) return 'nobody';
      const address = (await people.contactsOf(userId)).find(({ kind }) => kind === 'email')?.address;
      if (address === undefined) return 'nobody';
      const settings = await repository.settingsOf(userId);
      const today = utcDay(now);
      if (settings.mailedOn === today) return 'not-today';
      const locale: Locale = user.locale;
      const { letter, looks, watched, came } = await look(userId, settings, callReader(site, { locale, now }));
      const hasNews = letter.homes.length + letter.searches.length > 0;
      return transact(userId, async (tx) => {
        // Somebody was faster, or it is no longer wanted.
        if (!isSame(await repository.settingsOf(userId, tx), settings)) return 'not-today';
        for (const one of looks) await stored.noteLook(tx, one.id, one, now);
        for (const one of watched) await repository.noteWatched(tx, userId, one);
        await repository.awaitNoMore(tx, userId, came);
        if (!hasNews) return 'nothing';
        await repository.noteMailed(tx, userId, today);
        const input = { ...letter, token: tokenOf(userId) };
        await mailer.send(tx, houseNewsMail, { address }, locale, input, { once: `house-news ${userId} ${today}` });
        return 'told';
      });
    },
  };
}
