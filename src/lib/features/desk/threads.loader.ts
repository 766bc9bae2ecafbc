/** What the pages about people's questions show to staff. */
import { refusalOf } from '#lib/access.ts';
import type {
  Enquiry,
  EnquiryFigures,
  EnquiryMessage,
  EnquiryState,
  EnquiryThread,
  EnquiryWeek,
  ListedEnquiry,
} from '#lib/features/enquiries/enquiries.schema.ts';
import type { EnquiriesService } from '#lib/features/enquiries/enquiries.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import type { HouseOffers, HouseService } from '#lib/features/house/house.service.ts';
import type { TranslateService } from '#lib/features/translate/translate.service.ts';
import type { Wishes } from '#lib/features/wishes/wishes.schema.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { CityId, EnquiryId, HouseId, StaffId, SupplierId, UserId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import { fullName } from '#lib/features/enquiries/enquiries.rules.ts';
import { readBatchAct, readThreads } from './batches.rules.ts';
import type { BatchDeed } from './batches.rules.ts';
import type { BatchThread } from './batches.schema.ts';
import type { BatchesService, DoneBatch } from './batches.service.ts';
import type { Mention } from './mentions.schema.ts';
import { leasePolicy } from './lease-policy.rules.ts';
import type { LeasePolicy } from './lease-policy.rules.ts';
import { placeWords } from './template-places.words.ts';
import { filledTemplate, textFor } from './templates.rules.ts';
import { cursorText, inboxFilter, readCursor, readInbox } from './threads.rules.ts';
import type { InboxQuestion } from './threads.rules.ts';
import { figureDays, mentionsPage, mostCounted } from './threads.schema.ts';
import type { Colleague, DeskTemplate, TemplatePlace } from './threads.schema.ts';
import type { MentionsRead, ThreadsService } from './threads.service.ts';

export type InboxRow = ListedEnquiry & {
  /** Who asks; undefined where nobody said, or it cannot be read. */
  readonly name: string | undefined;
  readonly house: string | undefined;
  readonly staff: string | undefined;
};
/** A note that mentions who looks, with its thread. */
export type ShownMention = Mention & { readonly row: Omit<InboxRow, 'preview'>; readonly from: string | undefined };
export type BatchRow = Omit<InboxRow, 'preview'>;
/** `deed` is undefined where the address names none, or no thread. */
export type ShownPreview = {
  readonly deed: BatchDeed | undefined;
  readonly threads: readonly (BatchThread & { readonly row: BatchRow })[];
  /** To whom they are given. */
  readonly to: string | undefined;
};
export type ShownBatch = Omit<DoneBatch, 'threads'> & { readonly threads: readonly (DoneBatch['threads'][number] & { readonly row: BatchRow })[] };

export type ShownInbox = {
  readonly question: InboxQuestion;
  readonly rows: readonly InboxRow[];
  readonly next: string | undefined;
  readonly counts: Readonly<Partial<Record<EnquiryState, number>>>;
  /** Cities and providers that threads are about. */
  readonly cities: readonly { readonly id: CityId; readonly name: string }[];
  readonly providers: readonly { readonly id: SupplierId; readonly name: string }[];
  readonly colleagues: readonly Colleague[];
  /** Notes that mention who looks and that they have not read. */
  readonly unread: number;
};

/** A message with who of us wrote it, and with its words in the language of the page where that was asked for. */
export type ShownMessage = EnquiryMessage & { readonly by: string | undefined; readonly translated: string | undefined };

export type ShownThread = Omit<EnquiryThread, 'messages'> & {
  readonly messages: readonly ShownMessage[];
  readonly staff: string | undefined;
  readonly house: { readonly house: House; readonly offers: HouseOffers } | undefined;
  /** What comes back on cancelling, of the lease they asked about or the cheapest one. */
  readonly policy: LeasePolicy | undefined;
  /** What else the same person has asked. */
  readonly others: readonly Enquiry[];
  readonly templates: readonly DeskTemplate[];
  readonly colleagues: readonly Colleague[];
  /** What the field of an answer begins with, and the places of it that nothing is known for. */
  readonly begun: { readonly text: string; readonly unfilled: readonly TemplatePlace[] };
  /** What who asks looks for, where they have said it on their account. */
  readonly wishes: Wishes | undefined;
  /** When they took back that their data may go abroad; undefined while they may. */
  readonly abroadEndedAt: Date | undefined;
};

