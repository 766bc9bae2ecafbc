import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listReader } from '#tests/support/list-reader.ts';
import { known, openListPages } from '#tests/support/list-pages.ts';
import type { ListPagesFixture } from '#tests/support/list-pages.ts';

let fixture: ListPagesFixture;
beforeAll(async () => {
  fixture = await openListPages();
});
afterAll(() => fixture.base.close());

describe('beside the lists', () => {
  test('[R2.069] rooms in shared flats with their state, by city and paged', async () => {
    const found = known(await fixture.discover.sharedFlats(listReader(fixture.base.geo, `/x?city_id=${fixture.leeds.id}`)));
    expect(found).toMatchObject({
      total: 1,
      flats: [
        {
          name: 'Aire House',
          rooms: [
            { label: '1A', status: 1 },
            { label: '1B', status: 2, gender: 2 },
            { label: '1C', status: 4 },
          ],
        },
      ],
    });
    const all = known(await fixture.discover.sharedFlats(listReader(fixture.base.geo, '/x')));
    expect(all.city.id).toBe(fixture.london.id);
    expect(all.flats.length).toBeLessThanOrEqual(20);
    expect(await fixture.discover.sharedFlats(listReader(fixture.base.geo, '/x?city_id=1'))).toBeUndefined();
    expect(await fixture.discover.sharedFlats(listReader(fixture.base.geo, '/x?page=999'))).toBeUndefined();
  });

  test('[R2.095] recommendations are the first homes of the cities, each with true reasons', async () => {
    const cities = await fixture.discover.picks(listReader(fixture.base.geo, '/x'));
    const first = known(cities.find(({ city }) => city.id === fixture.london.id));
    const opened = await fixture.lists.open(listReader(fixture.base.geo, '/uk/london'));
    if (opened.kind !== 'list') throw new Error('no list of London');
    const { list } = opened;
    expect(first.picks.map(({ card }) => card.id)).toEqual(list.homes.slice(0, 2).map(({ id }) => id));
    for (const { reasons } of first.picks) expect(reasons.length).toBeGreaterThan(0);
  });

  test('a text about a city has three of its homes below it, one about none has one each of those most chosen', async () => {
    const reader = listReader(fixture.base.geo, '/x');
    const [own, ...others] = await fixture.discover.relatedHomes(reader, [fixture.london]);
    expect([own?.city.id, own?.picks.length, others.length]).toEqual([fixture.london.id, 3, 0]);
    expect(reader.tags).toContain(`city:${fixture.london.id}`);
    const any = await fixture.discover.relatedHomes(listReader(fixture.base.geo, '/x'), []);
    expect(any.length).toBeLessThanOrEqual(3);
    for (const { picks } of any) expect(picks).toHaveLength(1);
  });

  test('rents of a city are those of its list: as many homes, areas of three and more, none outside its own range', async () => {
    const rents = await fixture.discover.rents(fixture.london, listReader(fixture.base.geo, '/x'));
    const opened = await fixture.lists.open(listReader(fixture.base.geo, '/uk/london'));
    if (opened.kind !== 'list') throw new Error('no list of London');
    expect(rents.homes).toBe(opened.list.total);
    expect(rents.confirmed).toBeLessThanOrEqual(rents.homes);
    for (const { homes, lowest, median, highest } of rents.areas) {
      expect(homes).toBeGreaterThanOrEqual(3);
      expect(lowest.minor <= median.minor && median.minor <= highest.minor).toBe(true);
    }
    expect(rents.types.length).toBeGreaterThan(0);
  });
});
