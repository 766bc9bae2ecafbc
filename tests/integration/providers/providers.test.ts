import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TagCache } from '#lib/db/tag-cache.ts';
import { cachedProviders } from '#lib/features/providers/providers.cache.ts';
import { pageSize } from '#lib/features/finding/question.rules.ts';
import { createProvidersLoader } from '#lib/features/providers/providers.loader.ts';
import { createProvidersRepository } from '#lib/features/providers/providers.repository.ts';
import { createProvidersService } from '#lib/features/providers/providers.service.ts';
import type { ProvidersLoader } from '#lib/features/providers/providers.loader.ts';
import { checksOf } from '#lib/features/providers/providers.rules.ts';
import { listReader } from '#tests/support/list-reader.ts';
import { known, openListPages } from '#tests/support/list-pages.ts';
import type { ListPagesFixture } from '#tests/support/list-pages.ts';

let fixture: ListPagesFixture;
let providers: ProvidersLoader;
beforeAll(async () => {
  fixture = await openListPages();
  const { base, service, rates } = fixture;
  providers = createProvidersLoader(createProvidersService(createProvidersRepository(base.db), service), rates, base.geo);
});
afterAll(() => fixture.base.close());

const index = (address = '/providers') => providers.index(listReader(fixture.base.geo, address));

describe('the index of providers', () => {
  test('has everybody with homes for rent once, those with more checks first, each with the picture of a home', async () => {
    const { rows, total } = known(await index());
    const { length: all } = await fixture.base.db.selectFrom('listings').select('supplier_id').where('category', '=', 'rent').distinct().execute();
    expect([total, rows.length, new Set(rows.map(({ href }) => href)).size]).toEqual([all, all, all]);
    const order = rows.map(({ provider: { verifiedOn, checks, homes } }) => Number(verifiedOn !== undefined) + checks.done / checksOf(homes));
    expect(order).toEqual(order.toSorted((a, b) => b - a));
    for (const { picture, provider, cities } of rows) {
      expect(picture).toBeDefined();
      expect(cities.reduce((sum, { homes }) => sum + homes, 0)).toBe(provider.homes);
    }
  });

  test('counts homes, checks and reviews as their rows have them', async () => {
    const found = known(await index('/providers?kind=landlord')).rows.find(({ provider }) => provider.slug === 'sole-landlord');
    const { provider } = known(found);
    expect(provider).toMatchObject({ kind: 'landlord', homes: 2, verifiedOn: undefined, isSample: true });
    expect(provider.checks.done).toBe(4);
  });

  test('the checks of every home are read once for all pages, until a home changes', async () => {
    const { base, service, rates } = fixture;
    const repository = createProvidersRepository(base.db);
    const order = vi.fn<typeof repository.order>(repository.order);
    const cache = new TagCache({ freshFor: 60_000, bound: 1_000_000 });
    const kept = createProvidersLoader(createProvidersService(cachedProviders({ ...repository, order }, cache), service), rates, base.geo);
    const addresses = ['/providers', '/providers?kind=landlord', '/providers?kind=operator'];
    for (const address of addresses) {
      const found = known(await kept.index(listReader(base.geo, address)));
      expect(found.rows).toEqual(known(await index(address)).rows);
    }
    expect(order).toHaveBeenCalledTimes(1);
    cache.invalidate(['catalogue']);
    await kept.index(listReader(base.geo, '/providers'));
    expect(order).toHaveBeenCalledTimes(2);
  });

  test('kinds are a choice where there are several, each with how many there are', async () => {
    const { kinds, all } = known(await index());
    expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(all.count);
    const landlords = known(await index('/providers?kind=landlord'));
    expect(landlords.rows.map(({ provider: { kind } }) => kind)).toEqual(['landlord', 'landlord']);
    expect(landlords.kinds.filter(({ current }) => current).map(({ kind }) => kind)).toEqual(['landlord']);
  });

  test.each(['/providers?page=99', '/providers?page=0', '/providers?kind=homestay-host'])('%s is missing', async (address) => {
    expect(await index(address)).toBeUndefined();
  });
});

