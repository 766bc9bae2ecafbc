/** What the door of forms says of a call that refused. */
import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import type { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import { formPages } from '#lib/form-pages.ts';
import { passwordFailures } from '#lib/features/accounts/accounts.schema.ts';
import { createSite } from '#lib/paths.ts';
import { createEntrance } from '#server/pages/entrance.ts';

const origin = 'https://homes.example.org';
const csrf = csrfOf({
  secrets: {
    sign: (_, text) => Buffer.from(text).toString('base64url'),
    verify: (_, text, signature) => Buffer.from(text).toString('base64url') === signature,
  },
});

afterEach(() => void vi.useRealTimers());

const noApi: Pick<Hono, 'fetch'> = { fetch: () => Promise.reject(new Error('no call is made')) };
const paths = createSite(origin, new Map()).paths('en-us');
const cookie = `loftling_pre=${'a'.repeat(22)}`;

/** A request whose body counts how often it is asked for. */
function requestWith(headers: Readonly<Record<string, string>>, body = '') {
  const reads = { count: 0 };
  const iterator = () => {
    reads.count++;
    return Readable.from([Buffer.from(body)]);
  };
  const socket = { remoteAddress: '192.0.2.1' };
  const request = { headers: { origin, 'sec-fetch-site': 'same-origin', ...headers }, socket, iterator } as unknown as IncomingMessage;
  return { request, reads };
}

test('a body with files is not even read where no cookie of ours comes along; after too many in a row no file of it is held', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  const waits: (number | undefined)[] = [];
  const limits = { spend: async () => waits[0] };
  const keptForms = { keep: () => Promise.reject(new Error('nothing is kept')), find: async () => undefined, forget: async () => undefined };
  const told: string[] = [];
  const onRefused = ({ event }: { readonly event: string }) => void told.push(event);
  const entrance = createEntrance({ api: noApi, csrf, origin, ownOrigins: new Set([origin]), limits, keptForms, onRefused });
  const send = async (headers: Readonly<Record<string, string>>) => {
    const { request, reads } = requestWith(headers);
    const sent = await entrance.send({ request, form: formPages.feedback, params: {}, locale: 'en-us', paths, address: '192.0.2.1', trace: '' });
    const keeping = requestWith(headers);
    expect(await entrance.keep(keeping.request, formPages.feedback, '/en/feedback', '192.0.2.1')).toBe(false);
    expect(keeping.reads).toEqual(reads);
    return [sent.kind === 'again' && sent.submitted.failed, reads.count];
  };
  expect(await send(type)).toEqual(['stale-form', 0]);
  expect(await send({ ...type, cookie: 'loftling_pre=short' })).toEqual(['stale-form', 0]);
  expect(await send({ ...type, cookie })).toEqual(['bad-input', 1]);
  waits.push(9);
  expect(await send({ ...type, cookie })).toEqual(['too-many', 1]);
  // The security log hears of each by what it was: who sends too much comes from no other site.
  expect(told).toEqual(['cross-site', 'cross-site', 'limit']);
});

