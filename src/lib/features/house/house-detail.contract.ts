/** Calls about one home, and about a few named by id. */
import * as z from 'zod/mini';
import { idInput } from '#lib/ids/id.schema.ts';
import { positionFields } from '#lib/geo/position.schema.ts';
import { contract } from '#lib/api/contract.ts';
import { codedSchema, mediaSchema, moneySchema, pageInput, paginateSchema, roomSchema, tenancySchema, unitSchema } from './house-wire.schema.ts';

/** A house's id as an input. */
export const house_id = idInput;
const unit_id = idInput;
const day = z.string();
export const ids = z.string().check(z.regex(/^[\d,\s-]*$/), z.maxLength(400));
/** What calls about one home have in common. */
export const called = { method: 'GET', access: 'public', errors: ['not-found'] } as const;
/** Seconds for which facts that follow from places, not from suppliers, may be kept. */
const placesKept = 300;
const minutes = { walk: z.int(), cycle: z.int(), transit: z.int() };
const verified = z.object({ fact: z.string(), fact_text: z.string(), by: z.string(), method: z.string(), method_text: z.string(), on: day });
const place = z.object({ id: z.int(), name: z.string(), unique_name: z.string(), url: z.string() });
const confirmedAt = z.nullable(z.string()).check(z.describe('When price and vacancies were last confirmed, ISO 8601'));
const supplier = z.object({ supplier_id: z.int(), unique_name: z.string(), name: z.string(), kind: z.string(), verified_on: z.nullable(day) });

const brief = {
  house_id: z.int(),
  title: z.string(),
  original_title: z.nullable(z.string()),
  url: z.string(),
  cover_image: z.string(),
  cover_is_drawn: z.boolean(),
  house_type: z.enum(['apartment', 'house', 'homestay']),
  house_type_text: z.string(),
  status: z.enum(['open', 'closed']),
  is_sample: z.boolean(),
  location: z.object({
    address: z.string(),
    postal_code: z.nullable(z.string()),
    country: place,
    city: place,
    neighborhood: z.nullable(place),
    ...positionFields,
  }),
  supplier,
  verified_facts: z.array(verified),
};

export const houseDetailContract = contract({
  ...called,
  name: 'house-detail',
  summary: 'A home with its units, its cheapest offer at the full price, what was verified, and how fresh all that is.',
  path: '/_houseApi/house/detail',
  input: z.object({ house_id }),
  output: z.object({
    ...brief,
    category: z.enum(['rent', 'buy-old', 'buy-new']),
    description: z.nullable(z.object({ lang: z.string(), paragraphs: z.array(z.string()) })),
    year_built: z.nullable(z.int()),
    storeys: z.nullable(z.int()),
    cheapest: z.nullable(tenancySchema),
    confirmed_at: confirmedAt,
    is_stale: z.boolean().check(z.describe('Whether that is more than two weeks ago')),
    stock: z.int(),
    units: z.array(unitSchema),
    promos: z.array(z.object({ kind: z.string(), label: z.string(), amount: moneySchema, starts_on: day, ends_on: day })),
    reviews: z.object({ count: z.int(), score: z.nullable(z.number()) }),
    twins: z
      .array(
        z.object({
          house_id: z.int(),
          title: z.string(),
          url: z.string(),
          supplier,
          alike: z.enum(['name', 'address', 'both']),
          cheapest: z.nullable(tenancySchema),
        }),
      )
      .check(z.describe('Homes of other suppliers within 200 m that seem to be this one, by what they have in common')),
  }),
  fulfils: ['R7.040', 'R3.52', 'R3.53'],
});

export const houseMediaContract = contract({
  ...called,
  name: 'house-media',
  summary: 'Pictures of a home in all widths: photographs, then drawn views; what is drawn, or rendered for the sample, is said to be.',
  path: '/_houseApi/house/media',
  input: z.object({ house_id }),
  output: z.array(
    z.object({
      ...mediaSchema.shape,
      alt: z.string(),
      is_drawn: z.boolean(),
      is_rendered: z.boolean(),
      variants: z.array(z.object({ width: z.int(), avif: z.string(), webp: z.string() })),
    }),
  ),
  fulfils: ['R7.041', 'R3.57'],
});

export const houseSchoolsContract = contract({
  ...called,
  name: 'house-schools',
  summary: 'Schools of the home’s city, nearest first, with distance and the usual way there.',
  path: '/_houseApi/house/schools',
  input: z.object({ house_id, school_id: z.optional(idInput), limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 8) }),
  output: z.array(
    z.object({
      school_id: z.int(),
      school_unique_name: z.string(),
      school_name: z.string(),
      school_ab: z.nullable(z.string()),
      campus: z.string(),
      metres: z.int().check(z.describe('Straight line to the nearest campus')),
      minutes: z.object(minutes),
      usual: z.object({ mode: z.enum(['walk', 'cycle', 'transit']), minutes: z.int() }),
      url: z.string(),
    }),
  ),
  keepFor: placesKept,
  fulfils: ['R7.042'],
});

