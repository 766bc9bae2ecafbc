/** A catalogue to import feeds into, emptied before each test. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { importFeed } from '#lib/features/feeds/feeds.service.ts';
import type { FeedRequest, FeedResult } from '#lib/features/feeds/feeds.service.ts';
import type { Problem } from '#lib/features/feeds/feed.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Db } from '#lib/db/database.ts';
import { createCatalogue } from '#lib/features/catalogue/catalogue.service.ts';
import { createPhotographRepository } from '#lib/features/photographs/photographs.repository.ts';
import { createPhotographs } from '#lib/features/photographs/photographs.service.ts';
import type { Photographs } from '#lib/features/photographs/photographs.service.ts';
import type { PublicWeb } from '#lib/ports/public-web/public-web.ts';
import { folderStorage } from '#lib/ports/storage/folder-storage.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import { testDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { feedFolder } from './feed-files.ts';

/** The time of every import that names no other. */
export const importTime = new Date('2026-11-21T12:00:00Z');

export type Imported = FeedResult & { readonly problemList: readonly Problem[] };

export type FeedDesk = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly folder: string;
  write(name: string, content: string | Buffer): string;
  /** @param request also another time, another storage than a folder, or bytes of the disk that stay free. */
  importing(file: string, request?: Partial<FeedRequest> & { at?: Date; storage?: Storage; diskReserve?: number }): Promise<Imported>;
  /** The service of photographs over a storage. @param web nobody answers unless one is given. */
  photographs(storage?: Storage, web?: PublicWeb): Photographs;
  listingOf(ref: string): ReturnType<typeof findListing>;
  /** Everything a reader could ever see. */
  catalogue(): Promise<unknown>;
  /** As it was before the first import. */
  empty(): Promise<void>;
  /** Tags announced since the last call, once all notices have arrived. */
  announced(): Promise<readonly string[]>;
};

const findListing = (db: Db, ref: string) =>
  db.selectFrom('listings').innerJoin('houses', 'houses.id', 'listings.house_id').where('houses.ref', '=', ref).selectAll('listings').executeTakeFirst();

async function readCatalogue(db: Db): Promise<unknown> {
  const { rows } = await sql`
    select h.*, (select jsonb_agg(to_jsonb(u) order by u.ref) from units u where u.house_id = h.id) as units,
      (select jsonb_agg(to_jsonb(t) order by t.unit_id, t.ref) from tenancies t where t.house_id = h.id) as tenancies,
      (select jsonb_agg(to_jsonb(m) order by m.id) from media m where m.house_id = h.id) as media,
      (select jsonb_agg(to_jsonb(p)) from price_points p join units u on u.id = p.unit_id where u.house_id = h.id) as prices,
      (select to_jsonb(l) from listings l where l.house_id = h.id) as listing,
      (select jsonb_agg(to_jsonb(l) order by l.unit_id) from listing_units l where l.house_id = h.id) as listed
    from houses h order by h.ref`.execute(db);
  return rows;
}

const emptied = ['photographs', 'houses', 'suppliers', 'units', 'tenancies', 'media', 'promos', 'price_points', 'reviews', 'listings', 'listing_units'];

/**
 * Statements that empty the catalogue and all tables that refer to it, and count their rows from 1 again. To truncate them is the same and
 * takes the embedded database a hundred times longer: it makes new files for each table and index.
 */
async function emptying(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; sequence: string | null }>`with recursive reached as (
      select oid from pg_class where relname in (${sql.join(emptied)}) and relnamespace = 'public'::regnamespace
      union select conrelid from pg_constraint join reached on confrelid = reached.oid where contype = 'f'
    ) select distinct c.relname as name, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from reached join pg_class c on c.oid = reached.oid
    left join pg_attribute a on a.attrelid = c.oid and (a.attidentity <> '' or a.atthasdef) and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`.execute(
    db,
  );
  return [
    // Neither foreign keys nor guards of rows are asked.
    'set local session_replication_role = replica',
    ...new Set(rows.map(({ name }) => `delete from "${name}"`)),
    ...rows.flatMap(({ sequence }) => (sequence === null ? [] : [`select setval('${sequence}', 1, false)`])),
    `delete from settings where key like 'feed:%'`,
  ].join('; ');
}

/** Sets up the calling test file. */
export function feedDesk(): FeedDesk {
  const { folder, write } = feedFolder();
  let opened: TestDatabase | undefined;
  let tags: string[] = [];
  const open = (): TestDatabase => {
    if (!opened) throw new Error('the database is open only while tests run');
    return opened;
  };
  beforeAll(async () => {
    opened = await testDatabase();
    await opened.database.onChange((heard) => void tags.push(...heard));
  });
  afterAll(() => opened?.close());
  let statements: string | undefined;
  async function empty(): Promise<void> {
    const { db } = open();
    const all = (statements ??= await emptying(db));
    await db.transaction().execute((tx) => sql.raw(all).execute(tx));
    tags = [];
  }
  beforeEach(empty);
  const nobody: PublicWeb = { fetch: async () => ({ kind: 'refused', why: 'has a host that is not found', isLasting: false }) };
  const photographs: FeedDesk['photographs'] = (storage = folderStorage(join(folder, 'storage')), web = nobody) => {
    const { db } = open();
    return createPhotographs({ db, repository: createPhotographRepository(db), catalogue: createCatalogue(db), storage, web });
  };
  return {
    photographs,
    empty,
    get db() {
      return open().db;
    },
    get geo() {
      return open().geo;
    },
    folder,
    write,
    async importing(file, { at = importTime, storage, diskReserve = 0, ...request } = {}) {
      const problemList: Problem[] = [];
      const { db, geo, database } = open();
      const result = await importFeed(
        { catalogue: createCatalogue(db), db, engine: database.engine, geo, now: at, photographs: photographs(storage), dataDir: folder, diskReserve },
        { file, supplier: 'Blue Teapot', onProblem: (problem) => problemList.push(problem), ...request },
      );
      return { ...result, problemList };
    },
    listingOf: (ref) => findListing(open().db, ref),
    catalogue: () => readCatalogue(open().db),
    async announced() {
      // Notices arrive in the order of their commits: behind this one there is nothing left.
      await sql`select pg_notify('loftling_changes', '["settled"]')`.execute(open().db);
      await expect.poll(() => tags).toContain('settled');
      return tags.splice(0).filter((tag) => tag !== 'settled');
    },
  };
}

export const reasonsOf = ({ problemList }: Imported, field: string): string[] =>
  problemList.filter((problem) => problem.field === field).map(({ reason }) => reason);
