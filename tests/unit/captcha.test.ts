/** Which captcha a reader gets, on which hosts, and what stands in tokens. */
import { describe, expect, test } from 'vitest';
import { readConfig, SettingError } from '#lib/config.ts';
import { captchaOrder, checkedFallbackCount, readToken, tokenText } from '#lib/features/captcha/captcha.rules.ts';
import { captchaPlatforms, cacheBusterEvery, captchaWidth, fallbackCount } from '#lib/features/captcha/captcha.schema.ts';
import { createCaptchaService } from '#lib/features/captcha/captcha.service.ts';
import { locales } from '#lib/i18n/locales.ts';
import { altchaCaptcha } from '#lib/ports/captcha/altcha.ts';
import { openPorts } from '#lib/ports/ports.ts';
import { pageHeaders } from '#server/pages/security-headers.ts';

const everything = {
  TURNSTILE_SITE_KEY: '0x4AAAAAAAtest-site-key',
  TURNSTILE_SECRET: '0x4AAAAAAAtest-secret-key',
  RECAPTCHA_SITE_KEY: '6LcTestSiteKeyTestSiteKey',
  RECAPTCHA_SECRET: '6LcTestSecretTestSecret',
  GEETEST_CAPTCHA_ID: '0123456789abcdef0123456789abcdef',
  GEETEST_CAPTCHA_KEY: 'fedcba9876543210fedcba9876543210',
};

const serviceWith = (settings: Readonly<Record<string, string>>) =>
  createCaptchaService({
    judges: [...openPorts(readConfig(settings)).captchas, altchaCaptcha(Buffer.alloc(32, 1))],
    secrets: { sign: () => 'x', verify: () => false },
    counters: { add: async () => [], addWithin: async () => true },
    fallbackAfter: fallbackCount,
  });
const google = /google|gstatic|recaptcha/i;

describe('the order', () => {
  test('[R4.088] is by region, with what worked before in front and what just failed at the end', () => {
    expect(captchaOrder(captchaPlatforms, { locale: 'en-us' })).toEqual(['cloudflare', 'recaptcha', 'geetest', 'altcha']);
    expect(captchaOrder(captchaPlatforms, { locale: 'zh-cn' })).toEqual(['geetest', 'cloudflare', 'altcha']);
    expect(captchaOrder(captchaPlatforms, { locale: 'en-us', country: 'CN' })).toEqual(['geetest', 'cloudflare', 'altcha']);
    expect(captchaOrder(captchaPlatforms, { locale: 'vi-vn', preferred: 'geetest' })).toEqual(['geetest', 'cloudflare', 'recaptcha', 'altcha']);
    expect(captchaOrder(captchaPlatforms, { locale: 'en-us', preferred: 'cloudflare', failed: ['cloudflare', 'recaptcha'] })).toEqual([
      'geetest',
      'altcha',
      'cloudflare',
      'recaptcha',
    ]);
  });

  test('is the embedded one alone where no other is set up', () => {
    for (const locale of locales) expect(captchaOrder(['altcha'], { locale, preferred: 'recaptcha' })).toEqual(['altcha']);
  });
});

describe('a reader of zh-cn, or in mainland China', () => {
  const service = serviceWith(everything);

  test('[R4.088] gets no puzzle of Google’s, whatever is preferred or failed', async () => {
    for (const reader of [{ locale: 'zh-cn' }, { locale: 'en-us', country: 'CN' }] as const)
      for (const preferred of [undefined, ...captchaPlatforms]) {
        const puzzles = await service.puzzles('report-listing', { ...reader, preferred, failed: ['geetest', 'cloudflare', 'altcha'] }, '203.0.113.1');
        expect(JSON.stringify(puzzles)).not.toMatch(google);
        expect(puzzles).toHaveLength(3);
      }
    expect(JSON.stringify(await service.puzzles('report-listing', { locale: 'en-us' }, '203.0.113.1'))).toMatch(google);
  });

  test('may not reach a Google host by the policy of the page either', () => {
    const policyOf = (locale: (typeof locales)[number]): string => JSON.stringify(pageHeaders({ route: 'report_listing', captcha: service.hostsFor(locale) }));
    for (const locale of locales) expect([locale, google.test(policyOf(locale))]).toEqual([locale, locale !== 'zh-cn']);
    expect(policyOf('zh-cn')).toContain('https://static.geetest.com');
  });

  test('needs no host but ours where nothing is set up', () => {
    const plain = serviceWith({});
    for (const locale of locales) {
      expect(plain.hostsFor(locale)).toEqual({ scripts: [], frames: [], calls: [], files: [] });
      expect(pageHeaders({ route: 'report_listing', captcha: plain.hostsFor(locale) })).toEqual(pageHeaders({ route: 'report_listing' }));
    }
  });
});

test('[R4.084] scripts come from several servers where the service has several, in a fixed order', async () => {
  const puzzles = await serviceWith(everything).puzzles('report-listing', { locale: 'en-us' }, '203.0.113.1');
  const hosts = Object.fromEntries(puzzles.map(({ platform, scripts }) => [platform, scripts.map((script) => new URL(script).host)]));
  expect(hosts).toEqual({
    cloudflare: ['challenges.cloudflare.com'],
    recaptcha: ['www.google.com', 'www.recaptcha.net'],
    geetest: ['static.geetest.com', 'static.geevisit.com'],
    altcha: [],
  });
});

test('[R5.63] [R9.29] how many errors a page bears is a whole number from 1, by default 3', () => {
  expect(fallbackCount).toBe(3);
  for (const count of [1, 3, 100]) expect(checkedFallbackCount(count)).toBe(count);
  for (const count of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => checkedFallbackCount(count)).toThrow(RangeError);
  expect(readConfig({}).captchaFallbackCount).toBe(3);
  for (const CAPTCHA_FALLBACK_COUNT of ['0', '-2', '1.5', 'three']) expect(() => readConfig({ CAPTCHA_FALLBACK_COUNT })).toThrow(/CAPTCHA_FALLBACK_COUNT/);
});

test('[R9.30] [R9.31] a captcha is 320 pixels wide, and its script has another address every minute', () => {
  expect([captchaWidth, cacheBusterEvery]).toEqual([320, 60_000]);
});

test('keys of captchas are given in pairs, and never shown', () => {
  for (const name of Object.keys(everything) as (keyof typeof everything)[]) {
    expect(() => readConfig({ [name]: everything[name] })).toThrow(SettingError);
    expect(() => readConfig({ [name]: 'no key at all!' })).toThrow(/\(hidden\)|hexadecimal/);
  }
  expect(readConfig(everything).geetest?.captchaId).toBe(everything.GEETEST_CAPTCHA_ID);
});

describe('a token', () => {
  const facts = { verdict: 'solved', call: 'report-listing', until: 1_795_000_000_000, id: 'AAAAAAAAAAAAAAAAAAAAAA' } as const;

  test('says for what, until when and which it is, and is read back', () => {
    const text = tokenText(facts);
    expect(readToken(`${text}/k1.signature`)).toEqual({ facts, text, signature: 'k1.signature' });
  });

  test('of another shape is none', () => {
    const token = `${tokenText(facts)}/k1.x`;
    for (const wrong of [
      '',
      'x',
      token.replace('solved', 'sure'),
      `${token}/y`,
      token.replace('AAA', 'A'),
      token.repeat(9),
      token.replace('/k1.x', ''),
      ` ${token}`,
    ])
      expect(readToken(wrong)).toBeUndefined();
  });
});
