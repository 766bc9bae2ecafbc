import { readdirSync } from 'node:fs';
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { readCancellationPolicies } from '#lib/features/house/cancellation.files.ts';
import { cancellationRows, paidInFull } from '#lib/features/house/cancellation.rules.ts';
import { cancellationEvents } from '#lib/features/house/cancellation.schema.ts';
import { usefulWeekWithBills } from '#lib/features/catalogue/bills.rules.ts';
import type { CancellationPolicy } from '#lib/features/house/cancellation.schema.ts';
import { compareLimit, formatCompareIds, parseCompareIds, withCompared, withoutCompared } from '#lib/features/catalogue/compare.rules.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { bearing, drawMap } from '#lib/features/house/house-map.rules.ts';
import type { MapKind } from '#lib/features/house/house-map.rules.ts';
import { mapSources } from '#lib/features/house/house-surroundings.rules.ts';
import { halfStars, roomGroups, roomLabel } from '#lib/features/house/house.rules.ts';
import { roomList } from '#lib/features/house/room-list.rules.ts';
import { fromRoomStatus, toMedia, toPriceDisplay, toRoom } from '#lib/features/house/house-wire.rules.ts';
import { houseCardSchema, mediaSchema, priceDisplaySchema, roomStatusSchema } from '#lib/features/house/house-wire.schema.ts';
import type { PricePoint } from '#lib/features/house/house.schema.ts';
import { trendChart, trendRows } from '#lib/features/house/price-trend.rules.ts';
import { readReview } from '#lib/features/house/review.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { inReadersScript } from '#lib/i18n/script.ts';
import { translator } from '#lib/i18n/t.ts';
import { asId } from '#lib/ids/ids.ts';
import { money } from '#lib/money/money.ts';
import { ownCurrency, readerCurrency } from '#lib/features/rates/reader-currency.rules.ts';
import { toHouseCard } from '#lib/features/lists/house-card-wire.rules.ts';

const today = '2026-11-21';
const terms = {
  moveIn: '2027-09-04',
  moveOut: '2028-08-26',
  rent: money(20000n, 'GBP'),
  unit: 'WEEK',
  promoRent: undefined,
  deposit: money(25000n, 'GBP'),
  bookingFee: money(5000n, 'GBP'),
} as const;
const policies = readCancellationPolicies('src/content/cancellation-policies');
const policy = (code: CancellationPolicy['code']): CancellationPolicy => {
  const found = policies.get(code);
  if (!found) throw new Error(`no policy ${code}`);
  return found;
};