test('[R6.04] after too many in a row a form with a file keeps what was written, and says that the file is to be chosen again', async () => {
  const asked: string[] = [];
  const api = { fetch: async (request: Request) => (asked.push(new URL(request.url).pathname), Response.json({ error_code: 404, data: {} })) };
  const limits = { spend: async () => 9 };
  const entrance = createEntrance({ api, csrf, origin, ownOrigins: new Set([origin]), limits });
  const part = (name: string, value: string, file = '') => `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  const send = async (body: string) => {
    const { request } = requestWith({ cookie, 'content-type': 'multipart/form-data; boundary=x' }, `${body}--x--\r\n`);
    const sent = await entrance.send({ request, form: formPages.resume, params: {}, locale: 'en-us', paths, address: '192.0.2.1', trace: '' });
    if (sent.kind !== 'again') throw new Error('it was taken');
    return sent;
  };
  const chosen = part('file', '%PDF-1.7\r\n--y\r\n'.repeat(50_000), '; filename="cv.pdf"\r\ncontent-type: application/pdf');
  const { status, submitted } = await send(part('name', 'Lan Trần') + chosen + part('message', 'Two\r\nlines'));
  expect(status).toBe(apiErrors['too-many'].status);
  expect(submitted).toMatchObject({
    failed: 'too-many',
    values: { name: 'Lan Trần', message: 'Two\r\nlines' },
    problems: [{ field: 'file', message: 'files.again' }],
  });
  expect(asked).toEqual([]);
  // Nothing was chosen: nothing is to be chosen again.
  expect((await send(part('name', 'Lan') + part('file', '', '; filename=""'))).submitted.problems).toEqual([]);
});

test('amounts are told in what somebody chose, and in English in that of the country, where a proxy in front names it', () => {
  const entrance = createEntrance({ api: noApi, csrf, origin, ownOrigins: new Set([origin]), countryHeader: 'x-country' });
  const of = (headers: Readonly<Record<string, string>>, locale: 'en-us' | 'vi-vn' = 'en-us') => entrance.currencyOf(requestWith(headers).request, locale);
  expect([of({}), of({ 'x-country': 'gb' }), of({ 'x-country': 'gb' }, 'vi-vn'), of({ 'x-country': '??' })]).toEqual([undefined, 'GBP', undefined, undefined]);
  expect(of({ 'x-country': 'gb', cookie: 'currency=INR' })).toBe('INR');
  // A year, on https alone, and for scripts to read.
  expect(entrance.keepCurrency('INR')).toBe('currency=INR; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
});

test('what says whose a form is ends after a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:30:00Z') });
  const kept: unknown[] = [];
  const keptForms = { keep: async (...given: unknown[]) => void kept.push(given[0]), find: async () => undefined, forget: async () => undefined };
  const session = { id: '1', userId: 7, standing: 'renter' as const, provedAt: new Date() };
  const sessions = { people: { read: async () => session }, staff: { read: async () => undefined } } as unknown as SessionReaders;
  const entrance = createEntrance({ api: noApi, csrf, sessions, origin, ownOrigins: new Set([origin]), keptForms });
  const { visitor } = await entrance.enter(requestWith({ cookie: 'uhouzz_token=token' }).request, 'login', 'en-us');
  const keep = async (whose: string) => {
    const body = new URLSearchParams({ whose, canal: '2' }).toString();
    const { request } = requestWith({ cookie, 'content-type': 'application/x-www-form-urlencoded' }, body);
    return entrance.keep(request, formPages['login-password'], '/en/users/login/password', '192.0.2.1');
  };
  const whose = visitor.whose ?? '';
  expect(await keep(whose)).toBe(true);
  vi.setSystemTime(new Date('2026-11-24T10:29:00Z'));
  expect(await keep(whose)).toBe(true);
  vi.setSystemTime(new Date('2026-11-24T11:01:00Z'));
  expect(await keep(whose)).toBe(false);
  const [id = '', hour = '', token = ''] = whose.split('.');
  expect(await keep([id, Number(hour) + 24, token].join('.'))).toBe(false);
  expect(kept).toEqual([{ userId: 7 }, { userId: 7 }]);
});

test('[R8.11] [R8.12] a password that was refused says which way on there is: another try, or a new password', async () => {
  const visit = 'a'.repeat(22);
  const sent = async (code: number) => {
    const api: Pick<Hono, 'fetch'> = { fetch: async () => Response.json({ error_code: apiErrors['wrong-password'].code, message: '', data: { code } }) };
    const body = new URLSearchParams({ csrf: csrf.tokenFor(`pre:${visit}`), canal: '2', email: 'ann@example.org', password: 'Bridge-2027' }).toString();
    const headers = { origin, 'sec-fetch-site': 'same-origin', cookie: `loftling_pre=${visit}`, 'content-type': 'application/x-www-form-urlencoded' };
    const request = Object.assign(Readable.from([Buffer.from(body)]), { headers }) as unknown as IncomingMessage;
    const entrance = createEntrance({ api, csrf, origin, ownOrigins: new Set([origin]) });
    return entrance.send({ request, form: formPages['login-password'], params: {}, locale: 'en-us', paths, address: '192.0.2.1', trace: '' });
  };
  const values = { canal: '2', email: 'ann@example.org' };
  for (const inner of Object.values(passwordFailures))
    expect(await sent(inner)).toEqual({ kind: 'again', status: 400, submitted: { values, files: {}, problems: [], failed: 'wrong-password', inner } });
});

test('a form that ends something asks once more before its call is made, keeps what was written, and goes back when it is told so', async () => {
  const visit = 'a'.repeat(22);
  const asked: string[] = [];
  const api: Pick<Hono, 'fetch'> = {
    fetch: async (request) => {
      asked.push(await (request as Request).text());
      return Response.json({ error_code: 0, message: '', data: {} });
    },
  };
  const entrance = createEntrance({ api, csrf, origin, ownOrigins: new Set([origin]) });
  const send = async (more: Readonly<Record<string, string>>) => {
    const values = { key: 'k'.repeat(32), due: '7', word: 'received', ...more };
    const body = new URLSearchParams({ csrf: csrf.tokenFor(`pre:${visit}`), ...values }).toString();
    const { request } = requestWith({ cookie: `loftling_pre=${visit}`, 'content-type': 'application/x-www-form-urlencoded' }, body);
    return entrance.send({ request, form: formPages['supplier-payment'], params: {}, locale: 'en-us', paths, address: '192.0.2.1', trace: '' });
  };
  const first = await send({});
  expect(first).toMatchObject({ kind: 'again', status: 200, submitted: { isAsked: true, problems: [], values: { due: '7', word: 'received' } } });
  expect(await send({ asked_again: 'back' })).toMatchObject({
    kind: 'again',
    status: 200,
    submitted: { isAsked: false, problems: [], values: { word: 'received' } },
  });
  expect(await send({ asked_again: 'perhaps' })).toMatchObject({ submitted: { isAsked: true } });
  expect(asked).toEqual([]);
  expect((await send({ asked_again: 'yes' })).kind).toBe('done');
  // What ends nothing is sent at once, and what is to mend is told by the call.
  await send({ word: 'not-found' });
  await send({ word: '' });
  expect(asked.map((body) => new URLSearchParams(body).get('word'))).toEqual(['received', 'not-found', '']);
  expect(asked.some((body) => body.includes('asked_again'))).toBe(false);
});
