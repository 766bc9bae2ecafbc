/** `npm run check:live`: what it says of services that work, of those that do not, and of those that are not set. */
// Brings what the maker of certificates stands on.
import '@simplewebauthn/server';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509CertificateGenerator, PemConverter, SubjectAlternativeNameExtension } from '@peculiar/x509';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { seedVariedHouses } from '#tests/factories/houses.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { emptyFolder, filledFolder } from '#tests/support/data-folder.ts';
import { mailServer } from '#tests/support/mail-server.ts';
import { nameServer } from '#tests/support/name-server.ts';
import { s3StandIn } from '#tests/support/s3-stand-in.ts';
import { scannerDaemon } from '#tests/support/scanner-daemon.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import { openStripe } from '#tests/support/stripe-stand-in.ts';
import { twilioStandIn } from '#tests/support/twilio-stand-in.ts';
import { openWise } from '#tests/support/wise-stand-in.ts';
import { backupFindings } from '../../scripts/live/of-backup.ts';
import { dnsFindings, mailFindings } from '../../scripts/live/of-mail.ts';
import { paymentFindings, payoutFindings, scannerFindings, serviceFindings, smsFindings, storageFindings } from '../../scripts/live/of-services.ts';
import { certificateFindings, partyFindings, siteFindings } from '../../scripts/live/of-site.ts';
import type { Finding } from '../../scripts/live/finding.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'loftling-live-'));
const ends: (() => Promise<void>)[] = [];
const now = new Date('2026-12-01T10:00:00Z');

/** What was found, by outcome. */
const outcomes = (found: readonly Finding[]): string[] => found.map(({ outcome }) => outcome);
const said = (found: readonly Finding[]): string => found.map(({ says }) => says).join('\n');

afterAll(async () => {
  for (const end of ends) await end();
  rmSync(folder, { recursive: true, force: true });
});

test('without settings nothing is asked and each says what is done without', async () => {
  const config = readConfig({ DATA_DIR: folder, TILES_URL: 'off' });
  const none = [
    await mailFindings(config, undefined, now),
    await smsFindings(config, '+447700900123'),
    await paymentFindings(config, now),
    await payoutFindings(config),
    await scannerFindings(config),
    await serviceFindings(config),
    await certificateFindings(config),
  ];
  for (const found of none) expect(outcomes(found)).toEqual(['not set']);
  expect(outcomes(await siteFindings(config))).toEqual(['failed']);
});

test('a site that still has what it began with is not ready: party, contacts, sample, sandbox', () => {
  const example = { contactsAreExamples: true } as never;
  expect(outcomes(partyFindings(readConfig({}), example))).toEqual(['failed', 'failed', 'failed', 'failed', 'not set']);
  const party = { OPERATOR_NAME: 'Homes Ltd', OPERATOR_ADDRESS: '1 Quay Street, Leeds', OPERATOR_EMAIL: 'office@homes.example.org' };
  const ready = readConfig({ ...party, SAMPLE_CATALOGUE: 'off', PAYMENT_SANDBOX: 'off', DATABASE_URL: 'postgres://localhost/homes' });
  expect(outcomes(partyFindings(ready, { contactsAreExamples: false } as never))).toEqual(Array.from({ length: 5 }, () => 'ok'));
});

test('one letter goes to the operator, and a server that refuses or is not there is named without its password', async () => {
  const server = await mailServer();
  ends.push(() => server.close());
  const given = {
    SMTP_URL: server.url,
    OPERATOR_EMAIL: 'office@homes.example.org',
    MAIL_FROM: 'post@homes.example.org',
    SITE_URL: 'https://homes.example.org',
  };
  expect(outcomes(await mailFindings(readConfig(given), undefined, now))).toEqual(['ok']);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatchObject({ envelopeTo: 'office@homes.example.org', from: { address: 'post@homes.example.org' } });
  expect(server.received[0]?.text).toContain('https://homes.example.org');
  expect(outcomes(await mailFindings(readConfig(given), 'ann@homes.example.org', now))).toEqual(['ok']);
  expect(server.received[1]?.envelopeTo).toBe('ann@homes.example.org');
  server.trouble.push({ status: 550, words: 'no such mailbox' });
  const refused = await mailFindings(readConfig(given), undefined, now);
  expect([outcomes(refused), said(refused)]).toEqual([['failed'], expect.stringContaining('550')]);
  const gone = await mailFindings(readConfig({ ...given, SMTP_URL: 'smtp://ann:SECRET123@127.0.0.1:9' }), undefined, now);
  expect(outcomes(gone)).toEqual(['failed']);
  expect(said(gone)).not.toContain('SECRET123');
});

