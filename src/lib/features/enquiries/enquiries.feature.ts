import type { BoundCall } from '#lib/api/bind.ts';
import type { CounterStore } from '#lib/api/counters.schema.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { dayMs } from '#lib/dates/dates.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { SayNews, Telling } from '#lib/features/news/news.schema.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { SearchService } from '#lib/features/search/search.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { linesAbove } from '#lib/mail/layout.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import type { Site } from '#lib/paths.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { Texter } from '#lib/sms/texter.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { enquiryCalls } from './enquiries.api.ts';
import { enquiryJobs } from './enquiries.jobs.ts';
import { createEnquiriesLoader } from './enquiries.loader.ts';
import type { EnquiriesLoader, OwnOrder, ReadHouses } from './enquiries.loader.ts';
import { createEnquiriesRepository } from './enquiries.repository.ts';
import { createEnquiryListsRepository } from './enquiry-lists.repository.ts';
import { createEnquiriesService } from './enquiries.service.ts';
import type { EnquiriesService } from './enquiries.service.ts';
import { enquiryNote, replyNote, sayEnquiryNews } from './enquiries.words.ts';
import { enquiryAnsweredSms } from './enquiry-answered.sms.ts';
import { enquiryAnsweredMail } from './mail/enquiry-answered.mail.ts';
import { enquiryReceivedMail } from './mail/enquiry-received.mail.ts';
import { replyRefusedMail } from './mail/reply-refused.mail.ts';
import { enquiriesSource } from './personal-data.service.ts';
import { createReplyMails } from './reply-mails.service.ts';
import type { ReplyMailsService } from './reply-mails.service.ts';

export type Enquiries = {
  readonly service: EnquiriesService;
  /** Answers that come by mail. */
  readonly replies: ReplyMailsService;
  readonly loader: EnquiriesLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
  /** What news of questions are called. */
  readonly sayNews: SayNews;
};

type Parts = {
  readonly db: Db;
  readonly site: Site;
  readonly geo: GeoIndex;
  readonly houses: HouseService;
  readonly readHouses: ReadHouses;
  /** Where somebody looks for a home, as their card says it. */
  readonly wishedPlaceOf: (userId: UserId) => Promise<City | School | undefined>;
  readonly search: Pick<SearchService, 'exact' | 'suggest'>;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly texter: Pick<Texter, 'prepare' | 'send' | 'takeBack'>;
  readonly counters: CounterStore;
  /** Multiplies every limit; 0 lifts all. */
  readonly rateLimitFactor: number;
  readonly asksForProof: boolean;
  /** The app of others that somebody came by, by what their browser kept of it. */
  readonly appOf: (kept: string | undefined, now: Date) => Promise<string | undefined>;
  /** Made after this one. */
  readonly ownOrder: OwnOrder;
  readonly telling: Telling;
  /** Whose an address is that was proved; undefined for nobody's. */
  readonly ownerOf: (tx: DbTransaction, contact: Contact) => Promise<UserId | undefined>;
  /** What somebody has proved to be theirs. */
  readonly contactsOf: (userId: UserId) => Promise<readonly Contact[]>;
  /** Whether answers to mails reach their threads. */
  readonly answersByMail: boolean;
  /** Who hears of each question; nobody without it. */
  readonly operator: { readonly email: string | undefined; readonly locale: Locale };
};

/** Milliseconds for which a message that there is an answer is of use. */
const textGoodFor = 2 * dayMs;

/** Everything about what people ask, and what is answered. */
export function createEnquiries({
  db,
  site,
  mailer,
  texter,
  telling,
  ownerOf,
  operator,
  answersByMail,
  rateLimitFactor,
  search,
  readHouses,
  ...parts
}: Parts): Enquiries {
  const repository = createEnquiriesRepository(db);
  const service = createEnquiriesService({
    ...parts,
    repository,
    lists: createEnquiryListsRepository(db),
    factor: rateLimitFactor,
    transact: (work) => transact(db, work),
    letters: {
      received: (tx, email, locale, letter, replyToken) => mailer.send(tx, enquiryReceivedMail, { address: email }, locale, letter, { replyToken }),
      async answered(tx, contact, locale, letter, replyToken, { userId, message, now }) {
        // What was asked before signing in is theirs as soon as the address is.
        const { email } = contact;
        const asker = userId ?? (email === undefined ? undefined : await ownerOf(tx, { kind: 'email', address: email }));
        const code = letter.reference;
        const news = { kind: 'enquiry', about: 'enquiry', code, what: 'answered', facts: {}, once: `enquiry ${code} ${message}` } as const;
        const { byMail } = asker === undefined ? { byMail: true } : await telling.tell(tx, { ...news, userId: asker }, now);
        if (byMail && email !== undefined) await mailer.send(tx, enquiryAnsweredMail, { address: email }, locale, letter, { replyToken });
      },
      async prepareText(to, locale, token, now) {
        const link = site.absolute(locale, site.paths(locale).to('enquiry', { token }));
        const prepared = await texter.prepare(enquiryAnsweredSms, to, locale, { link }, new Date(now.getTime() + textGoodFor));
        if (!prepared.ok) return undefined;
        return { send: (tx) => texter.send(tx, prepared.value, now), takeBack: () => texter.takeBack(prepared.value) };
      },
      async operator(tx, asked, replyToken) {
        const { email, locale } = operator;
        const note = enquiryNote(translator(locale), site.paths(locale), asked);
        if (email !== undefined) await mailer.send(tx, operatorNote, { address: email }, locale, note, { replyToken });
      },
      async replied(tx, { id, reference }, text, replyToken) {
        const { email, locale } = operator;
        const note = replyNote(translator(locale), site.paths(locale), { id, reference, text });
        if (answersByMail && email !== undefined) await mailer.send(tx, operatorNote, { address: email }, locale, note, { replyToken });
      },
    },
  });
  const replies = createReplyMails({
    threads: repository,
    links: service.links,
    enquiries: service,
    counters: parts.counters,
    factor: rateLimitFactor,
    linesAbove,
    transact: (work) => transact(db, work),
    async tell(tx, thread, party, fault, once, now) {
      const locale = party === 'desk' ? operator.locale : thread.locale;
      const address = party === 'desk' ? operator.email : service.contactOf(thread)?.email;
      const paths = site.paths(locale);
      const token = service.links.tokenOf(thread, now);
      const path = party === 'desk' ? paths.to('staff_thread', { thread: String(thread.id) }) : paths.to('enquiry', { token });
      if (address !== undefined) await mailer.send(tx, replyRefusedMail, { address }, locale, { reference: thread.reference, fault, path }, { once });
    },
  });
  const { contactsOf, geo, houses } = parts;
  const shared = { enquiries: service, contactsOf, geo, findPlace: (text: string) => search.exact(text), ownOrder: parts.ownOrder };
  const loader = createEnquiriesLoader({ ...shared, houses: readHouses, mediaOf: houses.media, wishedPlaceOf: parts.wishedPlaceOf });
  const calls = enquiryCalls({ ...shared, houses, appOf: parts.appOf, suggest: (text) => search.suggest(text) });
  return {
    service,
    replies,
    loader,
    calls,
    joiner: { join: repository.join },
    jobs: enquiryJobs(service),
    personal: enquiriesSource(service, parts.contactsOf),
    sayNews: sayEnquiryNews,
  };
}
