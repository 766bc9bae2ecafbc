/** What the pages of questions show. */
import { serviceHoursFor } from '#lib/brand.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { momentForReaders } from '#lib/dates/reader-zones.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import { masked } from '#lib/features/accounts/contacts.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import type { House, ReadHouse, Tenancy } from '#lib/features/house/house.schema.ts';
import type { HouseOffers } from '#lib/features/house/house.service.ts';
import { partsOf } from '#lib/forms/form-parts.rules.ts';
import { dialCountryOf } from '#lib/forms/dial-choices.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, SchoolId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import { publicPage } from '#lib/public-page.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { cityOf, placeAsked } from './asked-place.rules.ts';
import type { FindPlace } from './asked-place.rules.ts';
import { sourceCode } from './enquiries.rules.ts';
import { askForm, utmNames } from './enquiries.schema.ts';
import type { EnquiryMessage, EnquiryState } from './enquiries.schema.ts';
import type { EnquiriesService, ThreadKey } from './enquiries.service.ts';

/** The part of a page's view that decides what it shows. */
type PageReader = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

/** What is asked of homes, in a reader's words. */
export type ReadHouses = {
  named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined>;
  offers(house: House, reader: Reader): Promise<Pick<HouseOffers, 'units'>>;
};

/** An order of somebody's by its number; undefined where it is not theirs. */
export type OwnOrder = (userId: UserId, code: string) => Promise<{ readonly houseId: HouseId } | undefined>;

/** The form of a question with what its link, the account and the reader's country say already. */
export type OpenedAsk = {
  readonly house: ReadHouse | undefined;
  /** The number of the order that it is about; empty for none. */
  readonly order: string;
  readonly lease: { readonly unit: string; readonly tenancy: Tenancy | undefined } | undefined;
  /** Parameters that the form's address keeps. */
  readonly query: string;
  readonly values: Readonly<Record<string, string>>;
  /** Where answers go, shortened; empty for who is not signed in, and for whom no mail address is known. */
  readonly known: string;
  readonly likely: string;
};

export type ShownMessage = { readonly from: 'student' | 'staff' | 'system'; readonly text: string; readonly at: string; readonly machineAt: string };

export type OpenedThread = {
  readonly reference: string;
  readonly state: EnquiryState;
  readonly house: ReadHouse | undefined;
  readonly messages: readonly ShownMessage[];
  /** Words for what was just done; undefined when nothing. */
  readonly done: 'sent' | 'again' | 'reply' | 'close' | undefined;
  /** By when answers come; empty where none is owed. */
  readonly likely: string;
};

export type ListedThread = { readonly reference: string; readonly title: string; readonly state: EnquiryState; readonly at: string; readonly lastAt: Date };

export type EnquiriesLoader = ReturnType<typeof createEnquiriesLoader>;

type Parts = {
  readonly enquiries: EnquiriesService;
  readonly houses: ReadHouses;
  readonly geo: GeoIndex;
  readonly contactsOf: (userId: UserId) => Promise<readonly Contact[]>;
  readonly findPlace: FindPlace;
  readonly ownOrder: OwnOrder;
  /** Where somebody looks for a home, as their card says it. */
  readonly wishedPlaceOf: (userId: UserId) => Promise<City | School | undefined>;
};

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

export function createEnquiriesLoader({ enquiries, houses, geo, contactsOf, findPlace, ownOrder, wishedPlaceOf }: Parts) {
  const userOf = ({ visitor }: PageReader): UserId | undefined => (visitor?.session ? asId<UserId>(visitor.session.userId) : undefined);

  /** How long it takes, from what the desk has really done; from its hours while that is little. */
  async function likelyFor({ t, locale, intl, now }: Reader): Promise<string> {
    const hours = t('enquiries.hours', { hours: t('editorial.hours', serviceHoursFor(locale, now)) });
    const { answered, medianMinutes } = await enquiries.figures(measuredDays, now);
    if (answered < enough || medianMinutes === undefined) return hours;
    return `${t('enquiries.likely', { time: durationWords(medianMinutes, intl) })} ${hours}`;
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
        known: email ? (phone ? 'both' : 'email') : phone ? 'phone' : '',
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
        lease: unit && { unit: unit.name, tenancy },
        query: new URLSearchParams([...query].filter(([name]) => !dropped.has(name))).toString(),
        values: { ...values, ...campaign },
        // Answers go by mail: where the form asks for an address, no other one is promised.
        known: email ? [email, phone].flatMap((one) => (one ? [masked(one)] : [])).join(', ') : '',
        likely: await likelyFor(reader),
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
      const { enquiry, messages } = opened;
      const { houseId } = enquiry.place;
      return {
        reference: enquiry.reference,
        state: enquiry.state,
        house: houseId && (await houses.named(houseId, reader)),
        messages: messages.flatMap((message) => shown(message, reader)),
        done: sent.find((one) => one === reader.query.get('done')),
        likely: enquiry.dueAt ? await likelyFor(reader) : '',
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
