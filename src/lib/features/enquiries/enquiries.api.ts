import { countedAs } from '#lib/api/address.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { Caller } from '#lib/api/caller.ts';
import { externalCookie } from '#lib/features/accounts/external-access.schema.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { FoundGroup } from '#lib/features/search/search.schema.ts';
import { dialChoices } from '#lib/forms/dial-choices.ts';
import { publicPage } from '#lib/public-page.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import { readAsk } from './ask-input.rules.ts';
import type { AskInput } from './ask-input.rules.ts';
import { cityOf, placeAsked } from './asked-place.rules.ts';
import type { FindPlace } from './asked-place.rules.ts';
import {
  aiSdkCountryCodesContract,
  aiSdkSchoolsContract,
  askQuestionContract,
  createIntentContract,
  enquiryReplyContract,
  onlineStatusContract,
  submitQuestionContract,
} from './enquiries.contract.ts';
import { isOpenAt, nextOpening } from './enquiries.rules.ts';
import type { OwnOrder } from './enquiries.loader.ts';
import type { EnquiriesService, ThreadKey } from './enquiries.service.ts';

export type EnquiryCallParts = {
  readonly enquiries: EnquiriesService;
  readonly contactsOf: (userId: UserId) => Promise<readonly Contact[]>;
  readonly geo: GeoIndex;
  readonly houses: Pick<HouseService, 'find'>;
  /** The app of others that somebody came by, by what their browser kept of it. */
  readonly appOf: (kept: string | undefined, now: Date) => Promise<string | undefined>;
  /** What is suggested for a text as it is typed. */
  readonly suggest: (text: string) => Promise<readonly FoundGroup[]>;
  readonly findPlace: FindPlace;
  readonly ownOrder: OwnOrder;
};

const userOf = ({ session }: Caller): UserId | undefined => (session ? asId<UserId>(session.userId) : undefined);

/** Binds the calls of questions. */
export function enquiryCalls({ enquiries, contactsOf, geo, houses, appOf, suggest, findPlace, ownOrder }: EnquiryCallParts): readonly BoundCall[] {
  async function ask(asked: AskInput, caller: Caller) {
    const app = await appOf(caller.cookie(externalCookie), caller.now);
    // R6.25: who came by an app asks in its name, and in that of no account.
    const named = app === undefined ? asked : { ...asked, utm_source: app, utm_medium: 'external' };
    const userId = app === undefined ? userOf(caller) : undefined;
    const order = named.order_code === '' || userId === undefined ? undefined : await ownOrder(userId, named.order_code);
    if (named.order_code !== '' && !order) return { ok: false, error: 'not-found' } as const;
    const given = order ? { ...named, house_id: String(order.houseId) } : named;
    const houseId = parseId<HouseId>(given.house_id);
    const house = houseId && (await houses.find(houseId));
    const place = houseId ? undefined : await placeAsked(geo, findPlace, given);
    const country = house ? house.city.country : place && cityOf(place).country;
    const read = readAsk(
      { ...given, page: publicPage(geo, given.page) },
      {
        locale: caller.locale,
        contacts: userId === undefined ? [] : await contactsOf(userId),
        place: place && { cityId: cityOf(place).id, schoolId: place.kind === 'school' ? place.id : undefined, name: place.names[caller.locale] },
        countryId: country ? String(country.id) : '',
      },
    );
    if (!read.ok) return read;
    const outcome = await enquiries.ask(read.value, { userId, address: countedAs(caller.address).client, proof: caller.captcha }, caller.now);
    if (outcome.ok) return { ok: true, data: outcome.value } as const;
    switch (outcome.reason) {
      case 'no-house':
        return { ok: false, error: 'not-found' } as const;
      case 'no-proof':
        return { ok: false, error: 'captcha-needed' } as const;
      case 'enough':
        return { ok: false, error: 'enough-for-today' } as const;
    }
  }

  return [
    bind(askQuestionContract, ask),
    bind(createIntentContract, ask),
    bind(submitQuestionContract, ({ id, houseId, cityId, ...given }, caller) =>
      ask({ ...given, house_id: id || houseId, city_id: cityId, school_id: '' }, caller),
    ),
    bind(enquiryReplyContract, async ({ token, reference, act, text }, caller) => {
      const userId = userOf(caller);
      const key: ThreadKey | undefined = token === '' ? userId && { userId, reference } : { token };
      if (!key) return { ok: false, error: 'not-found' };
      const isEnd = act === 'close';
      const outcome = isEnd ? await enquiries.closeOwn(key, caller.now) : await enquiries.reply(key, text, caller.now);
      if (outcome.ok) return { ok: true, data: { done: isEnd ? ('close' as const) : ('reply' as const) } };
      return outcome.reason === 'full' ? fault('text', 'enquiries.thread_full') : { ok: false, error: 'not-found' };
    }),
    bind(onlineStatusContract, async (_, { now }) => ({
      ok: true,
      data: { online_status: isOpenAt(now) ? 1 : 0, next_at: Math.floor(nextOpening(now).getTime() / 1_000) },
    })),
    bind(aiSdkSchoolsContract, async ({ keyword }, { locale }) => {
      const entries = (await suggest(keyword.trim())).flatMap(({ found }) => found.map(({ entry }) => entry));
      return {
        ok: true,
        data: {
          cities: entries.flatMap((entry) =>
            entry.group === 'city'
              ? [
                  {
                    _id: entry.of.id,
                    city_name_lang: entry.of.names[locale],
                    state_name_lang: entry.of.state ?? '',
                    country_name_lang: entry.of.country.names[locale],
                  },
                ]
              : [],
          ),
          schools: entries.flatMap((entry) =>
            entry.group === 'school'
              ? [{ _id: entry.of.id, school_name_lang: entry.of.names[locale], school_ab: entry.of.short ?? '', address: entry.of.city.names[locale] }]
              : [],
          ),
        },
      };
    }),
    bind(aiSdkCountryCodesContract, async (_, { locale }) => {
      const { first, usual, others } = dialChoices(locale);
      return { ok: true, data: { first, usual: [...usual], others: [...others] } };
    }),
  ];
}
