/** The links of a list: values to choose with what they give, chosen ones with how to leave them, orders, ways out of an empty list. Pure. */
import { formatMonth } from '#lib/dates/dates.ts';
import { formatDistance } from '#lib/geo/distance-words.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { currencies } from '#lib/money/currencies.ts';
import { formatMoney, money } from '#lib/money/money.ts';
import { amenityCodes, distanceSteps, leaseBands, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { AmenityCode, ListFilter, Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import { monthBit, rentSteps } from '#lib/features/finding/facets.rules.ts';
import type { Dimension } from '#lib/features/finding/facets.rules.ts';
import { offeredMonths, openEnd, rentHistogram, rentLimits, withMonths } from './list.rules.ts';
import type { ActiveFilter, Choice, FilterForm, FilterGroup, ListPage, Relaxation, SortLink } from './list.schema.ts';
import type { Tally, ValueCounts } from '#lib/features/finding/tally.rules.ts';

/** What the links need to know about the list they stand on. */
export type ChoiceContext = {
  readonly t: T;
  readonly intl: string;
  readonly filter: ListFilter;
  readonly currency: CurrencyCode;
  /** How a rent that is asked of places of several currencies is told: without one, and with what holds for it. */
  readonly toldRent?: { readonly isPlain: boolean; readonly note: string | undefined } | undefined;
  /** Today where the list is. */
  readonly today: string;
  /** Whether distances are measured, and to what: a school or spot, or the centre of a city. */
  readonly measured: 'place' | 'centre' | undefined;
  /** Whether the list is about a school, whose terms tell which weeks are of use. */
  readonly hasTerms: boolean;
  /** Whether one property type has an address of its own here. */
  readonly typePages: boolean;
  /** The address of the list with another filter, on its first page. */
  readonly href: (filter: ListFilter) => string;
};

const toggled = <V>(list: readonly V[], value: V): readonly V[] => (list.includes(value) ? list.filter((one) => one !== value) : [...list, value]);
/** Amenities asked for most; the others are shown when opened. */
const mainAmenities: readonly AmenityCode[] = ['wifi', 'laundry', 'gym', 'study-room', 'air-conditioning', 'lift', 'step-free'];
const offeredGuests = [1, 2, 3, 4] as const;

function rentLabel(
  { t, intl, currency, toldRent }: Pick<ChoiceContext, 't' | 'intl' | 'currency' | 'toldRent'>,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const minorUnits = 10 ** currencies[currency].exponent;
  const amount = (whole: number): string =>
    toldRent?.isPlain ? numberFormat(intl).format(whole) : formatMoney(money(BigInt(whole) * BigInt(minorUnits), currency), intl);
  if (from === 0)
    return rentSteps.includes((to + 1) * minorUnits) ? t('listings.rent_under', { amount: amount(to + 1) }) : t('listings.rent_up_to', { amount: amount(to) });
  return to === openEnd ? t('listings.rent_from', { amount: amount(from) }) : t('listings.rent_between', { from: amount(from), to: amount(to) });
}

/** A rent that is asked for, with the time it is for and what holds for it. */
function rentWish(context: ChoiceContext, rent: NonNullable<ListFilter['rent']>): string {
  const { t, toldRent } = context;
  const text = t('listings.rent_a_week', { rent: rentLabel(context, rent) });
  return toldRent?.note === undefined ? text : t('chrome.noted', { text, note: toldRent.note });
}

/** @param band a position in `leaseBands`. */
export function leaseLabel(t: T, band: number): string {
  const { from, to } = leaseBands[band] ?? leaseBands[0];
  if (from === 1) return t('listings.weeks_up_to', { count: to });
  return band === leaseBands.length - 1 ? t('listings.weeks_from', { count: from }) : t('listings.weeks_between', { from, to });
}

function distanceLabel({ t, intl, measured }: ChoiceContext, metres: number): string {
  return t(measured === 'centre' ? 'listings.within_of_centre' : 'listings.within', { distance: formatDistance(metres, intl) });
}

/** The fields of a rent from and to, over a drawing of how many homes have a unit at each step. */
function rentForm({ t, filter, href, currency }: ChoiceContext, counts: Tally): FilterForm {
  const steps = rentHistogram(counts, 10 ** currencies[currency].exponent);
  const [lowest, highest] = [steps[0], steps.at(-1)];
  const { rent } = filter;
  const field = (name: 'rent_from' | 'rent_to', label: string, value: number | undefined, placeholder: number | undefined): FilterForm['fields'][number] => ({
    name,
    type: 'number',
    label,
    value: value === undefined ? undefined : String(value),
    placeholder: placeholder === undefined || !Number.isFinite(placeholder) ? undefined : String(placeholder),
    min: '0',
  });
  return {
    ...formOf(href({ ...filter, rent: undefined, page: 1 })),
    title: t('listings.rent_form', { currency }),
    submit: t('listings.rent_apply'),
    fields: [
      field('rent_from', t('listings.rent_field_from'), rent && rent.from > 0 ? rent.from : undefined, lowest?.from),
      field('rent_to', t('listings.rent_field_to'), rent && rent.to < openEnd ? rent.to : undefined, highest?.to),
    ],
    bars: {
      label: t('listings.rent_bars'),
      homes: steps.map(({ from, to, count }) => ({ count, isAsked: !rent || (to > rent.from && from <= rent.to) })),
    },
  };
}

/** A form drops the query of the address it is sent to, so what that has goes along as fields. */
function formOf(href: string): Pick<FilterForm, 'action' | 'carried'> {
  const [action = href, query] = href.split('?', 2);
  return { action, carried: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })) };
}

