/** Homes side by side for one stay: which lease stands for each, what is said where it is another, and what is named the best. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import type { TenancyDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { monthOf } from '#lib/dates/dates.ts';
import { questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import { roomCards } from '#lib/features/house/room-cards.rules.ts';
import { answeringList } from '#lib/features/lists/question-line.rules.ts';
import { readCancellationPolicies } from '#lib/features/house/cancellation.files.ts';
import { compareGroups, compareHeads, compareWarning } from '#lib/features/house/compare.words.ts';
import { createHouseLoader } from '#lib/features/house/house.loader.ts';
import type { HouseLoader } from '#lib/features/house/house.loader.ts';
import { createHouseRepository } from '#lib/features/house/house.repository.ts';
import { createHouseService } from '#lib/features/house/house.service.ts';
import { createRatesService } from '#lib/features/rates/rates.service.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { money } from '#lib/money/money.ts';
import { createSite } from '#lib/paths.ts';
import { resolvePath } from '#lib/resolve.ts';
import { houseDraft, tenancyDraft, testNow, unitDraft } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

const site = createSite('https://site.example', new Map());
let base: TestDatabase;
let leeds: City;
let loader: HouseLoader;
const ids = new Map<string, number>();

type Terms = Pick<TenancyDraft, 'moveIn' | 'moveOut'> & { readonly weekly: bigint; readonly stock?: number };
const autumn51 = { moveIn: '2027-09-04', moveOut: '2028-08-26' };
const autumn44 = { moveIn: '2027-09-04', moveOut: '2028-07-08' };
const winter33 = { moveIn: '2028-01-08', moveOut: '2028-08-26' };

beforeAll(async () => {
  base = await testDatabase();
  const found = base.geo.city('uk', 'leeds');
  if (!found) throw new Error('no Leeds');
  leeds = found;
  const supplier = await ensureSupplier(base.db, { name: 'Harbour Residences', kind: 'operator', verifiedOn: '2026-01-05', isSample: false });
  const home = (ref: string, name: string, ...leases: readonly Terms[]) =>
    houseDraft(leeds, supplier, {
      ref,
      name,
      nameZh: undefined,
      isSample: false,
      billsIncluded: ['electricity', 'gas', 'water', 'heating', 'internet', 'tv-licence'],
      units: [
        unitDraft(leeds, {
          tenancies: leases.map(({ weekly, ...days }, at) => tenancyDraft(leeds, { ref: `t${at}`, rent: money(weekly, 'GBP'), ...days })),
        }),
      ],
    });
  await writeHouses(
    base.db,
    [
      home('both', 'Both Works', { ...autumn51, weekly: 22_800n }, { ...winter33, weekly: 20_000n }),
      home('same', 'Same House', { ...autumn51, weekly: 22_800n }),
      home('dear', 'Dear Place', { ...autumn51, weekly: 36_200n }, { ...autumn44, weekly: 30_000n }),
      home('short', 'Short Hall', { ...autumn44, weekly: 21_000n }, { ...winter33, weekly: 19_000n }),
      home('winter', 'Winter Yard', { ...winter33, weekly: 18_000n }),
      home('full', 'Full Court', { ...autumn51, weekly: 10_000n, stock: 0 }),
    ],
    testNow,
  );
  for (const { id, ref } of await base.db.selectFrom('houses').select(['id', 'ref']).execute()) ids.set(ref, id);
  const rates = await createRatesService(base.db);
  loader = createHouseLoader(
    createHouseService(
      createHouseRepository(base.db, base.geo),
      readCancellationPolicies('src/content/cancellation-policies'),
      (amount, to) => rates.convert(amount, to)?.money,
    ),
    base.geo,
    rates,
    false,
  );
});
afterAll(() => base.close());

const idOf = (ref: string): number => ids.get(ref) ?? 0;

function reader(path: string, query: string, locale: Locale = 'en-us') {
  const paths = site.paths(locale);
  const page = resolvePath(base.geo, paths.local(path));
  if (page.kind !== 'page') throw new Error(`${path} is ${page.kind}`);
  const { intl } = localeFacts[locale];
  return { page, paths, locale, intl, t: translator(locale), site, now: testNow, query: new URLSearchParams(query), tags: new Set<string>() };
}

async function compared(refs: readonly string[], query = '', locale?: Locale) {
  const asked = reader('/house-compare', `ids=${refs.map(idOf).join(',')}${query}`, locale);
  const comparison = await loader.compare(asked);
  const rows = compareGroups(comparison, asked).flatMap((group) => group.rows);
  const row = (key: string) => rows.find((one) => one.key === key);
  return {
    comparison,
    heads: compareHeads(comparison, asked),
    warning: compareWarning(comparison, asked),
    row,
    texts: (key: string) => row(key)?.cells.map(({ text }) => text),
    best: (key: string) => row(key)?.cells.map(({ best }) => best),
  };
}

test('each home stands with its cheapest lease of the stay, or with the nearest in length, then in month', async () => {
  const { comparison, heads, row } = await compared(['both', 'short', 'winter', 'full'], '&intake=202709a5');
  const { columns, weeks, isUneven } = comparison;
  expect(columns.map(({ fit, offer }) => [fit, offer?.tenancy.moveIn, offer?.tenancy.moveOut])).toEqual([
    ['same', ...Object.values(autumn51)],
    ['length', ...Object.values(autumn44)],
    ['month', ...Object.values(winter33)],
    [undefined, undefined, undefined],
  ]);
  expect([weeks, isUneven]).toEqual([51, true]);
  expect(heads).toEqual([
    { sum: '£11,628 for 51 weeks', care: undefined },
    { sum: '£9,240 for 44 weeks', care: 'Another length' },
    { sum: '£5,940 for 33 weeks', care: 'From 8 Jan 2028' },
    { sum: 'Fully booked', care: undefined },
  ]);
  const none = 'No lease here for September 2027, 45 weeks or more. This is the closest one.';
  expect(row('lease')?.cells.map(({ text, care }) => [text, care])).toEqual([
    ['51 weeks', undefined],
    ['44 weeks', none],
    ['33 weeks', none],
    ['Fully booked', undefined],
  ]);
});

test('without a stay in the address it is what most of the homes offer next, and what was asked for', async () => {
  expect((await compared(['both', 'same', 'dear'])).comparison.stay?.intake).toEqual({ month: 202_709, lease: 4 });
  expect((await compared(['both', 'winter'])).comparison.stay?.intake).toEqual({ month: 202_801, lease: 2 });
  expect((await compared(['both', 'winter'], '&ask=u1000a202709')).comparison.stay?.intake).toEqual({ month: 202_709, lease: 4 });
  expect((await compared(['both', 'same'], '&ask=u1003a4')).comparison.stay?.intake).toEqual({ month: 202_709, lease: 3 });
  expect((await compared(['full'])).comparison.stay).toBeUndefined();
});

test('what the form sends leads to the address of that stay, with all else that was asked for', async () => {
  const { comparison } = await compared(['both', 'winter'], '&ask=u1000a202709-u1006a1&intake=202709a5&move_in=2028-01-01&lease_band=3');
  expect(comparison.movedTo).toBe(`/en/house-compare?ids=${idOf('both')},${idOf('winter')}&ask=u1000a202801-u1006a1&intake=202801a3`);
  expect((await compared(['both', 'winter'])).comparison.movedTo).toBeUndefined();
  expect((await compared(['both', 'winter'])).comparison.stay).toMatchObject({ months: [202_709, 202_801], leases: [2, 4] });
});

test('a home’s own page leads with the lease and the sums that stand for it, whatever the stay and the question', async () => {
  for (const query of ['', '&intake=202709a5', '&intake=202801a3', '&intake=202701a1', '&ask=u1000a202709', '&ask=u1000a202801-u1003a3&intake=202709a4']) {
    const { comparison } = await compared(['both', 'dear', 'short', 'winter'], query);
    for (const { house, offer } of comparison.columns) {
      const asked = reader(`/uk/leeds/detail-apartments-${house.id}`, house.asks.slice(1));
      const opened = await loader.open(asked);
      if (opened.kind !== 'house') throw new Error(`${house.name} is ${opened.kind}`);
      const { shown } = await loader.whole(opened.house, asked);
      expect([query, house.name, shown?.tenancy.id]).toEqual([query, house.name, offer?.tenancy.id]);
    }
  }
});

test('a month of move-in that is chosen on a home’s page leads the page, its rooms, the comparison and the list with it', async () => {
  for (const query of ['', 'ask=u1000a202709&currency=USD', 'ask=u1003a5', 'ask=u1003a5-u1006a2', 'intake=202801a3']) {
    for (const ref of ['both', 'dear', 'short']) {
      const path = `/uk/leeds/detail-apartments-${idOf(ref)}`;
      const open = async (asks: string, at = path) => {
        const asked = reader(at, asks);
        const opened = await loader.open(asked);
        if (opened.kind !== 'house') throw new Error(`${ref} is ${opened.kind}`);
        return { asked, house: opened.house, whole: await loader.whole(opened.house, asked) };
      };
      const { intakes } = (await open(query)).whole;
      const months = ref === 'dear' ? [] : [202_709, 202_801];
      expect([query, ref, intakes.map(({ month }) => month)]).toEqual([query, ref, months]);
      for (const { month, question } of intakes) {
        const { asked, house, whole } = await open(questionQuery(question).slice(1));
        const shown = whole.shown?.tenancy;
        expect([query, ref, shown && monthOf(shown.moveIn), whole.intakes.find(({ isShown }) => isShown)?.month]).toEqual([query, ref, month, month]);
        // Its cards, which structured data repeats, lead with leases of that month alone.
        const [card] = roomCards(whole.offers.units, house, whole);
        expect(card?.leases.map(({ tenancy }) => monthOf(tenancy.moveIn))).toEqual(card?.leases.map(() => month));
        expect(card?.leases[0]?.tenancy.id).toBe(shown?.id);
        const unitPath = `/uk/leeds/h${house.id}u${shown?.unitId}hcr0`;
        const ofUnit = reader(unitPath, house.asks.slice(1));
        expect((await loader.unit(house, ofUnit))?.tenancy?.id).toBe(shown?.id);
        const { columns } = (await compared([ref], house.asks.replace('?', '&'))).comparison;
        expect([query, ref, columns[0]?.offer?.tenancy.id]).toEqual([query, ref, shown?.id]);
        expect(answeringList(house.question, house.city, asked)).toContain(`u1000a${month}`);
      }
    }
  }
});

test('sums of several lengths are brought to one, said to be worked out, and a warning names the leases that are not as most', async () => {
  const { row, warning, texts, best } = await compared(['both', 'dear', 'short'], '&intake=202709a5');
  expect(warning).toBe(
    'These leases differ: Short Hall (44 weeks from 4 Sept 2027). Don’t compare the contract totals; compare the rent and the totals adjusted to 51 weeks.',
  );
  expect(row('brought')?.label).toBe('Total adjusted to 51 weeks');
  expect(row('brought')?.cells.map(({ text, subs }) => [text, ...subs])).toEqual([['£11,628'], ['£18,462'], ['£10,710', 'Our estimate, not an actual lease']]);
  // The lowest is not on offer, and contract totals of several lengths have no lowest.
  expect([best('brought'), best('total')]).toEqual([
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
  ]);
  expect([texts('rent'), best('rent')]).toEqual([
    ['£228 per week', '£362 per week', '£210 per week'],
    [undefined, undefined, 'Lowest'],
  ]);
});

test('sums of one length are compared as they are; homes that are level share the best of a row, and nobody has it where all are', async () => {
  const { row, warning, best } = await compared(['both', 'same', 'dear'], '&intake=202709a5');
  expect([warning, row('brought')]).toEqual([undefined, undefined]);
  expect(best('total')).toEqual(['Lowest', 'Lowest', undefined]);
  expect(best('deposit')).toEqual([undefined, undefined, undefined]);
  expect((await compared(['both'])).best('total')).toEqual([undefined]);
});

test('every language says it', async () => {
  for (const locale of Object.keys(localeFacts) as Locale[]) {
    const { warning, heads, row } = await compared(['both', 'short'], '&intake=202709a5', locale);
    for (const text of [warning, heads[1]?.care, row('lease')?.cells[1]?.care, row('brought')?.label]) expect(text).toMatch(/\S/);
    expect(warning).toContain('44');
  }
});
