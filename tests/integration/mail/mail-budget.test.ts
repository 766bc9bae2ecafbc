/** How many mails a day has, and an address: what waits, what never does, and who hears of it; over a real database and two nodes. */
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createCounterRepository } from '#lib/features/limits/limits.repository.ts';
import { deadJobs } from '#lib/jobs/job-store.repository.ts';
import { createJobQueue, openJobStore } from '#lib/jobs/job-store.ts';
import type { JobStore } from '#lib/jobs/job-store.ts';
import { reviveJobs } from '#lib/jobs/revive.ts';
import { createJobRunner } from '#lib/jobs/runner.ts';
import { createMailBudget, mostToOne } from '#lib/mail/mail-budget.ts';
import { mail } from '#lib/mail/mail.ts';
import type { Urgency } from '#lib/mail/mail.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { openMailer } from '#lib/mail/open-mailer.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import { createSite } from '#lib/paths.ts';
import type { MailMessage } from '#lib/ports/mail/mail-port.ts';
import { MailRefusedError } from '#lib/ports/mail/mail-port.ts';
import { createKeyRing } from '#lib/secrets.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { secondNode } from '#tests/support/second-node.ts';
import type { SecondNode } from '#tests/support/second-node.ts';

const secrets = createKeyRing([Buffer.alloc(32, 7)]);
const operator = 'op@homes.example.org';
const kinds = {
  code: mail({ name: 'a-code', why: 'booking', urgency: 'code', input: z.object({}), render: () => ({ subject: 'code', preview: '', blocks: [] }) }),
  now: mail({ name: 'a-receipt', why: 'booking', urgency: 'now', input: z.object({}), render: () => ({ subject: 'now', preview: '', blocks: [] }) }),
  soon: mail({ name: 'a-form', why: 'booking', urgency: 'soon', input: z.object({}), render: () => ({ subject: 'soon', preview: '', blocks: [] }) }),
  digest: mail({
    name: 'a-digest',
    why: 'booking',
    urgency: 'later',
    isDaily: true,
    input: z.object({}),
    render: () => ({ subject: 'digest', preview: '', blocks: [] }),
  }),
  later: mail({ name: 'news', why: 'booking', urgency: 'later', input: z.object({}), render: () => ({ subject: 'later', preview: '', blocks: [] }) }),
} as const;

let opened: TestDatabase;
let second: SecondNode;
let store: JobStore;
let mailer: Mailer;
let sent: MailMessage[] = [];
let lines: string[] = [];
/** What the mail server says to the next mails. */
let trouble: Error[] = [];
let days = 0;

const today = () => new Date(Date.now() + days * 86_400_000);
const log = pino({ level: 'trace' }, new Writable({ write: (chunk, _, next) => (lines.push(String(chunk)), next()) }));

/** A node that has so many mails a day. */
function nodeOf(mailDaily: number): Mailer {
  return openMailer({
    config: {
      mailDaily,
      mailFrom: 'hello@homes.example.org',
      mailReplies: undefined,
      mailReplyTo: undefined,
      operatorEmail: operator,
      operatorLocale: 'en-us',
      operatorName: undefined,
      operatorAddress: undefined,
    },
    database: opened.database,
    queue: createJobQueue(store),
    port: {
      async send(message) {
        const refusal = trouble.shift();
        if (refusal) throw refusal;
        sent.push(message);
      },
      close: async () => undefined,
    },
    site: createSite('https://homes.example.org', new Map()),
    secrets,
    mails: [...Object.values(kinds), operatorNote],
    log,
    now: today,
  });
}
beforeAll(async () => {
  opened = await testDatabase();
  second = await secondNode(opened);
  store = await openJobStore(opened.database, pino({ level: 'silent' }));
});
afterAll(async () => {
  await store.close();
  await second.close();
  await opened.close();
});
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(opened.db);
  await sql`delete from rate_limits`.execute(opened.db);
  [sent, lines, trouble, days] = [[], [], [], 0];
  mailer = nodeOf(20);
  await store.prepare(mailer.jobs);
});

const counts = (urgency: Urgency) => ({ name: urgency, urgency, isDaily: false });

let people = 0;
const send = (kind: keyof typeof kinds, to = `reader${(people += 1)}@example.org`) =>
  opened.database.transact((tx) => mailer.send(tx, kinds[kind], { address: to }, 'en-us', {}));
