/** How staff look through what people ask, answer it, and hand it about. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { CityId, EnquiryId, HouseId, StaffId, SupplierId, UserId } from '#lib/ids/ids.ts';
import type { EnquiriesRepository, EnquiryChange } from './enquiries.repository.ts';
import { answerHours, dueAfter, isSameReach, officeDay, reachOf, weekStarts } from './enquiries.rules.ts';
import { figureWeeks, messageLength } from './enquiries.schema.ts';
import type {
  AskerContact,
  Enquiry,
  EnquiryCursor,
  EnquiryEventKind,
  EnquiryFigures,
  EnquiryFilter,
  EnquiryOrder,
  EnquiryPage,
  EnquiryState,
  EnquiryTeam,
  EnquiryThread,
  EnquiryWeek,
  ThreadMark,
} from './enquiries.schema.ts';
import type { EnquiryListsRepository } from './enquiry-lists.repository.ts';
import type { StoredEnquiry } from './enquiry-rows.repository.ts';
import type { ByMail } from './reply-mails.rules.ts';
import { newSecret } from './thread-links.service.ts';
import type { ThreadLinks } from './thread-links.service.ts';

/** Cities that staff choose among, at most. */
const mostCities = 300;
/** Homes whose providers staff choose among, at most. */
const mostHomes = 500;
/** Threads that a search of words leads to, at most. */
const mostFound = 200;

/** Which member of staff does it. `also` is done in the same transaction, at its end, and knows what the thread was before: what the audit log is told. */
export type Deed = { readonly staffId: StaffId; readonly now: Date; readonly also?: (tx: DbTransaction, before: ThreadMark) => Promise<void> };

/**
 * `settled`: it was closed, put away or merged, and has to be opened again first. `no-contact`: who asked was encrypted with a secret
 * that is gone, so an answer would reach nobody. `no-text`: who asked is reached by phone, and no message to phones goes out today.
 */
export type DeedOutcome = Outcome<null, 'no-thread' | 'settled' | 'no-contact' | 'no-text'>;

/** A message to a phone that is paid for. `send` is part of the transaction that stores the answer; one that is not sent is taken back. */
export type PreparedText = { send(tx: DbTransaction): Promise<void>; takeBack(): Promise<void> };

/**
 * Tells whoever asked that there is an answer, as part of the transaction that stores it.
 * @param asker whose question it is; `userId` is undefined where it was asked by nobody who was signed in.
 */
export type TellOfAnswer = (
  tx: DbTransaction,
  to: AskerContact,
  locale: Locale,
  letter: { readonly reference: string; readonly text: string; readonly token: string; readonly home: AskedHome | undefined },
  replyToken: string,
  asker: { readonly userId: UserId | undefined; readonly message: number; readonly now: Date },
) => Promise<void>;

/** The home of a question as mails name it. */
export type AskedHome = { readonly id: HouseId; readonly name: string };

type Parts = {
  readonly repository: EnquiriesRepository;
  readonly lists: EnquiryListsRepository;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  readonly tell: TellOfAnswer;
  /** Writes to the phone (E.164) of whoever asked; undefined where nothing can be sent today. It is paid for outside of any transaction. */
  readonly prepareText: (to: string, locale: Locale, token: string, now: Date) => Promise<PreparedText | undefined>;
  /** Undefined for a home that is gone. Asked outside of any transaction. */
  readonly houseOf: (id: HouseId, locale: Locale) => Promise<AskedHome | undefined>;
  readonly contactOf: (stored: StoredEnquiry) => AskerContact | undefined;
  readonly links: ThreadLinks;
  readonly digestsOf: (contact: Contact) => readonly string[];
};

