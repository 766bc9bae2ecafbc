import { availableParallelism } from 'node:os';
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { SettingError, readConfig } from '#lib/config.ts';

test('without settings everything has a working default', () => {
  const config = readConfig({});
  expect([config.port, config.host, config.siteUrl, config.databaseUrl]).toEqual([4321, '127.0.0.1', 'http://localhost:4321', undefined]);
});

test('a site without a name of its own is where its port is, so that links in mails lead to it', () => {
  expect(
    [readConfig({ PORT: '5000' }), readConfig({ PORT: '0' }), readConfig({ PORT: '5000', SITE_URL: 'https://homes.example.org' })].map(
      ({ siteUrl }) => siteUrl,
    ),
  ).toEqual(['http://localhost:5000', 'http://localhost:4321', 'https://homes.example.org']);
});

test('[R3.18] the server region defaults to cn', () => {
  expect(readConfig({}).serverRegion).toBe('cn');
});

test('a bad setting is named with what was given and what is expected', () => {
  expect(() => readConfig({ PORT: 'eighty', SITE_URL: 'homes.example.org/', PAGE_CACHE_MB: '0' })).toThrow(SettingError);
  try {
    readConfig({ PORT: 'eighty', SITE_URL: 'homes.example.org/' });
  } catch (error) {
    expect((error as Error).message).toContain('PORT="eighty"');
    expect((error as Error).message).toContain('SITE_URL="homes.example.org/"');
  }
});

test('several processes need a Postgres, and are as many as there are cores where that is asked for', () => {
  expect(readConfig({}).processes).toBe(1);
  expect(() => readConfig({ PROCESSES: '2' })).toThrow(/PROCESSES: several processes need DATABASE_URL/);
  expect(() => readConfig({ PROCESSES: 'many' })).toThrow('PROCESSES="many": 1 to 64, or max');
  const postgres = { DATABASE_URL: 'postgres://somebody@localhost/homes' };
  expect(readConfig({ ...postgres, PROCESSES: '3' }).processes).toBe(3);
  expect(readConfig({ ...postgres, PROCESSES: 'max' }).processes).toBe(availableParallelism());
});

test('a bad database address never shows its password', () => {
  try {
    readConfig({ DATABASE_URL: 'mysql://me:secret@host/db' });
    expect.unreachable();
  } catch (error) {
    expect((error as Error).message).toContain('DATABASE_URL');
    expect((error as Error).message).not.toContain('secret');
  }
});

test('a bad address never shows the token or the password in it', () => {
  for (const settings of [
    { GEO_IP_URL: 'https://ipinfo.io/json?token=SECRET123' },
    { API_UPSTREAM_houseApi: 'https://me:SECRET123@api.example.org' },
    { TRANSLATE_URL: 'ftp://me:SECRET123@host' },
  ]) {
    const [name = ''] = Object.keys(settings);
    try {
      readConfig(settings);
      expect.unreachable();
    } catch (error) {
      expect((error as Error).message).toContain(name);
      expect((error as Error).message).not.toContain('SECRET123');
    }
  }
});

test('[R1.15] locales may live on hosts of their own', () => {
  const { localeHosts } = readConfig({ LOCALE_HOSTS: 'en-us=https://en.homes.example,vi-vn=https://vn.homes.example' });
  expect(localeHosts.get('vi-vn')).toBe('https://vn.homes.example');
  expect(() => readConfig({ LOCALE_HOSTS: 'fr-fr=https://fr.homes.example' })).toThrow(/fr-fr/);
});

test('a third party is set up as a whole or not at all, and no key of it is shown', () => {
  const none = { google: undefined, apple: undefined, facebook: undefined, wechat: undefined, trial: true };
  expect(readConfig({}).identity).toEqual(none);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const apple = { APPLE_CLIENT_ID: 'org.example.homes', APPLE_TEAM_ID: 'TEAM000001', APPLE_KEY_ID: 'KEY0000001' };
  for (const text of [pem, pem.replaceAll('\n', String.raw`\n`)])
    expect(readConfig({ ...apple, APPLE_PRIVATE_KEY: text }).identity.apple?.privateKey.trim()).toBe(pem.trim());
  expect(() => readConfig(apple)).toThrow(/APPLE_PRIVATE_KEY is missing/);
  expect(() => readConfig({ ...apple, APPLE_PRIVATE_KEY: 'SECRET123' })).toThrow(/APPLE_PRIVATE_KEY=\(hidden\)/);
  expect(() => readConfig({ FACEBOOK_APP_ID: '12345', FACEBOOK_APP_SECRET: 'SECRET123' })).toThrow(/FACEBOOK_APP_SECRET=\(hidden\)/);
  expect(() => readConfig({ GOOGLE_CLIENT_ID: '1-a.apps.googleusercontent.com' })).toThrow(/GOOGLE_CLIENT_SECRET is missing/);
  const wechat = { WECHAT_ACCOUNT_APP_ID: 'wx1111111111111111', WECHAT_ACCOUNT_SECRET: '1'.repeat(32) };
  expect(readConfig(wechat).identity.wechat).toEqual({
    site: undefined,
    inWechat: { appId: wechat.WECHAT_ACCOUNT_APP_ID, secret: wechat.WECHAT_ACCOUNT_SECRET },
  });
});