/** All filters with what each link gives. Values that no home has are left out, unless they are chosen. */
export function filterGroups(context: ChoiceContext, counts: Tally): readonly FilterGroup[] {
  const { t, intl, filter, href, today, currency } = context;
  type Offered = Choice & { readonly isOffered: boolean };
  const choice = (label: string, chosen: boolean, count: number, next: ListFilter): Offered => ({
    label,
    chosen,
    count,
    adds: undefined,
    href: href({ ...next, page: 1 }),
    isOffered: count > 0 || chosen,
  });
  /** A value of several that may be chosen together: what it has by itself, or what it adds to the chosen ones. */
  const joining = (label: string, chosen: boolean, isFirst: boolean, values: ValueCounts, position: number, next: ListFilter): Offered => {
    const count = values.toggled(position);
    return {
      ...choice(label, chosen, count, next),
      adds: chosen || isFirst ? undefined : count - counts.total,
      isOffered: chosen || values.alone(position) > 0,
    };
  };
  const shown = (choices: readonly Offered[]): readonly Choice[] => choices.filter(({ isOffered }) => isOffered).map(({ isOffered: _, ...one }) => one);
  const group = (
    id: FilterGroup['id'],
    title: MessageKey,
    choices: readonly Offered[],
    { more = [], ...rest }: { readonly more?: readonly Offered[]; readonly follow?: boolean; readonly single?: boolean; readonly form?: FilterForm } = {},
  ): FilterGroup => ({ id, title: t(title), choices: shown(choices), more: shown(more), follow: false, single: false, form: undefined, ...rest });

  const types = unitTypes.map((type, position) =>
    joining(coded(t, 'unit_type', type), filter.types.includes(type), filter.types.length === 0, counts.values.types, position, {
      ...filter,
      types: toggled(filter.types, type),
    }),
  );
  const months = offeredMonths(today, filter.months).map((month) =>
    joining(
      formatMonth(month, intl),
      filter.months.includes(month),
      filter.months.length === 0,
      counts.values.months,
      monthBit(month),
      withMonths(filter, toggled(filter.months, month)),
    ),
  );
  const leases = leaseBands.map((_, band) =>
    joining(leaseLabel(t, band), filter.leases.includes(band), filter.leases.length === 0, counts.values.leases, band, {
      ...filter,
      leases: toggled(filter.leases, band),
    }),
  );
  const rents = rentLimits(counts, 10 ** currencies[currency].exponent).map(({ below, count }) => {
    const rent = { from: 0, to: below - 1 };
    const chosen = filter.rent?.from === rent.from && filter.rent.to === rent.to;
    return choice(rentLabel(context, rent), chosen, chosen ? (counts.without.get('rent') ?? count) : count, { ...filter, rent: chosen ? undefined : rent });
  });
  const bathrooms = (['private', 'shared'] as const).map((bathroom, position) => {
    const chosen = filter.bathroom === bathroom;
    return choice(coded(t, 'bathroom', bathroom), chosen, chosen ? counts.values.bathroom.all : counts.values.bathroom.alone(position), {
      ...filter,
      bathroom: chosen ? undefined : bathroom,
    });
  });
  const guests = offeredGuests.map((number) => {
    const chosen = filter.guests === number;
    return choice(t('listings.guests', { count: number }), chosen, chosen ? counts.values.guests.all : counts.values.guests.alone(number - 1), {
      ...filter,
      guests: chosen ? undefined : number,
    });
  });
  const distances = context.measured
    ? distanceSteps.map((metres, step) => {
        const chosen = filter.distance === metres;
        return choice(distanceLabel(context, metres), chosen, chosen ? (counts.without.get('distance') ?? 0) : counts.distance(step), {
          ...filter,
          distance: chosen ? undefined : metres,
        });
      })
    : [];
  const checks = [
    choice(t('listings.only_verified'), filter.verified, filter.verified ? (counts.without.get('verified') ?? 0) : counts.verified, {
      ...filter,
      verified: !filter.verified,
    }),
    choice(t('listings.only_available_now'), filter.availableNow, filter.availableNow ? (counts.without.get('availableNow') ?? 0) : counts.availableNow, {
      ...filter,
      availableNow: !filter.availableNow,
    }),
  ];
  const amenities = amenityCodes.map((code, position) => ({
    code,
    choice: choice(coded(t, 'amenity', code), filter.amenities.includes(code), counts.amenity(position), {
      ...filter,
      amenities: toggled(filter.amenities, code),
    }),
  }));
  const isMain = ({ code, choice: { chosen } }: (typeof amenities)[number]): boolean => mainAmenities.includes(code) || chosen;

  return [
    group('types', 'listings.filter_types', types, { follow: context.typePages && filter.types.length === 0 }),
    group('months', 'listings.filter_months', months, { form: moveInForm(context) }),
    group('rent', 'listings.filter_rent', rents, { single: true, form: rentForm(context, counts) }),
    group('leases', 'listings.filter_leases', leases),
    group('distance', 'listings.filter_distance', distances, { single: true }),
    group('checks', 'listings.filter_checks', checks),
    group('bathroom', 'listings.filter_bathroom', bathrooms, { single: true }),
    group('guests', 'listings.filter_guests', guests, { single: true }),
    group(
      'amenities',
      'listings.filter_amenities',
      amenities.filter(isMain).map((one) => one.choice),
      { more: amenities.filter((one) => !isMain(one)).map((one) => one.choice) },
    ),
  ].filter(({ id, choices }) => choices.length > 0 || (id === 'rent' && filter.rent !== undefined));
}

