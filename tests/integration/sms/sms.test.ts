/** Messages to phones from the transaction that causes them to the provider, over a stand-in of one and a real database. */
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { allMails } from '#lib/all-mails.ts';
import { allTexts } from '#lib/all-texts.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { RootConnectionError } from '#lib/db/unit-of-work.ts';
import { deadJobs } from '#lib/jobs/job-store.repository.ts';
import { createJobQueue, openJobStore } from '#lib/jobs/job-store.ts';
import type { JobStore } from '#lib/jobs/job-store.ts';
import { createJobRunner } from '#lib/jobs/runner.ts';
import type { JobRunner } from '#lib/jobs/runner.ts';
import { createMailer } from '#lib/mail/mailer.ts';
import { createSite } from '#lib/paths.ts';
import type { MailMessage } from '#lib/ports/mail/mail-port.ts';
import { twilioSms } from '#lib/ports/sms/twilio-sms.ts';
import { createKeyRing } from '#lib/secrets.ts';
import { codeSms } from '#lib/sms/code.sms.ts';
import { openTexter } from '#lib/sms/open-texter.ts';
import type { PreparedSms, Texter } from '#lib/sms/texter.ts';
import { endless } from '#tests/support/mail-budget.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { twilioStandIn } from '#tests/support/twilio-stand-in.ts';
import type { TwilioStandIn } from '#tests/support/twilio-stand-in.ts';

const phone = '+447700900123';
const code = '481516';
const account = `AC${'0'.repeat(32)}`;
const secrets = createKeyRing([Buffer.alloc(32, 7)]);
const minutes = 60_000;

let opened: TestDatabase;
let store: JobStore;
let service: TwilioStandIn;
let texter: Texter;
let runner: JobRunner;
let lines: string[];
let mails: MailMessage[];

/** A texter of a day's budget and a runner that carries its jobs out, as the server opens them. */
async function begin(dailySegments: number, withSecrets = secrets): Promise<void> {
  const log = pino({ level: 'trace' }, new Writable({ write: (chunk, _, next) => (lines.push(String(chunk)), next()) }));
  const queue = createJobQueue(store);
  const mailer = createMailer({
    queue,
    port: { send: async (mail) => void mails.push(mail), close: async () => undefined },
    site: createSite('https://homes.example.org', new Map()),
    secrets: withSecrets,
    from: 'hello@homes.example.org',
    mails: allMails,
    ...endless,
  });
  texter = openTexter({
    config: {
      sms: { mainland: { kind: 'outbox' }, elsewhere: { kind: 'outbox' }, dailySegments },
      operatorEmail: 'op@homes.example.org',
      operatorLocale: 'en-us',
    },
    database: opened.database,
    queue,
    mailer,
    sms: { port: twilioSms({ account, token: 'token', from: '+447700900999' }, service), sendsTo: () => true },
    secrets: withSecrets,
    texts: allTexts,
    log,
  });
  const jobs = [...mailer.jobs, ...texter.jobs];
  await store.prepare(jobs);
  runner = createJobRunner({ store, jobs, log, now: () => new Date() });
}

beforeAll(async () => {
  opened = await testDatabase();
  store = await openJobStore(opened.database, pino({ level: 'silent' }));
});
afterAll(async () => {
  await store.close();
  await opened.close();
});
beforeEach(async () => {
  for (const table of ['pgboss.job', 'sms_messages', 'rate_limits']) await sql.raw(`delete from ${table}`).execute(opened.db);
  lines = [];
  mails = [];
  service = await twilioStandIn(account, 'token');
  await begin(100);
});
afterEach(() => service.close());

async function prepared(until = new Date(Date.now() + 5 * minutes)): Promise<PreparedSms> {
  const made = await texter.prepare(codeSms, phone, 'en-us', { code, minutes: 5 }, until);
  return made.ok ? made.value : expect.unreachable(made.reason);
}
const send = (one: PreparedSms, then: (tx: DbTransaction) => Promise<void> = async () => undefined): Promise<void> =>
  opened.database.transact(async (tx) => {
    await texter.send(tx, one, new Date());
    await then(tx);
  });
const letTimePass = () => sql`update pgboss.job set start_after = now() where state < 'active'`.execute(opened.db);
const in30 = () => new Date(Date.now() + 30_000);
const spent = async (): Promise<number> => {
  const { rows } = await sql<{ points: bigint }>`select points from rate_limits where key = 'budget sms'`.execute(opened.db);
  return Number(rows[0]?.points ?? 0);
};

test('a message is sent with the commit of its transaction, once, and its receipt tells that it is there', async () => {
  const rolledBack = send(await prepared(), () => Promise.reject(new Error('refused')));
  await expect(rolledBack).rejects.toThrow('refused');
  const one = await prepared();
  await send(one);
  expect(await texter.stateOf(one.id, new Date())).toBe('waiting');
  await runner.runDue();
  expect(service.taken).toMatchObject([{ to: phone, text: '481516 is your Loftling code, valid for 5 minutes. Do not share it with anyone.' }]);
  expect(await texter.stateOf(one.id, new Date())).toBe('waiting');
  service.status = 'delivered';
  await letTimePass();
  await runner.runDue();
  expect(await texter.stateOf(one.id, in30())).toBe('delivered');
  expect(await texter.stateOf('00000000-0000-4000-8000-000000000000', new Date())).toBeUndefined();
  expect(service.taken).toHaveLength(1);
});

