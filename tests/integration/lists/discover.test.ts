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
});