export type ShownFigures = EnquiryFigures & { readonly days: number; readonly counts: ShownInbox['counts']; readonly weeks: readonly EnquiryWeek[] };

/** Threads on a page. */
const inboxPage = 30;
/** Messages of a thread that are translated at once: the latest. */
const mostTranslated = 10;
/** What else somebody has asked, at most. */
const mostOthers = 10;
type Parts = {
  readonly threads: ThreadsService;
  readonly mentions: MentionsRead;
  readonly batches: Pick<BatchesService, 'preview' | 'find'>;
  /** Threads that something else than their words leads to: names, addresses, numbers, homes. The latest first. */
  readonly found: (words: string) => Promise<readonly number[]>;
  readonly enquiries: Pick<
    EnquiriesService,
    'list' | 'countByState' | 'countUpTo' | 'cities' | 'suppliers' | 'figures' | 'ofAsker' | 'weeks' | 'contactsOfThreads' | 'saying' | 'idOf' | 'some'
  >;
  readonly houses: Pick<HouseService, 'find' | 'offers' | 'cancellation'>;
  readonly colleagues: () => Promise<readonly Colleague[]>;
  readonly translate: TranslateService['translate'];
  readonly abroadEndedAt: (userId: UserId) => Promise<Date | undefined>;
  readonly wishesOf: (userId: UserId) => Promise<Wishes | undefined>;
  readonly site: Site;
  readonly geo: Pick<GeoIndex, 'cityById' | 'schoolById'>;
};

export type ThreadsLoader = ReturnType<typeof createThreadsLoader>;