test('a provider that says yes and sends nothing: another way is offered after 30 s, and it is asked three times in all', async () => {
  const one = await prepared();
  await send(one);
  await runner.runDue();
  service.status = 'sent';
  expect(await texter.stateOf(one.id, in30())).toBe('silent');
  for (let round = 0; round < 5; round++) {
    await letTimePass();
    await runner.runDue();
  }
  expect(service.asked.filter(({ method }) => method === 'GET')).toHaveLength(3);
  expect(lines.filter((line) => line.includes('no receipt for a text message'))).toHaveLength(3);
  expect(await texter.stateOf(one.id, in30())).toBe('silent');
});

test('carried out twice, because a node died before it was recorded, it is sent once', async () => {
  const one = await prepared();
  await send(one);
  await runner.runDue();
  const sending = texter.jobs.find(({ name }) => name === 'sms.send');
  await sending?.take({ ...one, until: one.until.toISOString() }, { now: new Date(), id: 'x', attempt: 2, signal: AbortSignal.timeout(1_000) });
  expect(service.taken).toHaveLength(1);
});

test('one that the network could not deliver has failed', async () => {
  const one = await prepared();
  await send(one);
  await runner.runDue();
  service.status = 'undelivered';
  await letTimePass();
  await runner.runDue();
  expect(await texter.stateOf(one.id, new Date())).toBe('failed');
});

test('while the provider is away it is tried again, and given up once it is of no use; what was not sent is not spent', async () => {
  const origin = service.origin;
  await service.close();
  const one = await prepared();
  await send(one);
  await runner.runDue();
  expect(await texter.stateOf(one.id, new Date())).toBe('waiting');
  expect(await texter.stateOf(one.id, in30())).toBe('silent');
  expect(origin).toMatch(/^http/);
  const late = await prepared(new Date(Date.now() - 1));
  await send(late);
  expect(await spent()).toBe(2);
  await runner.runDue();
  expect(await texter.stateOf(late.id, new Date())).toBe('failed');
  expect(await spent()).toBe(1);
  expect((await deadJobs(opened.db, { name: 'sms.send' }, 9)).map(({ error }) => error)).toEqual(['the message came too late to be of use']);
  await texter.takeBack(one);
  expect(await spent()).toBe(0);
});

test('when the day’s budget is spent nothing is sent, and the operator hears of it once', async () => {
  await begin(2);
  await send(await prepared());
  await send(await prepared());
  for (let more = 0; more < 3; more++)
    expect(await texter.prepare(codeSms, phone, 'en-us', { code, minutes: 5 }, new Date())).toEqual({ ok: false, reason: 'budget-spent' });
  // Another process tells it, too, and the mail is the same.
  await begin(2);
  expect((await texter.prepare(codeSms, phone, 'en-us', { code, minutes: 5 }, new Date())).ok).toBe(false);
  await runner.runDue();
  expect(service.taken).toHaveLength(2);
  expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([['op@homes.example.org', 'For the operator: Text messages have stopped for today']]);
  expect(mails[0]?.text).toContain('Daily text message limit (segments): 2');
});

test('neither number nor code is in a log, a job, a row or an error', async () => {
  await send(await prepared());
  service.trouble.push({ status: 400, code: 21_610 });
  await runner.runDue();
  service.trouble.push({ status: 403, code: 20_003 });
  await send(await prepared());
  await runner.runDue();
  await letTimePass();
  await runner.runDue();
  await begin(100, createKeyRing([Buffer.alloc(32, 8)]));
  await send(await prepared());
  await begin(100);
  await runner.runDue();
  await letTimePass();
  await runner.runDue();
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(job)::text as row from pgboss.job union all select to_jsonb(sms_messages)::text from sms_messages`.execute(opened.db);
  const everything = [...lines, ...rows.map(({ row }) => row)].join('\n');
  // They are there, and say something else.
  expect(everything).toContain('Twilio refused with 21610');
  expect(everything).toContain('Twilio could not be used: 403, 20003');
  expect(everything).toContain('no longer in APP_SECRET');
  expect(everything).toContain('+44…23');
  expect(everything).not.toMatch(/481516|900123/);
});

test('what cannot be sent is refused before it is paid for, and a message is never prepared inside a transaction', async () => {
  const until = new Date();
  await expect(texter.prepare(codeSms, '07700900123', 'en-us', { code, minutes: 5 }, until)).rejects.toThrow('the number of the message is none');
  await expect(texter.prepare(codeSms, phone, 'en-us', { code: 'https://evil.example', minutes: 5 }, until)).rejects.toThrow(/pattern/);
  await expect(texter.prepare({ ...codeSms }, phone, 'en-us', { code, minutes: 5 }, until)).rejects.toThrow(/was not given the message code/);
  expect(await spent()).toBe(0);
  const inside = opened.database.transact(() => texter.prepare(codeSms, phone, 'en-us', { code, minutes: 5 }, until));
  await expect(inside.catch((error: unknown) => Promise.reject((error as Error).cause ?? error))).rejects.toThrow(RootConnectionError);
});

test('messages are forgotten after a week', async () => {
  const one = await prepared();
  await opened.database.transact((tx) => texter.send(tx, one, new Date(Date.now() - 8 * 86_400_000)));
  const forgetting = texter.jobs.find(({ name }) => name === 'sms.forget-old');
  await forgetting?.take({}, { now: new Date(), id: 'x', attempt: 1, signal: AbortSignal.timeout(1_000) });
  expect(await texter.stateOf(one.id, new Date())).toBeUndefined();
  await runner.runDue();
  expect(service.taken).toEqual([]);
});
