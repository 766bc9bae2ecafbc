/** Mails about homes: one a person and day at most, of all there is to tell. */
import type { z } from 'zod';
import type { DbTransaction } from '#lib/db/database.ts';
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { rentPer } from '#lib/features/catalogue/rent.words.ts';
import type { Telling } from '#lib/features/news/news.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, UserId } from '#lib/ids/ids.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { callReader } from '#lib/reader.ts';
import type { Reader } from '#lib/reader.ts';
import type { Site } from '#lib/paths.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { FavouritesRepository } from './favourites.repository.ts';
import type { HouseCardFacts } from '#lib/features/lists/list.schema.ts';
import type { HouseChange } from './saved-news.rules.ts';
import { createSavedNews, isMailed, lookAtHomes } from './saved-news.service.ts';
import type { ChangedHome, HomesLooked } from './saved-news.service.ts';
import { sayChange } from './saved-news.words.ts';
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
  readonly telling: Telling;
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
  readonly watched: readonly Omit<WatchedHome, 'rentThen' | 'seen'>[];
  readonly seen: HomesLooked['seen'];
  readonly came: readonly HouseId[];
  /** What the message of the day says; undefined where there is none. */
  readonly facts: Readonly<Record<string, string>> | undefined;
};

/** Ways that are open today; `isAlone`: there is no address, so that messages are all they hear by. */
type Ways = { readonly mail: boolean; readonly note: boolean; readonly isAlone: boolean };

const nothing: NoticeChoices = { asked: false, priceDrops: false, priceRises: false, backInStock: false, ends: false };

const watchesAny = ({ priceDrops, priceRises, backInStock, ends }: NoticeChoices): boolean => priceDrops || priceRises || backInStock || ends;

/** Who wants mails of homes they saved hears of a change by both on one day: the message waits for the day of the next mail. */
function waysOf(settings: NoticeSettings, hasAddress: boolean, today: string): Ways {
  const mail = hasAddress && settings.mailedOn !== today;
  const note = settings.notedOn !== today && (mail || !hasAddress || !watchesAny(settings));
  return { mail, note, isAlone: !hasAddress && note };
}

