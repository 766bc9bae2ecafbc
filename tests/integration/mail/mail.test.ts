/** Mails from the transaction that causes them to the mail reader, over a real mail server and a real database. */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { locales } from '#lib/i18n/locales.ts';
import { deadJobs } from '#lib/jobs/job-store.repository.ts';
import { createJobQueue, openJobStore } from '#lib/jobs/job-store.ts';
import type { JobStore } from '#lib/jobs/job-store.ts';
import { createJobRunner } from '#lib/jobs/runner.ts';
import type { JobRunner } from '#lib/jobs/runner.ts';
import { mail } from '#lib/mail/mail.ts';
import { createMailer } from '#lib/mail/mailer.ts';
import { endless } from '#tests/support/mail-budget.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import { createSite } from '#lib/paths.ts';
import { MailRefusedError } from '#lib/ports/mail/mail-port.ts';
import { smtpMail } from '#lib/ports/mail/smtp-mail.ts';
import type { MailPort } from '#lib/ports/mail/mail-port.ts';
import { createKeyRing } from '#lib/secrets.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { mailServer } from '#tests/support/mail-server.ts';
import type { MailServer } from '#tests/support/mail-server.ts';

const log = pino({ level: 'silent' });
const site = createSite('https://homes.example.org', new Map([['vi-vn', 'https://vn.homes.example.org']]));
const secrets = createKeyRing([Buffer.alloc(32, 7)]);
const fact = ['Phone', '0312 555 019'] as const;
const note = { about: 'a listing was reported', facts: [[...fact] as [string, string]], path: '/staff/reports/12' };
const other = mail({ name: 'other', why: 'booking', urgency: 'now', input: z.object({}), render: () => ({ subject: 'x', preview: 'x', blocks: [] }) });

let opened: TestDatabase;
let store: JobStore;
let server: MailServer;
let port: MailPort;
let mailer: Mailer;
let runner: JobRunner;

beforeAll(async () => {
  opened = await testDatabase();
  store = await openJobStore(opened.database, log);
});
afterAll(async () => {
  await store.close();
  await opened.close();
});
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(opened.db);
  server = await mailServer();
  port = smtpMail(server.url);
  mailer = createMailer({ queue: createJobQueue(store), port, site, secrets, from: 'hello@homes.example.org', mails: [operatorNote], ...endless });
  runner = createJobRunner({ store, jobs: mailer.jobs, log, now: () => new Date() });
  await store.prepare(mailer.jobs);
});
afterEach(async () => {
  await port.close();
  await server.close();
});

const sendNote = (locale: (typeof locales)[number] = 'en-us', to = 'anna@example.org', input = note): Promise<void> =>
  opened.database.transact((tx) => mailer.send(tx, operatorNote, { name: 'Anna', address: to }, locale, input));
const letTimePass = () => sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(opened.db);

