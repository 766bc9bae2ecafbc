/** What the page of a home tells, as passages in the reader's words: the same figures, made by the same rules, with the place on the page. */
import { formatAge, formatDate } from '#lib/dates/dates.ts';
import { billsApart, comparedTotal } from '#lib/features/catalogue/bills.rules.ts';
import { shownSqm } from '#lib/features/catalogue/catalogue-law.rules.ts';
import { billsSaidApart } from '#lib/features/catalogue/bills.rules.ts';
import { verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { leaseLength, rentPer } from '#lib/features/catalogue/rent.words.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import type { CancellationRow } from '#lib/features/house/cancellation.rules.ts';
import { bestRefund } from '#lib/features/house/cancellation.rules.ts';
import { cancellationEvents } from '#lib/features/house/cancellation.schema.ts';
import type { Faq } from '#lib/features/house/house-faq.rules.ts';
import { commutes, isOffered } from '#lib/features/house/house.rules.ts';
import type { Offer, ReadHouse, Reviews, Tenancy } from '#lib/features/house/house.schema.ts';
import type { HouseOffers } from '#lib/features/house/house.service.ts';
import { formatDistance, formatMinutes } from '#lib/geo/distance-words.ts';
import { metresBetween, ridePays } from '#lib/geo/distance.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { brand, brandName } from '#lib/brand.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { Passage, Row } from './assistant.schema.ts';

/** As much of what a home's page shows as can be asked about. */
export type HouseFacts = {
  readonly offers: HouseOffers;
  /** The option the page leads with. */
  readonly shown: Offer | undefined;
  readonly cancellation: { readonly tenancy: Tenancy; readonly rows: readonly CancellationRow[] | undefined } | undefined;
  readonly faqs: readonly Faq[];
  readonly reviews: Reviews;
};

/** Lease options, schools and the like that one answer names. */
const mostRows = 6;
/** Nobody walks or cycles further to a lecture. Minutes. */
const longestWay = 90;

type Words = Pick<Reader, 't' | 'intl' | 'locale' | 'paths' | 'now'>;
type Part = { readonly topic: string; readonly heading: string; readonly at: string; readonly rows?: readonly Row[]; readonly paragraphs?: readonly string[] };

function pricePart({ t, intl, locale }: Words, house: ReadHouse, { unit, tenancy }: Offer): Part {
  const price = wholePrice(tenancy);
  const bills = billsApart(house.bills, unit.unitType, house.city.country);
  const total = comparedTotal(price, bills);
  const amountOr = (amount: Money, none: string): string => (amount.minor === 0n ? none : formatMoney(amount, intl));
  const missing =
    bills &&
    listWords(
      bills.missing.map((bill) => coded(t, 'bill', bill)),
      locale,
    );
  return {
    topic: 'price',
    heading: t('house.whole_price'),
    at: 'price',
    paragraphs: [
      t('house.from_room', { unit: unit.name }),
      t('house.period', { from: formatDate(tenancy.moveIn, intl), to: formatDate(tenancy.moveOut, intl) }),
      ...(missing ? [t('house.bills_apart', { bills: missing })] : []),
    ],
    rows: [
      { label: t('house.rent'), value: rentPer(t, price.rent, tenancy.unit, intl) },
      {
        label: t('house.rent_for_nights', { length: leaseLength(t, price, tenancy.unit, intl), count: price.nights }),
        value: formatMoney(price.rentTotal, intl),
      },
      { label: t('house.booking_fee'), value: amountOr(price.bookingFee, t('house.no_fee')) },
      { label: t('house.contract_total'), value: formatMoney(price.contractTotal, intl) },
      ...(bills?.kind === 'about' && total.bills === 'estimated'
        ? [
            {
              label: t('house.total_with_bills', { amount: formatMoney(bills.weekly, intl) }),
              value: t('listings.about', { amount: formatMoney(total.amount, intl) }),
            },
          ]
        : []),
      { label: t('house.deposit'), value: amountOr(price.deposit, t('house.no_deposit')) },
    ],
  };
}

function leaseParts({ t, intl, now }: Words, house: ReadHouse, { units, confirmedAt }: HouseOffers): readonly Part[] {
  const offered = units.flatMap((unit) => unit.tenancies.filter((one) => isOffered(one, house.today)).map((tenancy) => ({ unit, tenancy })));
  const leases = offered.slice(0, mostRows).map(({ unit, tenancy }) => {
    const price = wholePrice(tenancy);
    return t('house.ask_lease', {
      unit: unit.name,
      from: formatDate(tenancy.moveIn, intl),
      to: formatDate(tenancy.moveOut, intl),
      rent: rentPer(t, price.rent, tenancy.unit, intl),
      total: formatMoney(price.contractTotal, intl),
    });
  });
  const isFree = house.status === 'open' && offered.length > 0;
  const vacancy = units.slice(0, mostRows).map((unit): Row => {
    const first = unit.tenancies.find((one) => isOffered(one, house.today));
    return { label: unit.name, value: isFree && first ? t('house.stock', { count: first.stock }) : t('house.sold_out') };
  });
  return [
    ...(isFree ? [{ topic: 'leases', heading: t('house.leases_title'), at: 'rooms', paragraphs: leases }] : []),
    {
      topic: 'vacancy',
      heading: t('house.availability'),
      at: 'rooms',
      rows: [...vacancy, { label: t('house.compare_age'), value: confirmedAt ? formatAge(confirmedAt, now, intl) : t('house.never_confirmed') }],
    },
  ];
}

function refundPart({ t, intl }: Words, { cancellation }: HouseFacts): readonly Part[] {
  if (!cancellation) return [];
  const { tenancy, rows } = cancellation;
  const part = { topic: 'refund', heading: t('house.cancel_title'), at: 'cancel' };
  if (!rows || !tenancy.policyCode) return [{ ...part, paragraphs: [t('house.cancel_unknown')] }];
  const refunds = cancellationEvents.map((event): Row => {
    const best = bestRefund(rows, event);
    const value =
      best && best.total.minor > 0n
        ? t('assistant.refund_until', { amount: formatMoney(best.total, intl), date: formatDate(best.until, intl) })
        : t('house.back_nothing');
    return { label: coded(t, 'cancellation_event', event), value };
  });
  return [{ ...part, rows: refunds, paragraphs: [t('house.period', { from: formatDate(tenancy.moveIn, intl), to: formatDate(tenancy.moveOut, intl) })] }];
}

function includedParts({ t, locale }: Words, house: ReadHouse): readonly Part[] {
  const bill = (code: ReadHouse['bills'][number]): string => coded(t, 'bill', code);
  const apart = billsSaidApart(house.bills);
  const amenities = house.amenities.map((code) => coded(t, 'amenity', code));
  return [
    {
      topic: 'included',
      heading: t('house.included_title'),
      at: 'included',
      ...(house.bills.length === 0 ? { paragraphs: [t('house.no_bills')] } : {}),
      rows: [
        ...(house.bills.length > 0 ? [{ label: t('house.in_the_rent'), value: listWords(house.bills.map(bill), locale) }] : []),
        ...(apart.length > 0 ? [{ label: t('house.not_in_the_rent'), value: listWords(apart.map(bill), locale) }] : []),
      ],
    },
    {
      topic: 'amenities',
      heading: t('house.amenities'),
      at: 'included',
      paragraphs: [amenities.length > 0 ? listWords(amenities, locale) : t('house.no_amenities'), t('house.amenities_note')],
    },
  ];
}

function placeParts({ t, intl, locale }: Words, house: ReadHouse): readonly Part[] {
  const minutes = (value: number): string => (value <= longestWay ? formatMinutes(value, intl) : '–');
  const ways = commutes(house.at, house.city.schools, house.chosenSchool, mostRows).map(
    ({ school, transit, walk, cycle }): Row => ({
      label: school.names[locale],
      value: ridePays({ transit, walk })
        ? t('assistant.ways', { transit: formatMinutes(transit, intl), walk: minutes(walk), cycle: minutes(cycle) })
        : t('assistant.ways_near', { walk: minutes(walk), cycle: minutes(cycle) }),
    }),
  );
  const centre = { label: t('house.fact_centre', { city: house.city.names[locale] }), value: formatDistance(metresBetween(house.at, house.city.at), intl) };
  return [
    ...(ways.length > 0 ? [{ topic: 'commute', heading: t('house.commute_title'), at: 'location', rows: ways, paragraphs: [t('house.commute_note')] }] : []),
    { topic: 'place', heading: t('house.location_title'), at: 'location', paragraphs: [house.address], rows: [centre] },
  ];
}

function checkParts({ t, intl, locale }: Words, { verifications, supplier }: ReadHouse): readonly Part[] {
  const signed = (by: string): string => (by === brand.name ? brandName(locale) : by);
  const checks = verifiedFacts.map((fact): Row => {
    const check = verifications.find((one) => one.fact === fact);
    const value = check
      ? t('house.checked_by', { by: signed(check.by), how: coded(t, 'verification_method', check.method), date: formatDate(check.on, intl) })
      : t('house.not_checked');
    return { label: coded(t, 'verified_fact', fact), value };
  });
  return [
    { topic: 'checks', heading: t('house.checks_title'), at: 'checks', rows: checks },
    {
      topic: 'provider',
      heading: t('house.provider_title'),
      at: 'provider',
      rows: [{ label: supplier.name, value: coded(t, 'supplier_kind', supplier.kind) }],
      paragraphs: [supplier.verifiedOn ? t('house.supplier_checked', { date: formatDate(supplier.verifiedOn, intl) }) : t('house.supplier_not_checked')],
    },
  ];
}

function roomsPart({ t, intl, locale }: Words, { units }: HouseOffers): readonly Part[] {
  if (units.length === 0) return [];
  const rows = units.slice(0, mostRows).map((unit): Row => {
    const facts = [
      unit.sizeSqm === undefined ? t('house.size_unknown') : t('house.size', { size: numberFormat(intl).format(shownSqm(unit.sizeSqm)) }),
      unit.bedSize ? coded(t, 'bed_size', unit.bedSize) : t('house.bed_unknown'),
      coded(t, 'bathroom', unit.bathroom),
      coded(t, 'kitchen', unit.kitchen),
      t('house.occupants', { count: unit.maxOccupants }),
    ];
    return { label: unit.name, value: listWords(facts, locale) };
  });
  return [{ topic: 'rooms', heading: t('house.fact_rooms'), at: 'rooms', rows }];
}

function reviewsPart({ t, intl }: Words, { count, score }: Reviews): Part {
  const said =
    score === undefined || count === 0
      ? t('house.reviews_none')
      : t('house.score_from', { score: numberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(score), count });
  return { topic: 'reviews', heading: t('house.reviews_title'), at: 'reviews', paragraphs: [said] };
}

/** What is known of a home, topic by topic (`home/<topic>`), and its own questions with their answers (`home/faq`). */
export function housePassages(words: Words, house: ReadHouse, facts: HouseFacts): readonly Passage[] {
  const { offers, shown, faqs, reviews } = facts;
  const page = words.paths.house(house) + house.asks;
  const parts: readonly Part[] = [
    ...(shown ? [pricePart(words, house, shown)] : []),
    ...leaseParts(words, house, offers),
    ...refundPart(words, facts),
    ...includedParts(words, house),
    ...roomsPart(words, offers),
    ...placeParts(words, house),
    ...checkParts(words, house),
    reviewsPart(words, reviews),
    ...faqs.map(({ question, answer }) => ({ topic: 'faq', heading: question, at: 'faq', paragraphs: [answer] })),
  ];
  return parts.map(({ topic, heading, at, rows = [], paragraphs = [] }) => ({
    key: `home/${topic}`,
    page: house.title,
    heading,
    paragraphs,
    rows,
    href: `${page}#${at}`,
  }));
}
