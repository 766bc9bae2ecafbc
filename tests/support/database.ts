/** A migrated database with all places, fresh for each caller: embedded, or a database of its own on the server of TEST_DATABASE_URL. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { databaseOver, openDatabase } from '#lib/db/database.ts';
import type { Database, Db } from '#lib/db/database.ts';
import { openEmbedded } from '#lib/db/embedded.ts';
import { openPostgres } from '#lib/db/postgres.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { withCuts } from './cut.ts';
import { recorded } from './statements.ts';
import { fillTemplate } from './template.ts';

export type TestDatabase = { readonly database: Database; readonly db: Db; readonly geo: GeoIndex; close(): Promise<void> };

type Opened = { readonly database: Database; readonly close: () => Promise<void> };

/** What databases begin with beyond places: those of one name begin alike, so that they are filled once in each process. */
export type Filling = { readonly name: string; readonly fill: (base: TestDatabase) => Promise<unknown> };

/** A folder or a server in which databases are made as copies of others. */
type Databases = {
  /** @param template what to begin with a copy of; empty without it. */
  open(template: string | undefined): Promise<Opened>;
  /** Makes one that others begin with a copy of: filled, and closed. @returns what `open` takes. */
  make(template: string | undefined, fill: (opened: Opened) => Promise<void>): Promise<string>;
};

/** @returns the folder of a copy; undefined for one in memory. */
function copyOf(template: string | undefined): string | undefined {
  if (template === undefined) return undefined;
  const folder = mkdtempSync(join(dirname(template), 'copy-'));
  cpSync(template, folder, { recursive: true });
  return folder;
}

const inFolders: Databases = {
  async open(template) {
    const folder = copyOf(template);
    const database = await databaseOver(withCuts(recorded(await openEmbedded(folder))));
    return {
      database,
      async close() {
        await database.close();
        if (folder) rmSync(folder, { recursive: true, force: true });
      },
    };
  },
  async make(template, fill) {
    const folder = copyOf(template) ?? mkdtempSync(join(tmpdir(), 'loftling-filled-'));
    const database = await databaseOver(withCuts(recorded(await openEmbedded(folder))));
    await fill({ database, close: async () => undefined });
    await database.close();
    return folder;
  },
};

const onServer = (url: string): Databases => {
  /** @returns its name and its address. */
  async function create(admin: pg.Client, template: string | undefined): Promise<readonly [string, string]> {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await admin.query(`create database ${name}${template ? ` template ${template}` : ''}`);
    const own = new URL(url);
    own.pathname = `/${name}`;
    return [name, own.href];
  }
  return {
    async open(template) {
      const admin = new pg.Client({ connectionString: url });
      await admin.connect();
      const [name, own] = await create(admin, template);
      const database = await databaseOver(withCuts(recorded(await openPostgres(own, 12))));
      return {
        database,
        async close() {
          await database.close();
          await admin.query(`drop database ${name} with (force)`);
          await admin.end();
        },
      };
    },
    async make(template, fill) {
      const admin = new pg.Client({ connectionString: url });
      await admin.connect();
      const [name, own] = await create(admin, template);
      await admin.end();
      const database = await databaseOver(await openPostgres(own, 2));
      await fill({ database, close: async () => undefined });
      // Nobody may be connected to what is copied.
      await database.close();
      return name;
    },
  };
};

/** Nothing changes it, so that files of tests in one process share it. */
let geo: GeoIndex | undefined;

const withPlaces = ({ database, close }: Opened): TestDatabase => ({
  database,
  db: database.db,
  geo: (geo ??= loadGeo()),
  close,
});

/** Made once in each process, which runs many files of tests; they go with the run. */
const filled = new Map<string, Promise<string>>();

/** Opens a database for one test file. Close it when done. @param filling what it begins with, beyond places. */
export async function testDatabase(filling?: Filling): Promise<TestDatabase> {
  // Benchmarks have no test runner, and a database of their own.
  const { inject } = await import('vitest');
  const url = process.env['TEST_DATABASE_URL'];
  const databases = url ? onServer(url) : inFolders;
  const places = inject('testDatabaseTemplate') as string | undefined;
  if (filling === undefined || places === undefined) {
    const opened = await databases.open(places);
    if (!places) await fillTemplate(opened.database);
    await filling?.fill(withPlaces(opened));
    return withPlaces(opened);
  }
  const key = `${places} ${filling.name}`;
  const made = filled.get(key) ?? databases.make(places, async (opened) => void (await filling.fill(withPlaces(opened))));
  filled.set(key, made);
  return withPlaces(await databases.open(await made));
}

/** An empty data folder or database that a server will work on afterwards, filled as those of tests are. Close it before. */
export async function databaseForServer(at: { readonly dataDir: string; readonly databaseUrl?: string | undefined }): Promise<TestDatabase> {
  const database = await openDatabase({ databaseUrl: undefined, databasePool: 8, ...at }, 'alone');
  await fillTemplate(database);
  return withPlaces({ database, close: () => database.close() });
}