describe('what comes back on cancelling', () => {
  test('every policy file is read, and every event has a row with a real date', () => {
    expect(policies.size).toBe(readdirSync('src/content/cancellation-policies').length);
    for (const one of policies.values()) {
      const rows = cancellationRows(one, terms, today);
      expect(new Set(rows.map(({ event }) => event))).toEqual(new Set(cancellationEvents));
      for (const { until } of rows) expect(until).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  test('days before move-in become dates, shares become amounts', () => {
    const rows = cancellationRows(policy('standard'), terms, today).filter(({ event }) => event === 'changed-mind');
    expect(rows.map(({ until, shareOfRent }) => [until, shareOfRent])).toEqual([
      ['2027-07-10', 100],
      ['2027-08-07', 50],
      ['2027-09-04', 0],
    ]);
    // 51 weeks at £200: £10,200; half is £5,100; the deposit of £250 always returns, the fee never.
    expect(rows.map(({ total }) => total.minor)).toEqual([1_045_000n, 535_000n, 25_000n]);
  });

  test('nothing returns more than was paid', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10_000_000n }),
        fc.bigInt({ min: 0n, max: 100_000n }),
        fc.constantFrom(...policies.values()),
        (rent, deposit, one) => {
          const own = { ...terms, rent: money(rent, 'GBP'), deposit: money(deposit, 'GBP') };
          for (const { total } of cancellationRows(one, own, today)) expect(total.minor <= paidInFull(own).minor).toBe(true);
        },
      ),
    );
  });

  test('a later deadline never returns more for the same event', () => {
    const worse = [...policies.values()].flatMap((one) => {
      const rows = cancellationRows(one, terms, today);
      return rows.filter((row, index) => rows[index - 1]?.event === row.event && row.total.minor > (rows[index - 1]?.total.minor ?? 0n));
    });
    expect(worse).toEqual([]);
  });

  test('a right to withdraw counts from signing and ends with move-in at the latest', () => {
    const [first] = cancellationRows(policy('statutory-cooling-off-14'), terms, today);
    expect(first).toMatchObject({ event: 'changed-mind', until: '2026-12-05', deadline: 'after-signing', days: 14 });
    const [soon] = cancellationRows(policy('statutory-cooling-off-14'), { ...terms, moveIn: '2026-11-25' }, today);
    expect(soon?.until).toBe('2026-11-25');
  });

  test('leaving early is counted to move-out, not beyond', () => {
    const short = { ...terms, moveOut: '2027-12-04' };
    expect(cancellationRows(policy('standard'), short, today).find(({ event }) => event === 'early-departure')).toMatchObject({
      until: '2027-12-04',
      deadline: 'until-move-out',
    });
  });

  test('deadlines that are over are marked', () => {
    const rows = cancellationRows(policy('standard'), { ...terms, moveIn: '2026-12-10' }, today);
    expect(rows.filter(({ event }) => event === 'changed-mind').map(({ passed }) => passed)).toEqual([true, true, false]);
  });
});

describe('rooms', () => {
  const t = translator('en-us');
  test('[R4.098] each of the five statuses has its label', () => {
    const labels = ([0, 1, 2, 3, 4] as const).map((status) => roomLabel(t, { status }));
    expect(labels).toEqual(['Unavailable', 'Available', 'Occupied', 'Reserved', 'Waiting list']);
    for (const locale of locales) expect(new Set(([0, 1, 2, 3, 4] as const).map((status) => roomLabel(translator(locale), { status }))).size).toBe(5);
  });

  test('rooms of a kind: free ones one by one, the others by label alone, flats without a free one apart', () => {
    const one = fc.record({
      flat: fc.constantFrom('1A', '1B', '2A'),
      bed: fc.integer({ min: 1, max: 9 }),
      status: fc.constantFrom(0, 1, 2, 3, 4),
      gender: fc.constantFrom(0, 1, 2, 3),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), (given) => {
        const rooms = given.map(({ flat, bed, ...room }) => ({ ...room, label: `${flat}-${bed}`, floor: Number(flat[0]) }) as const);
        const list = roomList(rooms);
        const flats = [...list.withFree, ...list.without];
        expect([list.all, list.free]).toEqual([rooms.length, rooms.filter(({ status }) => status === 1).length]);
        expect(flats.flatMap(({ free, others }) => [...free.map(({ label }) => label), ...others.flatMap(({ labels }) => labels)]).toSorted()).toEqual(
          rooms.map(({ label }) => label).toSorted(),
        );
        expect(list.without.every(({ free, windows }) => free.length === 0 && !windows.includes(true))).toBe(true);
        expect(JSON.stringify(flats.map(({ others }) => others))).not.toContain('gender');
      }),
    );
  });

  test('[R4.099] of a room that is let nobody is told who lives there, whatever is known', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1, 2, 3, 4), fc.constantFrom(0, 1, 2, 3), fc.constantFrom(...locales), (status, gender, locale) => {
        const [one, plain] = [{ label: '1A', floor: 1, status, gender } as const, { label: '1A', floor: 1, status, gender: 0 } as const];
        const say = translator(locale);
        expect(roomLabel(say, one)).toBe(roomLabel(say, plain));
        expect(toRoom(say, one, [one])).toEqual(toRoom(say, plain, [plain]));
      }),
    );
  });

  test('[R3.54] wire statuses are read, number-like strings too', () => {
    const read = (wire: unknown) => fromRoomStatus(roomStatusSchema.parse(wire));
    expect(read({ status: '2', order_list: [{ gender: '1' }] })).toEqual({ status: 2, gender: 1 });
    expect(read({ status: 1, booking_status: 3 })).toEqual({ status: 3, gender: 0 });
    expect(read({ status: 1, flat_status: 0 })).toEqual({ status: 0, gender: 0 });
    expect(read({ status: 1, order_list: [{ gender: 1 }] })).toEqual({ status: 1, gender: 0 });
    expect(roomStatusSchema.safeParse({ status: 7 }).success).toBe(false);
  });

  test('rooms stand by flat where the label names one, otherwise by floor', () => {
    const room = (label: string, floor: number) => ({ label, floor, status: 1, gender: 0 }) as const;
    const groups = roomGroups([room('4B-2', 4), room('4B-1', 4), room('2A', 2), room('2B', 2), room('10A-1', 10)]);
    expect(groups.map(({ flat, floor, rooms }) => [flat, floor, rooms.length])).toEqual([
      [undefined, 2, 2],
      ['4B', 4, 2],
      ['10A', 10, 1],
    ]);
  });
});

