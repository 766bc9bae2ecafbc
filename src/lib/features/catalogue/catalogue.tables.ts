/** Rows of the catalogue, and the read models made of them. */
import type { MoreLanguages } from './local-texts.rules.ts';
import type { Generated, GeneratedAlways } from '#lib/db/columns.ts';
import type { Alike } from './twins.rules.ts';
import type { Day, Json, Stamp, Instant } from '#lib/db/columns.ts';

type SuppliersTable = {
  id: Generated<number>;
  slug: string;
  name: string;
  kind: 'operator' | 'landlord' | 'homestay-host';
  verified_on: Day | null;
  is_sample: boolean;
};

type HousesTable = {
  id: Generated<number>;
  supplier_id: number;
  ref: string;
  category: 'rent' | 'buy-old' | 'buy-new';
  status: 'open' | 'closed' | 'removed';
  /** Of a home that staff hid: what it was, and what its provider has made of it since. */
  hidden_from: Generated<'open' | 'closed' | null>;
  house_type: 'apartment' | 'house' | 'homestay';
  country_id: number;
  city_id: number;
  neighbourhood_id: number | null;
  name: string;
  name_zh: string | null;
  /** In more languages: `{"zh-TW": "…"}`. */
  names: Json<MoreLanguages>;
  address: string;
  postal_code: string | null;
  latitude: number;
  longitude: number;
  year_built: number | null;
  storeys: number | null;
  description: string | null;
  description_zh: string | null;
  descriptions: Json<MoreLanguages>;
  amenities: string[];
  bills_included: string[];
  /** What was checked, by whom, how, when. */
  verifications: Json<{ fact: string; by: string; method: string; on: string }[]>;
  faqs: string[];
  is_sample: boolean;
  /** SHA-256 of the supplier's data as last imported; equal means nothing to do. */
  content_hash: string;
  created_at: Stamp;
  /** Last time anything a reader sees changed. */
  updated_at: Stamp;
};

type UnitsTable = {
  id: Generated<number>;
  house_id: number;
  ref: string;
  name: string;
  unit_type: string;
  size_sqm: number | null;
  bed_size: string | null;
  max_occupants: number;
  bathroom: 'private' | 'shared';
  kitchen: 'private' | 'shared';
  status: 'open' | 'closed';
  /** One code per physical room where known: 0–4 as in the domain, with the occupant's gender for 2. */
  rooms: Json<{ label: string; status: 0 | 1 | 2 | 3 | 4; gender: 0 | 1 | 2 | 3; floor: number }[]>;
};

type TenanciesTable = {
  id: Generated<number>;
  house_id: number;
  unit_id: number;
  ref: string;
  move_in: Day;
  move_out: Day;
  rent_minor: bigint;
  rent_currency: string;
  rent_unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
  promo_rent_minor: bigint | null;
  deposit_minor: bigint;
  booking_fee_minor: bigint;
  /** What can still be had: the provider's count less what we keep and they do not know of. */
  stock: number;
  /** What the provider said last; null: what `stock` says. */
  feed_stock: Generated<number | null>;
  cancellation_policy: string | null;
  source: string;
  last_confirmed_at: Instant;
  status: 'open' | 'closed';
};

type MediaTable = {
  id: Generated<number>;
  house_id: number;
  unit_id: number | null;
  kind: 'facade' | 'plan' | 'photo';
  /** For drawings the shot's name; for photographs path and suffix or a full address, as in `photographs`. */
  path: string;
  suffix: string;
  legacy_url: string | null;
  position: number;
};

type PromosTable = {
  id: Generated<number>;
  house_id: number;
  ref: string;
  kind: 'voucher' | 'cashback' | 'early-bird';
  amount_minor: bigint;
  currency: string;
  starts_on: Day;
  ends_on: Day;
};

type PricePointsTable = { unit_id: number; on_date: Day; weekly_minor: bigint; currency: string };

type ReviewsTable = {
  id: Generated<number>;
  house_id: number;
  ref: string;
  source: 'verified-stay' | 'import';
  language: string;
  stayed_from: Day;
  written_on: Day;
  score: number;
  /** Scores 1–5 by aspect. */
  aspects: Json<Record<string, number>>;
  /** The text by catalogue language (en, zh-CN, zh-TW, vi). */
  texts: Json<Record<string, string>>;
  reply: Json<Record<string, string>> | null;
  replied_on: Generated<Day | null>;
  media: Json<{ kind: 'photo'; path: string }[]>;
  is_sample: boolean;
};

/** Read model: one row per open house, everything a card and the lists' sorting need. */
type ListingsTable = {
  house_id: number;
  category: string;
  country_id: number;
  city_id: number;
  neighbourhood_id: number | null;
  supplier_id: number;
  latitude: number;
  longitude: number;
  /** Lowest weekly rent of an open, available tenancy, promo counted, in the house's currency; null when full. */
  weekly_minor: bigint | null;
  stock: number;
  earliest_move_in: Day | null;
  confirmed_at: Instant;
  rank: number;
  amenities: string[];
  verified: boolean;
  review_count: number;
  review_score: number | null;
  /** The card as the list page shows it. */
  card: Json<Record<string, unknown>>;
};

/** Read model: one row per open unit, what unit filters ask about. */
type ListingUnitsTable = {
  unit_id: number;
  house_id: number;
  category: string;
  country_id: number;
  city_id: number;
  unit_type: string;
  bathroom_private: boolean;
  guests: number;
  weekly_minor: bigint | null;
  /** First move-in that has stock. */
  earliest_move_in: Day | null;
  /** yyyymm of the move-ins that have stock. */
  months: number[];
  /** Lease lengths on offer, in whole weeks. */
  weeks: number[];
  stock: number;
  offer_bits: GeneratedAlways<bigint>;
  rent_bits: GeneratedAlways<bigint>;
};

/** Read model: one row per lease option that can be booked, and one for each unit that has none. */
type ListingOffersTable = {
  tenancy_id: number | null;
  house_id: number;
  guests: number;
  move_in: Day | null;
  /** Bits of `finding/facets.rules.ts`. */
  offer_bits: bigint;
  /** In the currency of the country, so that lists can compare; null when there is no rate. */
  weekly_minor: bigint | null;
  rent_bits: GeneratedAlways<bigint>;
};

/** What lists filter, sort and count by: one narrow row per house in `listings`, kept by triggers. */
type ListingFacetsTable = {
  house_id: number;
  country_id: number;
  city_id: number;
  supplier_id: number;
  rank: number;
  review_count: number;
  latitude: number;
  longitude: number;
  confirmed_at: Instant;
  offer_bits: bigint;
  rent_bits: bigint;
  /** Of the first 32 amenity codes, and of the others. */
  amenity_bits: number;
  more_amenity_bits: number;
  verified: boolean;
  weekly_minor: bigint | null;
  earliest_move_in: Day | null;
  review_score: number | null;
  neighbourhood_id: number | null;
  category: string;
};

/** A home that another supplier seems to offer too; each pair stands in both directions. */
type HouseTwinsTable = { house_id: number; twin_id: number; alike: Alike };

type CatalogueTables = {
  suppliers: SuppliersTable;
  houses: HousesTable;
  units: UnitsTable;
  tenancies: TenanciesTable;
  media: MediaTable;
  promos: PromosTable;
  price_points: PricePointsTable;
  reviews: ReviewsTable;
  listings: ListingsTable;
  listing_units: ListingUnitsTable;
  listing_offers: ListingOffersTable;
  listing_facets: ListingFacetsTable;
  house_twins: HouseTwinsTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends CatalogueTables {}
}
