/** Adapters of services elsewhere, against stand-ins on loopback that speak their protocols. */
import { afterEach, describe, expect, test } from 'vitest';
import { createTranslateService } from '#lib/features/translate/translate.service.ts';
import { createWhereabouts } from '#lib/features/whereabouts/whereabouts.service.ts';
import { httpGeoIp } from '#lib/ports/geo-ip/http-geo-ip.ts';
import { noGeoIp } from '#lib/ports/geo-ip/geo-ip.ts';
import { webCode } from '#lib/ports/mini-program/web-code.ts';
import { wechatCode } from '#lib/ports/mini-program/wechat-code.ts';
import { createOutside } from '#lib/ports/outside.ts';
import { libreTranslator } from '#lib/ports/translate/libre-translator.ts';
import { scriptTranslator } from '#lib/ports/translate/script-translator.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { Asked, StandIn } from '#tests/support/stand-in.ts';
import type { ServerResponse } from 'node:http';

const open: StandIn[] = [];
const stand = async (answer: (asked: Asked, response: ServerResponse) => void): Promise<StandIn> => {
  const one = await standIn(answer);
  open.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const hang = (): void => undefined;
const redirect = (_: Asked, response: ServerResponse): void => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
const garbage = (_: Asked, response: ServerResponse): void => answerJson(response, '<html>not json');
const broken = (_: Asked, response: ServerResponse): void =>
  answerJson(response, { country: 'GB', translatedText: 'no', access_token: 'x', expires_in: 1 }, 500);
const huge = (_: Asked, response: ServerResponse): void => answerJson(response, `"${'x'.repeat(2_000_000)}"`);
const faults = { hang, redirect, garbage, broken, huge };
/** A service that hangs is given up soon; those that answer have time for it on a busy machine too. */
const limitFor = (fault: unknown): number => (fault === hang ? 50 : 8_000);

describe('services elsewhere', () => {
  test('are given up in time, never followed elsewhere, and left alone for a while after five failures', async () => {
    const service = await stand(redirect);
    let now = 0;
    const outside = createOutside({ within: 3_000, now: () => now });
    for (let failure = 0; failure < 5; failure++) expect(await outside.ask(service.origin)).toEqual({ ok: false, why: 'failed' });
    expect(await outside.ask(service.origin)).toEqual({ ok: false, why: 'resting' });
    expect(service.asked).toHaveLength(5);
    now += 30_001;
    expect(await outside.ask(service.origin)).toEqual({ ok: false, why: 'failed' });
    const busy = await stand((_, response) => answerJson(response, { error: 'Slowdown' }, 429));
    const asking = createOutside({ within: 3_000 });
    for (let failure = 0; failure < 5; failure++) expect(await asking.ask(busy.origin)).toEqual({ ok: false, why: 'failed' });
    expect(await asking.ask(busy.origin)).toEqual({ ok: false, why: 'resting' });
    const slow = await stand(hang);
    expect(await createOutside({ within: 50 }).ask(slow.origin)).toEqual({ ok: false, why: 'slow' });
    expect(await createOutside({ within: 2_000 }).ask('http://127.0.0.1:1/')).toEqual({ ok: false, why: 'failed' });
  });
});

describe('country of an address', () => {
  test('[R7.031] the services’ answers are read; one address is asked about once a day', async () => {
    for (const body of [{ country: 'GB' }, { country_code: 'gb' }, { countryCode: 'GB' }]) {
      const service = await stand((_, response) => answerJson(response, body));
      const geoIp = httpGeoIp(`${service.origin}/{ip}/json?token=t`);
      expect(await Promise.all(Array.from({ length: 8 }, () => geoIp.countryOf('8.8.8.8')))).toEqual(Array.from({ length: 8 }, () => 'GB'));
      expect(await geoIp.countryOf('::ffff:8.8.8.8')).toBe('GB');
      expect(service.asked.map(({ url }) => url)).toEqual(['/8.8.8.8/json?token=t']);
    }
  });

  test('an address nobody could tell is asked about again after ten minutes only; one that was not asked about, as soon as the service is', async () => {
    for (const [name, fault] of Object.entries({ ...faults, unknown: (_: Asked, response: ServerResponse) => answerJson(response, {}, 404) })) {
      let now = 1_000_000;
      const service = await stand(fault);
      const geoIp = httpGeoIp(`${service.origin}/{ip}`, { within: limitFor(fault), now: () => now });
      for (let request = 0; request < 3; request++) expect(await geoIp.countryOf('8.8.8.8')).toBeUndefined();
      expect([name, service.asked.length]).toEqual([name, 1]);
      now += 599_000;
      await geoIp.countryOf('8.8.8.8');
      expect([name, service.asked.length]).toEqual([name, 1]);
      now += 2_000;
      await geoIp.countryOf('8.8.8.8');
      expect([name, service.asked.length]).toEqual([name, 2]);
    }
    let isBroken = true;
    let now = 1_000_000;
    const service = await stand((_, response) => answerJson(response, { country: 'GB' }, isBroken ? 503 : 200));
    const geoIp = httpGeoIp(`${service.origin}/{ip}`, { now: () => now });
    for (const last of [1, 2, 3, 4, 5, 6]) expect(await geoIp.countryOf(`8.8.8.${last}`)).toBeUndefined();
    expect(service.asked).toHaveLength(5);
    isBroken = false;
    now += 30_001;
    expect([await geoIp.countryOf('8.8.8.6'), await geoIp.countryOf('8.8.8.5')]).toEqual(['GB', undefined]);
  });

  test('addresses of one’s own network, and what is no address, are not sent anywhere', async () => {
    const service = await stand((_, response) => answerJson(response, { country: 'GB' }));
    const geoIp = httpGeoIp(`${service.origin}/{ip}`);
    for (const address of ['127.0.0.1', '10.1.2.3', '192.168.1.1', '172.20.0.1', '::1', 'fe80::1', 'unknown', '../admin', ''])
      expect(await geoIp.countryOf(address)).toBeUndefined();
    expect(service.asked).toEqual([]);
  });

  test('[R8.33] a failed look-up is ignored: the language decides', async () => {
    const geo = loadGeo();
    const reader = { locale: 'en-us', address: '8.8.8.8', country: undefined } as const;
    for (const [name, fault] of Object.entries(faults)) {
      const service = await stand(fault);
      const whereabouts = createWhereabouts(geo, httpGeoIp(`${service.origin}/{ip}`, { within: limitFor(fault) }));
      expect([name, await whereabouts.countryOf(reader)]).toEqual([name, { iso2: 'US', dialCode: '1', source: 'language' }]);
    }
    const whereabouts = createWhereabouts(geo, { countryOf: () => Promise.reject(new Error('no')) });
    expect(await whereabouts.countryOf({ ...reader, locale: 'vi-vn' })).toEqual({ iso2: 'CN', dialCode: '86', source: 'language' });
  });

  test('what a trusted proxy says comes first; a country nobody dials is as if unknown', async () => {
    const whereabouts = createWhereabouts(loadGeo(), noGeoIp);
    const reader = { locale: 'zh-cn', address: '8.8.8.8' } as const;
    expect(await whereabouts.countryOf({ ...reader, country: 'VN' })).toEqual({ iso2: 'VN', dialCode: '84', source: 'proxy' });
    expect((await whereabouts.countryOf({ ...reader, country: 'XX' })).source).toBe('language');
    expect((await whereabouts.cityOf({ ...reader, country: 'GB' })).city?.slug).toBe('london');
    expect((await whereabouts.cityOf({ ...reader, country: 'VN' })).city).toBeUndefined();
  });
});

describe('translation', () => {
  test('[R7.177] LibreTranslate is asked in its own protocol', async () => {
    const service = await stand((_, response) => answerJson(response, { translatedText: 'Xin chào', detectedLanguage: { language: 'en', confidence: 90 } }));
    expect(await libreTranslator(`${service.origin}/`, 'secret').translate('Hello', 'vi')).toEqual({ text: 'Xin chào', by: 'service' });
    const [asked] = service.asked;
    expect([asked?.method, asked?.url, JSON.parse(asked?.body ?? '')]).toEqual([
      'POST',
      '/translate',
      { q: 'Hello', source: 'auto', target: 'vi', format: 'text', api_key: 'secret' },
    ]);
    await libreTranslator(service.origin, undefined).translate('Hello', 'zh-Hant-HK');
    expect(JSON.parse(service.asked[1]?.body ?? '')).toEqual({ q: 'Hello', source: 'auto', target: 'zt', format: 'text' });
  });

  test('[R8.34] whatever goes wrong there, nothing comes back', async () => {
    for (const [name, fault] of Object.entries(faults)) {
      const service = await stand(fault);
      expect([name, await libreTranslator(service.origin, undefined, { within: limitFor(fault) }).translate('Hello', 'vi')]).toEqual([name, undefined]);
    }
    const refusing = await stand((_, response) => answerJson(response, { error: 'Slowdown' }, 429));
    expect(await libreTranslator(refusing.origin, undefined).translate('Hello', 'vi')).toBeUndefined();
  });

  test('without a service the script of Chinese is changed, and nothing else', async () => {
    expect(await scriptTranslator.translate('学生公寓的网络', 'zh-Hant-TW')).toEqual({ text: '學生公寓的網路', by: 'script' });
    expect(await scriptTranslator.translate('学生公寓', 'zh-Hant-HK')).toEqual({ text: '學生公寓', by: 'script' });
    expect(await scriptTranslator.translate('學生公寓', 'zh-Hans')).toEqual({ text: '学生公寓', by: 'script' });
    expect(await scriptTranslator.translate('房间离UCL和King’s Cross都很近', 'zh-Hant-TW')).toEqual({ text: '房間離UCL和King’s Cross都很近', by: 'script' });
    for (const [text, to] of [
      ['Hello', 'zh-Hans'],
      ['学生公寓', 'en'],
      ['学生アパート', 'zh-Hant-TW'],
      ['😀', 'zh-Hans'],
      ['Two minutes from 成府路, and the landlord’s wife speaks English', 'zh-Hant-TW'],
      ['Phòng gần 大学, rất sạch', 'zh-Hant-HK'],
      ['Общежитие у 大学 очень хорошее', 'zh-Hans'],
    ] as const)
      expect(await scriptTranslator.translate(text, to)).toBeUndefined();
  });

  test('an answer is remembered by its hash; the same hash with other words is another question', async () => {
    let asked = 0;
    const service = createTranslateService([{ translate: async (text) => ({ text: `${text}!${++asked}`, by: 'service' }) }]);
    expect([await service.translate('h', 'a', 'en'), await service.translate('h', 'a', 'en')].map((one) => one?.text)).toEqual(['a!1', 'a!1']);
    expect((await service.translate('h', 'b', 'en'))?.text).toBe('b!2');
    expect((await service.translate('h', 'a', 'vi'))?.text).toBe('a!3');
    const failing = createTranslateService([{ translate: () => Promise.reject(new Error('no')) }, scriptTranslator]);
    expect((await failing.translate('h', '学', 'zh-Hant-TW'))?.text).toBe('學');
  });
});

describe('mini-program codes', () => {
  const order = { page: 'pages/poster/index', scene: 'x=1', webAddress: 'https://homes.example.org/en', width: 300 };
  const picture = Buffer.from('jpeg');

  test('[R7.182] WeChat is asked for a token once and for a code by page and scene; an ended token is replaced', async () => {
    let tokens = 0;
    let ended = false;
    const service = await stand(({ url }, response) => {
      if (url.startsWith('/cgi-bin/token')) return answerJson(response, { access_token: `t${++tokens}`, expires_in: 7_200 });
      if (ended && url.endsWith('=t1')) return answerJson(response, { errcode: 42_001, errmsg: 'access_token expired' });
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
    });
    const codes = wechatCode('wx0123456789abcdef', 'secret', { origin: service.origin });
    const url = `data:image/jpeg;base64,${picture.toString('base64')}`;
    expect(await codes.code(order)).toEqual({ kind: 'mini', url, width: 300 });
    expect(await codes.code(order)).toEqual({ kind: 'mini', url, width: 300 });
    expect(service.asked.map((one) => one.url)).toEqual([
      '/cgi-bin/token?grant_type=client_credential&appid=wx0123456789abcdef&secret=secret',
      '/wxa/getwxacodeunlimit?access_token=t1',
      '/wxa/getwxacodeunlimit?access_token=t1',
    ]);
    expect(JSON.parse(service.asked[1]?.body ?? '')).toEqual({ scene: 'x=1', width: 300, page: 'pages/poster/index' });
    ended = true;
    expect(await codes.code(order)).toEqual({ kind: 'mini', url, width: 300 });
    expect(tokens).toBe(2);
    // It draws nothing smaller than 280 and nothing larger than 1,280 pixels.
    expect((await codes.code({ ...order, width: 100 }))?.width).toBe(280);
    expect((await codes.code({ ...order, width: 2_000 }))?.width).toBe(1_280);
  });

  test('whatever goes wrong there, no code comes back', async () => {
    for (const [name, fault] of Object.entries(faults)) {
      const service = await stand(fault);
      expect([name, await wechatCode('wx', 's', { origin: service.origin, within: limitFor(fault) }).code(order)]).toEqual([name, undefined]);
    }
    const refusing = await stand(({ url }, response) =>
      answerJson(response, url.startsWith('/cgi') ? { access_token: 't', expires_in: 7_200 } : { errcode: 41_030, errmsg: 'invalid page' }),
    );
    expect(await wechatCode('wx', 's', { origin: refusing.origin }).code(order)).toBeUndefined();
  });

  test('without WeChat the code is drawn and opens the site', async () => {
    const code = await webCode.code(order);
    expect([code?.kind, code?.width]).toEqual(['web', 300]);
    const svg = Buffer.from(code?.url.replace('data:image/svg+xml;base64,', '') ?? '', 'base64').toString();
    expect(svg).toMatch(/^<svg width="300" height="300" .*<\/svg>$/s);
    expect(svg).not.toMatch(/<script|on\w+=/);
  });
});