describe('wire shapes', () => {
  test('[R3.53] a price display has its thirteen fields', () => {
    const dearer = { ...terms, rent: money(25000n, 'GBP'), promoRent: money(19000n, 'GBP'), moveOut: '2028-06-17' };
    const display = toPriceDisplay([terms, dearer], 'ensuite', 'en-GB');
    expect(priceDisplaySchema.parse(display)).toEqual(display);
    expect(display).toEqual({
      symbol: '£',
      price: '250.00',
      price_formated: '£250',
      price_max: '250.00',
      price_max_formated: '£250',
      promo_price: '190.00',
      promo_price_formated: '£190',
      lease_unit: 'WEEK',
      lease_time: 41,
      lease_time_max: 51,
      check_in_type: 1,
      open_show_hcl: true,
      sub_type_id: 2,
    });
    expect(toPriceDisplay([], 'studio', 'en-GB')).toBeUndefined();
  });

  test('[R3.57] media have id, path, suffix, legacy address and address', () => {
    const wire = toMedia({ id: 7, unitId: undefined, kind: 'photo', path: 'a/b', suffix: '.jpg', legacyUrl: undefined }, '/pictures/a/b.jpg');
    expect(mediaSchema.parse(wire)).toEqual({ media_id: 7, path: 'a/b', suffix: '.jpg', legacy_url: null, url: '/pictures/a/b.jpg' });
  });

  test('[R3.52] a house card has title, cover, address, rent and lease unit', () => {
    const wire = toHouseCard({ name: 'Weaver Court', address: '12 Example Street' }, '/c.webp', { ...terms, promoRent: money(19000n, 'GBP') });
    expect(houseCardSchema.parse(wire)).toEqual({
      title: 'Weaver Court',
      cover_image: '/c.webp',
      location: { address: '12 Example Street' },
      rent_amount: { amount: '190.00', abbr: 'GBP' },
      lease_unit: 'WEEK',
    });
    expect(toHouseCard({ name: 'A', address: 'B' }, '/c.webp', undefined).rent_amount).toBeNull();
  });
});

test('[R9.68] scores are shown in half-star steps from 0 to 5', () => {
  expect([0, 0.2, 0.25, 2.74, 2.75, 4.3, 5, 7].map(halfStars)).toEqual([0, 0, 0.5, 2.5, 3, 4.5, 5, 5]);
});

