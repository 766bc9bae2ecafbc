/** What the pages of questions show. */
import { serviceHoursFor } from '#lib/brand.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { momentForReaders } from '#lib/dates/reader-zones.ts';
import type { Contact, ContactKind } from '#lib/features/accounts/accounts.schema.ts';
import { masked } from '#lib/features/accounts/contacts.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import { faqsOf } from '#lib/features/house/house-faq.rules.ts';
import type { Faq } from '#lib/features/house/house-faq.rules.ts';
import { cheapestOffer } from '#lib/features/house/house.rules.ts';
import type { House, Media, ReadHouse } from '#lib/features/house/house.schema.ts';
import type { HouseOffers } from '#lib/features/house/house.service.ts';
import { partsOf } from '#lib/forms/form-parts.rules.ts';
import { dialCountryOf } from '#lib/forms/dial-choices.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, SchoolId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import { publicPage } from '#lib/public-page.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { askedHome } from './asked-home.words.ts';
import type { AskedHome } from './asked-home.words.ts';
import { cityOf, placeAsked } from './asked-place.rules.ts';
import type { FindPlace } from './asked-place.rules.ts';
import { isOpenAt, reachOf, sourceCode } from './enquiries.rules.ts';
import { askForm, utmNames } from './enquiries.schema.ts';
import type { EnquiryMessage, EnquiryState } from './enquiries.schema.ts';
import type { EnquiriesService, ThreadKey } from './enquiries.service.ts';

/** The part of a page's view that decides what it shows. */
type PageReader = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

/** What is asked of homes, in a reader's words. */
export type ReadHouses = {
  named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined>;
  offers(house: House, reader: Reader): Promise<Pick<HouseOffers, 'units' | 'cheapest'>>;
};

/** An order of somebody's by its number; undefined where it is not theirs. */
export type OwnOrder = (userId: UserId, code: string) => Promise<{ readonly houseId: HouseId } | undefined>;

/** The form of a question with what its link, the account and the reader's country say already. */
export type OpenedAsk = {
  readonly house: ReadHouse | undefined;
  /** The number of the order that it is about; empty for none. */
  readonly order: string;
  /** The home with what it costs; undefined without one. */
  readonly beside: AskedHome | undefined;
  /** Questions to begin with. */
  readonly suggestions: readonly string[];
  /** Answers that need not be waited for. */
  readonly answers: readonly Faq[];
  /** Parameters that the form's address keeps. */
  readonly query: string;
  readonly values: Readonly<Record<string, string>>;
  /** Where answers go, shortened; empty for who is not signed in, and for whom no mail address is known. */
  readonly known: string;
  /** Values that go along unseen: nobody is asked for what the account knows. */
  readonly unasked: readonly string[];
  /** The country whose dial code a number begins with while nothing is known of the reader; that of the language where it is undefined. */
  readonly dialFirst: string | undefined;
  readonly service: Service;
};

/** Whether somebody is there, and how long answers take. */
export type Service = {
  readonly isOpen: boolean;
  /** The hours, in words. */
  readonly hours: string;
  /** In how long half of the answers came lately; undefined where they are too few to tell. */
  readonly usual: string | undefined;
};

export type ShownMessage = { readonly from: 'student' | 'staff' | 'system'; readonly text: string; readonly at: string; readonly machineAt: string };

export type OpenedThread = {
  readonly reference: string;
  readonly state: EnquiryState;
  readonly house: ReadHouse | undefined;
  readonly messages: readonly ShownMessage[];
  /** Words for what was just done; undefined when nothing. */
  readonly done: 'sent' | 'again' | 'reply' | 'close' | undefined;
  /** Undefined where no answer is owed. */
  readonly service: Service | undefined;
  readonly beside: AskedHome | undefined;
  /** Where answers are told of, shortened; undefined where that cannot be read any more. */
  readonly reach: { readonly kind: ContactKind; readonly shown: string } | undefined;
  /** Whether the page is opened by its link alone, which is the way back to it. */
  readonly isByLink: boolean;
};

export type ListedThread = { readonly reference: string; readonly title: string; readonly state: EnquiryState; readonly at: string; readonly lastAt: Date };

export type EnquiriesLoader = ReturnType<typeof createEnquiriesLoader>;

type Parts = {
  readonly enquiries: EnquiriesService;
  readonly houses: ReadHouses;
  readonly geo: GeoIndex;
  readonly contactsOf: (userId: UserId) => Promise<readonly Contact[]>;
  /** Pictures of a home. */
  readonly mediaOf: (house: House) => Promise<readonly Media[]>;
  readonly findPlace: FindPlace;
  readonly ownOrder: OwnOrder;
  /** Where somebody looks for a home, as their card says it. */
  readonly wishedPlaceOf: (userId: UserId) => Promise<City | School | undefined>;
};

