/** The API over Hono, as the bundle mounts it. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commonDataContract, countryCodesContract } from '#lib/features/resources/resources.contract.ts';
import { resourceCalls } from '#lib/features/resources/resources.api.ts';
import { bind, mountCalls } from '#lib/http/bind.ts';
import { apiPrefixes, contract } from '#lib/http/contract.ts';
import { isSuccess } from '#lib/http/envelope.ts';
import { loadGeo } from '#lib/services.ts';

const echo = contract({
  name: 'echo',
  method: 'POST',
  path: '/_api/echo',
  input: z.object({ text: z.string().max(5) }),
  output: z.object({ text: z.string() }),
  access: 'public',
  fulfils: [],
});
const app = new Hono();
mountCalls(
  app,
  [
    ...resourceCalls(loadGeo(), '7.63.0', 'cn'),
    bind(echo, async ({ text }) => (text === 'gone' ? { ok: false, error: 'not-found' } : { ok: true, data: { text } })),
  ],
  apiPrefixes,
);

test('[R7.034] dial codes come as a short list of usual ones and all by initial, in the reader’s language', async () => {
  const envelope = await (await app.request(countryCodesContract.path, { headers: { 'accept-language': 'zh-cn' } })).json();
  const { hot, grouped } = countryCodesContract.output.parse(envelope.data);
  expect(hot[0]).toEqual({ country_id: 826, country_ab: 'GB', country_code: '44', name: '英国' });
  expect(grouped.flatMap(({ countries }) => countries)).toHaveLength(15);
});

test('[R7.180] [R1.17] common data tells a client the constants', async () => {
  const envelope = await (await app.request(commonDataContract.path, { headers: { 'accept-language': 'en-us' } })).json();
  const data = commonDataContract.output.parse(envelope.data);
  expect([data.version, data.default_dial_code, data.currencies.length]).toEqual(['7.63.0', '1', 31]);
});

test('[R9.09] the dial code offered first is 1 for English, 86 otherwise', async () => {
  const codeIn = async (language: string): Promise<string> =>
    commonDataContract.output.parse((await (await app.request(commonDataContract.path, { headers: { 'accept-language': language } })).json()).data)
      .default_dial_code;
  expect(await Promise.all(['en-us', 'zh-cn', 'zh-hk', 'zh-tw', 'vi-vn'].map(codeIn))).toEqual(['1', '86', '86', '86', '86']);
});

test('[R8.01] code 0 or none means success, anything else does not', () => {
  expect([{ error_code: 0 }, { error_code: null }, { code: 0 }, {}].map(isSuccess)).toEqual([true, true, true, true]);
  expect([{ error_code: 403 }, { code: 301 }].map(isSuccess)).toEqual([false, false]);
});

test('bad input, expected failures and unknown calls answer with the envelope and a message in the reader’s language', async () => {
  const post = (body: Record<string, string>, language = 'vi-vn'): Promise<Response> =>
    Promise.resolve(app.request('/_api/echo', { method: 'POST', body: new URLSearchParams(body), headers: { 'accept-language': language } }));
  expect(await (await post({ text: 'hello' })).json()).toEqual({ error_code: 0, message: '', data: { text: 'hello' } });
  const bad = await post({ text: 'far too long' });
  expect([bad.status, (await bad.json()).message]).toEqual([422, 'Yêu cầu thiếu thông tin hoặc không đọc được.']);
  expect((await post({ text: 'gone' })).status).toBe(404);
  const unknown = await app.request('/_houseApi/nothing/here', { headers: { 'accept-language': 'zh-tw' } });
  expect([unknown.status, (await unknown.json()).message]).toEqual([404, '您要找的內容不存在。']);
});