test('conversions follow the language, never the original currency itself', () => {
  expect(readerCurrency('zh-cn', 'GBP')).toBe('CNY');
  expect(readerCurrency('zh-hk', 'HKD')).toBeUndefined();
  expect(readerCurrency('zh-tw', 'AUD')).toBe('TWD');
  expect(readerCurrency('en-us', 'GBP')).toBe('USD');
  expect(readerCurrency('en-us', 'EUR')).toBe('USD');
  expect([ownCurrency('en-us'), ownCurrency('en-us', 'EUR'), ownCurrency('zh-hk')]).toEqual(['USD', 'EUR', 'HKD']);
});

test('no useful week is told where the known terms end long before the contract', () => {
  const known = {
    terms: {
      basis: 'typical' as const,
      terms: [
        { name: 'autumn' as const, start: '2026-09-28', end: '2027-01-22' },
        { name: 'spring' as const, start: '2027-01-25', end: '2027-06-04' },
      ],
    },
  };
  expect(usefulWeekWithBills(known, { ...terms, moveIn: '2026-09-05', moveOut: '2027-08-28' }, undefined)?.usefulNights).toBe(246);
  expect(usefulWeekWithBills(known, terms, undefined)).toBeUndefined();
  expect(usefulWeekWithBills(known, { ...terms, moveIn: '2026-09-05', moveOut: '2028-06-28' }, undefined)).toBeUndefined();
});

describe('compare', () => {
  test('[R2.039] houses and units are read from the address, four at most, nonsense left out', () => {
    expect(parseCompareIds('12,15-101')).toEqual([
      { houseId: 12, unitId: undefined },
      { houseId: 15, unitId: 101 },
    ]);
    expect(parseCompareIds('1,1,x,2-,3-4-5,,0,6')).toEqual([
      { houseId: 1, unitId: undefined },
      { houseId: 6, unitId: undefined },
    ]);
    expect(parseCompareIds('1,2,3,4,5')).toHaveLength(compareLimit);
    expect(parseCompareIds(null)).toEqual([]);
  });

  test('adding and taking away give each other back', () => {
    const ids = parseCompareIds('1,2-3');
    const more = withCompared(ids, { houseId: asId(9), unitId: undefined });
    expect(formatCompareIds(more)).toBe('1,2-3,9');
    expect(withoutCompared(more, { houseId: asId(9), unitId: undefined })).toEqual(ids);
    expect(formatCompareIds(withCompared(parseCompareIds('1,2,3,4'), { houseId: asId(5), unitId: undefined }))).toBe('2,3,4,5');
  });
});

type LabelBox = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

