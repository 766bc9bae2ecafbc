/** Mails that are kept instead of sent, and the page that shows them to a developer. */
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SettingError, readConfig } from '#lib/config.ts';
import { allMails } from '#lib/all-mails.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { layOut } from '#lib/mail/layout.ts';
import { samplesOf } from '#lib/mail/mail-samples.ts';
import { createSite } from '#lib/paths.ts';
import { MailRefusedError } from '#lib/ports/mail/mail-port.ts';
import type { MailMessage } from '#lib/ports/mail/mail-port.ts';
import { createOutbox } from '#lib/ports/mail/outbox.ts';
import { createSmsOutbox } from '#lib/ports/sms/sms-outbox.ts';
import { createOutboxHandler } from '#server/files/outbox-handler.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'loftling-outbox-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const message = (id: string, more: Partial<MailMessage> = {}): MailMessage => ({
  id,
  to: { name: 'Anna', address: 'anna@example.org' },
  from: { address: 'hello@example.org' },
  subject: `Subject ${id}`,
  text: 'text',
  html: '<p>html</p>',
  ...more,
});

test('mails are kept whole, readable by nobody else, one for each id, the newest first', async () => {
  const outbox = createOutbox(folder);
  await outbox.send(message('one'));
  utimesSync(join(folder, 'one.json'), 1, 1);
  await outbox.send(message('two'));
  await outbox.send(message('two'));
  expect((await outbox.list(10)).map(({ id }) => id)).toEqual(['two', 'one']);
  expect(await outbox.read('one')).toMatchObject(message('one'));
  expect(statSync(join(folder, 'one.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toHaveLength(2);
});

test('only so many are kept', async () => {
  const outbox = createOutbox(folder, 3);
  for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    await outbox.send(message(id));
    utimesSync(join(folder, `${id}.json`), 100 + index, 100 + index);
  }
  expect((await outbox.list(10)).map(({ id }) => id)).toEqual(['e', 'd', 'c']);
});

test('what cannot be a mail is refused, and no id leads out of the folder', async () => {
  const outbox = createOutbox(folder);
  const bad: Partial<MailMessage>[] = [
    { id: '../../evil' },
    { to: { address: 'a@b.c,d@e.f' } },
    { to: { name: 'A\r\nBcc: x', address: 'a@b.c' } },
    { from: { address: 'a@b.c\n' } },
    { subject: 'a\r\nBcc: eve@example.org' },
    { subject: ' ' },
    { headers: { 'X-A': 'b\nc' } },
    { headers: { 'X A:': 'b' } },
  ];
  for (const one of bad) await expect(outbox.send(message('id', one)), JSON.stringify(one)).rejects.toThrow(MailRefusedError);
  expect(readdirSync(folder)).toEqual([]);
  for (const id of ['../outbox', '..', '.hidden', 'a/b', '']) expect(await outbox.read(id), id).toBeUndefined();
});

async function asked(path: string, host?: string): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const handle = createOutboxHandler(createOutbox(folder), createSmsOutbox(join(folder, 'sms')), {
    mails: allMails,
    site: createSite('https://homes.example.org', new Map()),
  });
  const server = createServer((request, response) => void handle(request, response, new URL(request.url ?? '/', 'http://localhost')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      ask({ host: '127.0.0.1', port, path, headers: host ? { host } : {} }, (answer) => {
        let body = '';
        answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      })
        .on('error', reject)
        .end();
    });
  } finally {
    server.close();
  }
}

