import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { dayNumber, nightsBetween } from '#lib/dates/dates.ts';
import type { HouseDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { contradictions, shownSqm } from '#lib/features/catalogue/catalogue-law.rules.ts';
import { mattressOf } from '#lib/features/catalogue/mattress.rules.ts';
import { drawnMedia } from '#lib/features/catalogue/drawn-media.rules.ts';
import { quoteOf } from '#lib/features/quotes/quote.rules.ts';
import { methodsOf, reviewAspects } from '#lib/features/catalogue/listings.schema.ts';
import { housesPerCity, soughtPopularity } from '#lib/sample/allotment.rules.ts';
import { habitsOf } from '#lib/sample/habits.rules.ts';
import { possibleTenancies, saturdayFrom } from '#lib/sample/intakes.rules.ts';
import { readSampleContent, sampleFolder } from '#lib/sample/sample-content.ts';
import { sampleHouses } from '#lib/sample/sample-houses.ts';
import { rounded } from '#lib/sample/tenancies.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import { asId } from '#lib/ids/ids.ts';
import { weekly } from '#lib/money/money.ts';
import { drawFacade } from '#lib/drawings/facade.ts';
import { facadeOf } from '#lib/features/pictures/picture-source.rules.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';

const geo = loadGeo();
const content = readSampleContent(sampleFolder);
const now = new Date('2026-11-21T12:00:00Z');
const options = { houses: 3000, unitsPerHouse: undefined, seed: 'loftling', now };
const houses: readonly HouseDraft[] = [...sampleHouses(content, geo.cities, () => [asId(1)], options)];
const tenancies = houses.flatMap((house) => house.units.flatMap((unit) => unit.tenancies.map((tenancy) => ({ house, unit, tenancy }))));
const print = (list: readonly HouseDraft[]): string =>
  JSON.stringify(list, (key, value: unknown) => (key === 'city' ? undefined : typeof value === 'bigint' ? value.toString() : value));
/** Those of which something does not hold, as they are called: of 40,000 leases one expectation is stated, as one for each takes far longer than the leases. */
const others = <T>(list: readonly T[], holds: (one: T) => boolean, nameOf: (one: T) => unknown): unknown[] => list.filter((one) => !holds(one)).map(nameOf);
const units = houses.flatMap((house) => house.units.map((unit) => ({ house, unit })));
const share = <T>(list: readonly T[], holds: (one: T) => boolean): number => list.filter(holds).length / list.length;

describe('rents that agree with the guides', () => {
  // The guides' lines of en-us: "studio in a hall: £320–£550 a week"; by the month where neither says a week.
  const linesOf = (slug: string): string[] => readFileSync(`src/content/guides/en-us/${slug}.md`, 'utf8').split('\n');
  const rangeOf = (line: string): readonly [number, number] => {
    const [low, high] = [...line.matchAll(/[£€$]([\d,]+)/g)].map(
      ([, digits = '']) => Number(digits.replaceAll(',', '')) / (line.includes('a week') ? 1 : 52 / 12),
    );
    if (low === undefined || high === undefined) throw new RangeError(line);
    return [low, high];
  };

  test.each([
    ['london', 'ensuite', /own bathroom/],
    ['london', 'studio', /^- studio/],
    ['manchester', 'ensuite', /own bathroom/],
    ['manchester', 'studio', /^- studio/],
    ['sydney', 'studio', /^- studio/],
    ['toronto', 'ensuite', /private bedroom/],
    ['hong-kong', 'studio', /private studio/],
    ['paris', 'studio', /studio in a private/],
  ] as const)('%s: the usual rent of a room (%s) lies within what the guide says', (slug, type, line) => {
    const [low, high] = rangeOf(linesOf(slug).find((one) => line.test(one)) ?? '');
    const rents = tenancies
      .filter(({ house, unit }) => house.city.slug === slug && house.houseType === 'apartment' && house.category === 'rent' && unit.type === type)
      .map(({ tenancy }) => Number(weekly(tenancy.rent, tenancy.rentUnit).minor) / 100)
      .sort((a, b) => a - b);
    const usual = rents[Math.floor(rents.length / 2)];
    expect(usual, `${rents.length} rents`).toBeGreaterThanOrEqual(low);
    expect(usual).toBeLessThanOrEqual(high);
  });
});

describe('the same homes every time', () => {
  test('one seed and day give the same homes, another seed others', () => {
    const some = (seed: string): string => print([...sampleHouses(content, geo.cities.slice(0, 6), () => [asId(1)], { ...options, houses: 100, seed })]);
    expect(some('loftling')).toBe(some('loftling'));
    expect(some('other')).not.toBe(some('loftling'));
  });

  test('homes come one by one, so that any number needs the same memory', () => {
    const endless = sampleHouses(content, geo.cities, () => [asId(1)], { ...options, houses: 1_000_000_000 });
    expect(endless.next().value).toMatchObject({ ref: expect.stringMatching(/^S-/) as string });
  });

  test('units per house can be asked for, with three lease options each', () => {
    const scaled = sampleHouses(content, geo.cities, () => [asId(1)], { ...options, unitsPerHouse: 10 }).next().value;
    expect((scaled as HouseDraft).units).toHaveLength(10);
    expect((scaled as HouseDraft).units.every((unit) => unit.tenancies.length <= 3)).toBe(true);
    expect(new Set((scaled as HouseDraft).units.map(({ ref }) => ref)).size).toBe(10);
  });
});

describe('how many and where', () => {
  test('about 3,000 houses with 12,000 units and 40,000 tenancies', () => {
    expect(houses).toHaveLength(3000);
    expect(Math.abs(houses.flatMap(({ units }) => units).length - 12_000)).toBeLessThan(600);
    expect(Math.abs(tenancies.length - 40_000)).toBeLessThan(3_000);
  });

  test('every city has homes, sought ones at least five, more where more people look', () => {
    const counts = housesPerCity(geo.cities, 3000);
    for (const city of geo.cities) expect(counts.get(city), city.slug).toBeGreaterThanOrEqual(city.popularity >= soughtPopularity ? 5 : 1);
    const [first] = geo.cities;
    expect(first && counts.get(first)).toBe(Math.max(...counts.values()));
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(3000);
  });

  test('every school of a sought city has homes within three kilometres', () => {
    for (const school of geo.schools.filter(({ city }) => city.popularity >= soughtPopularity)) {
      const near = houses.filter(({ city, at }) => city === school.city && school.campuses.some((campus) => metresBetween(campus.at, at) < 3_000));
      expect(near.length, `${school.city.slug} ${school.slug}`).toBeGreaterThanOrEqual(1);
    }
    expect(
      share(houses, ({ city, at }) => city.schools.some((school) => school.campuses.some((campus) => metresBetween(campus.at, at) < 3_000))),
    ).toBeGreaterThan(0.7);
  });

  test('every home stands close to a place of its city that is known', () => {
    expect(
      others(
        houses,
        ({ city, at }) =>
          [city.at, ...city.places.map((place) => place.at), ...city.schools.flatMap(({ campuses }) => campuses.map((campus) => campus.at))].some(
            (point) => metresBetween(point, at) < 2_500,
          ),
        ({ ref }) => ref,
      ),
    ).toEqual([]);
  });

  test('refs are unique, and names within a city almost always', () => {
    expect(new Set(houses.map(({ ref }) => ref)).size).toBe(houses.length);
    const apartments = houses.filter(({ houseType }) => houseType === 'apartment');
    expect(new Set(apartments.map(({ city, name }) => `${city.id} ${name}`)).size).toBe(apartments.length);
  });
});

describe('figures that agree', () => {
  test('the law of the catalogue holds for every home: as many left as rooms are free, areas that a plan can show', () => {
    expect(units.flatMap(({ house, unit }) => contradictions(unit).map((contradiction) => [house.ref, unit.ref, contradiction]))).toEqual([]);
    expect(
      others(
        units,
        ({ unit }) => Object.is(unit.sizeSqm, unit.sizeSqm && shownSqm(unit.sizeSqm)),
        ({ house, unit }) => [house.ref, unit.ref, unit.sizeSqm],
      ),
    ).toEqual([]);
  });

  test('facts are checked by methods that can know them, and beds are sold where they stand', () => {
    const verified = houses.flatMap(({ verifications = [] }) => verifications);
    expect(
      others(
        verified,
        ({ fact, method }) => methodsOf[fact].some((one) => one === method),
        ({ fact, method }) => [fact, method],
      ),
    ).toEqual([]);
    expect(
      others(
        units,
        ({ house, unit }) => !unit.bedSize || mattressOf(unit.bedSize, house.city.country.slug) !== undefined,
        ({ house }) => house.ref,
      ),
    ).toEqual([]);
  });
});

describe('believable rents and leases', () => {
  test('[R9.43] rents are quoted in the country’s currency and unit; days, weeks, months and years occur', () => {
    expect(tenancies.every(({ house, tenancy }) => tenancy.rent.currency === house.city.country.currency)).toBe(true);
    expect(share(tenancies, ({ house, tenancy }) => tenancy.rentUnit === house.city.country.rentUnit)).toBeGreaterThan(0.9);
    expect(new Set(tenancies.map(({ tenancy }) => tenancy.rentUnit))).toEqual(new Set(['DAY', 'WEEK', 'MONTH', 'YEAR']));
  });

  test('a studio costs about what a studio costs in its city; larger homes cost more', () => {
    const ratios = tenancies.map(({ house, unit, tenancy }) => {
      const { minor } = weekly(tenancy.rent, tenancy.rentUnit);
      const ratio = Number(minor) / 10 ** (['JPY', 'KRW'].includes(tenancy.rent.currency) ? 0 : 2) / house.city.studioWeek;
      return { ratio, isStudio: unit.type === 'studio', name: `${house.ref} ${unit.name}` };
    });
    expect(
      others(
        ratios,
        ({ ratio, isStudio }) => ratio > (isStudio ? 0.45 : 0.2) && ratio < (isStudio ? 2 : 5),
        ({ ratio, name }) => [name, ratio],
      ),
    ).toEqual([]);
  });

  test('rents are round sums', () => {
    expect([7.4, 225.4, 1243, 61_234, 1_234_567].map(rounded)).toEqual([7, 225, 1245, 61_200, 1_230_000]);
  });

  test('promos are below the rent, deposits within the weeks that law and habit allow', () => {
    expect(
      others(
        tenancies,
        ({ tenancy: { promoRent, rent } }) => !promoRent || promoRent.minor < rent.minor,
        ({ house }) => house.ref,
      ),
    ).toEqual([]);
    const weeksOf = ({ deposit, rent, rentUnit }: (typeof tenancies)[number]['tenancy']): number =>
      Number(deposit.minor) / Number(weekly(rent, rentUnit).minor);
    expect(
      others(
        tenancies.filter(({ tenancy }) => tenancy.rentUnit !== 'YEAR'),
        ({ house, tenancy }) => weeksOf(tenancy) <= habitsOf(house.city.country.slug).depositWeeks[1] + 0.001,
        ({ house, tenancy }) => [house.ref, weeksOf(tenancy)],
      ),
    ).toEqual([]);
    const british = tenancies.filter(({ house }) => house.city.country.slug === 'uk');
    expect(british.every(({ tenancy }) => tenancy.bookingFee.minor === 0n)).toBe(true);
  });

  test('no lease asks for a deposit or a fee that the law of its place does not allow', () => {
    const kinds = { apartment: 'purpose-built', house: 'private-letting', homestay: 'homestay' } as const;
    const found = tenancies
      .filter(({ house }) => house.category === 'rent')
      .flatMap(({ house, tenancy }) => {
        const place = { country: house.city.country.slug, state: house.city.state, kind: kinds[house.houseType] };
        const { breaks } = quoteOf({ terms: { ...tenancy, unit: tenancy.rentUnit }, plan: 'instalments', today: '2026-11-21', place, law: content.law });
        return breaks.map(({ rule }) => `${house.ref}: ${rule}`);
      });
    expect(found).toEqual([]);
  });

  test('leases end after they begin, begin within fifteen months, and have refs of their own', () => {
    const today = dayNumber('2026-11-21');
    expect(
      others(
        tenancies,
        ({ tenancy: { moveIn, moveOut } }) => nightsBetween(moveIn, moveOut) > 35 && dayNumber(moveIn) - today < 470 && moveOut > '2026-11-21',
        ({ house, tenancy: { moveIn, moveOut } }) => [house.ref, moveIn, moveOut],
      ),
    ).toEqual([]);
    expect(
      others(
        units,
        ({ unit }) => new Set(unit.tenancies.map(({ ref }) => ref)).size === unit.tenancies.length,
        ({ house, unit }) => [house.ref, unit.ref],
      ),
    ).toEqual([]);
  });

  test('seasons follow the hemisphere: September in Britain, February in Australia, 41, 44 and 51 weeks', () => {
    const main = (slug: string) => possibleTenancies(habitsOf(slug), '2026-11-21').filter(({ kind, stage }) => kind === 'main' && stage === 'ahead');
    expect(new Set(main('uk').map(({ moveIn }) => moveIn))).toEqual(new Set(['2027-09-04']));
    expect(
      main('uk')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['41w', '44w', '51w']);
    const australian = possibleTenancies(habitsOf('au'), '2026-11-21').filter(({ kind, moveIn }) => kind === 'main' && moveIn > '2026-12-31');
    expect(new Set(australian.map(({ moveIn }) => moveIn.slice(5, 7)))).toEqual(new Set(['02']));
    expect(saturdayFrom('2026-11-21')).toBe('2026-11-21');
    expect(saturdayFrom('2026-11-22')).toBe('2026-11-28');
  });

  test('leases that began are gone; next year’s are mostly open; some homes are sold out and some waited for', () => {
    const begun = tenancies.filter(({ tenancy }) => tenancy.moveIn <= '2026-11-21');
    expect(begun.length).toBeGreaterThan(500);
    expect(begun.every(({ tenancy }) => tenancy.stock === 0)).toBe(true);
    const next = tenancies.filter(({ tenancy }) => tenancy.moveIn >= '2027-07-01');
    expect(share(next, ({ tenancy }) => tenancy.stock > 0)).toBeGreaterThan(0.6);
    const full = share(houses, ({ units }) => units.every((unit) => unit.tenancies.every(({ stock }) => stock === 0)));
    expect(full).toBeGreaterThan(0.02);
    expect(full).toBeLessThan(0.12);
  });

  test('prices were confirmed between minutes and seven weeks ago', () => {
    const ages = tenancies.map(({ tenancy }) => now.getTime() - tenancy.lastConfirmedAt.getTime());
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.min(...ages)).toBeLessThan(3_600_000);
    expect(Math.max(...ages)).toBeLessThan(49 * 86_400_000);
    expect(Math.max(...ages)).toBeGreaterThan(21 * 86_400_000);
  });

  test('a price history covers fourteen months and rises in order', () => {
    const histories = houses.flatMap(({ units }) => units.map(({ pastRents }) => pastRents)).filter((points) => points.length > 0);
    expect(histories.length).toBeGreaterThan(9_000);
    expect(
      others(
        histories.map((points) => points.map(({ on }) => on)),
        (days) => dayNumber('2026-11-21') - dayNumber(days[0] ?? '') > 400 && days.every((day, at) => at === 0 || (days[at - 1] ?? '') <= day),
        (days) => days,
      ),
    ).toEqual([]);
  });
});