const run = (by = mailer) => createJobRunner({ store, jobs: by.jobs, log: pino({ level: 'silent' }), now: today, atOnce: 1 }).runDue();
/** The night passes: counts begin anew, and what waits is due. */
async function sleep(): Promise<void> {
  days += 1;
  await sql`update rate_limits set ends_at = now() - interval '1 second'`.execute(opened.db);
  await sql`update pgboss.job set start_after = now() where state < 'active'`.execute(opened.db);
}
const subjects = () => sent.map(({ subject }) => subject);
const notes = () => sent.filter(({ to }) => to.address === operator).map(({ subject }) => subject.replace('For the operator: ', ''));
const waiting = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from pgboss.job where state < 'active'`.execute(opened.db)).rows[0]?.count;

test('of mails of two nodes at once no more go out than the day has for their kind, and what concerns orders and money always does', async () => {
  const budgets = [opened.db, second.db].map((db) =>
    createMailBudget({ store: createCounterRepository(db), digest: (text) => secrets.sign('limits', text), daily: 40 }),
  );
  const atOnce = async (urgency: Urgency, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, at) => budgets[at % 2]?.take(counts(urgency), `${urgency}${at}@example.org`)));
    return answers.filter((spent) => spent === undefined).length;
  };
  expect([await atOnce('later', 50), await atOnce('soon', 50), await atOnce('operator', 5), await atOnce('code', 50), await atOnce('now', 50)]).toEqual([
    20, 10, 0, 10, 50,
  ]);
  await budgets[0]?.takeBack(counts('now'), 'x@example.org');
  // More than the day has is spent, so what can wait still waits.
  expect(await budgets[1]?.take(counts('code'), 'y@example.org')).toBe('day');
});

test('an address gets so many mails that strangers can cause, by two nodes at once and however it is spelt; others get theirs', async () => {
  const budgets = [opened.db, second.db].map((db) =>
    createMailBudget({ store: createCounterRepository(db), digest: (text) => secrets.sign('limits', text), daily: 1_000 }),
  );
  const spelt = ['victim@example.org', 'Victim@Example.org', 'victim+7@example.org'];
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => budgets[at % 2]?.take(counts(at % 3 ? 'soon' : 'later'), spelt[at % 3] ?? '')));
  expect(answers.filter((spent) => spent === undefined)).toHaveLength(mostToOne);
  expect(answers.filter((spent) => spent === 'address')).toHaveLength(60 - mostToOne);
  expect(await budgets[0]?.take(counts('soon'), 'victim@example.com')).toBeUndefined();
  expect([await budgets[0]?.take(counts('now'), 'victim@example.org'), await budgets[1]?.take(counts('code'), 'victim@example.org')]).toEqual([
    undefined,
    undefined,
  ]);
  const { rows } = await sql<{ key: string; points: number }>`select key, points::int from rate_limits`.execute(opened.db);
  expect(rows.find(({ key }) => key === 'budget mail')?.points).toBe(mostToOne + 3);
  expect(JSON.stringify(rows)).not.toMatch(/victim|example/i);
});

test('what waits goes out the next day, the oldest first, each under its own id; what must not wait goes before it', async () => {
  for (let at = 0; at < 13; at++) await send('later', `news${at}@example.org`);
  await run();
  // Ten for readers, and the note that the rest waits.
  expect(subjects().filter((subject) => subject === 'later')).toHaveLength(10);
  expect(notes()).toEqual(['News and invitation emails are on hold until tomorrow']);
  expect(await waiting()).toBe(3);
  const { rows } = await sql<{ id: string; due: Date; retry_count: number }>`
    select id, start_after as due, retry_count from pgboss.job where state < 'active' order by created_on`.execute(opened.db);
  const midnight = Math.floor(Date.now() / 86_400_000 + 1) * 86_400_000;
  expect(rows.map(({ due, retry_count }) => [due.getTime() - midnight, retry_count])).toEqual(rows.map(() => [300_000, 0]));
  await send('now');
  await send('soon');
  await run();
  expect(subjects().slice(-2).toSorted()).toEqual(['now', 'soon']);
  await sleep();
  await send('later', 'fresh@example.org');
  await send('now');
  await run();
  const night = sent.slice(13);
  expect(night[0]?.subject).toBe('now');
  expect(night.slice(1).map(({ id, to }) => [id, to.address])).toEqual([
    ...rows.map(({ id }, at) => [id, `news${10 + at}@example.org`]),
    [expect.any(String), 'fresh@example.org'],
  ]);
  expect(await waiting()).toBe(0);
});

test('forms cannot flood a stranger: the rest waits for a day and is dead then, and can be put back', async () => {
  mailer = nodeOf(1_000);
  for (let at = 0; at < 3 * mostToOne; at++) await send('soon', 'stranger@example.org');
  await send('now', 'stranger@example.org');
  await run();
  expect(subjects().filter((subject) => subject === 'soon')).toHaveLength(mostToOne);
  expect(subjects()).toContain('now');
  await sleep();
  await run();
  expect(subjects().filter((subject) => subject === 'soon')).toHaveLength(2 * mostToOne);
  const dead = await deadJobs(opened.db, { name: 'mail.send' }, 100);
  expect(dead.map(({ error }) => error)).toEqual(
    Array.from({ length: mostToOne }, () => 'the mail "a-form" has waited for too long: its address has had its mails of a day'),
  );
  expect([...lines, ...dead].map((line) => JSON.stringify(line)).join()).not.toMatch(/stranger/);
  expect(lines.join()).toContain('its address has reached the daily limit');
  await sleep();
  await reviveJobs(store, { name: 'mail.send' });
  await run();
  expect(subjects().filter((subject) => subject === 'soon')).toHaveLength(3 * mostToOne);
});

test('who is promised one mail a day gets one a day when yesterday’s had to wait', async () => {
  const digest = (at: number) =>
    opened.database.transact((tx) => mailer.send(tx, kinds.digest, { address: 'daily@example.org' }, 'en-us', {}, { once: `digest ${at}` }));
  mailer = nodeOf(1_000);
  await digest(1);
  await digest(2);
  trouble = [new Error('away')];
  await run();
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(opened.db);
  await run();
  expect(subjects()).toEqual(['digest']);
  await digest(3);
  await sleep();
  await run();
  expect(subjects()).toEqual(['digest', 'digest']);
  await sleep();
  await run();
  expect(subjects()).toEqual(['digest', 'digest', 'digest']);
});

test('a mail that the server did not take is not counted until it does; one that it refuses for good is', async () => {
  const points = async () => (await sql<{ points: number }>`select points::int from rate_limits where key = 'budget mail'`.execute(opened.db)).rows[0]?.points;
  trouble = [new Error('away')];
  await send('soon', 'once@example.org');
  await run();
  expect([await points(), sent.length]).toEqual([0, 0]);
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(opened.db);
  await run();
  expect([await points(), sent.length]).toEqual([1, 1]);
  trouble = [new MailRefusedError('no such reader')];
  await send('soon');
  await run();
  expect([await points(), sent.length]).toEqual([2, 1]);
});

test('a code takes its place before it is sent, and is refused when the day is spent; the operator hears once a day of each step', async () => {
  const places = [];
  for (let at = 0; at < 25; at++) places.push(await mailer.take(kinds.code, 'reader@example.org'));
  expect(places.filter(Boolean)).toHaveLength(20);
  // Another process tells it too, and the mail is the same; what waits is told of apart.
  await nodeOf(20).take(kinds.code, 'reader@example.org');
  await send('soon');
  await send('later');
  // What has its place goes out, and is not counted twice.
  await opened.database.transact((tx) => mailer.send(tx, kinds.code, { address: 'reader@example.org' }, 'en-us', {}, { isTaken: true }));
  await run();
  expect(subjects()).toContain('code');
  expect(notes().toSorted()).toEqual([
    'Confirmation and reminder emails are on hold until tomorrow',
    'News and invitation emails are on hold until tomorrow',
    'No more codes will be sent by email today',
  ]);
  expect(sent.find(({ to }) => to.address === operator)?.text).toContain('Daily email limit: 20');
  await places[0]?.takeBack();
  await sleep();
  await mailer.take(kinds.code, 'reader@example.org');
  await run();
  expect(subjects().filter((subject) => ['soon', 'later'].includes(subject))).toHaveLength(2);
  expect(lines.filter((line) => line.includes('MAIL_DAILY, or the share of it'))).toHaveLength(4);
});