describe('the drawn map', () => {
  const home = { latitude: 53.8, longitude: -1.55 };
  test('north is up, east is right, distances are to scale', () => {
    const map = drawMap(
      home,
      [
        { kind: 'station', name: 'North', at: { latitude: 53.804, longitude: -1.55 } },
        { kind: 'station', name: 'East', at: { latitude: 53.8, longitude: -1.545 } },
      ],
      { width: 400, height: 400 },
    );
    const [north, east] = ['North', 'East'].map((name) => map.marks.find((mark) => mark.name === name));
    expect(north?.x).toBeCloseTo(200, 0);
    expect(north?.y).toBeLessThan(200);
    expect(east?.x).toBeGreaterThan(200);
    expect((200 - (north?.y ?? 0)) / (map.scale.length / map.scale.metres)).toBeCloseTo(north?.metres ?? 0, -1);
    expect(bearing(home, { latitude: 53.8, longitude: -1.6 })).toBe(270);
  });

  test('labels never cover each other, and what has no room is still told', () => {
    const sources = Array.from({ length: 40 }, (_, index) => ({
      kind: 'landmark' as const,
      name: `Landmark ${index}`,
      at: { latitude: 53.8 + (index % 7) * 0.0008, longitude: -1.55 + Math.floor(index / 7) * 0.0009 },
    }));
    const map = drawMap(home, sources, { width: 400, height: 400 });
    const labels = map.marks.flatMap(({ label, name }) =>
      label
        ? [{ ...label, left: label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - name.length * 6.9 : label.x - name.length * 3.5 }]
        : [],
    );
    for (const [index, a] of labels.entries())
      for (const b of labels.slice(index + 1)) expect(Math.abs(a.y - b.y) >= 11 || Math.abs(a.left - b.left) >= 60).toBe(true);
    expect(map.marks.length + map.beyond.length).toBe(40);
  });

  test('the chosen school, otherwise the nearest, always has its name on the drawing, and no other label covers it', () => {
    const spot = fc.record({ latitude: fc.double({ min: 53.786, max: 53.814, noNaN: true }), longitude: fc.double({ min: -1.572, max: -1.528, noNaN: true }) });
    const of = (kind: MapKind, name: fc.Arbitrary<string>) => fc.record({ kind: fc.constant(kind), name, at: spot });
    const name = fc.string({ unit: fc.constantFrom('a', 'W', ' ', '学'), minLength: 1, maxLength: 70 });
    const crowd = fc.array(fc.oneof(of('station', name), of('landmark', name), of('campus', name)), { minLength: 0, maxLength: 60 });
    fc.assert(
      fc.property(
        of('campus', name),
        fc.option(of('chosen-campus', name), { nil: undefined }),
        crowd,
        fc.constantFrom(340, 400),
        (school, chosen, others, side) => {
          const map = drawMap(home, [...others, school, ...(chosen ? [chosen] : [])], { width: side, height: side });
          const lead = map.marks.find(({ kind }) => kind === 'chosen-campus') ?? map.marks.find(({ kind }) => kind === 'campus');
          const schools = map.marks.filter(({ kind }) => kind === lead?.kind);
          if (!lead) return;
          expect(lead.metres).toBe(Math.min(...schools.map(({ metres }) => metres)));
          expect(lead.label).toBeDefined();
          const [{ left, right, top, bottom }, ...rest] = [lead, ...map.marks.filter((mark) => mark !== lead)].flatMap(({ label, name }) => {
            if (!label) return [];
            const long = [...name].reduce((width, letter) => width + (letter > '\u2E7F' ? 12 : 12 * 0.58), 0);
            const left = label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - long : label.x - long / 2;
            return [{ left, right: left + long, top: label.y - 12, bottom: label.y + 4 }];
          }) as [LabelBox, ...LabelBox[]];
          expect([left >= 0, right <= side, top >= 0, bottom <= side]).toEqual([true, true, true, true]);
          for (const other of rest) expect(other.right <= left + 1 || other.left >= right - 1 || other.bottom <= top + 1 || other.top >= bottom - 1).toBe(true);
        },
      ),
    );
  });

  test('no home of any city has its nearest or chosen school without a name', () => {
    const unnamed: string[] = [];
    for (const city of loadGeo().cities)
      for (const [north, east] of [
        [-0.013, -0.02],
        [-0.004, 0.004],
        [0.002, -0.007],
        [0.01, 0.015],
      ] as const) {
        const at = { latitude: city.at.latitude + north, longitude: city.at.longitude + east };
        for (const chosenSchool of [undefined, city.schools[0]]) {
          const [lead] = drawMap(at, mapSources({ city, chosenSchool }, 'en-us'), { width: 400, height: 400 }).marks;
          if (lead?.kind.includes('campus') && !lead.label) unnamed.push(`${city.slug}: ${lead.name}`);
        }
      }
    expect(unnamed).toEqual([]);
  });

  test('names of rings stand on the drawing, and names of places beside their marks', () => {
    const places = [
      { kind: 'chosen-campus' as const, name: '曼彻斯特大学', at: { latitude: 53.795, longitude: -1.55 } },
      { kind: 'campus' as const, name: '皇家北方音乐学院', at: { latitude: 53.803, longitude: -1.556 } },
    ];
    for (const far of [0.004, 0.006, 0.01, 0.015, 0.02, 0.03]) {
      const map = drawMap(home, [...places, { kind: 'station', name: 'North', at: { latitude: 53.8 + far, longitude: -1.55 } }], { width: 400, height: 400 });
      expect(Math.max(...map.rings.map(({ radius }) => radius))).toBeLessThanOrEqual(200 - 16);
      for (const { kind, x, label } of map.marks)
        if (label && label.anchor !== 'middle') expect(Math.abs(label.x - x)).toBeGreaterThanOrEqual(kind === 'chosen-campus' ? 13 : 10);
    }
  });
});