test('the page about the site counts what the lists have', async () => {
  const reader = listReader(fixture.base.geo, '/x');
  const standing = known(await providers.standing(reader));
  const { rows, total } = known(await index());
  const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + of(row), 0);
  expect(standing).toMatchObject({
    homes: sum(({ provider }) => provider.homes),
    cities: 2,
    providers: total,
    identified: sum(({ provider }) => Number(provider.verifiedOn !== undefined)),
    hasSample: true,
  });
  expect(standing.whole).toBeLessThanOrEqual(standing.checked);
  expect(standing.checked).toBeLessThanOrEqual(standing.homes);
  expect(reader.tags).toContain('catalogue');
});

describe('the page of a provider', () => {
  test('has all of its homes, as many a page as a list, each once, and no page beyond the last', async () => {
    const { base } = fixture;
    const { supplier_id: id } = await base.db
      .selectFrom('listings')
      .select('supplier_id')
      .where('category', '=', 'rent')
      .orderBy('house_id')
      .executeTakeFirstOrThrow();
    const { slug } = await base.db.selectFrom('suppliers').select('slug').where('id', '=', id).executeTakeFirstOrThrow();
    const were = await base.db.selectFrom('listings').select(['house_id', 'supplier_id']).where('category', '=', 'rent').execute();
    await base.db.updateTable('listings').set({ supplier_id: id }).where('category', '=', 'rent').execute();
    try {
      const open = (page: string) => providers.record(listReader(base.geo, `/x?page=${page}`), slug);
      const last = Math.ceil(were.length / pageSize);
      expect(last, 'the example has several pages').toBeGreaterThan(1);
      const pages = await Promise.all(Array.from({ length: last }, (_, at) => open(String(at + 1))));
      const shown = pages.flatMap((page) => known(page).cards.map(({ id: home }) => home));
      expect(shown.toSorted((a, b) => a - b)).toEqual(were.map(({ house_id }) => house_id).toSorted((a, b) => a - b));
      expect(pages.map((page) => page?.cards.length).slice(0, -1)).toEqual(Array.from({ length: last - 1 }, () => pageSize));
      const path = `/en/providers/record/${slug}`;
      expect([pages[0]?.previous, pages[0]?.next, pages[1]?.previous]).toEqual([undefined, `${path}?page=2#homes`, `${path}#homes`]);
      expect([await open('0'), await open(String(last + 1))]).toEqual([undefined, undefined]);
    } finally {
      for (const { house_id, supplier_id } of were) await base.db.updateTable('listings').set({ supplier_id }).where('house_id', '=', house_id).execute();
    }
  });

  test('says the same of it as the index, and shows its homes', async () => {
    const [row] = known(await index()).rows;
    const { provider } = known(row);
    const reader = listReader(fixture.base.geo, '/x');
    const { record, cards } = known(await providers.record(reader, provider.slug));
    expect(record).toMatchObject({
      id: provider.id,
      homes: provider.homes,
      checks: provider.checks,
      reviews: { count: provider.reviews.count },
      confirmedAt: provider.confirmedAt,
    });
    expect(record.facts.reduce((sum, { homes }) => sum + homes, 0)).toBe(provider.checks.done);
    expect(record.spread.reduce((sum, count) => sum + count, 0)).toBe(provider.reviews.count);
    expect(cards.length).toBe(Math.min(pageSize, provider.homes));
    expect(new Set(cards.map(({ supplier }) => supplier.name))).toEqual(new Set([provider.name]));
    expect(reader.tags).toContain(`supplier:${provider.id}`);
  });

  test('knows of no deposit and no booking before there is one', async () => {
    const { record } = known(await providers.record(listReader(fixture.base.geo, '/x'), 'sole-landlord'));
    expect([record.deposits, record.bookings]).toEqual([
      { all: 0, good: 0 },
      { all: 0, good: 0 },
    ]);
  });

  test('stays where its homes are gone, and is missing where nobody has the name', async () => {
    const { base } = fixture;
    await base.db
      .deleteFrom('listings')
      .where('supplier_id', '=', (eb) => eb.selectFrom('suppliers').select('id').where('slug', '=', 'sole-landlord'))
      .execute();
    expect(await providers.record(listReader(base.geo, '/x'), 'sole-landlord')).toMatchObject({ record: { homes: 0, facts: [] }, cards: [] });
    expect(await providers.record(listReader(base.geo, '/x'), 'nobody')).toBeUndefined();
  });
});