describe('believable facts', () => {
  const formats: Readonly<Record<string, RegExp>> = {
    uk: /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/,
    ie: /^[A-Z]\d[\dW] [A-Z\d]{4}$/,
    us: /^\d{5}$/,
    ca: /^[A-Z]\d[A-Z] \d[A-Z]\d$/,
    au: /^\d{4}$/,
    nz: /^\d{4}$/,
    fr: /^\d{5}$/,
    de: /^\d{5}$/,
    es: /^\d{5}$/,
    jp: /^\d{3}-\d{4}$/,
    kr: /^\d{5}$/,
    sg: /^\d{6}$/,
    my: /^\d{5}$/,
    th: /^\d{5}$/,
  };

  test('postal codes have the country’s format; Hong Kong has none', () => {
    expect(
      others(
        houses,
        ({ city: { country }, postalCode }) => postalCode === undefined || (country.slug !== 'hongkong' && (formats[country.slug]?.test(postalCode) ?? true)),
        ({ city, postalCode }) => `${city.country.slug}/${city.slug}: ${postalCode}`,
      ),
    ).toEqual([]);
    expect(share(houses, ({ postalCode }) => postalCode !== undefined)).toBeGreaterThan(0.9);
  });

  test('names, addresses and descriptions are filled in, in every language', () => {
    const empty = /[{}]|undefined|^$/;
    const han = /\p{Script=Han}/u;
    const vietnamese = /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/;
    const wrong = houses.flatMap(({ ref, name, nameZh, names, address, description, descriptionZh, descriptions }) => {
      const texts = [name, nameZh, ...Object.values(names ?? {}), address, description, ...Object.values(descriptions ?? {})];
      const found: unknown[] = texts.filter((text) => typeof text !== 'string' || empty.test(text));
      if (!nameZh || !han.test(nameZh)) found.push(nameZh);
      if (han.test(name)) found.push(name);
      if (descriptionZh !== undefined) {
        const chinese = [descriptionZh, descriptions?.['zh-TW'], descriptions?.['zh-HK']];
        found.push(...chinese.filter((text) => (text?.match(/\p{Script=Han}/gu)?.length ?? 0) <= 20));
        if (!vietnamese.test(descriptions?.vi ?? '') || han.test(descriptions?.vi ?? '')) found.push(descriptions?.vi);
      }
      return found.map((text) => [ref, text]);
    });
    expect(wrong).toEqual([]);
  });

  test('some private landlords write English alone, nobody else does', () => {
    const alone = houses.filter(({ descriptionZh }) => descriptionZh === undefined);
    expect(new Set(alone.map(({ houseType }) => houseType))).toEqual(new Set(['house']));
    expect(alone.length).toBeGreaterThan(20);
    expect(alone.every(({ descriptions }) => descriptions === undefined)).toBe(true);
  });

  test('each Chinese is written, not converted: its own words, and figures set off by a space', () => {
    const taiwan = houses.map(({ descriptions }) => descriptions?.['zh-TW'] ?? '').join('\n');
    const hongKong = houses.map(({ descriptions }) => descriptions?.['zh-HK'] ?? '').join('\n');
    expect(taiwan.match(/公交|自習室通宵|電腦|自行車|冰箱一層|巴士|單車|雪櫃|甚麼|這裏|哪兒/)).toBeNull();
    expect(hongKong.match(/公車|公交|腳踏車|自行車|冰箱|電梯|什麼|這裡|這里|哪兒|櫃檯|筆電/)).toBeNull();
    const chinese = Object.values(content.descriptions).flatMap((groups) =>
      Object.values(groups)
        .flat()
        .flatMap((one) => [one['zh-CN'], one['zh-TW'], one['zh-HK']]),
    );
    for (const text of chinese) expect(text).not.toMatch(/\p{Script=Han}\{(?:minutes|year|storeys|rooms)\}|\{(?:minutes|year|storeys|rooms)\}\p{Script=Han}/u);
  });

  test('some homes were checked thoroughly, some a little and some not at all', () => {
    const facts = houses.map(({ verifications }) => verifications?.length ?? 0);
    expect(share(facts, (count) => count === 0)).toBeGreaterThan(0.2);
    expect(share(facts, (count) => count === 5)).toBeGreaterThan(0.05);
    expect(houses.every(({ verifications }) => verifications?.every(({ on }) => on < '2026-11-21'))).toBe(true);
  });

  test('rooms show all five states, and a gender only where somebody lives', () => {
    const rooms = houses.flatMap(({ units }) => units.flatMap((unit) => unit.rooms ?? []));
    expect(new Set(rooms.map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(rooms.every(({ status, gender }) => (status === 2) === (gender !== 0))).toBe(true);
    const figures = units.map(({ house, unit }) => ({
      ref: house.ref,
      free: Math.max(0, ...unit.tenancies.map(({ stock }) => stock)),
      shown: unit.rooms?.filter(({ status }) => status === 1).length ?? 0,
      rooms: unit.rooms?.length ?? 0,
    }));
    expect(
      others(
        figures,
        ({ free, shown, rooms: all }) => all === 0 || shown === Math.min(free, all),
        (one) => one,
      ),
    ).toEqual([]);
  });

  test('most homes are to rent, a few in each of the other categories', () => {
    expect(share(houses, ({ category }) => category === 'rent')).toBeGreaterThan(0.93);
    for (const category of ['buy-old', 'buy-new']) expect(houses.filter((house) => house.category === category).length).toBeGreaterThan(10);
  });

  test('everything is marked as sample, and every home without photographs has all its drawn pictures', () => {
    expect(houses.every(({ isSample }) => isSample === true)).toBe(true);
    expect(
      others(
        houses.filter(({ media }) => media.every(({ kind }) => kind !== 'photo')),
        (house) => isDeepStrictEqual(house.media, drawnMedia(house.units.map(({ ref }) => ref))),
        ({ ref, media }) => [ref, media],
      ),
    ).toEqual([]);
  });

  test('there are about sixty suppliers, each kind in every country', () => {
    expect(content.suppliers.length).toBeGreaterThanOrEqual(55);
    for (const country of geo.countries) {
      for (const kind of ['operator', 'landlord', 'homestay-host'])
        expect(
          content.suppliers.some((one) => one.kind === kind && one.countries.includes(country.slug)),
          `${country.slug} ${kind}`,
        ).toBe(true);
    }
  });
});

describe('reviews that read like people', () => {
  const phrases = Object.values(content.reviews.aspects).flat();
  const languages = ['en', 'zh-CN', 'zh-TW', 'zh-HK', 'vi'] as const;

  test('there are at least sixty sentences about aspects in each language, all different', () => {
    for (const language of languages) expect(new Set(phrases.map((phrase) => phrase[language])).size, language).toBeGreaterThanOrEqual(60);
    for (const aspect of reviewAspects) {
      for (const tone of ['good', 'mixed', 'bad'])
        expect(
          content.reviews.aspects[aspect].some((phrase) => phrase.tone === tone),
          `${aspect} ${tone}`,
        ).toBe(true);
    }
  });

  test('each language is its own: no Chinese in English, no English words in Chinese, marks in Vietnamese', () => {
    const all = [...phrases, ...content.reviews.openings, ...content.reviews.closings, ...content.reviews.replies];
    for (const phrase of all) {
      expect(phrase.en).not.toMatch(/\p{Script=Han}/u);
      for (const language of ['zh-CN', 'zh-TW', 'zh-HK'] as const) expect(phrase[language].replace('Wi-Fi', '')).not.toMatch(/[A-Za-z]{2,}/);
      expect(phrase.vi.normalize('NFD')).toMatch(/\p{M}|đ/u);
      expect(phrase.vi).not.toMatch(/\p{Script=Han}/u);
    }
  });

  test('Hong Kong reads neither words of Taiwan nor of the mainland', () => {
    const all = [...phrases, ...content.reviews.openings, ...content.reviews.closings, ...content.reviews.replies];
    const foreign = /[週裡]|什麼|公車|腳踏車|語音信箱|櫃台|押金|合約|網路|電梯|冰箱|公交|房租/;
    expect(all.map((phrase) => phrase['zh-HK']).filter((text) => foreign.test(text))).toEqual([]);
  });

  test('a review has a text in every language, scores from 1 to 5, and was written after the stay began', () => {
    const reviews = houses.flatMap((house) => house.reviews);
    expect(reviews.length).toBeGreaterThan(6_000);
    expect(
      others(
        reviews,
        ({ texts, score, aspects, writtenOn, stayedFrom }) =>
          languages.every((language) => (texts[language]?.length ?? 0) > 6) &&
          [score, ...Object.values(aspects)].every((one) => [1, 2, 3, 4, 5].includes(one)) &&
          writtenOn > stayedFrom &&
          writtenOn < '2026-11-21',
        (review) => review,
      ),
    ).toEqual([]);
    expect(share(reviews, ({ score }) => score <= 2)).toBeGreaterThan(0.05);
    expect(new Set(reviews.map(({ texts }) => texts.en)).size).toBeGreaterThan(reviews.length * 0.7);
  });
});

test('no two homes of a city are drawn alike', () => {
  // Ids follow the order in which homes are written.
  const drawn = houses.map((house, index) => ({
    city: house.city.id,
    facade: facadeOf(
      {
        id: index + 1,
        houseType: house.houseType,
        yearBuilt: house.yearBuilt ?? null,
        storeys: house.storeys ?? null,
        countryIso2: house.city.country.iso2,
      },
      'street',
    ),
  }));
  const names = drawn.map(({ city, facade }) => `${city} ${JSON.stringify(facade)}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const largest = Object.values(Object.groupBy(drawn, ({ city }) => city)).reduce<typeof drawn>(
    (most, one) => (one && one.length > most.length ? one : most),
    [],
  );
  expect(new Set(largest.map(({ facade }) => drawFacade(facade))).size).toBe(largest.length);
});