export function createNoticesService(parts: Parts) {
  const { repository, favourites, searches, stored, people, mailer, site, secrets, fitting, offered, showCards, transact } = parts;
  const savedNews = createSavedNews({ named: repository.named, telling: parts.telling });

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
    const homes = cards.map(({ id: houseId, name, href, offer }) => ({
      id: houseId,
      name: shortened(name, newsMost.name),
      path: href,
      note: shortened(offer ? rentPer(reader.t, offer.price.weekly, 'WEEK', reader.intl) : '', newsMost.note),
    }));
    // What can be shown to nobody is not known either: it is told of once it can.
    const untold: ReadonlySet<number> = homes.length > 0 ? missing : new Set(fresh);
    const letter = { name: shortened(nameOf(asked, reader), newsMost.search), path: hrefOf(asked, reader), count: fresh.length - untold.size, homes };
    return { look: { id, known: known.filter((one) => !untold.has(one)), isWide }, letter: homes.length > 0 ? letter : undefined };
  }

  /** What became of homes, for the mail and for the message of the day, as far as either may be sent. */
  async function newOfHomes(userId: UserId, choices: NoticeChoices, may: Ways, reader: Reader) {
    const watches = may.mail && (choices.priceDrops || choices.backInStock);
    const [watched, awaited] = await Promise.all([
      watches || may.note ? repository.watched(userId) : [],
      choices.asked && (may.mail || may.isAlone) ? repository.awaitedOf(userId) : [],
    ]);
    const rents = await offered([...new Set([...watched, ...awaited].map(({ houseId }) => houseId))], reader.now);
    const came = awaited.flatMap(({ houseId }) => (rents.get(houseId) ? [houseId] : []));
    const news = new Map<HouseId, HouseNews>();
    // What somebody waits for stands first.
    for (const houseId of came) {
      const rent = rents.get(houseId);
      if (rent) news.set(houseId, { kind: 'free', now: rent });
    }
    const awaitedNews: readonly ChangedHome[] = [...news].map(([houseId, { now }]) => ({ houseId, change: { kind: 'free', now } }));
    const after: Omit<WatchedHome, 'rentThen' | 'seen'>[] = [];
    for (const home of watches ? watched : []) {
      // What is not offered any more is not known to be full: it may be back tomorrow.
      if (!rents.has(home.houseId)) continue;
      const { lower, free, toldMinor, fullSince } = houseNews(home, rents.get(home.houseId), reader.now);
      const one = (choices.backInStock ? free : undefined) ?? (choices.priceDrops ? lower : undefined);
      if (one && !news.has(home.houseId)) news.set(home.houseId, one);
      const next = { houseId: home.houseId, toldMinor: choices.priceDrops ? toldMinor : home.toldMinor, fullSince };
      if (next.toldMinor !== home.toldMinor || next.fullSince?.getTime() !== home.fullSince?.getTime()) after.push(next);
    }
    const looked = lookAtHomes(may.note ? watched : [], rents);
    const more = new Map<HouseId, HouseChange>();
    for (const { houseId, change } of looked.changed) if (may.mail && !news.has(houseId) && isMailed(change, choices)) more.set(houseId, change);
    const homes = may.mail ? await linesOf(news, more, reader) : [];
    // News that stands in no letter is told another day, so that nothing of it is known yet.
    const told = new Set(homes.map(({ id }) => id));
    const isKnown = (id: HouseId): boolean => told.has(id) || (!news.has(id) && !more.has(id));
    const heard = may.mail ? came.filter((id) => told.has(id)) : came;
    const isHeard = new Set(heard);
    const changed = [
      ...awaitedNews.filter(({ houseId }) => isHeard.has(houseId)),
      ...looked.changed.filter(({ houseId }) => !isHeard.has(houseId) && (!more.has(houseId) || told.has(houseId))),
    ];
    return {
      homes: homes.map(({ name, path, note }) => ({ name, path, note })),
      watched: after.filter(({ houseId }) => isKnown(houseId)),
      seen: looked.seen.filter(({ houseId }) => !more.has(houseId) || told.has(houseId)),
      came: heard,
      facts: await savedNews.factsOf(changed),
    };
  }

  /** Lines of a letter, of homes that are still offered first. */
  async function linesOf(news: ReadonlyMap<HouseId, HouseNews>, more: ReadonlyMap<HouseId, HouseChange>, reader: Reader) {
    const gone = [...more].flatMap(([id, { kind }]) => (kind === 'gone' ? [id] : []));
    const there = [...news.keys(), ...[...more.keys()].filter((id) => !gone.includes(id))];
    const { cards } = await cardsOf(there, newsMost.homes, reader);
    const lines = cards.flatMap(({ id, name, href }) => {
      const change = news.get(id) ?? more.get(id);
      return change ? [{ id, name: shortened(name, newsMost.name), path: href, note: shortened(sayChange(change, reader), newsMost.note) }] : [];
    });
    const names = await repository.named(gone.slice(0, newsMost.homes - lines.length));
    const path = reader.paths.to('profile_favourites');
    return [
      ...lines,
      ...[...names.values()].map((home) => ({
        id: home.id,
        name: shortened(nameFor(home, reader.locale), newsMost.name),
        path,
        note: shortened(sayChange({ kind: 'gone' }, reader), newsMost.note),
      })),
    ];
  }

  async function look(userId: UserId, settings: NoticeSettings, may: Ways, reader: Reader): Promise<Found> {
    // Those that had no room in the last letter come first.
    const due = (settings.asked && may.mail ? await searches.of(userId) : [])
      .filter((search) => isSearchDue(search, reader.now))
      .toSorted((a, b) => a.lookedAt.getTime() - b.lookedAt.getTime());
    const found: Awaited<ReturnType<typeof newOfSearch>>[] = [];
    // One after another: a person may have thirty, and a job is not to take all connections.
    for (const search of due) {
      if (found.filter(({ letter }) => letter).length === newsMost.searches) break;
      found.push(await newOfSearch(search, reader));
    }
    const { homes, ...ofHomes } = await newOfHomes(userId, settings, may, reader);
    return { letter: { homes, searches: found.flatMap(({ letter }) => letter ?? []) }, looks: found.map(({ look: one }) => one), ...ofHomes };
  }

  const isSame = (a: NoticeSettings, b: NoticeSettings): boolean =>
    a.asked === b.asked &&
    a.priceDrops === b.priceDrops &&
    a.priceRises === b.priceRises &&
    a.backInStock === b.backInStock &&
    a.ends === b.ends &&
    a.mailedOn === b.mailedOn &&
    a.notedOn === b.notedOn;

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
      if (await people.find(userId)) await transact(userId, (tx) => repository.set(tx, userId, nothing));
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
    async waitingIn(cityId: CityId, now: Date): Promise<readonly UserId[]> {
      return [...new Set([...(await stored.waitingIn(cityId)), ...(await repository.waitingIn(cityId, utcDay(now)))])];
    },

    /** Those who may have to be told of anything. */
    async waiting(now: Date): Promise<readonly UserId[]> {
      return [...new Set([...(await stored.waiting()), ...(await repository.waiting(utcDay(now)))])];
    },

    /**
     * Tells somebody what is new: by one mail a day where they can be written to, and by one message a day. What was told and that it was
     * told is written in the transaction that makes the mail due, so that nothing is told twice and nothing is lost. `noted`: it stands in
     * their messages, and they want no mail of it.
     */
    async tell(userId: UserId, now: Date): Promise<'told' | 'noted' | 'nothing' | 'not-today' | 'nobody'> {
      const user = await people.find(userId);
      if (!user || user.isLocked || user.eraseAfter) return 'nobody';
      const address = (await people.contactsOf(userId)).find(({ kind }) => kind === 'email')?.address;
      const settings = await repository.settingsOf(userId);
      const today = utcDay(now);
      const may = waysOf(settings, address !== undefined, today);
      if (!may.mail && !may.note) return 'not-today';
      const locale: Locale = user.locale;
      const { letter, looks, watched, seen, came, facts } = await look(userId, settings, may, callReader(site, { locale, now }));
      const hasNews = letter.homes.length + letter.searches.length > 0;
      return transact(userId, async (tx) => {
        // Somebody was faster, or it is no longer wanted.
        if (!isSame(await repository.settingsOf(userId, tx), settings)) return 'not-today';
        for (const one of looks) await stored.noteLook(tx, one.id, one, now);
        for (const one of watched) await repository.noteWatched(tx, userId, one);
        for (const one of seen) await repository.noteSeen(tx, userId, one.houseId, one.seen);
        await repository.awaitNoMore(tx, userId, came);
        if (facts) {
          // What somebody waits for may come by the mail of a day that had its message already.
          const once = `homes ${today}${settings.notedOn === today ? ' awaited' : ''}`;
          await savedNews.tell(tx, userId, facts, { day: today, once, now });
          await repository.noteTold(tx, userId, { noted_on: today });
        }
        if (!hasNews || address === undefined) return facts ? 'noted' : 'nothing';
        await repository.noteTold(tx, userId, { mailed_on: today });
        const input = { ...letter, token: tokenOf(userId) };
        await mailer.send(tx, houseNewsMail, { address }, locale, input, { once: `house-news ${userId} ${today}` });
        return 'told';
      });
    },
  };
}
