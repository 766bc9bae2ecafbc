/** Answers by mail over a real database and over HTTP: both sides of a conversation, each mail once, and nobody else. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { dailyReplies } from '#lib/features/enquiries/reply-mails.rules.ts';
import { linkDays, messageLength } from '#lib/features/enquiries/enquiries.schema.ts';
import type { NewEnquiry } from '#lib/features/enquiries/enquiries.schema.ts';
import type { EnquiryId, StaffId } from '#lib/ids/ids.ts';
import { asId } from '#lib/ids/ids.ts';
import { linesAbove } from '#lib/mail/layout.ts';
import { replyAddress } from '#lib/mail/reply-address.ts';
import { largestMail } from '#lib/ports/mail/incoming-mail.ts';
import { createReplyMailsHandler } from '#server/api/reply-mails-handler.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { askAbout } from '#tests/support/questions.ts';

const secret = 'a-secret-of-the-settings-0123456789';
const repliesAt = { local: 'reply', domain: 'in.homes.example.org' };
const day = 86_400_000;

let desk: AccountsDesk;
let server: Server;
let address: string;
const heard: string[] = [];

beforeAll(async () => {
  desk = await openAccountsDesk({
    settings: {
      OPERATOR_EMAIL: 'desk@example.org',
      OPERATOR_LOCALE: 'en-us',
      RATE_LIMIT_FACTOR: '1',
      MAIL_REPLIES_AT: 'reply@in.homes.example.org',
      MAIL_REPLIES_SECRET: secret,
    },
  });
  const handler = createReplyMailsHandler({
    repliesAt: { ...repliesAt, secrets: ['an-older-secret-0123456789-0123456789', secret] },
    replies: known(desk.on.services.people).replies,
    limits: createRateLimits(0),
    trustedProxies: 0,
    now: () => desk.clock.now,
    onHeard: (said) => void heard.push(said),
  });
  server = createServer(
    (request, response) => void Promise.resolve(handler(request, response, new URL(request.url ?? '/', 'http://site.test'))).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_api/mail/replies`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await desk.close();
});
beforeEach(() => {
  desk.letters.length = 0;
  heard.length = 0;
  desk.clock.now = testNow;
});

const people = () => known(desk.on.services.people);
const thread = async (id: EnquiryId) => known(await people().enquiries.read(id));
const said = async (id: EnquiryId) => (await thread(id)).messages.map(({ sender, text }) => [sender, text]);

let asked = 0;
let sent = 0;
/** A question by mail, with the addresses by which both sides can answer. */
async function question(more: Partial<NewEnquiry> = {}) {
  const email = more.contact?.email ?? `reply-${(asked += 1)}@example.org`;
  const id = await askAbout(desk, undefined, { contact: { firstName: 'Mai', lastName: 'Nguyễn', email, phone: undefined }, text: 'Is it quiet?', ...more });
  const tokenFor = (to: string): string => known(desk.letters.findLast((letter) => letter.to === to)?.replyToken);
  return { id, email, tokenFor, student: tokenFor(email), operator: tokenFor('desk@example.org') };
}

type Written = { readonly from?: string; readonly headers?: readonly string[]; readonly id?: string };
const written = (
  token: string,
  text: string,
  { from = 'lan@elsewhere.example', headers = [], id = `<${(sent += 1)}@elsewhere.example>` }: Written = {},
): string =>
  [
    `From: ${from}`,
    `To: Loftling <${replyAddress(repliesAt, token)}>`,
    `Message-ID: ${id}`,
    'Content-Type: text/plain; charset=utf-8',
    ...headers,
    '',
    text,
  ].join('\r\n');

