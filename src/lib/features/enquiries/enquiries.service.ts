/** Takes what people ask, keeps the conversation, and tells each side of the other's words. What is taken is stored before it is answered. */
import { z } from 'zod';
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import { newReference } from '#lib/ids/reference.ts';
import type { EnquiryId, UnitId, UserId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import { createAnswering } from './answering.service.ts';
import type { TellOfAnswer } from './answering.service.ts';
import type { EnquiriesRepository, SealedAsker } from './enquiries.repository.ts';
import type { EnquiryListsRepository } from './enquiry-lists.repository.ts';
import type { StoredEnquiry } from './enquiry-rows.repository.ts';
import type { ByMail, ReplyParty } from './reply-mails.rules.ts';
import { createThreadLinks, newSecret } from './thread-links.service.ts';
import { answerHours, dueAfter, languageOf, reachOf, stateAfterReply, teamOf } from './enquiries.rules.ts';
import { keptDays, samenessMinutes, silentDays } from './enquiries.schema.ts';
import type { AskedLease, AskerContact, Enquiry, EnquiryMessage, NewEnquiry } from './enquiries.schema.ts';

/** Who asks, as far as the server sees. */
export type EnquirySender = {
  /** Whose account it is asked with. */
  readonly userId: UserId | undefined;
  /** Of the network, as senders are counted: a /64 is one. */
  readonly address: string;
  /** What shows that a person sends it. */
  readonly proof: 'solved' | 'unverified' | undefined;
};

/** `repeated`: the same was asked just before, and nothing was added. `token`: the last part of the thread's link. */
export type Asked = { readonly reference: string; readonly token: string; readonly repeated: boolean };
export type AskOutcome = Outcome<Asked, 'no-house' | 'no-proof' | 'enough'>;

/** How a student shows that a thread is theirs: by its link, or by being signed in. */
export type ThreadKey = { readonly token: string } | { readonly userId: UserId; readonly reference: string };

/** A thread as its student sees it: without notes. */
export type OwnThread = { readonly enquiry: Enquiry; readonly contact: AskerContact | undefined; readonly messages: readonly EnquiryMessage[] };

/** Whom mails tell of an enquiry, as part of the transaction that stores it. */
export type EnquiryLetters = {
  received(
    tx: DbTransaction,
    email: string,
    locale: Locale,
    letter: { readonly reference: string; readonly home: string; readonly token: string },
    replyToken: string,
  ): Promise<void>;
  readonly answered: TellOfAnswer;
  readonly prepareText: Parameters<typeof createAnswering>[0]['prepareText'];
  /** Whoever runs the site. */
  operator(
    tx: DbTransaction,
    asked: { readonly enquiry: NewEnquiry; readonly reference: string; readonly house: House | undefined },
    replyToken: string,
  ): Promise<void>;
  /** The same of what is written next in a thread, where they can answer it by mail. */
  replied(tx: DbTransaction, thread: StoredEnquiry, text: string, replyToken: string): Promise<void>;
};

export type EnquiriesParts = {
  readonly repository: EnquiriesRepository;
  readonly lists: EnquiryListsRepository;
  readonly houses: Pick<HouseService, 'find' | 'offers'>;
  readonly secrets: Pick<Secrets, 'digests' | 'encrypt' | 'decrypt' | 'sign' | 'verify'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  readonly letters: EnquiryLetters;
  /** Adds to a key's sum of the day (UTC) if it stays within `most`, and tells whether it did. */
  readonly counters: { addWithin(key: string, cost: number, most: number): Promise<boolean> };
  /** Multiplies every limit; 0 lifts all. */
  readonly factor: number;
  /** Whether senders can show to be people; where they cannot, none is asked to. */
  readonly asksForProof: boolean;
};

/** Questions of one day: from an address and with a mail address before one has to show to be a person, and at most. */
export const dailyQuestions = { unproven: { address: 8, contact: 3 }, most: { address: 100, contact: 20 } } as const;
/** Messages that one thread holds; a conversation that is longer is a new one. */
const mostMessages = 300;
/** Threads of an account that are shown. */
const mostOwn = 100;
/** Threads of one order that its page shows. */
const mostOfOrder = 5;
/** Threads that are closed in one transaction. */
const batch = 200;

/** An empty address is none: a version that knew no other way to be reached reads these rows too. */
const contactShape = z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), phone: z.string().optional() });

