/** What a backup holds is what was there at one moment, and what is restored elsewhere is what it holds. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { writeBackup } from '#lib/backup/backup.ts';
import { BackupError } from '#lib/backup/manifest.schema.ts';
import type { Manifest } from '#lib/backup/manifest.schema.ts';
import { checkBackup, readManifest, restoreBackup } from '#lib/backup/restore.ts';
import { openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { SchemaTooNewError, migrate } from '#lib/db/migrate.ts';
import { createAuditFeature, sealOf } from '#lib/features/audit/audit.feature.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { createJobQueue, openJobStore } from '#lib/jobs/job-store.ts';
import { job } from '#lib/jobs/job.ts';
import { folderStorage } from '#lib/ports/storage/folder-storage.ts';
import { s3Storage } from '#lib/ports/storage/s3-storage.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import type { TenancyId } from '#lib/ids/ids.ts';
import { openSecrets, putSecrets, secretsForBackup } from '#lib/secrets.ts';
import { seedVariedHouses } from '#tests/factories/houses.ts';
import { emptyFolder, filledFolder } from '#tests/support/data-folder.ts';
import { s3StandIn } from '#tests/support/s3-stand-in.ts';
import { openStockDesk, wholeLease } from '#tests/support/stock-desk.ts';
import { openTill } from '#tests/support/till.ts';

// Several databases are made and filled here, on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'loftling-backup-'));
const server = process.env['TEST_DATABASE_URL'] || undefined;
const opened: Database[] = [];
const made: string[] = [];
const folders = [folder];

/** On the server, a database of its own. @returns its address. */
async function onServer(url: string, begins: 'empty' | 'filled'): Promise<string> {
  const own = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${own}${begins === 'filled' ? ` template ${inject('testDatabaseTemplate')}` : ''}`);
  made.push(own);
  return Object.assign(new URL(url), { pathname: `/${own}` }).href;
}

/** A data folder, and on Postgres a database of its own: empty, or with the schema and all places. */
async function place(name: string, begins: 'empty' | 'filled', embedded = !server): Promise<{ dataDir: string; database: Database; storage: Storage }> {
  const databaseUrl = !embedded && server ? await onServer(server, begins) : undefined;
  // The run on Postgres has no folder to copy: there the files of the database are made anew.
  const dataDir = server ? join(folder, name) : begins === 'filled' ? filledFolder() : await emptyFolder();
  folders.push(dataDir);
  const database = await openDatabase({ dataDir, databaseUrl, databasePool: 4 }, 'alone');
  opened.push(database);
  return { dataDir, database, storage: folderStorage(join(dataDir, 'storage')) };
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

const quiet = pino({ level: 'silent' });
const letter = job({
  name: 'letters.send',
  input: z.object({ letter: z.string() }),
  retry: { times: 1, delaySeconds: 1 },
  expireSeconds: 60,
  handle: async () => undefined,
});
const noSecrets = { appSecret: undefined, appSecretFile: undefined };
const photographs = new Map(['photos/aaaaaaaa.webp', 'photos/bbbbbbbb.jpg', 'documents/lease-7.pdf'].map((key) => [key, randomBytes(40_000)]));
const types = { webp: 'image/webp', jpg: 'image/jpeg', pdf: 'application/pdf' } as const;
const facts = ({ tables, sequences, storage: { list: _list, sha256: _sha256, ...storage }, migrations }: Manifest) => ({
  tables: tables.map(({ schema, name, rows, sum }) => [schema, name, rows, sum]),
  sequences,
  storage,
  migrations,
});

let source: Awaited<ReturnType<typeof place>>;
/** One that is in use, and gets its stored files in a bucket. */
let used: Awaited<ReturnType<typeof place>>;
let bucket: Awaited<ReturnType<typeof s3StandIn>>;
let replaced: Manifest;
let backup: Manifest;
let sealed: string;
let lease: TenancyId;
let paid: string;
const wholeBackup = join(folder, 'backup');

const write = (to: typeof source, at: string, secrets?: readonly string[]): Promise<Manifest> =>
  writeBackup({ ...to, secrets, folder: at, version: '1.2.3', now: new Date('2026-11-22T10:00:00Z'), progress: () => undefined });
const restore = (to: typeof source, from: string, manifest: Manifest, replace = false): Promise<void> =>
  restoreBackup({ ...to, folder: from, manifest, replace, progress: () => undefined });

beforeAll(async () => {
  source = await place('source', 'filled');
  const { database, storage, dataDir } = source;
  const { db } = database;
  const geo = loadGeo();
  const london = geo.city('uk', 'london') ?? expect.unreachable('no London');
  await seedVariedHouses(db, [london], 40);
  // What is hard to carry: an empty text beside none, quotes, line ends, signs of four bytes, JSON in JSON.
  await sql`update houses set name = ${`"Quoted"\n\\N, 栖学 🏠 {"a": [null]}`} where id = 1`.execute(db);
  await sql`insert into settings (key, value) values ('odd', ${JSON.stringify({ text: 'a\u2028b', nothing: null, big: 1e300 })}), ('none', 'null')`.execute(db);
  // A bed that is kept, and money that came and went back in part: rows that only triggers of theirs let in.
  const stock = await openStockDesk({ database, db, geo, close: async () => undefined });
  const [person] = await stock.people(1);
  const { leases } = await stock.home('kept', [{ stock: 1 }]);
  lease = leases[0] ?? expect.unreachable('no lease');
  await stock.claim(1, lease, person ?? expect.unreachable('nobody'));
  const till = openTill(db);
  const asked = await till.asked(person);
  paid = await till.begun(asked);
  await till.says(paid);

  const secrets = openSecrets({ ...noSecrets, dataDir, manyNodes: false });
  sealed = secrets.encrypt('fields', 'a passport number');
  const { service: audit } = createAuditFeature({ db, seal: sealOf(secrets) });
  for (const order of [1, 2, 3])
    await database.transact((tx) => audit.append(tx, { actor: 'staff:3', action: 'order-moved', subject: `order:${order}`, data: { from: 1, to: 2 } }));
  const store = await openJobStore(database, quiet);
  await store.prepare([letter]);
  await database.transact((tx) => createJobQueue(store).enqueue(tx, letter, { letter: 'waiting' }));
  await store.close();
  for (const [key, bytes] of photographs) await storage.put(key, bytes, { type: types[key.split('.').at(-1) as keyof typeof types] });

  const key = { keyId: 'AKIATEST', secret: 'a secret', region: 'us-east-1' };
  bucket = await s3StandIn('homes', key);
  used = {
    ...(await place('used', 'filled')),
    storage: s3Storage({ bucket: 'homes', prefix: 'site/', endpoint: bucket.origin, pathStyle: true, ...key }),
  };
});
afterAll(async () => {
  for (const one of opened) await one.close();
  for (const name of made) await asAdmin(`drop database ${name} with (force)`);
  await bucket.close();
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

test('a backup made while somebody writes holds one moment of it', async () => {
  const { database } = source;
  const over = new AbortController();
  let pairs = 0;
  const begun = Promise.withResolvers<void>();
  const writing = (async () => {
    while (!over.signal.aborted) {
      await database.transact(async (tx) => {
        for (const half of ['a', 'b'])
          await sql`insert into search_log (device, kind, target_id, picked_at) values (${half}, 'house', ${pairs}, now())`.execute(tx);
      });
      if (++pairs === 3) begun.resolve();
    }
  })();
  await begun.promise;
  backup = await write(source, wholeBackup, secretsForBackup({ ...noSecrets, dataDir: source.dataDir }));
  over.abort();
  await writing;
  const rows = backup.tables.find(({ name }) => name === 'search_log')?.rows ?? 0;
  expect(rows).toBeGreaterThanOrEqual(6);
  expect(rows).toBeLessThanOrEqual(pairs * 2);
  expect(rows % 2).toBe(0);
  await checkBackup(wholeBackup, await readManifest(wholeBackup));
  if (process.platform !== 'win32') {
    for (const entry of readdirSync(wholeBackup, { recursive: true, withFileTypes: true }))
      expect(statSync(join(entry.parentPath, entry.name)).mode & 0o077, entry.name).toBe(0);
  }
  expect(existsSync(join(wholeBackup, '.copy'))).toBe(false);
});

test.each([['an embedded database', true] as const, ...(server ? [['Postgres', false] as const] : [])])(
  'restored into %s, counts, sums and hashes are equal, the audit log is whole, photographs and the secret are there',
  async (_kind, embedded) => {
    const to = await place(`restored-${embedded}`, 'empty', embedded);
    await restore(to, wholeBackup, await readManifest(wholeBackup));
    const again = await write(to, join(folder, `again-${embedded}`));
    expect(facts(again)).toEqual(facts(backup));
    for (const [key, bytes] of photographs) expect((await to.storage.get(key))?.bytes.equals(bytes), key).toBe(true);

    const { secrets: ring } = z.object({ secrets: z.array(z.string()) }).parse(JSON.parse(readFileSync(join(wholeBackup, 'secrets.json'), 'utf8')));
    expect(putSecrets(to.dataDir, ring)).toBeUndefined();
    const secrets = openSecrets({ ...noSecrets, dataDir: to.dataDir, manyNodes: false });
    expect(secrets.decrypt('fields', sealed)).toBe('a passport number');
    const { db } = to.database;
    expect(await createAuditFeature({ db, seal: sealOf(secrets) }).service.verify()).toMatchObject({ kind: 'whole', rows: 3 });
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('only takes new rows');

    // The bed is kept from others, the books say what they said, and neither takes back what it told.
    const stock = await openStockDesk({ database: to.database, db, geo: loadGeo(), close: async () => undefined });
    const [stranger] = await stock.people(1);
    expect(await stock.claim(2, lease, stranger ?? expect.unreachable('nobody'), { period: wholeLease })).toEqual({ ok: false, reason: 'sold-out' });
    const till = openTill(db);
    expect([await till.stateOf(paid), await till.balance('supplier:12')]).toEqual(['succeeded', -70_000n]);
    expect(await till.says(paid)).toBe('repeated');
    await expect(sql`update ledger_entries set minor = minor + 1`.execute(db)).rejects.toThrow('only takes new rows');

    // New rows get numbers that are free, and the queue goes on.
    const { rows } = await sql<{
      id: number;
      free: boolean;
    }>`insert into suppliers (slug, name, kind) values ('new', 'New', 'operator') returning id, id > 1 as free`.execute(db);
    expect(rows[0]?.free).toBe(true);
    const store = await openJobStore(to.database, quiet);
    await store.prepare([letter]);
    expect((await store.boss.findJobs(letter.name)).map(({ data }) => data)).toEqual([{ letter: 'waiting' }]);
    await store.close();
    expect(await migrate(db)).toEqual([]);
  },
);

test('a place that is not empty is refused until --replace is given, which takes away what was there', async () => {
  const { db } = used.database;
  await sql`insert into suppliers (slug, name, kind) values ('mine', 'Mine', 'operator')`.execute(db);
  await expect(restore(used, wholeBackup, backup)).rejects.toThrow(/not empty \(.*suppliers\).*--replace/s);
  expect((await sql`select slug from suppliers`.execute(db)).rows).toEqual([{ slug: 'mine' }]);
  await restore(used, wholeBackup, backup, true);
  expect((await sql`select slug from suppliers where slug = 'mine'`.execute(db)).rows).toEqual([]);
  replaced = await write(used, join(folder, 'replaced'));
  expect(facts(replaced)).toEqual(facts(backup));
  await expect(write(used, join(folder, 'replaced'))).rejects.toThrow('is not empty');
});

test('into a bucket photographs come as well', () => {
  expect([...bucket.objects.keys()].sort()).toEqual([...photographs.keys()].map((one) => `site/${one}`).sort());
  expect(facts(replaced).storage).toEqual(facts(backup).storage);
});

test.runIf(server !== undefined)('a database that nodes work with is refused', async () => {
  const to = await place('at-work', 'empty', false);
  await to.database.onChange(() => undefined);
  await expect(restore(to, wholeBackup, backup, true)).rejects.toThrow('1 node works with this database');
});

test('a backup that was changed, cut off or never finished is told before anything is touched', async () => {
  const broken = (name: string, change: (at: string) => void): string => {
    const at = join(folder, name);
    cpSync(wholeBackup, at, { recursive: true });
    change(at);
    return at;
  };
  const houses = backup.tables.find(({ name }) => name === 'houses')?.file ?? '';
  const faults: readonly (readonly [string, RegExp])[] = [
    [broken('edited', (at) => appendFileSync(join(at, houses), 'x')), /houses.* was changed/],
    [broken('lost', (at) => rmSync(join(at, 'database'), { recursive: true })), / is gone/],
    [broken('photo', (at) => writeFileSync(join(at, 'storage/photos/aaaaaaaa.webp'), 'another')), /photos\/aaaaaaaa\.webp .* changed/],
    [broken('secret', (at) => writeFileSync(join(at, 'secrets.json'), '{}')), /secrets\.json .* was changed/],
  ];
  for (const [at, message] of faults) {
    const failure: unknown = await checkBackup(at, await readManifest(at)).catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(BackupError);
    expect(String(failure)).toMatch(message);
  }
  await expect(readManifest(broken('unfinished', (at) => rmSync(join(at, 'manifest.json'))))).rejects.toThrow('has no manifest.json');
  await expect(readManifest(broken('foreign', (at) => writeFileSync(join(at, 'manifest.json'), '{"format":1}')))).rejects.toThrow('is not what');
});

test('a backup of a newer version is refused, and the place is left as it is', async () => {
  const newer = { ...backup, migrations: [...backup.migrations, '900_of_tomorrow'] };
  await expect(restore(used, wholeBackup, newer, true)).rejects.toThrow(SchemaTooNewError);
  expect((await sql`select 1 from schema_versions`.execute(used.database.db)).rows.length).toBe(backup.migrations.length);
});

test('a ring that replaces another leaves that one beside it', () => {
  const dataDir = join(folder, 'rings');
  openSecrets({ ...noSecrets, dataDir, manyNodes: false });
  const own = secretsForBackup({ ...noSecrets, dataDir }) ?? [];
  const other = [randomBytes(32).toString('base64url')];
  const former = putSecrets(dataDir, other) ?? expect.unreachable('the former ring is gone');
  expect(JSON.parse(readFileSync(former, 'utf8'))).toEqual({ secrets: own });
  expect(secretsForBackup({ ...noSecrets, dataDir })).toEqual(other);
  expect(secretsForBackup({ ...noSecrets, dataDir: join(folder, 'nowhere') })).toBeUndefined();
});