/** The day somebody arrives, which leads to the months around it. */
function moveInForm({ t, filter, href, today }: ChoiceContext): FilterForm {
  return {
    ...formOf(href(withMonths({ ...filter, page: 1 }, []))),
    title: t('listings.move_in_form'),
    submit: t('listings.rent_apply'),
    fields: [{ name: 'move_in', type: 'date', label: t('listings.move_in_field'), value: undefined, placeholder: undefined, min: today }],
    bars: undefined,
  };
}

type Chosen = { readonly dimension: Dimension; readonly label: string; readonly without: ListFilter };

/** Every chosen value with the filter that lacks it. */
function chosenValues(context: ChoiceContext): readonly Chosen[] {
  const { t, intl, filter, measured } = context;
  const each = <V>(dimension: Dimension, list: readonly V[], label: (value: V) => string, without: (rest: readonly V[]) => ListFilter): Chosen[] =>
    list.map((value) => ({ dimension, label: label(value), without: without(list.filter((one) => one !== value)) }));
  const one = (dimension: Dimension, isChosen: boolean, label: () => string, without: ListFilter): Chosen[] =>
    isChosen ? [{ dimension, label: label(), without }] : [];
  const { rent, guests, bathroom, distance } = filter;
  return [
    ...each(
      'types',
      filter.types,
      (type) => coded(t, 'unit_type', type),
      (types) => ({ ...filter, types }),
    ),
    ...each(
      'months',
      filter.months,
      (month) => t('listings.move_in_month', { month: formatMonth(month, intl) }),
      (months) => withMonths(filter, months),
    ),
    ...one('rent', rent !== undefined, () => rentWish(context, rent ?? { from: 0, to: 0 }), { ...filter, rent: undefined }),
    ...each(
      'leases',
      filter.leases,
      (band) => leaseLabel(t, band),
      (leases) => ({ ...filter, leases }),
    ),
    ...one('distance', distance !== undefined && measured !== undefined, () => distanceLabel(context, distance ?? 0), { ...filter, distance: undefined }),
    ...one('verified', filter.verified, () => t('listings.only_verified'), { ...filter, verified: false }),
    ...one('availableNow', filter.availableNow, () => t('listings.only_available_now'), { ...filter, availableNow: false }),
    ...one('bathroom', bathroom !== undefined, () => coded(t, 'bathroom', bathroom ?? 'private'), { ...filter, bathroom: undefined }),
    ...one('guests', guests !== undefined, () => t('listings.guests', { count: guests ?? 1 }), { ...filter, guests: undefined }),
    ...each(
      'amenities',
      filter.amenities,
      (code) => coded(t, 'amenity', code),
      (amenities) => ({ ...filter, amenities }),
    ),
  ];
}

