/** Messages to phones: what they say, and what they cost. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { allTexts } from '#lib/all-texts.ts';
import { readConfig } from '#lib/config.ts';
import { locales } from '#lib/i18n/locales.ts';
import { codeSms } from '#lib/sms/code.sms.ts';
import { sizeOfSms } from '#lib/sms/segments.ts';
import { sms } from '#lib/sms/sms.ts';

/** The longest of each message. */
const longest: Readonly<Record<string, object>> = {
  code: { code: '481516', minutes: 60 },
  'contact-change': { link: `https://homes.example.org/en/stop/${'a'.repeat(12)}` },
  'contact-claim': { link: `https://homes.example.org/en/stop/${'a'.repeat(12)}` },
  'account-changed': {},
  'accounts-joined': {},
  'account-erasing': { days: 60 },
  'enquiry-answered': { link: `https://homes.example.org/en/enquiry/123456-20847-${'a'.repeat(8)}.${'b'.repeat(43)}` },
};

/** Segments of those that do not fit one: a signed link alone nearly fills it. */
const longer: Readonly<Record<string, number>> = { 'enquiry-answered': 2 };

test('every message fits one segment in every language, one with a signed link two, and says all it was given', () => {
  for (const known of allTexts) {
    const input = longest[known.name] ?? expect.unreachable(`${known.name} has no example here`);
    const said = locales.map((locale) => {
      const { text, values } = known.write(input, locale);
      expect(sizeOfSms(text).segments, `${known.name} ${locale}: ${text}`).toBeLessThanOrEqual(longer[known.name] ?? 1);
      for (const value of Object.values(values)) expect(text).toContain(value);
      expect(text).not.toMatch(/\{\{|undefined|sms\./);
      return text;
    });
    expect(new Set(said).size, `${known.name} is the same in two languages`).toBe(locales.length);
  }
});

test('a code names who sends it, and nothing but a code goes in', () => {
  expect(codeSms.write({ code: '481516', minutes: 5 }, 'zh-cn')).toEqual({
    text: '栖学验证码：481516，5 分钟内有效。请勿告诉任何人。',
    values: { code: '481516', minutes: '5' },
  });
  for (const code of ['48151', '4815166', 'https:', '４８１５１６', '481516\n'])
    expect(() => codeSms.write({ code, minutes: 5 }, 'en-us'), code).toThrow(/pattern/);
});

test('a segment has 160 signs of the small alphabet or 70 of any other, joined ones have less', () => {
  const of = (text: string) => Object.values(sizeOfSms(text));
  expect(of('a'.repeat(160))).toEqual(['GSM-7', 160, 1]);
  expect(of('a'.repeat(161))).toEqual(['GSM-7', 161, 2]);
  expect(of('€'.repeat(80))).toEqual(['GSM-7', 160, 1]);
  expect(of('{'.repeat(81))).toEqual(['GSM-7', 162, 2]);
  expect(of('a'.repeat(307))).toEqual(['GSM-7', 307, 3]);
  expect(of('码'.repeat(70))).toEqual(['UCS-2', 70, 1]);
  expect(of('码'.repeat(71))).toEqual(['UCS-2', 71, 2]);
  expect(of(`${'a'.repeat(69)}ế`)).toEqual(['UCS-2', 70, 1]);
  expect(of('😀'.repeat(36))).toEqual(['UCS-2', 72, 2]);
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 400 }), (a, b) => {
      expect(sizeOfSms(a + b).segments).toBeGreaterThanOrEqual(Math.max(sizeOfSms(a).segments, sizeOfSms(b).segments));
    }),
  );
});

test('a message has a name that templates can have', () => {
  expect(() => sms({ name: 'Code 1', input: z.object({}), text: 'sms.code' })).toThrow(/no name of a message/);
});

test('providers are chosen by dial code; what one needs is asked for by name, and no secret is shown', () => {
  const aliyun = { ALIYUN_KEY_ID: 'LTAI5tExample00000', ALIYUN_SECRET: 's', ALIYUN_SMS_SIGN: '栖学', ALIYUN_SMS_TEMPLATES: 'code=SMS_1, code.en-us=SMS_2' };
  const twilio = { TWILIO_ACCOUNT: `AC${'0'.repeat(32)}`, TWILIO_TOKEN: 't', TWILIO_FROM: '+447700900123' };
  expect(readConfig({}).sms).toEqual({ elsewhere: { kind: 'outbox' }, mainland: { kind: 'outbox' }, dailySegments: 1_000 });
  expect(readConfig({ SMS_PROVIDER: 'twilio', SMS_PROVIDER_CN: 'aliyun', ...aliyun, ...twilio, SMS_DAILY_SEGMENTS: '5' }).sms).toEqual({
    elsewhere: { kind: 'twilio', account: twilio.TWILIO_ACCOUNT, token: 't', from: '+447700900123' },
    mainland: {
      kind: 'aliyun',
      keyId: aliyun.ALIYUN_KEY_ID,
      secret: 's',
      sign: '栖学',
      templates: new Map([
        ['code', 'SMS_1'],
        ['code.en-us', 'SMS_2'],
      ]),
    },
    dailySegments: 5,
  });
  expect(readConfig({ SMS_PROVIDER: 'twilio', ...twilio }).sms.mainland.kind).toBe('twilio');
  expect(() => readConfig({ SMS_PROVIDER: 'twilio', ...twilio, TWILIO_TOKEN: '' })).toThrow(/TWILIO_TOKEN/);
  expect(() => readConfig({ SMS_PROVIDER_CN: 'aliyun' })).toThrow(/ALIYUN_KEY_ID/);
  for (const bad of ['code', 'code=1', 'code.fr-fr=SMS_1', 'Code=SMS_1', 'code=SMS_1;login=SMS_2'])
    expect(() => readConfig({ ALIYUN_SMS_TEMPLATES: bad }), bad).toThrow(/ALIYUN_SMS_TEMPLATES/);
  expect(() => readConfig({ TWILIO_FROM: '07700900123' })).toThrow(/TWILIO_FROM/);
});
