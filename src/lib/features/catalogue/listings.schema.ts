/** Homes as pages see them. Money is `{ minor, currency }`; in stored JSON, minor units are decimal strings. */
import * as z from 'zod/mini';
import { currencyCodes } from '#lib/money/currencies.ts';
import { leaseUnits } from '#lib/money/money.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';
import { unitTypes } from './filter-code.rules.ts';

export const houseTypes = ['apartment', 'house', 'homestay'] as const;
export type HouseType = (typeof houseTypes)[number];

/** Bills that can be part of the rent. */
export const billCodes = ['water', 'electricity', 'gas', 'heating', 'internet', 'contents-insurance', 'council-tax', 'waste', 'tv-licence'] as const;
export type BillCode = (typeof billCodes)[number];

export const bedSizes = ['single', 'small-double', 'double', 'queen', 'king', 'bunk', 'futon'] as const;
export type BedSize = (typeof bedSizes)[number];

/** What can be checked about a listing, and how. */
export const verifiedFacts = ['address', 'owner', 'photos', 'price', 'safety-certificate'] as const;
export const verificationMethods = ['visit', 'video-call', 'documents', 'register'] as const;
/** How each fact can be known: a rent stands in no register, a picture is no document. */
export const methodsOf = {
  address: ['visit', 'video-call', 'documents', 'register'],
  owner: ['register', 'documents'],
  photos: ['visit', 'video-call'],
  price: ['documents', 'video-call'],
  'safety-certificate': ['documents'],
} as const satisfies Record<(typeof verifiedFacts)[number], readonly (typeof verificationMethods)[number][]>;
export type Verification = {
  readonly fact: (typeof verifiedFacts)[number];
  readonly by: string;
  readonly method: (typeof verificationMethods)[number];
  readonly on: string;
};

export const reviewAspects = ['location', 'cleanliness', 'staff', 'value', 'facilities', 'noise'] as const;
export type ReviewAspect = (typeof reviewAspects)[number];

/** Why a review is not shown: by staff, or by its author. There is none for being unkind to a home. */
export const staffRemovals = ['personal', 'abuse', 'off-topic', 'not-a-stay', 'law'] as const;
export type StaffRemoval = (typeof staffRemovals)[number];
export const removals = [...staffRemovals, 'author'] as const;
export type Removal = (typeof removals)[number];

/** Questions every home can answer from its data; the wording is in the catalogues. */
export const faqCodes = [
  'bills',
  'deposit-return',
  'bedding',
  'guests',
  'early-arrival',
  'internet',
  'pets',
  'parking',
  'guarantor',
  'contract-language',
  'post',
  'laundry',
] as const;
export type FaqCode = (typeof faqCodes)[number];

/** 0 unavailable, 1 available, 2 occupied, 3 reserved, 4 waiting list. */
export type RoomStatus = 0 | 1 | 2 | 3 | 4;

/** A lease option as the price panel needs it. */
export type TenancyTerms = {
  readonly moveIn: string;
  readonly moveOut: string;
  readonly rent: Money;
  readonly unit: LeaseUnit;
  readonly promoRent: Money | undefined;
  readonly deposit: Money;
  readonly bookingFee: Money;
};

const cardMoney = z.object({ minor: z.string().check(z.regex(/^\d+$/)), currency: z.enum(currencyCodes) });

/**
 * The card of a house as the read model `listings.card` stores it: written by the catalogue's write side,
 * shown by lists, home page and "similar homes".
 */
export const storedCardSchema = z.object({
  houseType: z.enum(houseTypes),
  name: z.string(),
  nameZh: z.nullable(z.string()),
  /** In more languages. A card written before there were any has none. */
  names: z.optional(z.object({ 'zh-TW': z.optional(z.string()), 'zh-HK': z.optional(z.string()), vi: z.optional(z.string()) })),
  address: z.string(),
  yearBuilt: z.nullable(z.number()),
  storeys: z.nullable(z.number()),
  /** Path of the first photograph, or null when a façade is drawn. */
  photo: z.nullable(z.string()),
  /** Paths of the photographs that come after it, as many as a card shows. A card of an earlier version has none. */
  photos: z.optional(z.array(z.string())),
  supplier: z.object({ name: z.string(), kind: z.enum(['operator', 'landlord', 'homestay-host']) }),
  unitTypes: z.array(z.enum(unitTypes)),
  /** The cheapest open tenancy by effective weekly rent; null when nothing is open. */
  cheapest: z.nullable(
    z.object({
      unitId: z.number(),
      tenancyId: z.number(),
      rent: cardMoney,
      promoRent: z.nullable(cardMoney),
      unit: z.enum(leaseUnits),
      moveIn: z.string(),
      moveOut: z.string(),
      deposit: cardMoney,
      bookingFee: cardMoney,
    }),
  ),
  verifiedFacts: z.array(z.enum(verifiedFacts)),
  hasPromo: z.boolean(),
  isSample: z.boolean(),
});
export type StoredCard = z.infer<typeof storedCardSchema>;