test('the page lists mails, shows one in a frame without rights, and escapes all of it', async () => {
  await createOutbox(folder).send(message('one', { subject: '<script>alert(1)</script>', text: '<b>text</b>', html: '<script>alert(2)</script>' }));
  const list = await asked('/dev/outbox');
  expect(list.body).toContain('<a href="/dev/outbox/one">&lt;script&gt;alert(1)&lt;/script&gt;</a>');
  const view = await asked('/dev/outbox/one');
  expect(view.body).toContain('<iframe sandbox title="HTML" src="/dev/outbox/one.html">');
  expect(view.body).toContain('&lt;b&gt;text&lt;/b&gt;');
  expect(list.body + view.body).not.toContain('<script');
  const html = await asked('/dev/outbox/one.html');
  expect(html.body).toBe('<script>alert(2)</script>');
  expect(html.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  expect((await asked('/dev/outbox/two')).status).toBe(404);
});

test('the page shows messages to phones, escaped', async () => {
  expect((await asked('/dev/outbox')).body).not.toContain('Messages to phones');
  const text = '481516 <b>is your code</b>';
  await createSmsOutbox(join(folder, 'sms')).send({ id: 'one', to: '+447700900123', text, template: 'code', values: {}, locale: 'en-us' });
  const { body } = await asked('/dev/outbox');
  expect(body).toContain('<td>+447700900123<td>en-us<td>481516 &lt;b&gt;is your code&lt;/b&gt;');
  expect((await asked('/dev/outbox', 'rebound.example')).body).not.toContain('481516');
});

test('every mail there is, is shown in every language, and to this machine alone', async () => {
  const list = await asked('/dev/mails');
  const links = [...list.body.matchAll(/href="(\/dev\/mails\/[^"]+)"/g)].map(([, link = '']) => link);
  expect(links).toHaveLength(allMails.length * locales.length);
  const due = await asked('/dev/mails/order-due/vi-vn/0');
  expect(due.body).toContain('<iframe sandbox title="HTML" src="/dev/mails/order-due/vi-vn/0.html">');
  const html = await asked('/dev/mails/order-due/vi-vn/0.html');
  expect(html.body).toContain('<html lang="vi">');
  expect(html.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  for (const wrong of ['/dev/mails/order-due/vi-vn/999', '/dev/mails/order-due/xx/0', '/dev/mails/none/vi-vn/0'])
    expect((await asked(wrong)).status, wrong).toBe(404);
  for (const path of ['/dev/mails', '/dev/mails/order-due/vi-vn/0']) expect((await asked(path, 'rebound.example')).status, path).toBe(404);
});

test('a mail weighs less than 30 KB in every language, whatever it says, and every text of it is in both of its parts', () => {
  const site = createSite('https://homes.example.org', new Map());
  for (const mail of allMails)
    for (const locale of locales)
      for (const input of samplesOf(mail)) {
        const { html, text } = mail.write(input, locale, site, { replyTo: 'help@homes.example.org', operator: 'Homes Ltd, 1 High Street, Leeds' });
        expect(Buffer.byteLength(html), mail.name).toBeLessThan(30_720);
        expect(html.match(/<h1/g), mail.name).toHaveLength(1);
        for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) expect(text, mail.name).toContain(href.replaceAll('&amp;', '&'));
        for (const part of [html, text]) expect(part, mail.name).not.toMatch(/\{\{|undefined|mail\.why/);
      }
});

test('a mail that can be answered says so in both of its parts, in every language, and begins with the line above which one writes; no other does', () => {
  const site = createSite('https://homes.example.org', new Map());
  const known = allMails.find(({ name }) => name === 'enquiry-answered');
  const input = known ? samplesOf(known)[0] : undefined;
  for (const locale of locales) {
    const t = translator(locale);
    const answersTo = 'reply+k7qm2xpas0g1s00000000000000000000000000000000@in.homes.example.org';
    const open = known?.write(input, locale, site, { answersTo, replyTo: 'help@homes.example.org' });
    expect(open?.headers['Reply-To']).toBe(answersTo);
    expect(open?.text.startsWith(`${t('mail.answer_above')}\n\n`)).toBe(true);
    for (const part of [open?.html, open?.text]) {
      for (const key of ['mail.answer_above', 'mail.answer_here'] as const) expect(part).toContain(t(key));
      expect(part).not.toContain(t('mail.replies_unread'));
      // The address is in the header alone: in the text it would be copied, and forwarded with it.
      expect(part).not.toContain('reply+');
    }
    const shut = known?.write(input, locale, site);
    expect(shut?.headers).not.toHaveProperty('Reply-To');
    for (const part of [shut?.html, shut?.text]) for (const key of ['mail.answer_above', 'mail.answer_here'] as const) expect(part).not.toContain(t(key));
  }
});

test('the page answers this machine alone, whatever name leads to it', async () => {
  await createOutbox(folder).send(message('one'));
  for (const path of ['/dev/outbox', '/dev/outbox/one', '/dev/outbox/one.html']) {
    expect((await asked(path, 'rebound.example')).status, path).toBe(404);
    expect((await asked(path, 'localhost:4321')).status, path).toBe(200);
  }
});

test('the page is for loopback only, and bad addresses of mail are refused without their password', () => {
  expect(() => readConfig({ DEV_OUTBOX: 'on', HOST: '0.0.0.0' })).toThrow(SettingError);
  expect(readConfig({ DEV_OUTBOX: 'on' }).devOutbox).toBe(true);
  expect(readConfig({ SMTP_URL: 'smtps://me:p%40ss@mail.example.org:465' }).smtpUrl).toBe('smtps://me:p%40ss@mail.example.org:465');
  for (const SMTP_URL of ['http://me:hidden-word@mail.example.org', 'smtp://me:hidden-word@', 'smtp://me:hidden@word@mail.example.org']) {
    expect(() => readConfig({ SMTP_URL }), SMTP_URL).toThrow(/SMTP_URL=\(hidden\)/);
    expect(() => readConfig({ SMTP_URL }), SMTP_URL).not.toThrow(/hidden-word/);
  }
  expect(() => readConfig({ OPERATOR_EMAIL: 'Anna <anna@example.org>' })).toThrow(/OPERATOR_EMAIL/);
});

test('a mail has every kind of block in its text and in its HTML', () => {
  const { text, html, subject, headers } = layOut(
    {
      subject: `  Your   code\n${'x'.repeat(300)}`,
      preview: 'Ten minutes',
      heading: 'Sign in to  Loftling',
      about: ['Booking', 'K7QM-2XPA'],
      blocks: [
        { kind: 'text', text: 'Hello\nAnna' },
        { kind: 'code', code: '481 516' },
        { kind: 'band', label: 'Due', value: '£850.50', note: 'by Monday' },
        { kind: 'facts', facts: [['Home', 'Teapot Yard']] },
        { kind: 'button', label: 'Sign in', href: 'https://homes.example.org/users/login?a=1&b="2"' },
        { kind: 'small', text: 'Not you?' },
      ],
    },
    'en-us',
    { siteUrl: 'https://homes.example.org', why: 'code', replyTo: 'help@homes.example.org', operator: 'Homes Ltd, 1 High Street' },
  );
  expect(subject).toHaveLength(200);
  expect(text).toBe(
    [
      'Loftling',
      'Booking: K7QM-2XPA',
      'Sign in to Loftling',
      'Hello\nAnna',
      '481 516',
      'Due: £850.50\nby Monday',
      'Home: Teapot Yard',
      'Sign in:\nhttps://homes.example.org/users/login?a=1&b=%222%22',
      'Not you?',
      '-- \nYou’re receiving this email because someone entered this address to sign in or to confirm it.\nJust reply to this email to reach us: replies go to help@homes.example.org.\nSent by Loftling, https://homes.example.org\nHomes Ltd, 1 High Street\n',
    ].join('\n\n'),
  );
  expect(headers).toEqual({ 'Content-Language': 'en', 'Reply-To': 'help@homes.example.org' });
  for (const part of [
    'Hello<br>Anna',
    '481 516',
    '<th scope="row"',
    'Teapot Yard',
    '£850.50',
    'Homes Ltd, 1 High Street',
    'href="https://homes.example.org/users/login?a=1&amp;b=%222%22"',
    'Not you?',
    'prefers-color-scheme:dark',
  ])
    expect(html).toContain(part);
  expect(() =>
    layOut({ subject: 'a', preview: 'a', blocks: [{ kind: 'button', label: 'a', href: 'javascript:alert(1)' }] }, 'en-us', {
      siteUrl: 'https://a.example',
      why: 'code',
    }),
  ).toThrow(TypeError);
});
