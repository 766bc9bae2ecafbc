/** Bills beside the rent: one rule for all that show them. */
import { describe, expect, test } from 'vitest';
import { included } from '#layouts/blocks/house/included.ts';
import { billsApart, billsSaidApart, totalWithBills } from '#lib/features/catalogue/bills.rules.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { billCodes } from '#lib/features/catalogue/listings.schema.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { translator } from '#lib/i18n/t.ts';
import { money } from '#lib/money/money.ts';

const geo = loadGeo();
const bills = {
  usual: ['water', 'electricity', 'gas', 'heating'] as const,
  people: 4,
  figures: [
    { covers: ['electricity'] as const, alone: 520, home: 1040, source: 'Somebody, price of 2026', asOf: '2026-01-01' },
    { covers: ['gas', 'heating'] as const, home: 2080, source: 'Somebody, price of 2026', asOf: '2026-01-01' },
  ],
};
const country = { currency: 'GBP', bills: structuredClone(bills) } as unknown as Parameters<typeof billsApart>[2];
const weekly = (included: Parameters<typeof billsApart>[0], type: Parameters<typeof billsApart>[1]) => {
  const apart = billsApart(included, type, country);
  return apart?.kind === 'about' ? Number(apart.weekly.minor) / 100 : apart?.kind;
};

describe('what bills come to beside the rent', () => {
  test('nothing where all usual ones are in the rent', () => {
    expect(billsApart(['water', 'electricity', 'gas', 'heating'], 'studio', country)).toBeUndefined();
  });

  test('one who lives alone pays all, one of several a share, a whole home the whole', () => {
    expect(weekly(['water', 'gas', 'heating'], 'studio')).toBe(10);
    expect(weekly(['water', 'gas', 'heating'], 'ensuite')).toBe(5);
    expect(weekly(['water', 'gas', 'heating'], 'whole-apartment')).toBe(20);
  });

  test('a figure for gas and the heating it gives counts once', () => {
    expect(weekly(['water', 'electricity'], 'house')).toBe(40);
    expect(weekly(['water', 'electricity', 'gas'], 'house')).toBe(40);
  });

  test('no figure for one of them, or no known unit, is no estimate', () => {
    expect(weekly([], 'ensuite')).toBe('apart');
    expect(weekly(['water', 'electricity'], 'studio')).toBe('apart');
    expect(weekly(['water', 'gas', 'heating'], undefined)).toBe('apart');
  });

  test('the total with them is rounded, the contract total stays', () => {
    expect(totalWithBills({ contractTotal: money(1_000_050n, 'GBP'), nights: 70 }, money(1_000n, 'GBP'))).toEqual(money(1_010_100n, 'GBP'));
  });
});

test('every country says what bills are usual; an estimate has its source, its day, and is small beside any rent', () => {
  for (const one of geo.countries) {
    expect(one.bills.usual.length, one.slug).toBeGreaterThan(1);
    for (const type of unitTypes)
      for (const missing of one.bills.usual) {
        const apart = billsApart(
          billCodes.filter((code) => code !== missing),
          type,
          one,
        );
        if (apart?.kind !== 'about') continue;
        expect(apart.sources.every(({ source, asOf }) => source.length > 10 && asOf <= '2026-12-31')).toBe(true);
        expect(Number(apart.weekly.minor) / 100, `${one.slug} ${type} ${missing}`).toBeLessThan(60);
      }
  }
});

describe('which bills are said to be paid apart', () => {
  const t = translator('en-us');
  const said = (bills: Parameters<typeof billsSaidApart>[0]): string =>
    String(included({ t }, { house: { bills, amenities: [] } as unknown as Parameters<typeof included>[1]['house'] }));

  test('the usual ones that the rent does not include', () => {
    expect(billsSaidApart(['water', 'gas', 'tv-licence'])).toEqual(['electricity', 'heating', 'internet']);
    expect(said(['water'])).toContain(t('house.not_in_the_rent'));
  });

  test('none where nobody has said which ones the rent includes: the page does not contradict itself', () => {
    expect(billsSaidApart([])).toEqual([]);
    expect(said([])).toContain(t('house.no_bills'));
    expect(said([])).not.toContain(t('house.not_in_the_rent'));
  });
});
