/**
 * The id of what another person has answers as one that never was, at every call that is given one: same status, same answer, same headers,
 * and nothing happens. Its owner is answered otherwise, so that each row is known to ask for something.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { namesOf } from '#lib/api/body.ts';
import type { Contract } from '#lib/api/contract.ts';
import { contracts } from '#lib/contracts.ts';
import { missing, openBelongingsDesk, withEverything } from '#tests/support/belongings.ts';
import type { Belongings } from '#tests/support/belongings.ts';
import { idRows, plainFields, publicFields, secretFields } from '#tests/support/ids-of-calls.ts';
import type { IdRow } from '#tests/support/ids-of-calls.ts';
import { known } from '#tests/support/list-pages.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';

type AnyContract = Contract<z.ZodMiniType, z.ZodMiniType>;
const byName = new Map((contracts as readonly AnyContract[]).map((contract) => [contract.name, contract]));

/** Fields of a call; of those that are numbered, the first. */
const fieldsOf = ({ input }: AnyContract): readonly string[] => [...new Set([...known(namesOf(input))].map((name) => name.replace(/^([ac])\d+$/, '$11')))];

test('every field of every call of people is known to name something of a person, or not to', () => {
  const ofPeople = [...byName.values()].filter(({ access }) => !access.startsWith('staff'));
  const all = ofPeople.flatMap((contract) => fieldsOf(contract).map((field) => ({ field, row: `${contract.name}.${field}` })));
  const isKnown = (field: string, row: string): boolean => row in idRows || secretFields.has(row) || publicFields.has(row) || plainFields.has(field);
  expect(all.filter(({ field, row }) => !isKnown(field, row)).map(({ row }) => row)).toEqual([]);
  const rows = new Set(all.map(({ row }) => row));
  expect(
    [...Object.keys(idRows), ...secretFields, ...publicFields].filter((row) => !rows.has(row)),
    'rows of no call',
  ).toEqual([]);
  const fields = new Set(all.map(({ field }) => field));
  expect(
    [...plainFields].filter((field) => !fields.has(field)),
    'fields of no call',
  ).toEqual([]);
});

let desk: OrdersDesk;
let [owner, stranger]: Belongings[] = [];
beforeAll(async () => {
  desk = await openBelongingsDesk();
  owner = await withEverything(desk, 0);
  stranger = await withEverything(desk, 1);
});
afterAll(() => desk.office.close());

/** Changed by whoever asks anything: when they were last here, how often they asked, and the salt by which that is counted. */
const ofAsking = new Set(['user_sessions', 'rate_limits', 'settings']);

/** Ten times as many rows as all others together, which no call changes: looked at before the first and after the last of them. */
const ofPlaces = new Set(['places', 'place_names']);

/** What tables hold, each as a digest. */
async function digests(isMeant: (table: string) => boolean): Promise<ReadonlyMap<string, string>> {
  const { db } = desk.office.on.base;
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const asked = tables
    .filter(({ name }) => isMeant(name))
    .map(
      ({ name }) =>
        sql`select ${sql.lit(name)} as name, md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as digest from ${sql.table(name)} row`,
    );
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(asked, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}
const everything = () => digests((table) => !ofAsking.has(table) && !ofPlaces.has(table));

/** A call with an id, as its answer is, without the id itself. */
async function answered(by: Belongings, row: string, { more }: IdRow, id: string) {
  const [name = '', field = ''] = row.split('.');
  const { status, error_code: code, message, data, headers } = await by.by.call(known(byName.get(name)), { ...more?.(by, desk), [field]: id });
  const told = JSON.stringify({ code, message, data, headers: [...headers].filter(([header]) => !['date', 'x-trace-id'].includes(header)) });
  return { status, told: told.replaceAll(new RegExp(`(?<![\\w-])${id}(?![\\w-])`, 'g'), 'the id') };
}

const rows = Object.entries(idRows);
describe('what another person has', () => {
  let places: ReadonlyMap<string, string>;
  /** After the last call: what was there then is there before the next. */
  let last: ReadonlyMap<string, string> | undefined;
  beforeAll(async () => {
    places = await digests((table) => ofPlaces.has(table));
  });
  test.each(rows)('is for a stranger as if it were not there: %s', async (row, idRow) => {
    const [mine, theirs] = [known(stranger), known(owner)];
    const before = last ?? (await everything());
    const never = await answered(mine, row, idRow, missing(idRow.of));
    const between = await everything();
    const real = await answered(mine, row, idRow, theirs[idRow.of]);
    const after = await everything();
    last = after;
    expect(real).toEqual(never);
    expect(
      [...between].filter(([name, digest]) => after.get(name) !== digest).map(([name]) => name),
      'tables changed by a real id',
    ).toEqual([]);
    expect(
      [...before].filter(([name, digest]) => between.get(name) !== digest).map(([name]) => name),
      'tables changed by one that never was',
    ).toEqual([]);
  });

  test.each(rows)('is its owner’s: %s', async (row, idRow) => {
    const theirs = known(owner);
    const never = await answered(theirs, row, idRow, missing(idRow.of));
    const real = await answered(theirs, row, idRow, theirs[idRow.of]);
    expect(real, never.told).not.toEqual(never);
  });

  test('is asked for without a change to places', async () => {
    expect(places.size).toBe(ofPlaces.size);
    expect(await digests((table) => ofPlaces.has(table))).toEqual(places);
  });
});