export function createThreadsLoader({
  threads,
  mentions,
  batches,
  found,
  enquiries,
  houses,
  colleagues,
  translate,
  wishesOf,
  abroadEndedAt,
  site,
  geo,
}: Parts) {
  /** Who asks, where the desk is their business. */
  function memberOf(visitor: Visitor | undefined): StaffId | undefined {
    const staff = visitor?.staff;
    return staff && refusalOf('staff-desk', staff.standing) === undefined ? asId<StaffId>(staff.staffId) : undefined;
  }
  const nameOf = async (): Promise<(id: StaffId | undefined) => string | undefined> => {
    const names = new Map((await colleagues()).map(({ id, name }) => [id, name]));
    return (id) => (id === undefined ? undefined : (names.get(id) ?? `#${id}`));
  };

  /** Rows with the names that a list shows. */
  async function dressed<Row extends Enquiry>(rows: readonly Row[], locale: Reader['locale']): Promise<readonly (Row & Omit<InboxRow, keyof ListedEnquiry>)[]> {
    const wanted = [...new Set(rows.flatMap(({ place }) => (place.houseId === undefined ? [] : [place.houseId])))];
    const [contacts, named, known] = await Promise.all([
      enquiries.contactsOfThreads(rows.map(({ id }) => id)),
      nameOf(),
      Promise.all(
        wanted.map(async (id): Promise<[HouseId, string | undefined]> => {
          const house = await houses.find(id);
          return [id, house && nameFor(house, locale)];
        }),
      ),
    ]);
    const names = new Map(known);
    return rows.map((row) => {
      const contact = contacts.get(row.id);
      return {
        ...row,
        name: (contact && fullName(contact)) || undefined,
        house: row.place.houseId && names.get(row.place.houseId),
        staff: named(row.staffId),
      };
    });
  }

  /** The same of what is done to many, each with its row. */
  async function dressedBatch<One extends BatchThread>(
    threads: readonly One[],
    locale: Reader['locale'],
  ): Promise<readonly (One & { readonly row: BatchRow })[]> {
    const rows = new Map(
      (
        await dressed(
          threads.map(({ enquiry }) => enquiry),
          locale,
        )
      ).map((row) => [row.id, row]),
    );
    return threads.flatMap((one) => {
      const row = rows.get(one.enquiry.id);
      return row ? [{ ...one, row }] : [];
    });
  }

  /** Threads that words lead to: by what is said in them, by who asks and about what, or by their reference. */
  async function searched(words: string): Promise<readonly EnquiryId[]> {
    const reference = words.normalize('NFKC').toUpperCase();
    const [said, led, named] = await Promise.all([
      enquiries.saying(words),
      found(words),
      referencePattern.test(reference) ? enquiries.idOf(reference) : undefined,
    ]);
    return [...new Set([...(named === undefined ? [] : [named]), ...led.map((id) => asId<EnquiryId>(id)), ...said])];
  }

  return {
    /** Notes that mention who looks, the latest first. */
    async mentions(
      visitor: Visitor | undefined,
      query: URLSearchParams,
      { locale }: Pick<Reader, 'locale'>,
    ): Promise<{ readonly mentions: readonly ShownMention[]; readonly next: string | undefined } | undefined> {
      const me = memberOf(visitor);
      if (me === undefined) return undefined;
      const notes = await mentions.of(me, readCursor(query.get('after')), mentionsPage + 1);
      const shown = notes.slice(0, mentionsPage);
      const [rows, named] = await Promise.all([enquiries.some([...new Set(shown.map(({ thread }) => thread))]), nameOf()]);
      const byId = new Map((await dressed(rows, locale)).map((row) => [row.id, row]));
      const last = shown.at(-1);
      return {
        mentions: shown.flatMap((one) => {
          const row = byId.get(one.thread);
          return row ? [{ ...one, row, from: named(one.by) }] : [];
        }),
        next: notes.length > mentionsPage && last ? cursorText({ at: last.at, id: last.message }) : undefined,
      };
    },

    /** What an act would do to the threads that an address names; undefined where it names none, or no act. */
    async batchPreview(visitor: Visitor | undefined, query: URLSearchParams, { locale }: Pick<Reader, 'locale'>): Promise<ShownPreview | undefined> {
      const me = memberOf(visitor);
      if (me === undefined) return undefined;
      const all = await colleagues();
      const ids = readThreads(query.get('threads'));
      const deed = readBatchAct(query.get('act'), all);
      if (!deed || ids.length === 0) return { deed: undefined, threads: [], to: undefined };
      const planned = await batches.preview(ids, deed, me);
      return { deed, threads: await dressedBatch(planned, locale), to: deed.act === 'give' ? all.find(({ id }) => id === deed.to)?.name : undefined };
    },

    /** What came of an act, for who did it. */
    async batch(visitor: Visitor | undefined, id: string | undefined, { locale, now }: Pick<Reader, 'locale' | 'now'>): Promise<ShownBatch | undefined> {
      const me = memberOf(visitor);
      const number = parseId(id);
      const batch = me === undefined || number === undefined ? undefined : await batches.find(number, me, now);
      return batch && { ...batch, threads: await dressedBatch(batch.threads, locale) };
    },

    async inbox(visitor: Visitor | undefined, query: URLSearchParams, { locale, now }: Pick<Reader, 'locale' | 'now'>): Promise<ShownInbox | undefined> {
      const me = memberOf(visitor);
      if (me === undefined) return undefined;
      const question = readInbox(query);
      const ids = question.q === '' ? undefined : await searched(question.q);
      const filter = { ...inboxFilter(question, me, now), ids };
      const order = ids ? 'recent' : question.order;
      const [{ enquiries: listed, next }, counts, asked, providers, all, unread] = await Promise.all([
        enquiries.list(filter, order, readCursor(query.get('after')), inboxPage),
        enquiries.countUpTo(mostCounted),
        enquiries.cities(),
        enquiries.suppliers(),
        colleagues(),
        mentions.unread(me, mostCounted),
      ]);
      const rows = await dressed(listed, locale);
      const cities = asked.flatMap((id) => {
        const city = geo.cityById(id);
        return city ? [{ id, name: city.names[locale] }] : [];
      });
      return {
        question,
        rows,
        providers,
        colleagues: all,
        unread,
        next: next && cursorText(next),
        counts,
        cities: cities.toSorted((a, b) => a.name.localeCompare(b.name, localeFacts[locale].intl)),
      };
    },

    /** @param asked `translate`: whether what was written is shown in the language of the page too; `template`: the ready answer to begin with. */
    async thread(
      visitor: Visitor | undefined,
      id: string | undefined,
      { now, locale }: Pick<Reader, 'now' | 'locale'>,
      asked: { readonly translate: boolean; readonly template?: string | null },
    ): Promise<ShownThread | undefined> {
      const me = memberOf(visitor);
      const enquiryId = parseId<EnquiryId>(id);
      const thread = me === undefined || enquiryId === undefined ? undefined : await threads.see(enquiryId, me, now);
      if (!thread) return undefined;
      const { enquiry, contact } = thread;
      const house = enquiry.place.houseId && (await houses.find(enquiry.place.houseId));
      const [offers, others, templates, all, named, wishes, endedAt] = await Promise.all([
        house && houses.offers(house, now),
        contact ? enquiries.ofAsker(contact, mostOthers + 1) : [],
        threads.templates(),
        colleagues(),
        nameOf(),
        enquiry.userId === undefined ? undefined : wishesOf(enquiry.userId),
        enquiry.userId === undefined ? undefined : abroadEndedAt(enquiry.userId),
      ]);
      const foreign = asked.translate ? thread.messages.filter(({ sender }) => sender === 'student').slice(-mostTranslated) : [];
      const messages: ShownMessage[] = [];
      // One after the other: a translator outside is asked for one text at a time.
      for (const message of thread.messages) {
        const translated = foreign.includes(message) ? await translate('', message.text, translateCodes[locale]) : undefined;
        messages.push({ ...message, by: named(message.staffId), translated: translated?.text === message.text ? undefined : translated?.text });
      }
      const shownHouse = house && offers && { house, offers };
      const offered = templates.filter(({ texts }) => texts[enquiry.locale] !== undefined);
      const chosen = offered.find((one) => String(one.id) === asked.template);
      const words = chosen && placeWords({ enquiry, contact, house: shownHouse }, { site, geo, now, staff: named(me) });
      return {
        ...thread,
        messages,
        staff: named(enquiry.staffId),
        house: shownHouse,
        policy: shownHouse && leasePolicy(shownHouse.offers, enquiry.lease, (tenancy) => houses.cancellation(shownHouse.house, tenancy, now)),
        others: others.filter((one) => one.id !== enquiry.id && one.mergedInto === undefined).slice(0, mostOthers),
        templates: offered,
        begun: chosen && words ? filledTemplate(textFor(chosen, enquiry), words) : { text: '', unfilled: [] },
        colleagues: all,
        wishes,
        abroadEndedAt: endedAt,
      };
    },

    async figures(visitor: Visitor | undefined, given: string | null, now: Date): Promise<ShownFigures | undefined> {
      if (memberOf(visitor) === undefined) return undefined;
      const days = figureDays.find((one) => String(one) === given) ?? 30;
      const [figures, counts, weeks] = await Promise.all([enquiries.figures(days, now), enquiries.countByState(), enquiries.weeks(now)]);
      return { ...figures, days, counts, weeks };
    },

    templates: async (visitor: Visitor | undefined): Promise<readonly DeskTemplate[] | undefined> =>
      memberOf(visitor) === undefined ? undefined : threads.templates(),

    /** A template by its number; an empty one for `new`. */
    async template(visitor: Visitor | undefined, id: string | undefined): Promise<DeskTemplate | undefined> {
      if (memberOf(visitor) === undefined || id === undefined) return undefined;
      if (id === 'new') return { id: 0, name: '', texts: {} };
      return /^\d{1,9}$/.test(id) ? threads.template(Number(id)) : undefined;
    },
  };
}

/** The page's language, as translators call it. */
const translateCodes = { 'zh-cn': 'zh-Hans', 'zh-hk': 'zh-Hant-HK', 'zh-tw': 'zh-Hant-TW', 'en-us': 'en', 'vi-vn': 'vi' } as const satisfies Record<
  Reader['locale'],
  string
>;