test('SPF, DKIM and DMARC are read from the domain that mails come from', async () => {
  const names = await nameServer();
  ends.push(() => names.close());
  const config = readConfig({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'post@mail.homes.test',
    MAIL_REPLIES_AT: 'reply@in.homes.test',
    MAIL_REPLIES_SECRET: 'a'.repeat(32),
  });
  const asked = (selector?: string) => dnsFindings(config, selector, names.resolver);
  const bare = await asked('s1');
  expect([outcomes(bare), said(bare)]).toEqual([['failed', 'failed', 'failed', 'failed'], expect.stringContaining('_dmarc.mail.homes.test')]);
  names.records.set('mail.homes.test', { txt: ['some other text', `v=spf1 include:_spf.mail.test ${'ip4:192.0.2.1 '.repeat(20)}~all`] });
  names.records.set('s1._domainkey.mail.homes.test', { txt: ['v=DKIM1; k=rsa; p=MIGf'] });
  names.records.set('_dmarc.homes.test', { txt: ['v=DMARC1; p=quarantine'] });
  names.records.set('in.homes.test', { mx: ['mx1.mail.test', 'mx2.mail.test'] });
  expect(outcomes(await asked('s1'))).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(outcomes(await asked())).toEqual(['ok', 'not set', 'ok', 'ok']);
  names.records.set('mail.homes.test', { txt: ['v=spf1 +all'] });
  names.records.set('s1._domainkey.mail.homes.test', { txt: ['v=DKIM1; p='] });
  expect(outcomes(await asked('s1'))).toEqual(['failed', 'failed', 'ok', 'ok']);
  names.records.set('mail.homes.test', { txt: ['v=spf1 ~all', 'v=spf1 -all'] });
  expect(outcomes(await asked('s1')).at(0)).toBe('failed');
});

test('one message goes to the phone that is given, and to no other', async () => {
  const [account, token] = [`AC${'a'.repeat(32)}`, 'token'];
  const twilio = await twilioStandIn(account, token);
  ends.push(() => twilio.close());
  const config = readConfig({ SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT: account, TWILIO_TOKEN: token, TWILIO_FROM: '+447700900000', OPERATOR_LOCALE: 'en-us' });
  const at = { twilio: twilio.origin };
  expect([outcomes(await smsFindings(config, undefined, at)), twilio.asked.length]).toEqual([['not set'], 0]);
  expect(outcomes(await smsFindings(config, '07700 900123', at))).toEqual(['failed']);
  expect(outcomes(await smsFindings(config, '+447700900123', at))).toEqual(['ok']);
  expect(twilio.taken).toMatchObject([{ to: '+447700900123', text: expect.stringContaining('000000') }]);
  twilio.trouble.push({ status: 401, code: 20_003 });
  const refused = await smsFindings(config, '+447700900123', at);
  expect([outcomes(refused), said(refused)]).toEqual([['failed'], expect.stringContaining('20003')]);
});

test('a key for payments is tried by reading, and so is the one for payouts', async () => {
  const stripe = await openStripe(() => new Date());
  const wise = await openWise();
  ends.push(
    () => stripe.close(),
    () => wise.close(),
  );
  const given = { STRIPE_SECRET_KEY: stripe.key, STRIPE_WEBHOOK_SECRET: 'whsec_stand_in_secret' };
  const found = await paymentFindings(readConfig(given), now, { stripe: stripe.origin });
  expect([outcomes(found), said(found)]).toEqual([['ok'], expect.stringContaining('test key')]);
  expect(stripe.asked.map(({ method }) => method)).toEqual(['GET']);
  const wrong = await paymentFindings(readConfig({ ...given, STRIPE_SECRET_KEY: 'sk_test_SECRET123' }), now, { stripe: stripe.origin });
  expect([outcomes(wrong), said(wrong)]).toEqual([['failed'], expect.not.stringContaining('SECRET123')]);
  const sandbox = { WISE_TOKEN: wise.token, WISE_PROFILE: wise.profile, WISE_SERVER: wise.origin };
  expect(outcomes(await payoutFindings(readConfig(sandbox)))).toEqual(['ok']);
  expect(outcomes(await payoutFindings(readConfig({ ...sandbox, WISE_TOKEN: 'another-token-of-16' })))).toEqual(['failed']);
  expect(wise.asked.map(({ method }) => method)).toEqual(['GET', 'GET']);
});

test('storage takes a file, gives it back and removes it, in a folder and in a bucket; a key that may not is named', async () => {
  expect(outcomes(await storageFindings(readConfig({ DATA_DIR: folder })))).toEqual(['ok']);
  expect(readdirSync(join(folder, 'storage', 'check-live'))).toEqual([]);
  const key = { keyId: 'AKIATEST', secret: 'a secret', region: 'us-east-1' };
  const bucket = await s3StandIn('homes', key);
  ends.push(() => bucket.close());
  const given = { DATA_DIR: folder, STORAGE_URL: 's3://homes', STORAGE_ENDPOINT: bucket.origin, STORAGE_KEY_ID: key.keyId, STORAGE_SECRET: key.secret };
  expect([outcomes(await storageFindings(readConfig(given))), bucket.objects.size]).toEqual([['ok'], 0]);
  const refused = await storageFindings(readConfig({ ...given, STORAGE_SECRET: 'SECRET123' }));
  expect([outcomes(refused), said(refused)]).toEqual([['failed'], expect.stringContaining('403')]);
});

