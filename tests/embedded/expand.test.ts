/** Expand, then contract: a migration takes nothing from the version before it, which may still be serving, unless that one has stopped using it. */
import { readFileSync, readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOver } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { openEmbedded } from '#lib/db/embedded.ts';
import { migrate, migrationsNamed } from '#lib/db/migrate.ts';
import type { Migrations } from '#lib/db/migrate.ts';
import { schemaOf, takenAway } from '#tests/support/schema-steps.ts';

/** Released before there was this rule. */
const lastBefore = 100;

const names = readdirSync('src/lib/db/migrations')
  .filter((name) => /^\d{3}_\w+\.ts$/.test(name))
  .map((name) => name.slice(0, -3))
  .sort();
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

let database: Database;
beforeAll(async () => {
  database = await databaseOver(await openEmbedded(undefined));
});
afterAll(() => database.close());

/** Applies these, and tells what they take from whoever knows the schema as it is now. */
async function stepsOf(migrations: Migrations): Promise<readonly string[]> {
  const before = await schemaOf(database.db);
  await migrate(database.db, migrations);
  return takenAway(before, await schemaOf(database.db));
}

test('every migration leaves the version before it working, or names the step that it completes', async () => {
  const isNew = (name: string): boolean => Number(name.slice(0, 3)) > lastBefore;
  const known = names.filter((name) => !isNew(name));
  await migrate(database.db, migrationsNamed(known));
  const wrong: string[] = [];
  for (const name of names.filter(isNew)) {
    known.push(name);
    const migrations = migrationsNamed(known);
    const taken = await stepsOf(migrations);
    const { additive, contract } = migrations[name] ?? expect.unreachable(`${name} is not among the migrations of migrate.ts`);
    if (!additive)
      wrong.push(`${name}: the version before it could not start any more. Expand first, and contract in a later version (docs/recipes/add-a-migration.md).`);
    if (taken.length > 0 && contract === undefined) wrong.push(...taken.map((what) => `${name}: ${what}. Say why that harms nobody in \`contract\`.`));
    if (taken.length === 0 && contract !== undefined) wrong.push(`${name}: it takes nothing away; leave \`contract\` out.`);
    if (contract && 'of' in contract) {
      if (!known.includes(contract.of) || contract.of >= name) wrong.push(`${name}: contract.of names no migration before it.`);
      if (contract.unusedSince.localeCompare(version, undefined, { numeric: true }) > 0) wrong.push(`${name}: ${contract.unusedSince} is to come.`);
    }
    if (contract && 'harmless' in contract && contract.harmless.length < 30) wrong.push(`${name}: contract.harmless is no reason.`);
  }
  expect(wrong).toEqual([]);
});

test('what would harm a version that does not know a migration is found, and what only adds is not', async () => {
  const raw = (statement: string) => ({
    additive: true,
    up: async (db: Parameters<Migrations[string]['up']>[0]) => void (await sql.raw(statement).execute(db)),
  });
  const steps: Record<string, Migrations[string]> = migrationsNamed(names);
  let number = 900;
  const after = (...statements: readonly string[]): Promise<readonly string[]> => {
    for (const statement of statements) steps[`${number++}_step`] = raw(statement);
    return stepsOf(steps);
  };
  await after(
    `create table kinds (id integer primary key, name varchar(9), colour text not null default 'red', state text check (state in ('new', 'old')), size integer)`,
  );

  expect(
    await after(
      'alter table kinds add column note text',
      'alter table kinds add column since timestamptz not null default now()',
      'alter table kinds add constraint kinds_note check (length(note) < 9)',
      'create unique index kinds_notes on kinds (note)',
      'create table others (id integer primary key, kind_id integer not null references kinds (id))',
      'alter table kinds alter column name type text',
      'alter table kinds alter column size type bigint',
      `alter table kinds drop constraint kinds_state_check, add constraint kinds_state_check check (state in ('new', 'old', 'gone'))`,
      'create index kinds_sizes on kinds (size)',
    ),
  ).toEqual([]);

  for (const [statement, finding] of [
    ['alter table kinds add column must text not null', 'kinds.must is new, may not be null'],
    ['alter table kinds alter column must drop not null, alter column size set not null', 'kinds.size may not be null any more'],
    ['alter table kinds alter column colour drop default', 'kinds.colour has lost what fills it'],
    ['alter table kinds alter column size type integer', 'kinds.size was bigint and is integer'],
    ['alter table kinds add constraint kinds_size check (size > 0)', 'kinds: constraint kinds_size is new'],
    ['create unique index kinds_names on kinds (name)', 'kinds: index kinds_names is new'],
    [
      `alter table kinds drop constraint kinds_state_check, add constraint kinds_state_check check (state in ('new', 'gone'))`,
      'constraint kinds_state_check was',
    ],
    ['alter table kinds rename column name to title', 'kinds.name is gone'],
    ['alter table kinds drop column size', 'kinds.size is gone'],
    [
      'create function refuses() returns trigger language plpgsql as $$ begin return new; end $$; create trigger kinds_refuse before insert on kinds for each row execute function refuses()',
      'kinds: trigger kinds_refuse is new',
    ],
    ['alter table others rename to more', 'table others is gone'],
  ] as const)
    expect(await after(...statement.split('; create').map((part, at) => (at ? `create${part}` : part))), statement).toEqual([expect.stringContaining(finding)]);
});
