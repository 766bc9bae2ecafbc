/**
 * What the list query answers (`findHouses` in list.repository.ts), over the columns of homes in memory: for a whole
 * country, of which the database would have to look at tens of thousands of homes for each page and each filter.
 * Tests hold both against each other.
 */
import { dayNumber } from '#lib/dates/dates.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, HouseId } from '#lib/ids/ids.ts';
import { listCategories } from '#lib/paths.ts';
import type { ListCategory } from '#lib/paths.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { IntakeCounts, intakeBits, mostOfCheapest } from './intake.rules.ts';
import type { Intake, IntakeSpan } from './intake.rules.ts';
import { highBit, lowBit, noRentBit } from './house.index.ts';
import type { CityHouses } from './house.index.ts';
import { firstOf, orderOf } from './house-order.rules.ts';
import type { FittingHouse } from './house-order.rules.ts';
import { amenityBits, chosenBits, chosenDimensions, hasAmenities, houseDimensions, offerBits, noDay, noRent } from './facets.rules.ts';
import type { UnitDimension } from './facets.rules.ts';
import type { CountryFigures, ListAnswer, ListQuestion } from './question.schema.ts';
import { recordBytes, stateBits } from './tally.rules.ts';

/** Bits of a 64-bit set as two words. */
type Words = { readonly low: number; readonly high: number };
const wordsOf = (bits: bigint): Words => ({ low: Number(bits & 0xffff_ffffn) | 0, high: Number((bits >> 32n) & 0xffff_ffffn) | 0 });

/** What tells which options fit. */
type Asked = Pick<ListQuestion, 'filter' | 'minorUnits' | 'soon'>;

/**
 * Tells which chosen dimensions an option fails, as a bit for each in their order; of an option that fails several, some of
 * them. Plain numbers throughout: this is asked of all lease options of a country.
 */
function optionFails({ filter, minorUnits, soon }: Asked, chosen: readonly UnitDimension[]): (city: CityHouses, option: number) => number {
  const sets = chosen.map((dimension) => wordsOf(chosenBits(filter, dimension)));
  const low = Int32Array.from(sets, (set) => set.low);
  const high = Int32Array.from(sets, (set) => set.high);
  const bitOf = (dimension: UnitDimension): number => (chosen.includes(dimension) ? 1 << chosen.indexOf(dimension) : 0);
  const [guestsBit, rentBit, nowBit] = [bitOf('guests'), bitOf('rent'), bitOf('availableNow')];
  const guests = filter.guests ?? 0;
  const latest = dayNumber(soon);
  // Options without rent have one below nothing.
  const least = Math.max(0, filter.rent?.from ?? 0) * minorUnits;
  const below = ((filter.rent?.to ?? 0) + 1) * minorUnits;
  return ({ optionOffersLow, optionOffersHigh, optionGuests, optionWeekly, optionEarliest }, option) => {
    const offersLow = optionOffersLow[option] ?? 0;
    const offersHigh = optionOffersHigh[option] ?? 0;
    let fails = 0;
    for (let at = 0; at < low.length; at++) {
      const [wantedLow, wantedHigh] = [low[at] ?? 0, high[at] ?? 0];
      if ((offersLow & wantedLow) !== 0 || (offersHigh & wantedHigh) !== 0 || (wantedLow === 0 && wantedHigh === 0)) continue;
      fails |= 1 << at;
      if ((fails & (fails - 1)) !== 0) return fails;
    }
    if (guestsBit !== 0 && (optionGuests[option] ?? 0) < guests) fails |= guestsBit;
    if (nowBit !== 0 && (optionEarliest[option] ?? noDay) > latest) fails |= nowBit;
    if (rentBit !== 0) {
      const rent = optionWeekly[option] ?? noRent;
      if (rent < least || rent >= below) fails |= rentBit;
    }
    return fails;
  };
}

/** What of an option's offers a chosen dimension's own field tells. */
function ownMask(dimension: UnitDimension): Words {
  if (dimension === 'rent' || dimension === 'availableNow') return { low: 0, high: 0 };
  const { from, size } = offerBits[dimension];
  return wordsOf(((1n << BigInt(size)) - 1n) << BigInt(from));
}