test('an assistant that writes needs an address without secrets in it, and a model', () => {
  expect(readConfig({}).assistant).toBeUndefined();
  const given = { ASSISTANT_URL: 'https://api.example.org/v1', ASSISTANT_MODEL: 'small-1', ASSISTANT_KEY: 'k' };
  expect(readConfig(given).assistant).toEqual({ base: 'https://api.example.org/v1', model: 'small-1', key: 'k' });
  expect(() => readConfig({ ASSISTANT_URL: given.ASSISTANT_URL })).toThrow(/ASSISTANT_MODEL/);
  expect(() => readConfig({ ...given, ASSISTANT_URL: 'https://me:SECRET123@api.example.org/v1' })).toThrow(/^(?!.*SECRET123).*ASSISTANT_URL/s);
  expect(() => readConfig({ CUSTOMER_CHAT_URL: 'http://chat.example.org' })).toThrow(/CUSTOMER_CHAT_URL/);
});

test('live keys of a payment provider are refused over the embedded database, and shown to nobody', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const wechat = {
    WECHAT_PAY_MERCHANT_ID: '1900000109',
    WECHAT_PAY_SERIAL: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
    WECHAT_PAY_PRIVATE_KEY: privateKey.replaceAll('\n', String.raw`\n`),
    WECHAT_PAY_API_KEY: 'k'.repeat(32),
    WECHAT_PAY_APP_ID: 'wx8888888888888888',
    WECHAT_PAY_PUBLIC_KEYS: JSON.stringify({ PUB_KEY_ID_0119000001: publicKey }),
  };
  expect(() => readConfig(wechat)).toThrow(/embedded database/);
  const onPostgres = { ...wechat, DATABASE_URL: 'postgres://localhost/loftling' };
  expect(readConfig(onPostgres)).toMatchObject({ paymentSandbox: false, wechatPay: { merchantId: '1900000109', currencies: ['CNY'], appSecret: undefined } });
  const account = { WECHAT_ACCOUNT_APP_ID: 'wx8888888888888888', WECHAT_ACCOUNT_SECRET: 'a'.repeat(32) };
  expect(readConfig({ ...onPostgres, ...account, WECHAT_PAY_CURRENCIES: 'gbp, HKD' }).wechatPay).toMatchObject({
    currencies: ['GBP', 'HKD'],
    appSecret: 'a'.repeat(32),
  });
  expect(() => readConfig({ ...onPostgres, WECHAT_PAY_API_KEY: undefined })).toThrow(/WECHAT_PAY_API_KEY is missing/);
  for (const [name, bad] of [
    ['WECHAT_PAY_PRIVATE_KEY', publicKey],
    ['WECHAT_PAY_PUBLIC_KEYS', '{}'],
    ['WECHAT_PAY_PUBLIC_KEYS', '[1]'],
    ['WECHAT_PAY_CURRENCIES', 'GBP,XXX'],
  ] as const)
    expect(() => readConfig({ ...onPostgres, [name]: bad }), name).toThrow(name);
  const wise = { WISE_TOKEN: 'wise-SECRET-token-0001', WISE_PROFILE: '30000000' };
  expect(() => readConfig(wise)).toThrow(/^(?!.*SECRET).*embedded database/s);
  expect(readConfig({ ...wise, WISE_SERVER: 'https://api.wise-sandbox.com' }).wise).toMatchObject({ isLive: false });
  expect(readConfig({ ...wise, DATABASE_URL: 'postgres://localhost/loftling' }).wise).toMatchObject({ server: 'https://api.wise.com', isLive: true });
  expect(() => readConfig({ WISE_TOKEN: wise.WISE_TOKEN })).toThrow(/WISE_PROFILE is missing/);
  const stripe = { STRIPE_SECRET_KEY: 'sk_live_abcdefgh12345678', STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh12345678' };
  expect(() => readConfig(stripe)).toThrow(/live key.*DATABASE_URL/s);
  expect(() => readConfig(stripe)).not.toThrow(/abcdefgh/);
  expect(() => readConfig({ ...stripe, STRIPE_SECRET_KEY: 'rk_live_abcdefgh12345678' })).toThrow(/live key/);
  expect(() => readConfig({ STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY })).toThrow(/STRIPE_WEBHOOK_SECRET is missing/);
  expect(readConfig({ ...stripe, DATABASE_URL: 'postgres://a@b/c' }).stripe?.webhookSecrets).toEqual(['whsec_abcdefgh12345678']);
  expect(readConfig({ ...stripe, STRIPE_SECRET_KEY: 'sk_test_abcdefgh12345678' }).paymentSandbox).toBe(false);
  expect(readConfig({}).paymentSandbox).toBe(true);
});