test('the scanner is tried with what every scanner finds', async () => {
  const knows = await scannerDaemon((bytes) => (bytes.toString().includes('EICAR') ? 'stream: Eicar-Test FOUND\0' : 'stream: OK\0'));
  const blind = await scannerDaemon(() => 'stream: OK\0');
  ends.push(knows.end, blind.end);
  const at = ({ host, port }: typeof knows) => readConfig({ CLAMD_ADDRESS: `${host}:${port}` });
  expect(outcomes(await scannerFindings(at(knows)))).toEqual(['ok']);
  expect(outcomes(await scannerFindings(at(blind)))).toEqual(['failed']);
});

test('other servers are asked something that costs nothing', async () => {
  const server = await standIn(({ url, headers }, response) =>
    url === '/tiles.json'
      ? answerJson(response, { tiles: ['https://tiles.example.org/{z}/{x}/{y}.pbf'] })
      : answerJson(response, [], url.startsWith('/indexes') && headers.authorization !== 'Bearer k' ? 401 : 200),
  );
  ends.push(() => server.close());
  const given = { TILES_URL: `${server.origin}/tiles.json`, TRANSLATE_URL: server.origin, MEILISEARCH_URL: server.origin, VALHALLA_URL: server.origin };
  expect(outcomes(await serviceFindings(readConfig({ ...given, MEILISEARCH_KEY: 'k' })))).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(outcomes(await serviceFindings(readConfig(given)))).toEqual(['ok', 'ok', 'failed', 'ok']);
  expect(server.asked.every(({ method }) => method === 'GET')).toBe(true);
});

/** A site on https with a certificate for `localhost` that lasts so many days, and the certificate as its own authority. */
async function secureSite(days: number): Promise<{ readonly origin: string; readonly ca: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + days * 86_400_000),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  const ca = certificate.toString('pem');
  const server = createServer({ key, cert: ca }, (_, response) => void response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => void server.close(() => resolve())));
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}`, ca };
}

test('a certificate is read with its days, and one that ends soon or that browsers refuse is a failure', async () => {
  const [fresh, old] = [await secureSite(80.5), await secureSite(5.5)];
  const of = ({ origin }: typeof fresh) => readConfig({ SITE_URL: origin });
  const found = await certificateFindings(of(fresh), fresh.ca);
  expect([outcomes(found), said(found)]).toEqual([['ok'], expect.stringContaining('80 days left')]);
  const soon = await certificateFindings(of(old), old.ca);
  expect([outcomes(soon), said(soon)]).toEqual([['failed'], expect.stringContaining('5 days left')]);
  expect(outcomes(await certificateFindings(of(fresh)))).toEqual(['failed']);
});

test('the site is asked at each of its addresses, and a redirect or nobody there is a failure', async () => {
  const site = await standIn((_, response) => void response.end('ok'));
  const elsewhere = await standIn((_, response) => void response.writeHead(301, { location: 'https://www.homes.example.org/readyz' }).end());
  ends.push(
    () => site.close(),
    () => elsewhere.close(),
  );
  const found = await siteFindings(readConfig({ SITE_URL: site.origin, LOCALE_HOSTS: `en-us=${elsewhere.origin},vi-vn=http://127.0.0.1:9` }));
  expect(outcomes(found)).toEqual(['ok', 'failed', 'failed']);
  expect(said(found)).toContain('www.homes.example.org');
  expect(outcomes(await siteFindings(readConfig({ SITE_URL: 'http://homes.real-name.org' })))).toEqual(['failed']);
});

let dataDir: string;
beforeAll(() => {
  dataDir = filledFolder();
});

test('a backup is restored into an empty place and counted there, and nothing of it stays', async () => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined, databasePool: 1 }, 'alone');
  try {
    const london = loadGeo().city('uk', 'london') ?? expect.unreachable('no London');
    await seedVariedHouses(database.db, [london], 10);
    const before = readdirSync(dataDir);
    const openEmpty = async (to: string) => {
      cpSync(await emptyFolder(), to, { recursive: true });
      return openDatabase({ dataDir: to, databaseUrl: undefined, databasePool: 1 }, 'alone');
    };
    const found = await backupFindings({ config: readConfig({ DATA_DIR: dataDir, DISK_RESERVE_MB: '0' }), database, version: '1.2.3', now, openEmpty });
    expect([outcomes(found), said(found)]).toEqual([['ok'], expect.stringMatching(/[1-9]\d* rows of \d+ tables/)]);
    expect(readdirSync(dataDir)).toEqual(before);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