/** The lease options of one home, joined: what those offer that pass everything, and what each dimension alone keeps out. */
class JoinedOptions {
  ok = false;
  /** Whether any option passes all dimensions but at most one. */
  isNear = false;
  offersLow = 0;
  offersHigh = 0;
  rentsLow = 0;
  rentsHigh = 0;
  weekly = noRent;
  earliest = noDay;
  /** The option that a card leads with: the first that passes everything. Below 0 without any. */
  lead = -1;
  /** Bit n: some option passes everything but perhaps the n-th dimension. */
  but = 0;
  readonly butLow: Int32Array;
  readonly butHigh: Int32Array;
  readonly #dimensions: readonly UnitDimension[];
  readonly #masks: readonly Words[];
  readonly #fails: (city: CityHouses, option: number) => number;
  readonly #latest: number;

  constructor(question: ListQuestion, dimensions: readonly UnitDimension[]) {
    this.#dimensions = dimensions;
    this.#masks = dimensions.map(ownMask);
    this.#fails = optionFails(question, dimensions);
    this.#latest = dayNumber(question.soon);
    this.butLow = new Int32Array(dimensions.length);
    this.butHigh = new Int32Array(dimensions.length);
  }

  /** Takes a home's own columns: they are those of its options joined. */
  #takeWhole(city: CityHouses, home: number): void {
    this.ok = true;
    this.isNear = true;
    this.offersLow = city.offersLow[home] ?? 0;
    this.offersHigh = city.offersHigh[home] ?? 0;
    this.rentsLow = city.rentsLow[home] ?? 0;
    this.rentsHigh = city.rentsHigh[home] ?? 0;
    this.weekly = city.weekly[home] ?? noRent;
    this.earliest = city.earliest[home] ?? noDay;
    // Options without rent stand last.
    const first = city.optionStart[home] ?? 0;
    this.lead = first < (city.optionStart[home + 1] ?? 0) && city.optionWeekly[first] !== noRent ? first : -1;
  }

  #addOwn(at: number, city: CityHouses, option: number): void {
    this.but |= 1 << at;
    const dimension = this.#dimensions[at];
    let { low = 0, high = 0 } = this.#masks[at] ?? {};
    low &= city.optionOffersLow[option] ?? 0;
    high &= city.optionOffersHigh[option] ?? 0;
    if (dimension === 'rent') {
      const bit = city.optionRentBit[option] ?? noRentBit;
      low = lowBit(bit);
      high = highBit(bit);
    } else if (dimension === 'availableNow') low = (city.optionEarliest[option] ?? noDay) <= this.#latest ? 1 : 0;
    this.butLow[at] = (this.butLow[at] ?? 0) | low;
    this.butHigh[at] = (this.butHigh[at] ?? 0) | high;
  }

  take(city: CityHouses, home: number): void {
    if (this.#dimensions.length === 0) return this.#takeWhole(city, home);
    this.ok = false;
    this.isNear = false;
    this.offersLow = this.offersHigh = this.rentsLow = this.rentsHigh = this.but = 0;
    this.weekly = noRent;
    this.earliest = noDay;
    this.lead = -1;
    this.butLow.fill(0);
    this.butHigh.fill(0);
    const end = city.optionStart[home + 1] ?? 0;
    for (let option = city.optionStart[home] ?? 0; option < end; option++) {
      const fails = this.#fails(city, option);
      if ((fails & (fails - 1)) !== 0) continue;
      this.isNear = true;
      if (fails !== 0) {
        this.#addOwn(31 - Math.clz32(fails), city, option);
        continue;
      }
      for (let at = 0; at < this.#dimensions.length; at++) this.#addOwn(at, city, option);
      this.ok = true;
      if (this.lead < 0) this.lead = option;
      this.offersLow |= city.optionOffersLow[option] ?? 0;
      this.offersHigh |= city.optionOffersHigh[option] ?? 0;
      const bit = city.optionRentBit[option] ?? noRentBit;
      this.rentsLow |= lowBit(bit);
      this.rentsHigh |= highBit(bit);
      const rent = city.optionWeekly[option] ?? noRent;
      if (rent !== noRent && (this.weekly === noRent || rent < this.weekly)) this.weekly = rent;
      this.earliest = Math.min(this.earliest, city.optionEarliest[option] ?? noDay);
    }
  }
}

/** The bits of the chosen house dimensions that a home fails. Nothing is measured in a whole country. */
function houseFails(filter: ListFilter): (city: CityHouses, home: number) => number {
  const amenities = amenityBits(filter);
  return (city, home) =>
    (hasAmenities(city, home, amenities) ? 0 : houseDimensions.amenities) | (filter.verified && city.verified[home] === 0 ? houseDimensions.verified : 0);
}

/** Calls with each option of a home that passes all and has a rent, cheapest first, until the answer is true. */
type EachFitting = (city: CityHouses, home: number, each: (option: number) => boolean | undefined) => void;

function fittingOptions(question: Asked, units: readonly UnitDimension[]): EachFitting {
  const fails = optionFails(question, units);
  return (city, home, each) => {
    const end = city.optionStart[home + 1] ?? 0;
    for (let option = city.optionStart[home] ?? 0; option < end; option++)
      if (city.optionWeekly[option] !== noRent && fails(city, option) === 0 && each(option)) return;
  };
}

/** What most of the homes offer. */
function intakeOf(fitting: readonly FittingHouse[], span: IntakeSpan, eachOf: EachFitting): Intake | undefined {
  const counts = new IntakeCounts(span);
  for (const { city, home } of fitting) {
    counts.nextHome();
    eachOf(city, home, (option) => {
      counts.add(city.optionOffersLow[option] ?? 0, city.optionOffersHigh[option] ?? 0, city.optionEarliest[option] ?? noDay, city.optionNights[option] ?? 0);
      return false;
    });
  }
  return counts.most();
}

/** The homes with the leases that their cards lead with, where they offer the intake. */
function ledBy(intake: Intake, fitting: readonly FittingHouse[], eachOf: EachFitting): readonly FittingHouse[] {
  const { low, high } = wordsOf(intakeBits(intake));
  return fitting.map((one) => {
    const { city, home } = one;
    let led = one;
    let cheapest: number | undefined;
    eachOf(city, home, (option) => {
      const weekly = city.optionWeekly[option] ?? noRent;
      cheapest ??= weekly;
      const isOfIntake = ((city.optionOffersLow[option] ?? 0) & low) === low && ((city.optionOffersHigh[option] ?? 0) & high) === high;
      const leads = isOfIntake && weekly <= mostOfCheapest * cheapest;
      if (leads) led = { ...one, lead: option, weekly };
      return leads;
    });
    return led;
  });
}

/** The intake of a list of these homes, and how each of them leads with it where it offers it: for what shows a part of a list, as a map does. */
export type IntakeOfHomes = {
  of(fitting: readonly FittingHouse[], span: IntakeSpan): Intake | undefined;
  led(fitting: readonly FittingHouse[], intake: Intake): readonly FittingHouse[];
};

export function intakeInMemory(question: Asked): IntakeOfHomes {
  const eachOf = fittingOptions(question, chosenDimensions(question.filter).units);
  return { of: (fitting, span) => intakeOf(fitting, span, eachOf), led: (fitting, intake) => ledBy(intake, fitting, eachOf) };
}

/** Orders by something of the lease that a card leads with. */
export const byLead: ReadonlySet<ListQuestion['filter']['sort']> = new Set(['rent-low', 'rent-high', 'contract-total', 'useful-week']);

/**
 * One page of a country's list and the figures of all its filter links.
 * @param cities all cities of the scope, whose list measures no distance.
 */
export function answerInMemory(cities: readonly CityHouses[], question: ListQuestion): ListAnswer {
  const { scope, filter, pageSize, soon } = question;
  const { units } = chosenDimensions(filter);
  const joined = new JoinedOptions(question, units);
  const failsOf = houseFails(filter);
  const latest = dayNumber(soon);
  const size = recordBytes + 8 * units.length;
  const records = new Uint8Array(cities.reduce((sum, { houseId }) => sum + houseId.length, 0) * size);
  const view = new DataView(records.buffer);
  const fitting: FittingHouse[] = [];
  const seen = new Set<number>();
  const category = listCategories.indexOf(scope.category);
  let at = 0;
  for (const city of cities) {
    for (let home = 0; home < city.houseId.length; home++) {
      if (scope.supplierId !== undefined && city.supplierId[home] !== scope.supplierId) continue;
      if (city.category[home] !== category) {
        seen.add(city.category[home] ?? 0);
        continue;
      }
      const fails = failsOf(city, home);
      if ((fails & (fails - 1)) !== 0) continue;
      joined.take(city, home);
      if (!joined.ok && !(joined.isNear && fails === 0)) continue;
      const state =
        fails |
        (city.verified[home] === 0 ? 0 : stateBits.verified) |
        (joined.ok ? stateBits.ok : 0) |
        (joined.earliest <= latest ? stateBits.now : 0) |
        (joined.but << stateBits.but);
      view.setInt32(at, state);
      view.setInt32(at + 4, joined.offersHigh);
      view.setInt32(at + 8, joined.offersLow);
      view.setInt32(at + 12, joined.rentsHigh);
      view.setInt32(at + 16, joined.rentsLow);
      view.setInt32(at + 20, city.amenityBits[home] ?? 0);
      view.setInt32(at + 24, city.moreAmenityBits[home] ?? 0);
      for (let index = 0; index < units.length; index++) {
        view.setInt32(at + recordBytes + 8 * index, joined.butHigh[index] ?? 0);
        view.setInt32(at + recordBytes + 8 * index + 4, joined.butLow[index] ?? 0);
      }
      at += size;
      if (joined.ok && fails === 0) fitting.push({ city, home, weekly: joined.weekly, earliest: joined.earliest, metres: 0, lead: joined.lead });
    }
  }
  const eachOf = fittingOptions(question, units);
  const intake = question.season && intakeOf(fitting, question.season, eachOf);
  const led = intake && byLead.has(filter.sort) ? ledBy(intake, fitting, eachOf) : fitting;
  const upTo = filter.page * pageSize;
  return {
    records: records.subarray(0, at),
    houseIds: firstOf(led, upTo, orderOf(question))
      .slice(upTo - pageSize)
      .map(({ city, home }) => asId<HouseId>(city.houseId[home] ?? 0)),
    categories: listCategories.filter((name, position) => (name === scope.category ? at > 0 : seen.has(position))),
    intake,
  };
}

/** The middle of the rents, between two middle ones to the nearest minor unit; 0 without any. */
function medianOf(rents: Float64Array): bigint {
  rents.sort();
  const [low, high] = [Math.floor((rents.length - 1) / 2), Math.ceil((rents.length - 1) / 2)];
  return BigInt(Math.round(((rents[low] ?? 0) + (rents[high] ?? 0)) / 2));
}

/** What is known about the homes of a country, city by city. */
export function figuresInMemory(cities: readonly CityHouses[], category: ListCategory, weekAgo: Date): CountryFigures {
  const wanted = listCategories.indexOf(category);
  const since = weekAgo.getTime() * 1_000;
  let confirmed = 0;
  const counted = cities.map((city) => {
    const rents: number[] = [];
    let homes = 0;
    for (let home = 0; home < city.houseId.length; home++) {
      if (city.category[home] !== wanted) continue;
      homes++;
      if ((city.confirmedAt[home] ?? 0) >= since) confirmed++;
      const rent = city.weekly[home] ?? noRent;
      if (rent !== noRent) rents.push(rent);
    }
    return { id: asId<CityId>(city.cityId), homes, weeklyMinor: medianOf(Float64Array.from(rents)), sample: rents.length };
  });
  return { homes: counted.reduce((sum, { homes }) => sum + homes, 0), confirmed, byCity: counted.filter(({ sample }) => sample > 0) };
}