test('a mail is sent with the commit of its transaction, and not at all when that is rolled back', async () => {
  const failing = opened.database.transact(async (tx) => {
    await mailer.send(tx, operatorNote, { address: 'anna@example.org' }, 'en-us', note);
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  await sendNote();
  await runner.runDue();
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatchObject({
    envelopeTo: 'anna@example.org',
    from: { name: 'Loftling', address: 'hello@homes.example.org' },
    to: [{ name: 'Anna', address: 'anna@example.org' }],
    messageId: expect.stringMatching(/^<[\da-f-]{36}@homes\.example\.org>$/),
  });
  expect(server.received[0]?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
});

test('in all five languages text and HTML both say everything, and link to the host of the language', async () => {
  for (const locale of locales) await sendNote(locale);
  await runner.runDue();
  expect(server.received).toHaveLength(5);
  const subjects = new Set(server.received.map(({ subject }) => subject));
  // zh-hk and zh-tw may agree.
  expect(subjects.size).toBeGreaterThanOrEqual(4);
  for (const { subject, text = '', html = '' } of server.received) {
    for (const part of [text, html]) {
      for (const wanted of [note.about, ...fact, '/staff/reports/12']) expect(part).toContain(wanted);
      expect(part).not.toMatch(/\{\{|undefined|mail\.[a-z]/);
    }
    expect(subject).toContain(note.about);
    const lang = /<html lang="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(text).toContain(lang === 'vi' ? 'https://vn.homes.example.org/staff' : 'https://homes.example.org/staff');
  }
  expect(server.received.map(({ html = '' }) => /<html lang="([^"]+)"/.exec(html)?.[1]).sort()).toEqual(['en', 'vi', 'zh-CN', 'zh-Hant-HK', 'zh-Hant-TW']);
});

test('a file of any size goes along as it is, one that is gone does not, and a name that is more than one is refused', async () => {
  const bytes = Buffer.alloc(300_000, '%PDF-1.7 Lan Nguyễn');
  mailer.keepsFiles('contract', async (ref) => (ref === '7' ? bytes : undefined));
  const send = (ref: string, name = 'contract-AAAA-1111.pdf', keeper = 'contract') =>
    opened.database.transact((tx) => mailer.send(tx, operatorNote, { address: 'anna@example.org' }, 'en-us', note, { files: [{ keeper, ref, name }] }));
  await send('7');
  await send('8');
  await runner.runDue();
  const [first, second] = server.received.map(({ attachments }) => attachments).sort((one, other) => other.length - one.length);
  expect([first?.map(({ filename, mimeType }) => [filename, mimeType]), second]).toEqual([[['contract-AAAA-1111.pdf', 'application/pdf']], []]);
  expect(Buffer.from(first?.[0]?.content as ArrayBuffer).equals(bytes)).toBe(true);
  await send('7', '../x"\r\nBcc: eve@example.org');
  await send('7', 'contract-AAAA-1111.pdf', 'nobody');
  await runner.runDue();
  expect(server.received).toHaveLength(2);
  expect((await deadJobs(opened.db, { name: 'mail.send' }, 10)).map(({ error }) => error).sort()).toEqual([
    'a file of the mail has no plain name, or all are too large',
    'nobody keeps files "nobody"',
  ]);
  expect(() => mailer.keepsFiles('contract', async () => undefined)).toThrow(TypeError);
});

test('an answer goes where the operator reads, and the mail says so, with who runs the site', async () => {
  const sender = { replyTo: 'help@homes.example.org', operator: 'Homes Ltd, 1 High Street, Leeds' };
  const read = createMailer({ queue: createJobQueue(store), port, site, secrets, from: 'hello@homes.example.org', sender, mails: [operatorNote], ...endless });
  await opened.database.transact((tx) => read.send(tx, operatorNote, { address: 'anna@example.org' }, 'vi-vn', note));
  await createJobRunner({ store, jobs: read.jobs, log, now: () => new Date() }).runDue();
  await sendNote('vi-vn');
  await runner.runDue();
  const [answered, other] = server.received;
  expect(answered?.replyTo).toEqual([expect.objectContaining({ address: sender.replyTo })]);
  for (const part of [answered?.text, answered?.html]) for (const said of Object.values(sender)) expect(part).toContain(said);
  expect(other?.replyTo).toBeUndefined();
  expect(other?.text).not.toContain('help@homes.example.org');
});

test('what people wrote stays text: no tag, no header and no second addressee comes of it', async () => {
  const about = 'x\r\nBcc: eve@example.org\u2028\u202e<img src=x onerror=alert(1)>';
  await sendNote('en-us', 'anna@example.org', { ...note, about, facts: [['<b>"Who\'s"</b>', '</dd><script>alert(1)</script>\n& co']] });
  await runner.runDue();
  const [received] = server.received;
  expect(received?.subject).toBe('For the operator: x Bcc: eve@example.org <img src=x onerror=alert(1)>');
  expect(received?.bcc).toBeUndefined();
  expect(received?.envelopeTo).toBe('anna@example.org');
  expect(received?.html).not.toMatch(/<script|<b>|\u202e/);
  // The mark of the site alone.
  expect(received?.html?.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="https://homes.example.org/icon-192.png"')]);
  expect(received?.html).toContain('&lt;/dd&gt;&lt;script&gt;alert(1)&lt;/script&gt;<br>&amp; co');
  expect(received?.text).toContain('</dd><script>alert(1)</script>');
});

test('addresses that are several, or none, are refused before anything is due', async () => {
  for (const to of ['a@b.c, eve@example.org', 'a@b.c\r\nBcc: eve@example.org', 'Anna <a@b.c>', 'anna', '@b.c', 'a@', 'a b@c.d', 'a@b..c', 'a@-b.c'])
    await expect(sendNote('en-us', to), to).rejects.toThrow('an address of the mail is none');
  await expect(sendNote('en-us', 'a@b.c', { ...note, path: 'https://evil.example' })).rejects.toThrow(/path/);
  await expect(opened.database.transact((tx) => mailer.send(tx, other, { address: 'a@b.c' }, 'en-us', {}))).rejects.toThrow(/was not given the mail other/);
  expect(await runner.runDue()).toBe(0);
});

test('a refusal for now is tried again later as the same mail', async () => {
  server.trouble.push({ status: 451, words: 'greylisted' });
  await sendNote();
  await runner.runDue();
  expect(server.received).toHaveLength(0);
  const { rows } = await sql<{ id: string }>`select id from pgboss.job where state = 'retry'`.execute(opened.db);
  await letTimePass();
  await runner.runDue();
  expect(server.received.map(({ messageId }) => messageId)).toEqual([`<${rows[0]?.id}@homes.example.org>`]);
});

test('a refusal for good is dead at once, and its record names neither reader nor content', async () => {
  server.trouble.push({ status: 550, words: 'no anna@example.org here' });
  await sendNote();
  await runner.runDue();
  const [dead] = await deadJobs(opened.db, { name: 'mail.send' }, 10);
  expect(dead).toMatchObject({ attempts: 1, error: 'the mail server refused with 550' });
  const { rows } = await sql<{ row: string }>`select to_jsonb(job)::text as row from pgboss.job`.execute(opened.db);
  expect(rows.map(({ row }) => row).join()).not.toMatch(/anna|0312|reported/);
});

test('a mail server that is away, or refuses the login, is waited for', async () => {
  await server.close();
  await sendNote();
  await runner.runDue();
  expect(await deadJobs(opened.db, { name: 'mail.send' }, 10)).toEqual([]);
  server = await mailServer({ password: 'right' });
  const locked = smtpMail(server.url.replace('//', '//me:wrong@'));
  const message = { id: 'a', to: { address: 'a@b.c' }, from: { address: 'b@b.c' }, subject: 's', text: 't', html: 'h' };
  await expect(locked.send(message)).rejects.toThrow(/could not be used: EAUTH 535/);
  await locked.close();
  const unlocked = smtpMail(server.url.replace('//', '//me:right@'));
  await unlocked.send(message);
  await unlocked.close();
  expect(server.received).toHaveLength(1);
});

test('a mail server that takes the call and then says nothing is given up, and asked again later', async () => {
  const open = new Set<Socket>();
  const silent = createServer((socket) => void open.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const port = smtpMail(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, { greetingTimeout: 50 });
  const message = { id: 'a', to: { address: 'a@b.c' }, from: { address: 'b@b.c' }, subject: 's', text: 't', html: 'h' };
  // No refusal for good: a job that fails like this is tried again.
  const failure = await port.send(message).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringMatching(/could not be used: ETIMEDOUT/) });
  expect(failure).not.toBeInstanceOf(MailRefusedError);
  await port.close();
  for (const socket of open) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

test('to another machine nothing is sent without TLS, and not with a certificate nobody knows', async () => {
  const message = { id: 'a', to: { address: 'a@b.c' }, from: { address: 'b@b.c' }, subject: 's', text: 't', html: 'h' };
  // Only 127.0.0.1 counts as this machine; 127.0.0.2 stands for another.
  for (const withTls of [false, true]) {
    const far = await mailServer({ host: '127.0.0.2', withTls });
    const sending = smtpMail(far.url);
    await expect(sending.send(message)).rejects.toThrow(/could not be used/);
    expect(far.received).toEqual([]);
    await sending.close();
    await far.close();
  }
});

test('a mail that was encrypted with a secret that is gone, or that no longer exists, is dead with the reason', async () => {
  await sendNote();
  const after = createMailer({
    queue: createJobQueue(store),
    port,
    site,
    secrets: createKeyRing([Buffer.alloc(32, 8)]),
    from: 'hello@homes.example.org',
    mails: [operatorNote],
    ...endless,
  });
  await createJobRunner({ store, jobs: after.jobs, log, now: () => new Date() }).runDue();
  await sendNote();
  const without = createMailer({ queue: createJobQueue(store), port, site, secrets, from: 'hello@homes.example.org', mails: [], ...endless });
  await createJobRunner({ store, jobs: without.jobs, log, now: () => new Date() }).runDue();
  const errors = (await deadJobs(opened.db, { name: 'mail.send' }, 10)).map(({ error }) => error);
  expect(errors.sort()).toEqual(['the mail was encrypted with a secret that is no longer in APP_SECRET', 'there is no mail "operator-note"']);
});