export function createAnswering({ repository, lists, transact, tell, prepareText, houseOf, contactOf, links, digestsOf }: Parts) {
  /** Does something to a thread that nobody else changes meanwhile. @param settled whether it may be done to one that is closed or put away. */
  async function deed(
    id: EnquiryId,
    { staffId, now, also }: Omit<Deed, 'staffId'> & { readonly staffId?: StaffId },
    settled: boolean,
    kind: EnquiryEventKind | undefined,
    work: (tx: DbTransaction, stored: StoredEnquiry) => Promise<EnquiryChange | 'no-contact' | undefined>,
    about = '',
  ): Promise<DeedOutcome> {
    return transact(async (tx) => {
      const stored = await repository.take(tx, id);
      if (!stored) return refused('no-thread');
      if (stored.mergedInto !== undefined || (!settled && (stored.state === 'closed' || stored.state === 'spam'))) return refused('settled');
      const before = also && (await repository.mark(tx, id));
      const change = await work(tx, stored);
      if (change === 'no-contact') return refused(change);
      if (change && Object.keys(change).length > 0) await repository.change(tx, id, change);
      if (kind) await repository.record(tx, id, kind, now, staffId, about);
      if (before) await also?.(tx, before);
      return done(null);
    });
  }

  async function answered(
    id: EnquiryId,
    text: string,
    by: Omit<Deed, 'staffId'> & { readonly staffId?: StaffId; readonly mail?: string },
  ): Promise<DeedOutcome> {
    const before = await repository.find(id);
    const reach = before && reachOf(contactOf(before) ?? { email: undefined, phone: undefined });
    const isByPhone = before !== undefined && reach?.kind === 'phone';
    const prepared = isByPhone ? await prepareText(reach.address, before.locale, links.tokenOf(before, by.now), by.now) : undefined;
    if (isByPhone && !prepared) return refused('no-text');
    const houseId = isByPhone ? undefined : before?.place.houseId;
    const home = before && houseId !== undefined ? await houseOf(houseId, before.locale) : undefined;
    const outcome = await deed(id, by, false, 'answered', async (tx, stored) => {
      const contact = contactOf(stored);
      if (!contact) return 'no-contact';
      const { language, reference } = stored;
      const message = await repository.say(tx, id, { sender: 'staff', text, language, at: by.now, staffId: by.staffId, mail: by.mail });
      const letter = { reference, text, token: links.tokenOf(stored, by.now), home };
      const replyToken = links.replyTokenOf(stored, 'student', by.now);
      await tell(tx, contact, stored.locale, letter, replyToken, { userId: stored.userId, message, now: by.now });
      await prepared?.send(tx);
      return {
        state: 'waiting',
        lastAt: by.now,
        dueAt: undefined,
        staffId: stored.staffId ?? by.staffId,
        ...(stored.firstAnsweredAt ? {} : { firstAnsweredAt: by.now }),
      };
    }).catch(async (error: unknown) => {
      await prepared?.takeBack();
      throw error;
    });
    if (!outcome.ok) await prepared?.takeBack();
    return outcome;
  }

  const hasMail = (id: EnquiryId, mail: string): Promise<boolean> => transact((tx) => repository.hasMail(tx, id, mail));

  const claimed = (stored: StoredEnquiry, staffId: StaffId): EnquiryChange => ({ staffId, ...(stored.state === 'new' ? { state: 'open' } : {}) });

  return {
    /** One page of threads. @param most at most so many. */
    async list(filter: EnquiryFilter, order: EnquiryOrder, after: EnquiryCursor | undefined, most: number): Promise<EnquiryPage> {
      const rows = await lists.list(filter, order, after, most + 1);
      const enquiries = rows.slice(0, most);
      const last = enquiries.at(-1);
      const at = order === 'due' ? last?.dueAt : last?.lastAt;
      return { enquiries, next: rows.length > most && last && at ? { at, id: last.id } : undefined };
    },

    /** Who asked in these threads; one whose contact cannot be read any more is not among them. */
    async contactsOfThreads(ids: readonly EnquiryId[]): Promise<ReadonlyMap<EnquiryId, AskerContact>> {
      const stored = await repository.some(ids);
      return new Map(
        stored.flatMap((one) => {
          const contact = contactOf(one);
          return contact ? [[one.id, contact] as const] : [];
        }),
      );
    },

    countByState: (): Promise<Readonly<Partial<Record<EnquiryState, number>>>> => lists.countByState(),

    /** The same up to a number of each. */
    countUpTo: (most: number): Promise<Readonly<Record<EnquiryState, number>>> => lists.countUpTo(most),

    /** Those of these that there are. */
    some: (ids: readonly EnquiryId[]): Promise<readonly Enquiry[]> => repository.some(ids),

    /** Threads in which somebody wrote these words, the latest first; none for words that are too short to look for. */
    saying: (words: string): Promise<readonly EnquiryId[]> => lists.saying(words, mostFound),

    /** Providers of homes that threads are about. */
    suppliers: (): Promise<readonly { readonly id: SupplierId; readonly name: string }[]> => lists.suppliers(mostHomes),

    /** Cities that threads are about, in no order that means anything. */
    cities: (): Promise<readonly CityId[]> => lists.cities(mostCities),

    /** The thread that a reference names. */
    idOf: async (reference: string): Promise<EnquiryId | undefined> => (await repository.findByReference(reference))?.id,

    /** A thread as staff see it. */
    async read(id: EnquiryId): Promise<EnquiryThread | undefined> {
      const stored = await repository.find(id);
      if (!stored) return undefined;
      const [messages, events] = await Promise.all([repository.messages(id, true), repository.events(id)]);
      return { enquiry: stored, contact: contactOf(stored), messages, events };
    },

    /** What somebody has asked who is reached as they are, newest first. */
    async ofAsker(contact: AskerContact, most: number): Promise<readonly Enquiry[]> {
      const reach = reachOf(contact);
      return reach ? lists.ofContact(reach.kind, digestsOf(reach), most) : [];
    },

    /** @param days how far back is measured. */
    figures: (days: number, now: Date): Promise<EnquiryFigures> => lists.figures(new Date(now.getTime() - days * dayMs), now),

    /** The latest weeks of the office one by one, the oldest first. */
    async weeks(now: Date): Promise<readonly EnquiryWeek[]> {
      const [first = now, ...others] = weekStarts(now, figureWeeks);
      const rows = await lists.weeks([first, ...others]);
      return [first, ...others].flatMap((start, at) => {
        const row = rows[at];
        return row ? [{ from: officeDay(start), ...row }] : [];
      });
    },

    /**
     * Answers: the student is told by mail, or by a message to their phone, and the thread waits for them. Who answers has it. Where
     * neither can go, nothing is stored.
     */
    answer: (id: EnquiryId, text: string, by: Deed): Promise<DeedOutcome> => answered(id, text.slice(0, messageLength), by),

    /** The same by mail, each mail once: whoever runs the site answers, and no member of staff has it for that. */
    async answerByMail(id: EnquiryId, text: string, { mail, now }: ByMail): Promise<DeedOutcome | Outcome<null, 'repeated'>> {
      // A message to a phone is paid for before anything is stored.
      if (await hasMail(id, mail)) return refused('repeated');
      return answered(id, text, { now, mail }).catch(async (error: unknown) => {
        // Brought twice at once: the other one came first.
        if (await hasMail(id, mail)) return refused('repeated');
        throw error;
      });
    },

    /** Whether a mail is a message of the thread already. */
    hasMail,

    /** Words for staff alone. @param said is told which message they are, in the same transaction. */
    note: (id: EnquiryId, text: string, by: Deed, said?: (tx: DbTransaction, message: number) => Promise<void>): Promise<DeedOutcome> =>
      deed(id, by, true, undefined, async (tx, { language }) => {
        const message = await repository.say(tx, id, { sender: 'note', text: text.slice(0, messageLength), language, at: by.now, staffId: by.staffId });
        await said?.(tx, message);
        return undefined;
      }),

    /** What of a thread staff decide on, as it is in a transaction. */
    mark: (tx: DbTransaction, id: EnquiryId): Promise<ThreadMark | undefined> => repository.mark(tx, id),

    /** Says that an answer came another way, or that nothing is owed now: the thread waits for who asked, who is told nothing. */
    wait: (id: EnquiryId, by: Deed): Promise<DeedOutcome> => deed(id, by, false, 'waiting', async () => ({ state: 'waiting', dueAt: undefined })),

    /** Makes a thread what it was, where nothing has happened to it since; `changed` where something has. */
    async putBack(id: EnquiryId, before: ThreadMark, after: ThreadMark, by: Deed): Promise<Outcome<null, 'no-thread' | 'changed'>> {
      return transact(async (tx) => {
        if (!(await repository.take(tx, id))) return refused('no-thread');
        const now = await repository.mark(tx, id);
        if (!now || Object.entries(after).some(([name, value]) => now[name as keyof ThreadMark] !== value)) return refused('changed');
        const moment = (text: string | null): Date | undefined => (text === null ? undefined : new Date(text));
        await repository.change(tx, id, {
          state: before.state,
          team: before.team,
          staffId: before.staffId ?? undefined,
          dueAt: moment(before.dueAt),
          closedAt: moment(before.closedAt),
        });
        await repository.record(tx, id, 'put-back', by.now, by.staffId);
        await by.also?.(tx, now);
        return done(null);
      });
    },

    /** Takes a thread that nobody has; `taken` where somebody else does. */
    async claim(id: EnquiryId, by: Deed): Promise<Outcome<null, 'no-thread' | 'settled' | 'taken'>> {
      return transact(async (tx) => {
        const stored = await repository.take(tx, id);
        if (!stored) return refused('no-thread');
        if (stored.mergedInto !== undefined || stored.state === 'closed' || stored.state === 'spam') return refused('settled');
        if (stored.staffId === by.staffId) return done(null);
        if (stored.staffId !== undefined) return refused('taken');
        const before = by.also && (await repository.mark(tx, id));
        await repository.change(tx, id, claimed(stored, by.staffId));
        await repository.record(tx, id, 'claimed', by.now, by.staffId);
        if (before) await by.also?.(tx, before);
        return done(null);
      });
    },

    /** Gives a thread to a member of staff, to nobody, or to another team. */
    assign: (id: EnquiryId, to: { readonly staffId?: StaffId | undefined; readonly team?: EnquiryTeam }, by: Deed): Promise<DeedOutcome> =>
      deed(
        id,
        by,
        false,
        'assigned',
        async (_, stored) => ({
          ...('staffId' in to ? (to.staffId === undefined ? { staffId: undefined } : claimed(stored, to.staffId)) : {}),
          ...(to.team === undefined ? {} : { team: to.team }),
        }),
        [to.team, 'staffId' in to ? `staff:${to.staffId ?? 'none'}` : undefined].filter(Boolean).join(' '),
      ),

    close: (id: EnquiryId, by: Deed): Promise<DeedOutcome> =>
      deed(id, by, false, 'closed', async () => ({ state: 'closed', dueAt: undefined, closedAt: by.now })),

    /** Opens what was closed or put away; an answer is due again. */
    reopen: (id: EnquiryId, by: Deed): Promise<DeedOutcome> =>
      deed(id, by, true, 'reopened', async (_, { dueAt }) => ({ state: 'open', dueAt: dueAt ?? dueAfter(by.now, answerHours), closedAt: undefined })),

    /** Puts away what nobody should answer. Its sender is told nothing. */
    spam: (id: EnquiryId, by: Deed): Promise<DeedOutcome> => deed(id, by, true, 'spam', async () => ({ state: 'spam', dueAt: undefined, closedAt: by.now })),

    /**
     * Puts what was said in one thread into another of the same address or number and account. Nobody proved that both were asked by
     * whoever has it, so all links of both end: the next message, which goes there, brings a new one. `other-person`: what one
     * person wrote is shown to nobody else, not even by mistake.
     */
    async merge(from: EnquiryId, into: EnquiryId, by: Deed): Promise<Outcome<null, 'no-thread' | 'settled' | 'other-person'>> {
      if (from === into) return refused('no-thread');
      return transact(async (tx) => {
        // In one order, so that two who merge the same do not wait for each other.
        const [first, second] = from < into ? [from, into] : [into, from];
        const taken = new Map([
          [first, await repository.take(tx, first)],
          [second, await repository.take(tx, second)],
        ]);
        const [gone, kept] = [taken.get(from), taken.get(into)];
        if (!gone || !kept) return refused('no-thread');
        if (gone.mergedInto !== undefined || kept.mergedInto !== undefined) return refused('settled');
        const [theirs, its] = [contactOf(gone), contactOf(kept)];
        if (!theirs || !its || !isSameReach(theirs, its) || gone.userId !== kept.userId) return refused('other-person');
        const before = by.also && (await repository.mark(tx, from));
        await repository.moveMessages(tx, from, into);
        await repository.change(tx, from, { state: 'closed', dueAt: undefined, closedAt: by.now, mergedInto: into, secret: newSecret() });
        await repository.record(tx, from, 'merged', by.now, by.staffId, kept.reference);
        await repository.record(tx, into, 'merged', by.now, by.staffId, gone.reference);
        const dues = [gone.dueAt, kept.dueAt].filter((one) => one !== undefined).map((one) => one.getTime());
        await repository.change(tx, into, {
          secret: newSecret(),
          lastAt: new Date(Math.max(gone.lastAt.getTime(), kept.lastAt.getTime())),
          // What one of them still owes is owed by both.
          ...(dues.length > 0
            ? { dueAt: new Date(Math.min(...dues)), state: kept.state === 'new' ? ('new' as const) : ('open' as const), closedAt: undefined }
            : {}),
        });
        if (before) await by.also?.(tx, before);
        return done(null);
      });
    },
  };
}
