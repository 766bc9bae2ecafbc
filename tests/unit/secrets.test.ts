/** Keys from the application's secret, and the file it is kept in. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seal, unseal } from '#lib/api/sealing.ts';
import { SecretsError, openSecrets } from '#lib/secrets.ts';
import type { SecretsOptions } from '#lib/secrets.ts';

const oldest = 'b2xkIHNlY3JldCBvZiB0aGlydHktdHdvIGJ5dGVzLi4=';
const newest = 'bmV3IHNlY3JldCBvZiB0aGlydHktdHdvIGJ5dGVzLi4=';
let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'loftling-secrets-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = (options: Partial<SecretsOptions> = {}) => openSecrets({ appSecret: undefined, appSecretFile: undefined, dataDir, manyNodes: false, ...options });
const file = (): string => join(dataDir, 'secrets/app-secret.json');
const write = (text: string): void => {
  mkdirSync(join(dataDir, 'secrets'));
  writeFileSync(file(), text, { mode: 0o600 });
};

test('without a setting a secret is made once, readable by nobody else, with nothing left beside it', () => {
  const first = open();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['app-secret.json']);
  const text = readFileSync(file(), 'utf8');
  expect(open().keyFor('csrf')).toEqual(first.keyFor('csrf'));
  expect(readFileSync(file(), 'utf8')).toBe(text);
});

test('each purpose has a key of its own', () => {
  const secrets = open({ appSecret: newest });
  expect(secrets.keyFor('csrf')).toHaveLength(32);
  expect(secrets.keyFor('csrf')).not.toEqual(secrets.keyFor('captcha'));
  expect(secrets.verify('captcha', 'text', secrets.sign('csrf', 'text'))).toBe(false);
  expect(secrets.decrypt('pepper', secrets.encrypt('fields', 'text'))).toBeUndefined();
});

test('a signature holds for its text alone', () => {
  const secrets = open();
  const signature = secrets.sign('downloads', 'house/12.pdf');
  expect(secrets.verify('downloads', 'house/12.pdf', signature)).toBe(true);
  expect(secrets.verify('downloads', 'house/13.pdf', signature)).toBe(false);
  for (const forged of ['', '.', signature.slice(0, -1), `${signature}.x`, `x${signature}`, signature.replace(/^[^.]+/, 'AAAAAAAA'), '💥.💥'])
    expect(secrets.verify('downloads', 'house/12.pdf', forged), forged).toBe(false);
});

test('what is encrypted is read again, and not once it was changed', () => {
  const secrets = open();
  const sealed = secrets.encrypt('fields', '栖学 0312');
  expect(sealed).not.toContain('0312');
  expect(secrets.encrypt('fields', '栖学 0312')).not.toBe(sealed);
  expect(secrets.decrypt('fields', sealed)).toBe('栖学 0312');
  for (const changed of ['', 'a.b.c.d', sealed.slice(0, -4), sealed.replace(/\.[^.]{4}/, '.AAAA')])
    expect(secrets.decrypt('fields', changed), changed).toBeUndefined();
});

test('a new secret in front signs, and what the old one signed and encrypted is still believed', async () => {
  const before = open({ appSecret: oldest });
  const after = open({ appSecret: `${newest}, ${oldest}` });
  const gone = open({ appSecret: newest });
  const signature = before.sign('downloads', 'a');
  const sealed = before.encrypt('fields', 'a');
  expect([after.verify('downloads', 'a', signature), gone.verify('downloads', 'a', signature)]).toEqual([true, false]);
  expect([after.decrypt('fields', sealed), gone.decrypt('fields', sealed)]).toEqual(['a', undefined]);
  expect(after.sign('downloads', 'a')).toBe(gone.sign('downloads', 'a'));
  const { d: _, ...published } = before.sealKeys[0] ?? {};
  expect(await unseal(await seal('a phone number', published), after.sealKeys)).toBe('a phone number');
  await expect(unseal(await seal('a phone number', published), gone.sealKeys)).rejects.toThrow(/decryption/);
});

test('two nodes with the same secret have the same keys, also the one clients encrypt to', () => {
  const [one, two] = [open({ appSecret: newest }), open({ appSecret: Buffer.from(newest, 'base64').toString('hex') })];
  expect(one.sealKeys).toEqual(two.sealKeys);
  expect(one.sealKeys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', kid: expect.stringMatching(/^[\w-]{8}$/) });
  expect(one.keyFor('pepper')).toEqual(two.keyFor('pepper'));
  expect(existsSync(file())).toBe(false);
});

test('a secret may come from a file, and not from two places', () => {
  const mounted = join(dataDir, 'mounted');
  writeFileSync(mounted, `${newest}\n${oldest}\n`);
  expect(open({ appSecretFile: mounted }).keyFor('csrf')).toEqual(open({ appSecret: newest }).keyFor('csrf'));
  expect(() => open({ appSecretFile: mounted, appSecret: newest })).toThrow(/Keep one of them/);
  expect(() => open({ appSecretFile: join(dataDir, 'nowhere') })).toThrow(SecretsError);
});

test('a secret that is short, or no base64, is refused without being shown', () => {
  for (const appSecret of [
    'correct-horse',
    Buffer.alloc(31).toString('base64'),
    'x'.repeat(20),
    'pass word!'.repeat(9),
    `${newest},short`,
    ',',
    Array(6).fill(newest).join(),
  ]) {
    expect(() => open({ appSecret }), appSecret).toThrow(SecretsError);
    try {
      open({ appSecret });
    } catch (error) {
      expect((error as Error).message).toMatch(/^APP_SECRET[^]*openssl rand/);
      expect((error as Error).message).not.toMatch(/correct-horse|pass word|bmV3/);
    }
  }
});

test('a broken file is explained and left as it is', () => {
  for (const text of ['', '{}', '{"secrets":[]}', '{"secrets":["short"]}', '{"secr', 'null', '[1]']) {
    rmSync(join(dataDir, 'secrets'), { recursive: true, force: true });
    write(text);
    expect(() => open(), text).toThrow(SecretsError);
    expect(() => open(), text).toThrow(/app-secret\.json/);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  }
});

test('a file that others may read is closed to them, and the operator is told', () => {
  open();
  chmodSync(file(), 0o644);
  expect(open().notes.join()).toMatch(/could be read by others/);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(open().notes).toEqual([]);
});

test('with a shared database and no APP_SECRET the nodes are told apart, and the operator is told', () => {
  expect(open({ manyNodes: true })).toMatchObject({ isShared: false, notes: [expect.stringMatching(/Every node of this database needs the same/)] });
  expect(open({ manyNodes: true, appSecret: newest })).toMatchObject({ isShared: true, notes: [] });
  expect(open()).toMatchObject({ isShared: true, notes: [] });
});
