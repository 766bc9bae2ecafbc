/** How long the database takes to find things of the desk by parts of what they are called, with 100,000 orders and as many people. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { withStatementLimit } from '#lib/db/connection.ts';
import { openDatabase } from '#lib/db/database.ts';
import type { Db } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';
import { createDeskFindRepository } from '#lib/features/desk-find/desk-find.repository.ts';
import { askedGrams, deskQuery, deskText, gramsOf } from '#lib/features/desk-find/desk-find.rules.ts';
import type { FindKind } from '#lib/features/desk-find/desk-find.schema.ts';
import { createMarks } from '#lib/features/desk-find/marks.rules.ts';
import { createKeyRing } from '#lib/secrets.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import type { BenchPart } from './part.ts';
import { percentile, table } from './part.ts';

const things = 100_000;
const rounds = 30;
/** On a page of results, and the one that tells whether there are more. */
const asked = 31;

const families = ['Nguyễn', 'Trần', 'Lê', 'Phạm', '王', '李', '陳', '张', '歐陽', 'Smith', 'Lee', 'Okafor', 'Müller', 'García', 'Kowalski', 'Đặng'];
const given = ['Thị Lan', 'Văn Đức', '娜娜', '明', '志強', '小雨', 'Ann', 'Oliver', 'Chidi', 'Zoë', 'José', 'Agnieszka', 'Minh', '思远', 'Priya', 'Hoài An'];
const hosts = ['gmail.com', 'qq.com', '163.com', 'outlook.com', 'student.manchester.ac.uk', 'ucl.ac.uk'];
const homes = ['Aldgate Point', 'Mill House', '磨坊公寓', 'Harbour Court', 'Northgate', 'Ký túc xá Hòa Bình', 'The Foundry', 'Victoria Hall'];
const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T;

/** What the thing of a number is called; spread over all there is, the same for each run. */
function textOf(kind: FindKind, n: number): string {
  const mixed = (n * 2_654_435_761) % 4_294_967_296;
  const name = `${pick(families, mixed)} ${pick(given, Math.floor(mixed / 16))}`;
  const mail = `${mixed.toString(36)}@${pick(hosts, Math.floor(mixed / 256))}`;
  const phone = `+${pick(['44', '86', '84', '852', '886'], n)}${String(mixed).padStart(10, '0')}`;
  const code = mixed.toString(36).toUpperCase().padStart(8, 'X');
  return deskText(kind === 'order' ? [`${code.slice(0, 4)}-${code.slice(4, 8)}`, name, mail, phone, `${pick(homes, n)} ${n % 900}`] : [name, mail, phone]);
}

const questions: readonly (readonly [string, string])[] = [
  ['what most share', 'com'],
  ['a host', 'gmail.com'],
  ['a host and nobody', 'gmail.comx'],
  ['a family name', 'nguyen'],
  ['one Chinese character', '王'],
  ['two Chinese characters', '欧阳'],
  ['two letters', 'zo'],
  ['a whole name', 'ngọc lan'],
  ['half a number', '86 138 001'],
  ['one person', textOf('person', 77_777).split('\n')[1] ?? ''],
  ['the oldest', textOf('person', 1).split('\n')[1] ?? ''],
  ['nobody', 'zzqqxxzzqq'],
];

async function timesOn(db: Db, name: string): Promise<(string | number)[][]> {
  const marks = createMarks(createKeyRing([randomBytes(32)]));
  const repository = createDeskFindRepository(db);
  // An index is made faster of all rows than row by row; it is the same afterwards.
  await sql`drop index desk_words_marks`.execute(db);
  for (const kind of ['order', 'person'] as const) {
    for (let from = 1; from <= things; from += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, at) => ({ id: from + at, marks: marks.toKeep(kind, gramsOf(textOf(kind, from + at))) }));
      await db.transaction().execute((tx) => repository.put(tx, kind, rows));
    }
  }
  await withStatementLimit(1_800_000, () => sql`create index desk_words_marks on desk_words using gin (marks) with (fastupdate = off)`.execute(db));
  await sql`analyze desk_words`.execute(db);
  const rows: (string | number)[][] = [];
  for (const kind of ['order', 'person'] as const) {
    for (const [what, text] of questions) {
      const ways = (deskQuery(text)?.ways ?? []).flatMap((words) => marks.toAsk(kind, askedGrams(words)));
      const took: number[] = [];
      let found = 0;
      for (let round = -3; round < rounds; round++) {
        const since = performance.now();
        found = (await repository.marked(kind, ways, { most: asked })).length;
        if (round >= 0) took.push(performance.now() - since);
      }
      rows.push([`${name}, ${kind}s: ${what}`, found, ...[percentile(took, 0.5), percentile(took, 0.95), percentile(took, 1)].map((one) => one.toFixed(1))]);
    }
  }
  return rows;
}

export const deskFind: BenchPart = {
  name: 'desk-find',
  title: 'The search of the desk',
  method: `${things.toLocaleString('en')} orders and as many people, with names in six scripts, mailboxes, numbers and homes; what a search asks of the database for a page of ${asked}, ${rounds} times each after three to warm up, from the call to the numbers of what was found.`,
  async run(say) {
    const rows: (string | number)[][] = [];
    const postgres = await startPostgres();
    const folder = mkdtempSync(join(tmpdir(), 'loftling-desk-find-'));
    try {
      for (const [name, databaseUrl] of [
        ['Postgres', postgres.url],
        ['embedded', undefined],
      ] as const) {
        const database = await openDatabase({ dataDir: join(folder, name), databaseUrl, databasePool: 2 }, 'beside');
        try {
          await migrate(database.db);
          rows.push(...(await timesOn(database.db, name)));
        } finally {
          await database.close();
        }
      }
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    for (const row of rows) say(row.join(' | '));
    return table(['looked for', 'found', 'p50 ms', 'p95 ms', 'longest ms'], rows);
  },
};
