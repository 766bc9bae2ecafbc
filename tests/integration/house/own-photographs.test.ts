/** Photographs that came with the project, in the database: lists, homes and link previews go by the same first one, and nobody fetches them. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCatalogue } from '#lib/features/catalogue/catalogue.service.ts';
import { createHouseRepository } from '#lib/features/house/house.repository.ts';
import { createHouseService } from '#lib/features/house/house.service.ts';
import { ownPhotographsFolder, readOwnPhotographs } from '#lib/features/photographs/own-photographs.files.ts';
import { createPhotographRepository } from '#lib/features/photographs/photographs.repository.ts';
import { createOgPictureRepository } from '#lib/features/pictures/og-picture.repository.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { fillWithSample } from '#lib/sample/sample.service.ts';
import { testNow as now } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

const own = readOwnPhotographs(join('src/content', ownPhotographsFolder));
let base: TestDatabase;
let pictured: readonly { readonly id: HouseId; readonly photo: string }[];

beforeAll(async () => {
  base = await testDatabase();
  const london = base.geo.city('uk', 'london');
  await fillWithSample({ catalogue: createCatalogue(base.db), geo: base.geo, now }, { houses: 60, cities: london ? [london] : [] });
  const { rows } = await sql<{ id: number; photo: string }>`
    select house_id as id, card->>'photo' as photo from listings where card->>'photo' is not null order by house_id`.execute(base.db);
  pictured = rows.map(({ id, photo }) => ({ id: asId<HouseId>(id), photo }));
});
afterAll(() => base.close());

test('[R3.57] lists, homes and link previews show the same first photograph of a home, and no two homes the same', async () => {
  expect(pictured.length).toBeGreaterThanOrEqual(4);
  expect(new Set(pictured.map(({ photo }) => photo)).size).toBe(pictured.length);
  const houses = createHouseService(createHouseRepository(base.db, base.geo), new Map(), () => undefined, own.byPath);
  const previews = createOgPictureRepository(base.db);
  const covered = new Map((await houses.covered(pictured.map(({ id }) => id))).map(({ house, photo }) => [house.id, photo]));
  for (const { id, photo } of pictured) {
    const found = await houses.find(id);
    const media = found ? await houses.media(found) : [];
    expect(media[0]).toMatchObject({ kind: 'photo', path: photo, own: { path: photo } });
    // The room that leads is one of the home, as the database knows it.
    expect(media[0]?.unitId).toBeDefined();
    expect([covered.get(id), (await previews.house(id))?.photo]).toEqual([photo, photo]);
  }
});

test('they are in nobody’s line to be fetched, and are not missed when lines are compared with homes', async () => {
  const photographs = createPhotographRepository(base.db);
  await photographs.compareWithHomes(now);
  expect(await photographs.counts()).toEqual({ kept: 0, waiting: 0, missing: 0 });
});
