/** What staff see of the feeds that were imported. */
import { expect, test } from 'vitest';
import type { StaffRole } from '#lib/access.ts';
import { createFeedRunsRepository } from '#lib/features/feeds/feed-runs.repository.ts';
import { createFeedRuns, mostRemarks } from '#lib/features/feeds/feed-runs.service.ts';
import { createFeedsLoader } from '#lib/features/feeds/feeds.loader.ts';
import type { Problem } from '#lib/features/feeds/feed.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, SupplierId } from '#lib/ids/ids.ts';
import type { Visitor } from '#lib/visitor.ts';
import { feedDesk, importTime } from '#tests/support/feed-desk.ts';
import { asCsv, asJson, feedHouse, feedHouseWith } from '#tests/support/feed-files.ts';
import { known } from '#tests/support/list-pages.ts';

const feeds = feedDesk();
const by = (standing: StaffRole): Visitor => ({ staff: { id: '1', staffId: 1, standing, provedAt: importTime } }) as unknown as Visitor;
const editor = by('editor');
const none = new URLSearchParams();
const service = () => createFeedRuns(createFeedRunsRepository(feeds.db));
const loader = () => createFeedsLoader(service());
const runs = async () => known(await loader().list(editor, new URLSearchParams())).runs;
const houseOf = async (ref: string) => {
  const row = await feeds.db.selectFrom('houses').select(['id', 'supplier_id']).where('ref', '=', ref).executeTakeFirstOrThrow();
  return { id: asId<HouseId>(row.id), supplier: { id: asId<SupplierId>(row.supplier_id) } } as Parameters<ReturnType<typeof loader>['ofHouse']>[1];
};

test('an import is shown with its counts and what was wrong, at the home that it was wrong of', async () => {
  await feeds.importing(feeds.write('first.csv', asCsv([feedHouse(), feedHouseWith('H2'), feedHouseWith('H4')])));
  await feeds.importing(
    feeds.write(
      'second.csv',
      asCsv([
        feedHouse({ house_name: 'Teapot Yard Two' }),
        feedHouseWith('H2', { rent_amount: 'soon' }),
        feedHouseWith('H3', { city: 'Atlantis', latitude: '', longitude: '' }),
      ]),
    ),
    { full: true },
  );
  const [last, first, ...older] = await runs();
  expect(older).toEqual([]);
  expect(known(first)).toMatchObject({ file: 'first.csv', isFull: false, state: 'whole', counts: { added: 3, changed: 0, refusedHouses: 0 } });
  expect(known(last)).toMatchObject({
    file: 'second.csv',
    supplier: { name: 'Blue Teapot' },
    isFull: true,
    beganAt: importTime,
    state: 'whole',
    counts: { added: 0, changed: 1, unchanged: 0, refusedHouses: 2, closed: 0 },
  });
  expect(known(last).keptOpenBecause).toContain('were refused');
  const shown = known(await loader().run(editor, String(known(last).id), none));
  expect(shown.remarks.length).toBe(shown.run.counts.refused + shown.run.counts.dropped + shown.run.counts.mended);
  const known2 = await houseOf('H2');
  expect(shown.remarks.find(({ houseRef, field }) => houseRef === 'H2' && field === 'rent_amount')).toMatchObject({
    severity: 'refused',
    value: 'soon',
    houseId: known2.id,
  });
  expect(shown.remarks.find(({ houseRef }) => houseRef === 'H3')?.houseId).toBeUndefined();
  const ofHouse = known(await loader().ofHouse(editor, known2));
  expect(ofHouse.run.id).toBe(known(last).id);
  expect(ofHouse.remarks.map(({ field }) => field)).toContain('rent_amount');
  expect(known(await loader().ofHouse(editor, await houseOf('H1'))).remarks.filter(({ severity }) => severity === 'refused')).toEqual([]);
});