export const houseNearbyContract = contract({
  ...called,
  name: 'house-nearby',
  summary: 'Stations, landmarks and neighbourhoods around a home, nearest first.',
  path: '/_houseApi/house/nearby',
  input: z.object({ house_id, metres: z._default(z.coerce.number().check(z.int(), z.minimum(100), z.maximum(10_000)), 5_000) }),
  output: z.array(
    z.object({
      group: z.enum(['subway', 'landmark', 'neighborhood']),
      poi_id: z.int(),
      name: z.string(),
      lines: z.array(z.string()),
      metres: z.int(),
      walk: z.int().check(z.describe('Minutes on foot')),
      posx: z.number(),
      posy: z.number(),
      url: z.nullable(z.string()).check(z.describe('Its list, where that holds this home')),
    }),
  ),
  keepFor: placesKept,
  fulfils: ['R7.043'],
});

export const houseAmenitiesContract = contract({
  ...called,
  name: 'house-amenities',
  summary: 'What a home has, and which bills are part of the rent.',
  path: '/_houseApi/house/amenities',
  input: z.object({ house_id }),
  output: z.object({ amenities: z.array(codedSchema), included_bills: z.array(codedSchema) }),
  fulfils: ['R7.044'],
});

export const unitDetailContract = contract({
  ...called,
  name: 'house-unit',
  summary: 'A unit with all its lease options at the full price and the status of its rooms.',
  path: '/_houseApi/house/unit',
  input: z.object({ house_id, unit_id }),
  output: z.object({ ...unitSchema.shape, house_id: z.int(), tenancies: z.array(tenancySchema), rooms: z.array(roomSchema), confirmed_at: confirmedAt }),
  fulfils: ['R7.045', 'R3.53', 'R3.54'],
});

export const priceTrendContract = contract({
  ...called,
  name: 'house-price-trend',
  summary: 'The weekly rents a home’s units had: a rent holds from its day until the next.',
  path: '/_houseApi/house/price-trend',
  input: z.object({ house_id }),
  output: z.array(z.object({ unit_id: z.int(), name: z.string(), points: z.array(z.object({ on: day, weekly: moneySchema })) })),
  fulfils: ['R7.047'],
});

export const compareContract = contract({
  ...called,
  name: 'house-compare',
  summary: 'Up to four homes or units side by side, in the order asked for; those that are gone are left out.',
  path: '/_houseApi/house/compare',
  input: z.object({ ids: ids.check(z.describe('As on the compare page: houses, or house-unit: 12,15-101')) }),
  output: z.array(
    z.object({
      ...brief,
      id: z.string().check(z.describe('As it was asked for')),
      unit: z.nullable(unitSchema),
      tenancy: z.nullable(tenancySchema),
      amenities: z.array(codedSchema),
      included_bills: z.array(codedSchema),
    }),
  ),
  fulfils: ['R7.048'],
});

export const cancelPolicyContract = contract({
  ...called,
  name: 'house-cancel-policy',
  summary: 'What comes back on cancelling a lease option: for each event and deadline the date and the amounts.',
  path: '/_houseApi/house/cancel-policy',
  input: z.object({ house_id, hcr: idInput.check(z.describe('The lease option')) }),
  output: z.object({
    policy: z.nullable(codedSchema).check(z.describe('null when the provider names none')),
    paid_in_full: moneySchema.check(z.describe('What the amounts are parts of: the contract total and the deposit')),
    rows: z.array(
      z.object({
        event: codedSchema,
        until: day.check(z.describe('The last day on which notice counts')),
        passed: z.boolean(),
        total: moneySchema,
        rent_returned: moneySchema,
        deposit_returned: moneySchema,
        fee_returned: moneySchema,
        share_of_rent: z.int().check(z.describe('Percent')),
        evidence: z.array(codedSchema),
        evidence_within_days: z.nullable(z.int()),
      }),
    ),
  }),
  fulfils: ['R7.050'],
});

export const floorPlansContract = contract({
  ...called,
  name: 'house-floor-plans',
  summary: 'The floor plan of each unit, drawn to scale from its facts.',
  path: '/_houseApi/house/floor-plans',
  input: z.object({ house_id }),
  output: z.array(
    z.object({
      unit_id: z.int(),
      name: z.string(),
      size_sqm: z.nullable(z.number()).check(z.describe('null: not stated, the plan assumes a usual size')),
      url: z.string(),
      is_drawn: z.literal(true),
    }),
  ),
  fulfils: ['R7.051'],
});

export const commentsContract = contract({
  ...called,
  name: 'house-comments',
  summary: 'Reviews of a home, newest first, in the asker’s language where there is a translation, with scores by aspect and how many they rest on.',
  path: '/_houseApi/house/comments',
  input: z.object({ house_id, page: pageInput, page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 10) }),
  output: z.object({
    score: z.nullable(z.number()).check(z.describe('Mean of 1–5')),
    sample_size: z.int(),
    verified: z.object({ count: z.int(), score: z.nullable(z.number()) }).check(z.describe('Those by people who rented here, sample data left out')),
    aspects: z.array(z.object({ ...codedSchema.shape, score: z.number() })),
    items: z.array(
      z.object({
        comment_id: z.int(),
        source: z.enum(['verified-stay', 'import']),
        score: z.number(),
        aspects: z.array(z.object({ ...codedSchema.shape, score: z.number() })),
        stayed_from: day,
        written_on: day,
        text: z.string(),
        lang: z.string(),
        is_translated: z.boolean(),
        original_lang: z.string(),
        reply: z.nullable(z.object({ text: z.string(), lang: z.string(), written_on: z.nullable(day) })),
        is_sample: z.boolean(),
      }),
    ),
    paginate: paginateSchema,
  }),
  fulfils: ['R7.052'],
});
