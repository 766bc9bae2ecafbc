/** Homes as calls give them: the wire's names, money in minor units as text, dates as YYYY-MM-DD. Browser-safe. */
import * as z from 'zod/mini';
import { positionFields } from '#lib/geo/position.schema.ts';
import type { ListCategory } from '#lib/paths.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { leaseUnits } from '#lib/money/money.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';

/** R9.65. */
export const categories = ['rent', 'buy-old', 'buy-new'] as const satisfies readonly ListCategory[];

const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const minorUnits = z.string().check(z.regex(/^-?\d+$/), z.describe('Whole number of minor units (pence, cents; yen have none), as text'));

/** An amount. `currency_id` is that of R3.50. */
export const moneySchema = z
  .object({
    minor: minorUnits,
    currency: z.enum(currencyCodes),
    currency_id: z.int(),
    formatted: z.string().check(z.describe('For reading, in the asker’s language')),
  })
  .register(z.globalRegistry, { id: 'Money' });
export type WireMoney = z.output<typeof moneySchema>;

/** The whole price of a lease option: what is listed, what it is a week and a month, and what the whole contract costs. */
export const priceSchema = z
  .object({
    lease_unit: z.enum(leaseUnits).check(z.describe('What the listed rent is for')),
    rent: moneySchema.check(z.describe('As listed')),
    promo_rent: z.nullable(moneySchema).check(z.describe('The reduced rent that is charged instead')),
    weekly: moneySchema.check(z.describe('The rent charged, per week')),
    monthly: moneySchema.check(z.describe('The rent charged, per month: week × 52 ÷ 12')),
    nights: z.int(),
    weeks: z.number().check(z.describe('Nights ÷ 7, one decimal')),
    rent_total: moneySchema,
    booking_fee: moneySchema.check(z.describe('Mandatory; part of the contract total')),
    contract_total: moneySchema.check(z.describe('Rent for every night with every mandatory fee; the deposit is not part of it')),
    deposit: moneySchema,
    saving: z.nullable(moneySchema).check(z.describe('What the promo saves over the whole contract')),
    about: z
      .nullable(z.object({ weekly: moneySchema, rates_of: date }))
      .check(z.describe('The weekly rent in a currency the asker’s language suggests, rounded, with the day of the rate')),
  })
  .register(z.globalRegistry, { id: 'Price' });
export type WirePrice = z.output<typeof priceSchema>;

/** R3.53: the rent of a unit's lease options. `price` is the listed rent per lease unit; `promo_price` is null without promo. */
export const priceDisplaySchema = z
  .object({
    symbol: z.string(),
    price: z.string(),
    price_formated: z.string(),
    price_max: z.string(),
    price_max_formated: z.string(),
    promo_price: z.nullable(z.string()),
    promo_price_formated: z.nullable(z.string()),
    lease_unit: z.enum(leaseUnits),
    lease_time: z.int().check(z.describe('Whole weeks of the shortest lease')),
    lease_time_max: z.int().check(z.describe('Whole weeks of the longest lease')),
    check_in_type: z.union([z.literal(1), z.literal(2)]).check(z.describe('1: fixed move-in days; 2: a period to choose from')),
    open_show_hcl: z.boolean().check(z.describe('Whether lease options can be opened')),
    sub_type_id: z.int().check(z.describe('Position of the unit type, from 1')),
  })
  .register(z.globalRegistry, { id: 'PriceDisplay' });
export type PriceDisplay = z.output<typeof priceDisplaySchema>;

/** R3.57. */
export const mediaSchema = z.object({
  media_id: z.int().check(z.describe('0 for a view that is drawn because there is no picture')),
  path: z.string(),
  suffix: z.string(),
  legacy_url: z.nullable(z.string()),
  url: z.string().check(z.describe('640 pixels wide')),
});
export type WireMedia = z.output<typeof mediaSchema>;

const statusNumber = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(4));

/** 0 where it is none we know. */
const genderNumber = z.pipe(
  z.unknown(),
  z.transform((value) => [1, 2, 3].find((gender) => gender === Number(value)) ?? 0),
);

/** R3.54. Suppliers and calls name an occupant's gender in `order_list`. */
export const roomStatusSchema = z.object({
  status: statusNumber,
  booking_status: z.nullish(statusNumber),
  flat_status: z.nullish(statusNumber),
  order_list: z.nullish(z.array(z.object({ gender: genderNumber }))),
});
export type WireRoomStatus = z.output<typeof roomStatusSchema>;