async function post(mail: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<readonly [number, string]> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${secret}`, ...headers },
    body: typeof mail === 'string' ? mail : new Uint8Array(mail),
  });
  const { said: what } = z.object({ said: z.string() }).parse(await answer.json());
  return [answer.status, what];
}

describe('[R2.147] an answer by mail', () => {
  test('of whoever asked is a message of their thread, whatever address it comes from, and the operator hears of it', async () => {
    const { id, student } = await question();
    desk.letters.length = 0;
    const quoted = `On 1 Dec 2026, Loftling wrote:\r\n> ${linesAbove[0]}\r\n> Is it quiet?`;
    expect(await post(written(student, `Vâng, cảm ơn.\r\n\r\n${quoted}`))).toEqual([200, 'taken']);
    expect(await said(id)).toEqual([
      ['student', 'Is it quiet?'],
      ['student', 'Vâng, cảm ơn.'],
    ]);
    expect((await thread(id)).enquiry).toMatchObject({ state: 'new' });
    expect(desk.letters.map(({ to, name }) => [to, name])).toEqual([['desk@example.org', 'operator-note']]);
    expect(JSON.stringify(desk.letters[0]?.input)).toContain('Vâng, cảm ơn.');
  });

  test('of whoever runs the site is told to the student, who answers that in turn', async () => {
    const { id, email, operator, tokenFor } = await question();
    desk.letters.length = 0;
    expect(await post(written(operator, 'It is.\r\n-- \r\nAnna'))).toEqual([200, 'taken']);
    expect(desk.letters).toMatchObject([{ to: email, name: 'enquiry-answered', input: { text: 'It is.' } }]);
    expect((await thread(id)).enquiry).toMatchObject({ state: 'waiting', staffId: undefined });
    expect(await post(written(tokenFor(email), 'Thank you.'))).toEqual([200, 'taken']);
    expect(await said(id)).toEqual([
      ['student', 'Is it quiet?'],
      ['staff', 'It is.'],
      ['student', 'Thank you.'],
    ]);
    expect((await thread(id)).enquiry).toMatchObject({ state: 'open' });
    expect((await thread(id)).events.map(({ kind, staffId }) => [kind, staffId])).toEqual([
      ['asked', undefined],
      ['answered', undefined],
      ['replied', undefined],
    ]);
  });

  test('is taken once, however often and at once it is brought', async () => {
    const { id, student } = await question();
    const mail = written(student, 'Yes.');
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(mail)));
    expect(answers.map(([, what]) => what).toSorted()).toEqual(['repeated', 'repeated', 'repeated', 'taken']);
    expect(await said(id)).toHaveLength(2);
    // The same words in another mail are said again.
    expect(await post(written(student, 'Yes.'))).toEqual([200, 'taken']);
    const { id: other, operator } = await question();
    const answer = written(operator, 'It is.');
    expect((await Promise.all([post(answer), post(answer), post(answer)])).map(([, what]) => what).toSorted()).toEqual(['repeated', 'repeated', 'taken']);
    expect(await said(other)).toHaveLength(2);
    const nameless = written(student, 'No name.').replace(/Message-ID: .*\r\n/, '');
    expect([await post(nameless), await post(nameless)]).toEqual([
      [200, 'taken'],
      [200, 'repeated'],
    ]);
  });

  test('that a program sends, or that bounces, is no message, and nobody is written to', async () => {
    const { id, student } = await question();
    desk.letters.length = 0;
    for (const headers of [['Auto-Submitted: auto-replied'], ['Precedence: bulk'], ['Return-Path: <>']])
      expect(await post(written(student, 'I am away.', { headers }))).toEqual([200, 'automatic']);
    expect(await post(written(student, 'Failed.', { from: 'MAILER-DAEMON@elsewhere.example' }))).toEqual([200, 'automatic']);
    expect(await post(written(student, 'Failed.'), { 'x-envelope-from': '<>' })).toEqual([200, 'automatic']);
    expect([await said(id), desk.letters]).toEqual([[['student', 'Is it quiet?']], []]);
  });

  test('to an address that is forged, or was ended, is refused without a word to anybody', async () => {
    const { id, student } = await question();
    const other = await question();
    desk.letters.length = 0;
    const forged = student.slice(0, -1) + (student.endsWith('0') ? '1' : '0');
    // The seal of one thread on the name of another, and of a student as the operator.
    const moved = other.student.slice(0, 8) + student.slice(8);
    const raised = `${student.slice(0, 8)}d${student.slice(9)}`;
    for (const token of [forged, moved, raised]) expect(await post(written(token, 'Yes.')), token).toEqual([200, 'forged']);
    expect(await post(written(student, 'Yes.').replace(student, 'x'))).toEqual([200, 'forged']);
    // Staff merge two threads: all links of both end.
    const same = { contact: { firstName: '', lastName: '', email: 'twice@example.org', phone: undefined } };
    const [one, two] = [await question(same), await question({ ...same, text: 'Is it warm?' })];
    const { id: staffId } = await desk.on.base.db
      .insertInto('staff_members')
      .values({
        name: 'Ann',
        role: 'support',
        email_digest: 'Ann',
        email_sealed: '',
        password_hash: null,
        totp_sealed: '',
        created_at: testNow,
        enrolled_at: null,
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = known(desk.letters.find(({ to }) => to === 'twice@example.org')?.replyToken);
    desk.letters.length = 0;
    const by = { staffId: asId<StaffId>(staffId), now: testNow };
    expect(await people().enquiries.merge(one.id, two.id, by)).toMatchObject({ ok: true });
    expect(await post(written(token, 'Yes.'))).toEqual([200, 'forged']);
    expect([await said(id), desk.letters]).toEqual([[['student', 'Is it quiet?']], []]);
  });

  test('that comes too late is refused, and its party told where the thread is: at the address of the thread, once', async () => {
    const { id, email, student } = await question();
    desk.letters.length = 0;
    desk.clock.now = new Date(testNow.getTime() + (linkDays + 2) * day);
    const mail = written(student, 'Yes.');
    expect([await post(mail), await post(mail)]).toEqual([
      [200, 'refused'],
      [200, 'refused'],
    ]);
    expect(desk.letters.map(({ to, name, input }) => [to, name, input['fault']])).toEqual([[email, 'reply-refused', 'expired']]);
    expect(await said(id)).toHaveLength(1);
    const path = String(desk.letters[0]?.input['path']);
    expect(await people().enquiries.open({ token: known(path.split('/').at(-1)) }, desk.clock.now)).toBeDefined();
  });

  test('without words, with too many, or with files says back what was not taken', async () => {
    const { id, email, student } = await question();
    desk.letters.length = 0;
    const faults = () => desk.letters.filter(({ name }) => name === 'reply-refused').map(({ to, input }) => [to, input['fault']]);
    expect(await post(written(student, '> only what was quoted'))).toEqual([200, 'refused']);
    expect(await post(written(student, 'x'.repeat(messageLength + 1)))).toEqual([200, 'refused']);
    const parts = (text: string): string =>
      `--x\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--x\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="visa.pdf"\r\n\r\n%PDF\r\n--x--`;
    const withFile = (text: string): string => written(student, parts(text)).replace('text/plain; charset=utf-8', 'multipart/mixed; boundary=x');
    expect(await post(withFile(''))).toEqual([200, 'refused']);
    expect(await post(withFile('Here it is.'))).toEqual([200, 'taken']);
    expect(faults()).toEqual(['empty', 'long', 'files-alone', 'files'].map((fault) => [email, fault]));
    expect((await said(id)).at(-1)).toEqual(['student', 'Here it is.']);
  });

  test('opens a thread again that was closed, when it is the student’s; the operator has to open it first', async () => {
    const { id, student, operator } = await question();
    const token = String(desk.letters.find(({ name }) => name === 'enquiry-received')?.input['token']);
    expect(await people().enquiries.closeOwn({ token }, testNow)).toMatchObject({ ok: true });
    desk.letters.length = 0;
    expect(await post(written(operator, 'It is.'))).toEqual([200, 'refused']);
    expect(desk.letters.map(({ to, locale, input }) => [to, locale, input['fault'], input['path']])).toEqual([
      ['desk@example.org', 'en-us', 'settled', `/en/staff/inbox/${id}`],
    ]);
    expect(await post(written(student, 'One more thing.'))).toEqual([200, 'taken']);
    expect((await thread(id)).enquiry).toMatchObject({ state: 'open' });
  });

  test('comes so many times a day to one thread, and no more', async () => {
    const { id, student } = await question();
    for (let count = 0; count < dailyReplies; count++) await post(written(student, `No. ${count}`));
    desk.letters.length = 0;
    expect(await post(written(student, 'And another'))).toEqual([200, 'refused']);
    expect([(await said(id)).length, desk.letters.map(({ input }) => input['fault'])]).toEqual([dailyReplies + 1, ['many']]);
  });
});

describe('over HTTP', () => {
  test('nothing is read without the secret, in the form that it has, and more than a mail holds is not read to its end', async () => {
    const { id, student } = await question();
    const mail = written(student, 'Yes.');
    for (const authorization of ['', 'Bearer', `Bearer ${secret}x`, `Basic ${secret}`, secret])
      expect(await post(mail, { authorization }), authorization).toEqual([401, 'wrong-secret']);
    expect(heard).toEqual(Array.from({ length: 5 }, () => 'wrong-secret'));
    expect(await post(mail, { authorization: 'Bearer an-older-secret-0123456789-0123456789' })).toEqual([200, 'taken']);
    expect(await post(Buffer.alloc(largestMail + 1, 'x')).catch(() => [413, 'too-large'])).toEqual([413, 'too-large']);
    expect((await fetch(address)).status).toBe(405);
    expect(await said(id)).toHaveLength(2);
  });

  test('the address is found in the envelope too, as a mail that was passed on has others in its headers', async () => {
    const { student } = await question();
    const mail = written(student, 'Yes.').replace(/To: .*\r\n/, 'To: undisclosed-recipients:;\r\n');
    expect(await post(mail)).toEqual([200, 'forged']);
    expect(await post(mail, { 'x-envelope-to': replyAddress(repliesAt, student) })).toEqual([200, 'taken']);
    expect(await post(written(student, 'Once more.').replace('To:', 'Delivered-To:'))).toEqual([200, 'taken']);
  });

  test('what is no mail is dealt with', async () => {
    const nested = Array.from({ length: 100 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('');
    expect(await post(nested)).toEqual([200, 'no-mail']);
  });
});