describe('price trend', () => {
  const point = (unit: number, on: string, minor: bigint): PricePoint => ({ unitId: asId(unit), on, weekly: money(minor, 'GBP') });
  const points = [point(1, '2026-01-10', 20000n), point(2, '2026-01-10', 25000n), point(1, '2026-06-10', 21000n)];

  test('[R1.33] chart and table tell the same rents', () => {
    const rows = trendRows(points);
    expect(rows.map(({ month }) => month)).toEqual([202606, 202605, 202604, 202603, 202602, 202601]);
    expect(rows.map(({ rents }) => [...rents.values()].map(({ minor }) => minor))).toEqual([
      [21000n, 25000n],
      ...Array.from({ length: 5 }, () => [20000n, 25000n]),
    ]);
    expect(trendRows([point(1, '2025-11-30', 1n), point(1, '2026-02-01', 2n)]).map(({ month }) => month)).toEqual([202602, 202601, 202512, 202511]);
    const chart = trendChart(points, today, { width: 400, height: 240 }, 100);
    expect(chart?.lines.map(({ first, last }) => [first.minor, last.minor])).toEqual([
      [20000n, 21000n],
      [25000n, 25000n],
    ]);
    expect(chart?.lines[0]?.path).toMatch(/^M58 [\d.]+H[\d.]+V[\d.]+H392$/);
  });

  test('one day is no trend', () => {
    expect(trendChart(points.slice(0, 2), today, { width: 400, height: 240 }, 100)).toBeUndefined();
  });
});

test('[R1.32] reviews are read in the reader’s language and say when they are translated', () => {
  const review = {
    id: 1,
    source: 'verified-stay',
    language: 'zh-CN',
    stayedFrom: '2025-09-01',
    writtenOn: '2026-06-01',
    score: 4,
    aspects: {},
    pictures: [],
    isSample: true,
    texts: { en: 'Good.', 'zh-CN': '不错。', 'zh-TW': '不錯。', vi: 'Tốt.' },
    repliedOn: undefined,
    reply: { en: 'Thanks.' },
  } as const;
  expect(readReview(review, 'vi-vn')).toMatchObject({ text: { words: 'Tốt.', lang: 'vi' }, reply: { words: 'Thanks.', lang: 'en' }, isTranslated: true });
  expect(readReview(review, 'zh-hk')).toMatchObject({ text: { words: '不錯。', lang: 'zh-TW' }, isTranslated: false });
  const own = { ...review, texts: { ...review.texts, 'zh-HK': '幾好。' } };
  expect(readReview(own, 'zh-hk')).toMatchObject({ text: { words: '幾好。', lang: 'zh-Hant-HK' }, isTranslated: false });
  expect(readReview(own, 'zh-tw')).toMatchObject({ text: { words: '不錯。' } });
  expect(readReview({ ...review, texts: { 'zh-CN': '不错。' } }, 'en-us')).toMatchObject({ text: { lang: 'zh-CN' }, isTranslated: false });
});

test('a supplier’s Simplified words are shown in the reader’s script', () => {
  expect(inReadersScript('学生公寓', 'zh-tw')).toBe('學生公寓');
  expect(inReadersScript('这里', 'zh-hk')).toBe('這裏');
  expect(inReadersScript('公交站、露台、去哪儿', 'zh-tw')).toBe('公車站、露台、去哪裡');
  expect(inReadersScript('公交站、一台电脑、自习室', 'zh-hk')).toBe('巴士站、一台電腦、溫習室');
  expect(inReadersScript('学生公寓', 'zh-cn')).toBe('学生公寓');
});