test('a dry run is not remembered; a file that breaks off, and an import that had to stop, are told as that', async () => {
  await feeds.importing(feeds.write('dry.csv', asCsv([feedHouse()])), { dryRun: true });
  expect(await runs()).toEqual([]);
  await feeds.importing(feeds.write('broken.json', asJson([feedHouse(), feedHouseWith('H2')]).slice(0, -40)));
  expect(await runs()).toMatchObject([{ file: 'broken.json', state: 'part' }]);
  const stops = feeds.importing(feeds.write('stops.csv', asCsv([feedHouse(), feedHouseWith('H2', { rent_amount: 'soon' })])), {
    batchSize: 1,
    onProblem() {
      throw new Error('the power went');
    },
  });
  await expect(stops).rejects.toThrow('the power went');
  expect((await runs())[0]).toMatchObject({ file: 'stops.csv', state: 'failed' });
  const house = await houseOf('H1');
  expect(known(await loader().ofHouse(editor, house)).run.file).toBe('stops.csv');
});

test('remarks are bounded, refusals first; hostile text is stored harmlessly; a run pages through all of them', async () => {
  await feeds.importing(feeds.write('one.csv', asCsv([feedHouse()])));
  const { supplier } = await houseOf('H1');
  const run = await service().open({
    supplierId: supplier.id,
    file: `${'x'.repeat(400)}\u202e.csv`,
    isFull: false,
    at: importTime,
  });
  const problem = (line: number, severity: Problem['severity']): Problem => ({
    severity,
    line,
    houseRef: 'H1',
    field: 'name',
    value: `<script>\u0000\u202e${'😀'.repeat(400)}`,
    reason: 'is \ud800 odd',
  });
  for (let line = 1; line <= 1_500; line++) {
    run.note(problem(line, 'mended'));
    run.note(problem(line, 'refused'));
  }
  const counts = { added: 0, changed: 0, unchanged: 0, refusedHouses: 1_500, closed: 0, refused: 1_500, dropped: 0, mended: 1_500, noticed: 0 };
  await run.end({ state: 'whole', counts, keptOpenBecause: undefined });
  const id = String(known((await runs())[0]).id);
  const seen: number[] = [];
  const kinds = new Map<string, number>();
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: Awaited<ReturnType<ReturnType<typeof loader>['run']>> = await loader().run(editor, id, new URLSearchParams({ after: String(after) }));
    for (const { nth, severity, value, reason } of known(page).remarks) {
      seen.push(nth);
      kinds.set(severity, (kinds.get(severity) ?? 0) + 1);
      expect(value + reason).toMatch(/^<script>[^\p{Cc}\u202e]+$/u);
    }
    after = known(page).next;
  }
  expect(seen).toEqual(Array.from({ length: mostRemarks.refused + mostRemarks.other }, (_, index) => index + 1));
  expect(Object.fromEntries(kinds)).toEqual({ refused: mostRemarks.refused, mended: mostRemarks.other });
  const refused = known(await loader().run(editor, id, new URLSearchParams({ kind: 'refused', after: 'x' })));
  expect(new Set(refused.remarks.map(({ severity }) => severity))).toEqual(new Set(['refused']));
});

test('the last ten runs of a provider are kept; those of another stay', async () => {
  await feeds.importing(feeds.write('other.csv', asCsv([feedHouse()])), { supplier: 'Red Kettle' });
  for (let day = 1; day <= 12; day++) await feeds.importing(feeds.write(`day-${day}.csv`, asCsv([feedHouse()])));
  expect((await runs()).map(({ file }) => file)).toEqual([...Array.from({ length: 10 }, (_, index) => `day-${12 - index}.csv`), 'other.csv']);
});

test('nobody sees feeds but who sees to homes; a number that is none is no run', async () => {
  await feeds.importing(feeds.write('one.csv', asCsv([feedHouse()])));
  const id = String(known((await runs())[0]).id);
  const house = await houseOf('H1');
  for (const visitor of [undefined, by('finance')])
    expect([await loader().list(visitor, none), await loader().run(visitor, id, none), await loader().ofHouse(visitor, house)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  for (const wrong of ['0', '2147483647', 'x', '', undefined]) expect(await loader().run(editor, wrong, none)).toBeUndefined();
});