test('where answers to mails come in is read together with its secrets, which are never shown', () => {
  const given = { MAIL_REPLIES_AT: 'reply@in.homes.example.org', MAIL_REPLIES_SECRET: `${'a'.repeat(32)},${'b'.repeat(32)}` };
  expect(readConfig(given).mailReplies).toEqual({ local: 'reply', domain: 'in.homes.example.org', secrets: ['a'.repeat(32), 'b'.repeat(32)] });
  expect(readConfig({}).mailReplies).toBeUndefined();
  expect(() => readConfig({ MAIL_REPLIES_AT: given.MAIL_REPLIES_AT })).toThrow(/MAIL_REPLIES_SECRET is missing/);
  for (const MAIL_REPLIES_AT of ['reply', 'Reply@example.org', 'reply+a@example.org', `${'r'.repeat(17)}@example.org`, 'a.b@example.org'])
    expect(() => readConfig({ ...given, MAIL_REPLIES_AT }), MAIL_REPLIES_AT).toThrow(/MAIL_REPLIES_AT/);
  expect(() => readConfig({ ...given, MAIL_REPLIES_SECRET: 'too-short-SECRET' })).toThrow(/^(?!.*too-short).*MAIL_REPLIES_SECRET=\(hidden\)/s);
});

test('accounts for transfers and sums by currency are read, and refused by name', () => {
  const account = { method: 'bank-transfer', currency: 'GBP', lines: { holder: 'Loftling', iban: 'GB33BUKB20201555555555' } };
  expect(readConfig({ TRANSFER_ACCOUNTS: JSON.stringify([account]) }).transferAccounts[0]?.lines).toEqual([
    { name: 'holder', value: 'Loftling' },
    { name: 'iban', value: 'GB33BUKB20201555555555' },
  ]);
  for (const given of ['{}', '[]', JSON.stringify([{ ...account, method: 'cash' }]), JSON.stringify([{ ...account, lines: { pin: '1' } }])])
    expect(() => readConfig({ TRANSFER_ACCOUNTS: given })).toThrow(/TRANSFER_ACCOUNTS=\(hidden\)/);
  expect(readConfig({ TRANSFER_SHORT_LIMIT: 'GBP:25, JPY:4000' }).transferShortLimit).toEqual(
    new Map([
      ['GBP', 2_500n],
      ['JPY', 4_000n],
    ]),
  );
  expect(() => readConfig({ REFUND_SECOND_ABOVE: 'GBP:-1' })).toThrow('is no sum such as GBP:25');
  expect(readConfig({}).refundSecondAbove.get('GBP')).toBe(100_000n);
});

test('what passing rent on costs is a percentage or sums, and anything else is refused by name', () => {
  expect(readConfig({}).rentFee).toEqual({ kind: 'share', basisPoints: 100n });
  expect(readConfig({ RENT_FEE: '1.5 %' }).rentFee).toEqual({ kind: 'share', basisPoints: 150n });
  expect(readConfig({ RENT_FEE: '0%' }).rentFee).toEqual({ kind: 'share', basisPoints: 0n });
  expect(readConfig({ RENT_FEE: 'GBP:5,JPY:900' }).rentFee).toEqual({
    kind: 'flat',
    sums: new Map([
      ['GBP', 500n],
      ['JPY', 900n],
    ]),
  });
  for (const RENT_FEE of ['100%', '-1%', '1.555%', '5', 'XXX:5']) expect(() => readConfig({ RENT_FEE })).toThrow(/RENT_FEE=/);
  expect(readConfig({ RENT_LICENCE: 'Example Pay Ltd (FCA 900123)' }).rentLicence).toBe('Example Pay Ltd (FCA 900123)');
});

test('the seconds in which nobody writes a form are a small number, or none', () => {
  expect(readConfig({}).formSeconds).toBe(2);
  expect(readConfig({ FORM_SECONDS: '0' }).formSeconds).toBe(0);
  for (const bad of ['-1', '31', 'soon']) expect(() => readConfig({ FORM_SECONDS: bad }), bad).toThrow('FORM_SECONDS');
});

test('a scanner of documents is named by host and port, and by nothing else', () => {
  expect(readConfig({}).clamd).toBeUndefined();
  expect(readConfig({ CLAMD_ADDRESS: 'clamd.internal:3310' }).clamd).toEqual({ host: 'clamd.internal', port: 3310 });
  expect(readConfig({ CLAMD_ADDRESS: '[::1]:3310' }).clamd).toEqual({ host: '::1', port: 3310 });
  for (const wrong of ['clamd', 'http://clamd:3310', '127.0.0.1:', ':3310']) expect(() => readConfig({ CLAMD_ADDRESS: wrong })).toThrow(/CLAMD_ADDRESS/);
});

test('maps ask nobody for tiles where that is off', () => {
  expect(readConfig({}).tiles?.address).toBe('https://tiles.openfreemap.org/planet');
  expect(readConfig({ TILES_URL: 'off' }).tiles).toBeUndefined();
  expect(readConfig({ TILES_URL: 'http://tiles.internal/world.json' }).tiles?.address).toBe('http://tiles.internal/world.json');
});