/** A room of a unit, with its status as in R3.54. */
export const roomSchema = z.object({
  name: z.string(),
  floor: z.int(),
  status: z.int().check(z.describe('0 unavailable, 1 available, 2 occupied, 3 reserved, 4 waiting list')),
  booking_status: z.int(),
  flat_status: z.int().check(z.describe('0 when no room of the flat can be let')),
  order_list: z.array(z.object({ gender: z.int() })).check(z.describe('Empty: who lives in a room is not told')),
  status_text: z.string(),
});

/** R3.52. */
export const houseCardSchema = z.object({
  title: z.string(),
  cover_image: z.string(),
  location: z.object({ address: z.string() }),
  rent_amount: z.nullable(z.object({ amount: z.string(), abbr: z.string() })),
  lease_unit: z.nullable(z.enum(leaseUnits)),
});
export type WireHouseCard = z.output<typeof houseCardSchema>;

/** A coded value with its name in the asker's language. */
export const codedSchema = z.object({ code: z.string(), label: z.string() });

const reviewFigures = z.object({ count: z.int(), score: z.nullable(z.number()) });

/** A home in a list: the card of R3.52 with what our own cards show besides. */
export const listedHouseSchema = z
  .object({
    house_id: z.int(),
    ...houseCardSchema.shape,
    original_title: z.nullable(z.string()).check(z.describe('The provider’s own name where the title is another')),
    url: z.string(),
    cover_is_drawn: z.boolean(),
    location: z.object({
      address: z.string(),
      area: z.nullable(z.string()),
      country_id: z.int(),
      city_id: z.int(),
      city_name: z.string(),
      ...positionFields,
    }),
    unit_types: z.array(z.enum(unitTypes)),
    unit_id: z.nullable(z.int()).check(z.describe('The unit of the price')),
    hcr: z.nullable(z.int()).check(z.describe('The lease option of the price')),
    move_in: z.nullable(date),
    move_out: z.nullable(date),
    price: z.nullable(priceSchema).check(z.describe('The cheapest lease option that fits; null when nothing can be booked')),
    vacancy: z.enum(['available', 'other-rooms', 'waiting-list', 'sold-out']),
    stock: z.int(),
    rooms: z.object({ all: z.int(), free: z.int(), reserved: z.int(), waiting: z.int() }),
    journey: z.nullable(z.object({ to: z.string(), metres: z.int(), mode: z.enum(['walk', 'cycle', 'transit']), minutes: z.int() })),
    confirmed_at: z.string().check(z.describe('When price and vacancies were last confirmed, ISO 8601')),
    verified_facts: z.array(z.string()),
    reviews: reviewFigures,
    supplier: z.object({ name: z.string(), kind: z.enum(['operator', 'landlord', 'homestay-host']) }),
    has_promo: z.boolean(),
    is_sample: z.boolean().check(z.describe('Invented, to show how the site works')),
  })
  .register(z.globalRegistry, { id: 'HomeCard' });
export type WireListedHouse = z.output<typeof listedHouseSchema>;

/** A lease option of a unit. */
export const tenancySchema = z
  .object({
    hcr: z.int(),
    unit_id: z.int(),
    move_in: date,
    move_out: date,
    lease_time: z.int().check(z.describe('Whole weeks')),
    rent_amount: z.object({ amount: z.string(), abbr: z.string() }).check(z.describe('As listed')),
    lease_unit: z.enum(leaseUnits),
    promo_price: z.nullable(z.string()),
    price: priceSchema,
    stock: z.int(),
    is_offered: z.boolean().check(z.describe('Whether it can be taken now')),
    cancel_policy: z.nullable(z.string()),
    source: z.string().check(z.describe('Where price and vacancy were confirmed')),
    confirmed_at: z.string(),
    url: z.string(),
  })
  .register(z.globalRegistry, { id: 'Tenancy' });
export type WireTenancy = z.output<typeof tenancySchema>;

/** A unit without its lease options. */
export const unitSchema = z
  .object({
    unit_id: z.int(),
    name: z.string(),
    unit_type: z.enum(unitTypes),
    unit_type_text: z.string(),
    sub_type_id: z.int(),
    size_sqm: z.nullable(z.number()),
    bed_size: z.nullable(codedSchema),
    max_occupants: z.int(),
    bathroom: z.enum(['private', 'shared']),
    kitchen: z.enum(['private', 'shared']),
    price_display: z.nullable(priceDisplaySchema),
    cheapest: z.nullable(tenancySchema).check(z.describe('The cheapest option that can be taken')),
    stock: z.int(),
    url: z.string(),
  })
  .register(z.globalRegistry, { id: 'Unit' });

export const paginateSchema = z.object({ current_page: z.int(), page_size: z.int(), total: z.int() }).register(z.globalRegistry, { id: 'Paginate' });

/** A page of a query, from 1. */
export const pageInput = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9_999)), 1);