/** Questions of a home that are answered beside the form. */
const mostAnswers = 3;

/** Questions that a reader begins with: of a home, of a full one, and of none. */
function suggestionsFor(beside: AskedHome | undefined) {
  if (!beside) return ['enquiries.ask_budget', 'enquiries.ask_guarantor', 'enquiries.ask_steps'] as const;
  if (beside.isFull) return ['enquiries.ask_free', 'enquiries.ask_like'] as const;
  return ['enquiries.ask_video', 'enquiries.ask_days', 'enquiries.ask_kitchen', 'enquiries.ask_guests', 'enquiries.ask_quiet'] as const;
}

const contactShown = (contact: Contact | undefined): string => (contact ? masked(contact) : '');

/** Answers of the last days that are enough to tell by them how long an answer takes. */
const enough = 20;
const measuredDays = 30;

/** What the form takes of a hidden value, in UTF-16 units: one that is longer would be refused where nobody can mend it. */
const longest = (name: string): number => partsOf(askForm).find((part) => part.name === name)?.maxLength ?? 0;

const sent = ['sent', 'again', 'reply', 'close'] as const;

/** Minutes in words, rounded up. @example durationWords(150, 'en-GB') // '3 hours' */
export function durationWords(minutes: number, intl: string): string {
  const [value, unit] =
    minutes <= 60 ? [Math.max(1, Math.ceil(minutes)), 'minute'] : minutes <= 2_880 ? [Math.ceil(minutes / 60), 'hour'] : [Math.ceil(minutes / 1_440), 'day'];
  return numberFormat(intl, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(Number(value));
}

export function createEnquiriesLoader({ enquiries, houses, geo, contactsOf, mediaOf, findPlace, ownOrder, wishedPlaceOf }: Parts) {
  const userOf = ({ visitor }: PageReader): UserId | undefined => (visitor?.session ? asId<UserId>(visitor.session.userId) : undefined);

  /** How long it takes, from what the desk has really done; from its hours while that is little. */
  async function serviceFor({ t, locale, intl, now }: Reader): Promise<Service> {
    const { answered, medianMinutes } = await enquiries.figures(measuredDays, now);
    return {
      isOpen: isOpenAt(now),
      hours: t('editorial.hours', serviceHoursFor(locale, now)),
      usual: answered < enough || medianMinutes === undefined ? undefined : durationWords(medianMinutes, intl),
    };
  }

  /** The home as it is now, by what of it is asked about: the lease, else the cheapest of the room, else that of the home. */
  async function besideOf(house: ReadHouse, unitId: UnitId | undefined, tenancyId: TenancyId | undefined, reader: Reader): Promise<AskedHome> {
    const [{ units, cheapest }, media] = await Promise.all([houses.offers(house, reader), mediaOf(house)]);
    const unit = units.find(({ id }) => id === unitId);
    const ofUnit = unit?.tenancies.find(({ id }) => id === tenancyId) ?? (unit && cheapestOffer([unit], house.today)?.tenancy) ?? unit?.tenancies[0];
    return askedHome(reader, house, unit && ofUnit ? { unit, tenancy: ofUnit } : cheapest, media);
  }

  function shown({ sender, text, at }: EnquiryMessage, reader: Pick<Reader, 'locale' | 'intl'>): readonly ShownMessage[] {
    if (sender === 'note') return [];
    return [{ from: sender, text, at: momentForReaders(at, reader), machineAt: at.toISOString() }];
  }

  return {
    /** The form; undefined where its address names a home that is not there. */
    async ask(reader: PageReader): Promise<OpenedAsk | undefined> {
      const { query, locale, visitor } = reader;
      const given = (name: string): string => query.get(name) ?? '';
      const userId = userOf(reader);
      const order = userId === undefined || given('order') === '' ? undefined : await ownOrder(userId, given('order'));
      const houseId = order?.houseId ?? parseId<HouseId>(given('house'));
      const house = houseId && (await houses.named(houseId, reader));
      // What somebody wrote about a home that is gone meanwhile is still there, as a question about no home.
      if (given('house') !== '' && !house && !visitor?.submitted) return undefined;
      const units = house ? (await houses.offers(house, reader)).units : [];
      const from = publicPage(geo, given('from')).slice(0, longest('page'));
      const [unitId, tenancyId] = [parseId<UnitId>(given('unit')), parseId<TenancyId>(given('hcr'))];
      const unit = units.find(({ id }) => id === unitId);
      const tenancy = unit?.tenancies.find(({ id }) => id === tenancyId);
      const typed = visitor?.submitted?.values['location'] ?? '';
      const named = house ? undefined : await placeAsked(geo, findPlace, { city_id: given('city'), school_id: given('school'), location: typed });
      // What was taken out of the field stays out of it.
      const place = named ?? (house || visitor?.submitted || userId === undefined ? undefined : await wishedPlaceOf(userId));
      const beside = house && (await besideOf(house, unit?.id, tenancy?.id, reader));
      const contacts = userId === undefined ? [] : await contactsOf(userId);
      const before = userId === undefined ? undefined : await enquiries.lastContactOf(userId);
      const [email, phone] = (['email', 'phone'] as const).map((kind) => contacts.find((one) => one.kind === kind));
      const country = house ? house.city.country : place && cityOf(place).country;
      const values = {
        house_id: house ? String(house.id) : '',
        unit_id: unit ? String(unit.id) : '',
        tenancy_id: tenancy ? String(tenancy.id) : '',
        order_code: order ? given('order') : '',
        country_id: country ? String(country.id) : '',
        data_sources: given('source').slice(0, longest('data_sources')) || String(sourceCode(house ? 'house' : 'page', locale)),
        page: from,
        known: email || phone ? 'both' : '',
        firstname: before?.firstName ?? '',
        lastname: before?.lastName ?? '',
        country_code: dialCountryOf(visitor ?? {}, locale) ?? '',
        location: place ? place.names[locale] : '',
        // What they have asked the assistant before.
        content: given('question').slice(0, longest('content')),
      };
      const dropped = new Set(['done', ...(from === '' ? ['from'] : []), ...(house ? [] : ['house', 'unit', 'hcr']), ...(order ? [] : ['order'])]);
      const campaign = Object.fromEntries(utmNames.flatMap((name) => (query.get(name) ? [[name, given(name).slice(0, longest(name))]] : [])));
      return {
        house,
        order: order ? given('order') : '',
        beside,
        suggestions: suggestionsFor(beside).map((key) => reader.t(key)),
        answers: house ? faqsOf(reader.t, house, units, house.today, locale).slice(0, mostAnswers) : [],
        query: new URLSearchParams([...query].filter(([name]) => !dropped.has(name))).toString(),
        values: { ...values, ...campaign },
        // By mail where both are known.
        known: contactShown(email ?? phone),
        // English is read everywhere: the country of the home is a better guess than the largest that speaks it.
        dialFirst: locale === 'en-us' ? country?.iso2 : undefined,
        unasked: (email || phone) && values.firstname !== '' ? ['firstname'] : [],
        service: await serviceFor(reader),
      };
    },

    /** A conversation, by the link of its mails or for who is signed in; undefined where it is not theirs or the link has expired. */
    async thread(reader: PageReader): Promise<OpenedThread | undefined> {
      const { token, reference } = reader.page.params;
      const userId = userOf(reader);
      const key: ThreadKey | undefined = token === undefined ? userId && { userId, reference: reference ?? '' } : { token };
      // What was asked with a proved address before is theirs at the first look.
      if (token === undefined && userId !== undefined) await enquiries.ofUser(userId, await contactsOf(userId));
      const opened = key && (await enquiries.open(key, reader.now));
      if (!opened) return undefined;
      const { enquiry, contact, messages } = opened;
      const { houseId, unitId } = enquiry.place;
      const house = houseId && (await houses.named(houseId, reader));
      const reach = contact && reachOf(contact);
      return {
        reference: enquiry.reference,
        state: enquiry.state,
        house,
        messages: messages.flatMap((message) => shown(message, reader)),
        done: sent.find((one) => one === reader.query.get('done')),
        service: enquiry.dueAt ? await serviceFor(reader) : undefined,
        beside: house && (await besideOf(house, unitId, enquiry.lease?.tenancyId, reader)),
        reach: reach && { kind: reach.kind, shown: masked(reach) },
        isByLink: token !== undefined,
      };
    },

    /** The conversations of who is signed in, the liveliest first. @param most how many of them */
    async threads(reader: PageReader, most = Number.POSITIVE_INFINITY): Promise<readonly ListedThread[]> {
      const userId = userOf(reader);
      if (userId === undefined) return [];
      const all = await enquiries.ofUser(userId, await contactsOf(userId));
      const { intl, locale } = reader;
      return Promise.all(
        all.slice(0, most).map(async ({ reference, state, lastAt, place }) => {
          const house = place.houseId && (await houses.named(place.houseId, reader));
          const [school, city] = [place.schoolId && geo.schoolById(asId<SchoolId>(place.schoolId)), place.cityId && geo.cityById(asId<CityId>(place.cityId))];
          const title = house ? house.title : ((school ?? city)?.names[locale] ?? place.words);
          return { reference, state, title, lastAt, at: formatDate(lastAt.toISOString().slice(0, 10), intl) };
        }),
      );
    },
  };
}
