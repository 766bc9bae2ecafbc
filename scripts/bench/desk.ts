/** How long the lists of the desk take with 10,000 threads, and how soon the assistant answers. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#lib/db/database.ts';
import type { Db } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';
import { createAssistantService } from '#lib/features/assistant/assistant.service.ts';
import { createEnquiryListsRepository } from '#lib/features/enquiries/enquiry-lists.repository.ts';
import type { EnquiryFilter, EnquiryOrder } from '#lib/features/enquiries/enquiries.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createSite } from '#lib/paths.ts';
import { noWriter } from '#lib/ports/answers/answers.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import type { BenchPart } from './part.ts';
import { percentile, table } from './part.ts';

const threads = 10_000;
const rounds = 60;
/** On a page of the desk, and the one that tells whether there are more. */
const asked = 31;
const now = new Date();
const week = 7 * 86_400_000;

/** Threads of half a year, of every state, team, language and source, with one to five messages each. */
async function fill(db: Db): Promise<void> {
  await sql`
    insert into enquiries (reference, secret, topic, source, contact_sealed, email_digest, page, locale, language, city_id, consents, utm, state, team,
      sameness, opened_at, last_at, first_answered_at, due_at, closed_at)
    select left(lpad(n::text, 8, '0'), 4) || '-' || right(lpad(n::text, 8, '0'), 4), 's' || n, 'question', (array['page', 'house', 'contact'])[1 + n % 3], 'sealed', 'digest' || n % 4000, '/', 'en-us',
      (array['zh-CN', 'zh-TW', 'zh-HK', 'en', 'vi'])[1 + n % 5], 1 + n % 60, '{}', '{}',
      case when n % 10 < 2 then 'new' when n % 10 < 4 then 'open' when n % 10 < 5 then 'waiting' else 'closed' end,
      (array['advice', 'service'])[1 + n % 2], 'same' || n, at, at + interval '2 hours',
      case when n % 10 < 2 then null else at + interval '40 minutes' end,
      case when n % 10 < 4 then at + interval '8 hours' end,
      case when n % 10 >= 5 then at + interval '1 day' end
    from (select n, ${now}::timestamptz - n * interval '26 minutes' as at from generate_series(1, ${sql.lit(threads)}) as n) as made`.execute(db);
  await sql`
    insert into enquiry_messages (enquiry_id, sender, text, language, at)
    select id, case when m % 2 = 1 then 'student' else 'system' end, repeat('What is said in a message of the usual length. ', 8), language, opened_at + m * interval '20 minutes'
    from enquiries, generate_series(1, 5) as m where m <= 1 + id % 5`.execute(db);
  await sql`analyze`.execute(db);
}

async function times(work: () => Promise<unknown>): Promise<readonly string[]> {
  const took: number[] = [];
  for (let round = -5; round < rounds; round++) {
    const since = performance.now();
    await work();
    if (round >= 0) took.push(performance.now() - since);
  }
  return [percentile(took, 0.5), percentile(took, 0.95), percentile(took, 1)].map((one) => one.toFixed(1));
}

/** What the pages of the desk ask of one database. */
async function listsOf(db: Db, name: string): Promise<(string | number)[][]> {
  await fill(db);
  const repository = createEnquiryListsRepository(db);
  const middle = await repository.list({}, 'recent', undefined, threads / 2);
  const last = middle.at(-1);
  if (middle.length !== threads / 2 || !last) throw new Error('the threads are not all there');
  const list =
    (filter: EnquiryFilter, order: EnquiryOrder, after = false) =>
    () =>
      repository.list(filter, order, after ? { at: last.lastAt, id: last.id } : undefined, asked);
  const starts = Array.from({ length: 13 }, (_, at) => new Date(now.getTime() - (13 - at) * week)) as [Date, ...Date[]];
  const questions: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['due first', list({}, 'due')],
    ['newest first', list({}, 'recent')],
    ['newest first, from the middle', list({}, 'recent', true)],
    ['of a city', list({ cityId: asId(7) }, 'recent')],
    ['of a language and a team, open', list({ states: ['new', 'open'], language: 'vi', team: 'advice' }, 'due')],
    ['older than a week, nobody’s', list({ staff: 'none', openedBefore: new Date(now.getTime() - week) }, 'due')],
    ['threads by state', () => repository.countByState()],
    ['figures of thirty days', () => repository.figures(new Date(now.getTime() - 30 * 86_400_000), now)],
    ['thirteen weeks', () => repository.weeks(starts)],
  ];
  const rows: (string | number)[][] = [];
  for (const [what, work] of questions) rows.push([`${name}: ${what}`, ...(await times(work))]);
  return rows;
}

/** The columns of the file of questions, behind that of what answers them. */
const columns = ['en-us', 'zh-cn', 'zh-hk', 'zh-tw', 'vi-vn'] as const satisfies readonly Locale[];

/** What people ask, in each language. */
const questionsOf = (): readonly (readonly [Locale, string])[] =>
  readFileSync('tests/unit/assistant-questions.tsv', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, ...questions] = line.split('\t');
      return columns.flatMap((locale, at): [Locale, string][] => (questions[at] ? [[locale, questions[at]]] : []));
    });

async function assistant(): Promise<(string | number)[]> {
  const budget = { spend: async () => false, takeBack: async () => undefined };
  const site = createSite('https://site.example', new Map());
  const service = createAssistantService({ content: 'src/content', site, writer: noWriter, budget });
  const questions = questionsOf();
  for (const locale of locales) await service.answer('deposit', locale, now);
  const took: number[] = [];
  for (const [locale, question] of questions) {
    const since = performance.now();
    await service.answer(question, locale, now);
    took.push(performance.now() - since);
  }
  return [
    `assistant: ${took.length} questions in five languages`,
    ...[percentile(took, 0.5), percentile(took, 0.95), percentile(took, 1)].map((one) => one.toFixed(1)),
  ];
}

export const desk: BenchPart = {
  name: 'desk',
  title: 'The desk and the assistant',
  method: `${threads.toLocaleString('en')} threads of half a year with three messages each; what the pages of the desk ask of the database, ${rounds} times each after five to warm up, from the call to the rows. The assistant's own index, without a machine that writes.`,
  async run(say) {
    const rows: (string | number)[][] = [];
    const postgres = await startPostgres();
    const folder = mkdtempSync(join(tmpdir(), 'loftling-desk-'));
    try {
      for (const [name, databaseUrl] of [
        ['Postgres', postgres.url],
        ['embedded', undefined],
      ] as const) {
        const database = await openDatabase({ dataDir: join(folder, name), databaseUrl, databasePool: 2 }, 'beside');
        try {
          await migrate(database.db);
          rows.push(...(await listsOf(database.db, name)));
        } finally {
          await database.close();
        }
      }
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    rows.push(await assistant());
    for (const row of rows) say(row.join(' | '));
    return table(['asked', 'p50 ms', 'p95 ms', 'longest ms'], rows);
  },
};