export function activeFilters(context: ChoiceContext): readonly ActiveFilter[] {
  return chosenValues(context).map(({ label, without }) => ({ label, href: context.href({ ...without, page: 1 }) }));
}

const lifted: Readonly<Record<Dimension, (filter: ListFilter) => ListFilter>> = {
  types: (filter) => ({ ...filter, types: [] }),
  months: (filter) => withMonths(filter, []),
  rent: (filter) => ({ ...filter, rent: undefined }),
  leases: (filter) => ({ ...filter, leases: [] }),
  distance: (filter) => ({ ...filter, distance: undefined }),
  verified: (filter) => ({ ...filter, verified: false }),
  availableNow: (filter) => ({ ...filter, availableNow: false }),
  bathroom: (filter) => ({ ...filter, bathroom: undefined }),
  guests: (filter) => ({ ...filter, guests: undefined }),
  amenities: (filter) => ({ ...filter, amenities: [] }),
};

/** Where rents begin with all else that was asked for, in a sentence; undefined without a rent asked for, or where that is not why nothing is found. */
export function cheapestRent(context: ChoiceContext, counts: Tally): string | undefined {
  const [first] = rentHistogram(counts, 10 ** currencies[context.currency].exponent);
  if (!context.filter.rent || !first || !Number.isFinite(first.to)) return undefined;
  return context.t('listings.empty_cheapest', { rent: rentLabel(context, { from: Math.max(1, first.from), to: first.to }) });
}

/** The next higher limit of rent with which there are homes; undefined where none was asked for. */
function raisedLimit(context: ChoiceContext, counts: Tally): Relaxation | undefined {
  const { t, filter, currency, href } = context;
  const { rent } = filter;
  const next = rent && rentLimits(counts, 10 ** currencies[currency].exponent).find(({ below, count }) => below - 1 > rent.to && count > 0);
  if (!next) return undefined;
  const raised = { from: rent.from < next.below ? rent.from : 0, to: next.below - 1 };
  const label = rentLabel(context, { from: 0, to: raised.to });
  return raised.from === 0
    ? { label, text: t('listings.raise_limit', { rent: label }), href: href({ ...filter, rent: raised, page: 1 }), count: next.count }
    : undefined;
}

/** Which one restriction to change or to give up, and how many homes that brings; a higher limit of rent first, then the most helpful. */
export function relaxations(context: ChoiceContext, counts: Tally): readonly Relaxation[] {
  const labels = Map.groupBy(chosenValues(context), ({ dimension }) => dimension);
  const given = [...labels]
    .map(([dimension, values]) => ({
      label: values.map(({ label }) => label).join(' · '),
      href: context.href({ ...lifted[dimension](context.filter), page: 1 }),
      count: counts.without.get(dimension) ?? 0,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const raised = raisedLimit(context, counts);
  return raised ? [raised, ...given] : given;
}

const sortKeys = {
  recommended: 'listings.sort_recommended',
  nearest: 'listings.sort_nearest',
  commute: 'listings.sort_commute',
  'rent-low': 'listings.sort_rent_low',
  'rent-high': 'listings.sort_rent_high',
  'contract-total': 'listings.sort_total',
  'useful-week': 'listings.sort_useful',
  'earliest-move-in': 'listings.sort_earliest',
  'best-reviewed': 'listings.sort_reviews',
  freshest: 'listings.sort_freshest',
} as const satisfies Record<Sort, MessageKey>;

/** Whether a list has what this order needs: a centre or a spot to measure to, a school whose weeks count. */
function isOffered(sort: Sort, { measured, hasTerms }: Pick<ChoiceContext, 'measured' | 'hasTerms'>): boolean {
  switch (sort) {
    case 'nearest':
      return measured !== undefined;
    case 'commute':
      return measured === 'place';
    case 'useful-week':
      return hasTerms;
    default:
      return true;
  }
}

export function sortLinks({ t, filter, href, measured, hasTerms }: ChoiceContext): readonly SortLink[] {
  return (Object.keys(sortKeys) as Sort[])
    .filter((sort) => isOffered(sort, { measured, hasTerms }))
    .map((sort) => ({ label: t(sortKeys[sort]), href: href({ ...filter, sort, page: 1 }), current: sort === filter.sort }));
}

/** Says that a chosen month brought its order along, and the way back to the usual one. */
export function sortNote({ t, filter, href }: ChoiceContext): ListPage['sortNote'] {
  if (filter.sort !== 'earliest-move-in' || filter.months.length === 0) return undefined;
  return { text: t('listings.sorted_for_month'), label: t('listings.sort_back'), href: href({ ...filter, sort: 'recommended', page: 1 }) };
}