export type EnquiriesService = ReturnType<typeof createEnquiriesService>;

export function createEnquiriesService(parts: EnquiriesParts) {
  const { repository, houses, secrets, transact, counters, factor } = parts;
  const links = createThreadLinks(secrets);

  const digestsOf = (contact: Contact): readonly [string, ...string[]] => secrets.digests('contacts', `${contact.kind} ${contact.address}`);
  const sealedOf = (contact: AskerContact): SealedAsker => ({
    sealed: secrets.encrypt('contacts', JSON.stringify({ ...contact, email: contact.email ?? '' })),
    emailDigest: contact.email === undefined ? undefined : digestsOf({ kind: 'email', address: contact.email })[0],
    phoneDigest: contact.phone === undefined ? undefined : digestsOf({ kind: 'phone', address: contact.phone })[0],
  });

  function contactOf({ contactSealed }: StoredEnquiry): AskerContact | undefined {
    const text = secrets.decrypt('contacts', contactSealed);
    if (text === undefined) return undefined;
    const { email, phone, ...name } = contactShape.parse(JSON.parse(text));
    return { ...name, email: email || undefined, phone };
  }

  /** The thread of a link; undefined for one that is forged or has expired. */
  async function byToken(token: string, now: Date): Promise<StoredEnquiry | undefined> {
    const link = links.read(token, now);
    const stored = link && (await repository.find(link.id));
    return stored && links.opens(link, stored) ? stored : undefined;
  }

  /**
   * The thread that a student may see. One that was merged leads an account to its other; a link leads nowhere else, for whoever typed
   * an address has not shown that it is theirs.
   */
  async function own(key: ThreadKey, now: Date): Promise<StoredEnquiry | undefined> {
    const stored = 'token' in key ? await byToken(key.token, now) : await repository.findByReference(key.reference);
    if (!stored || ('userId' in key && stored.userId !== key.userId)) return undefined;
    if (stored.mergedInto === undefined) return stored;
    const kept = 'userId' in key ? await repository.find(stored.mergedInto) : undefined;
    return kept && kept.userId === stored.userId && kept.mergedInto === undefined ? kept : undefined;
  }

  /**
   * What was asked about, as it is now. A room or a lease that is gone meanwhile is left out: nobody can choose another in a form that
   * only names it, and the question is about the home all the same.
   */
  async function placed(
    enquiry: NewEnquiry,
    now: Date,
  ): Promise<Outcome<{ readonly house: House | undefined; readonly unitId: UnitId | undefined; readonly lease: AskedLease | undefined }, 'no-house'>> {
    const { houseId, unitId } = enquiry.place;
    if (houseId === undefined) return done({ house: undefined, unitId: undefined, lease: undefined });
    const house = await houses.find(houseId);
    if (!house || house.status === 'removed') return refused('no-house');
    const { units } = await houses.offers(house, now);
    const unit = units.find(({ id }) => id === unitId);
    const tenancy = (unit ? [unit] : unitId === undefined ? units : []).flatMap(({ tenancies }) => tenancies).find(({ id }) => id === enquiry.tenancyId);
    const lease = tenancy && { tenancyId: tenancy.id, moveIn: tenancy.moveIn, moveOut: tenancy.moveOut, total: wholePrice(tenancy).contractTotal };
    return done({ house, unitId: unit?.id, lease });
  }

  /** @param reachDigest of the address or number that is named: whoever asks in another's name is counted with them. */
  async function isWithin(kind: 'unproven' | 'most', { address }: EnquirySender, reachDigest: string): Promise<boolean> {
    if (factor === 0) return true;
    const most = dailyQuestions[kind];
    const answers = await Promise.all([
      counters.addWithin(`enquiries ${kind} address ${address}`, 1, Math.ceil(most.address * factor)),
      counters.addWithin(`enquiries ${kind} contact ${reachDigest}`, 1, Math.ceil(most.contact * factor)),
    ]);
    return answers.every(Boolean);
  }

  const answerOf = ({ id, reference, secret }: Pick<StoredEnquiry, 'id' | 'reference' | 'secret'>, now: Date, repeated: boolean): Asked => ({
    reference,
    token: links.tokenOf({ id, secret }, now),
    repeated,
  });

  /** Adds what a student writes to a thread that nobody else changes meanwhile. @param mail digest of the one that it came by. */
  async function addWords(tx: DbTransaction, stored: StoredEnquiry, text: string, now: Date, mail?: string): Promise<Outcome<null, 'full'>> {
    if ((await repository.countMessages(tx, stored.id)) >= mostMessages) return refused('full');
    const state = stateAfterReply(stored.state);
    await repository.say(tx, stored.id, { sender: 'student', text, language: stored.language, at: now, mail });
    await repository.change(tx, stored.id, {
      state,
      lastAt: now,
      // What is put away is forgotten in its time, however often its sender writes.
      ...(state === 'spam' ? {} : { closedAt: undefined }),
      // Who writes again before an answer came is not put behind others for it.
      dueAt: state === 'spam' ? undefined : (stored.dueAt ?? dueAfter(now, answerHours)),
    });
    await repository.record(tx, stored.id, stored.state === 'closed' ? 'reopened' : 'replied', now);
    if (state !== 'spam') await parts.letters.replied(tx, stored, text, links.replyTokenOf(stored, 'desk', now));
    return done(null);
  }

  return {
    ...createAnswering({
      repository,
      lists: parts.lists,
      transact,
      tell: parts.letters.answered,
      prepareText: parts.letters.prepareText,
      async houseOf(id, locale) {
        const house = await houses.find(id);
        return house && house.status !== 'removed' ? { id, name: nameFor(house, locale).slice(0, 300) } : undefined;
      },
      contactOf,
      links,
      digestsOf,
    }),

    /**
     * Takes a question: stored, confirmed by mail and told to the operator as a whole, or not at all. A phone is told nothing before there is
     * an answer: whoever types a number has not shown that it is theirs.
     */
    async ask(enquiry: NewEnquiry, sender: EnquirySender, now: Date): Promise<AskOutcome> {
      const { contact, text, place, locale } = enquiry;
      const found = await placed(enquiry, now);
      if (!found.ok) return found;
      const reach = reachOf(contact);
      if (!reach) throw new TypeError('a question without a way to answer it was let through');
      const asker = sealedOf(contact);
      const [reachDigest] = digestsOf(reach);
      // The answer holds the thread's link: who names a stranger's address must not get theirs by guessing what they asked.
      const who = sender.userId === undefined ? sender.address : `user ${sender.userId}`;
      const [sameness] = secrets.digests('enquiries', JSON.stringify([reach.address, place, enquiry.orderCode, text, who]));
      const since = new Date(now.getTime() - samenessMinutes * 60_000);
      const before = await repository.same(sameness, since);
      if (before) return done(answerOf(before, now, true));
      const isProved = sender.proof !== undefined || !parts.asksForProof;
      if (!isProved && !(await isWithin('unproven', sender, reachDigest))) return refused('no-proof');
      if (!(await isWithin('most', sender, reachDigest))) return refused('enough');
      const { house, unitId, lease } = found.value;
      const { city } = house ?? {};
      const [reference, secret] = [newReference(), newSecret()];
      return transact(async (tx) => {
        await repository.sameInTurn(tx, sameness);
        const known = await repository.same(sameness, since, tx);
        if (known) return done(answerOf(known, now, true));
        const id = await repository.add(tx, {
          reference,
          secret,
          topic: enquiry.topic,
          source: enquiry.source,
          userId: sender.userId,
          asker,
          page: enquiry.page,
          locale,
          language: languageOf(locale),
          place: { ...place, unitId, cityId: city?.id ?? place.cityId },
          lease,
          orderCode: enquiry.orderCode,
          consents: enquiry.consents,
          utm: enquiry.utm,
          team: teamOf(enquiry.topic),
          sameness,
          openedAt: now,
          dueAt: dueAfter(now, answerHours),
        });
        await repository.say(tx, id, { sender: 'student', text, language: languageOf(locale), at: now });
        await repository.record(tx, id, 'asked', now);
        const made = answerOf({ id, reference, secret }, now, false);
        const tokenFor = (party: ReplyParty): string => links.replyTokenOf({ reference, secret }, party, now);
        const letter = { reference, home: house?.name ?? '', token: made.token };
        if (contact.email !== undefined) await parts.letters.received(tx, contact.email, locale, letter, tokenFor('student'));
        await parts.letters.operator(tx, { enquiry, reference, house }, tokenFor('desk'));
        return done(made);
      });
    },

    /** By which links and addresses threads are opened and answered, and how whoever asked is reached: for answers that come by mail. */
    links,
    contactOf,

    /** The last part of a thread's link, good for `linkDays` from now. */
    async linkOf(id: EnquiryId, now: Date): Promise<string | undefined> {
      const stored = await repository.find(id);
      return stored && links.tokenOf(stored, now);
    },

    /** A thread as its student sees it; undefined for a link that is forged or has expired, and for what is somebody else's. */
    async open(key: ThreadKey, now: Date): Promise<OwnThread | undefined> {
      const stored = await own(key, now);
      if (!stored) return undefined;
      return { enquiry: stored, contact: contactOf(stored), messages: await repository.messages(stored.id, false) };
    },

    /** What the student writes next. A closed thread is open again. */
    async reply(key: ThreadKey, text: string, now: Date): Promise<Outcome<null, 'no-thread' | 'full'>> {
      const found = await own(key, now);
      if (!found) return refused('no-thread');
      return transact(async (tx) => {
        const stored = await repository.take(tx, found.id);
        return !stored || stored.mergedInto !== undefined ? refused('no-thread') : addWords(tx, stored, text, now);
      });
    },

    /** The same by mail, each mail once. Whoever calls has looked at the address that it came to. */
    replyByMail: (id: EnquiryId, text: string, { mail, now }: ByMail): Promise<Outcome<null, 'no-thread' | 'full' | 'repeated'>> =>
      transact(async (tx) => {
        const stored = await repository.take(tx, id);
        if (!stored || stored.mergedInto !== undefined) return refused('no-thread');
        return (await repository.hasMail(tx, id, mail)) ? refused('repeated') : addWords(tx, stored, text, now, mail);
      }),

    /** The student needs no more: what is written later opens it again. */
    async closeOwn(key: ThreadKey, now: Date): Promise<Outcome<null, 'no-thread'>> {
      const found = await own(key, now);
      if (!found) return refused('no-thread');
      return transact(async (tx) => {
        const stored = await repository.take(tx, found.id);
        if (!stored || stored.mergedInto !== undefined) return refused('no-thread');
        if (stored.state === 'closed' || stored.state === 'spam') return done(null);
        await repository.change(tx, stored.id, { state: 'closed', dueAt: undefined, closedAt: now });
        await repository.record(tx, stored.id, 'closed', now);
        return done(null);
      });
    },

    /** Threads of an account, the liveliest first, those claimed that were asked before with one of its proved mail addresses: their links end. */
    async ofUser(userId: UserId, contacts: readonly Contact[]): Promise<readonly Enquiry[]> {
      await repository.claim(
        userId,
        contacts.filter(({ kind }) => kind === 'email').flatMap((contact) => digestsOf(contact)),
      );
      return repository.ofUser(userId, mostOwn);
    },

    /** What somebody asked about an order of theirs, the latest first. */
    ofOrder: (orderCode: string, userId: UserId): Promise<readonly Enquiry[]> => repository.ofOrder(orderCode, userId, mostOfOrder),

    /** All that is kept of a person's questions, for themselves. */
    async everythingOf(userId: UserId): Promise<readonly OwnThread[]> {
      const stored = await repository.ofUser(userId, 10_000);
      const threads: OwnThread[] = [];
      for (const one of stored) threads.push({ enquiry: one, contact: contactOf(one), messages: await repository.messages(one.id, false) });
      return threads;
    },

    /** How they were reached when they last asked: what a form need not ask again. */
    async lastContactOf(userId: UserId): Promise<AskerContact | undefined> {
      const [latest] = await repository.ofUser(userId, 1);
      return latest && contactOf(latest);
    },

    /** Closes threads that were answered and whose students have been silent for long. @returns how many. */
    async closeSilent(now: Date): Promise<number> {
      const since = new Date(now.getTime() - silentDays * dayMs);
      let count = 0;
      for (;;) {
        const closed = await transact((tx) => repository.closeSilent(tx, since, now, batch));
        count += closed;
        if (closed < batch) return count;
      }
    },

    /** Deletes what was settled long ago. @returns how many. */
    forget: (now: Date): Promise<number> => repository.forget(new Date(now.getTime() - keptDays * dayMs)),
  };
}
