/** Which houses changed since search engines were last told, and how far that telling got. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';

/** A place in the order of changes: time to the microsecond, as the database writes it, then id. */
export type ChangeMark = { readonly changed: string; readonly houseId: number };
export type ChangedHouse = { readonly id: number; readonly cityId: number; readonly houseType: 'apartment' | 'house' | 'homestay'; readonly mark: ChangeMark };

export type IndexNowRepository = {
  /** Each host has a mark of its own, because one message speaks of one host. */
  mark(host: string): Promise<ChangeMark | undefined>;
  setMark(host: string, mark: ChangeMark): Promise<void>;
  /** Takes the right to send until `until`, unless another process has it at `now`. */
  claim(now: Date, until: Date): Promise<boolean>;
  release(): Promise<void>;
  /** Open, closed and removed houses changed after the mark and no later than `settled`, oldest change first. */
  changedAfter(mark: ChangeMark, settled: Date, limit: number): Promise<readonly ChangedHouse[]>;
};

const markKey = (host: string): string => `indexnow_mark ${host}`;
const claimKey = 'indexnow_claim';

function asMark(value: unknown): ChangeMark | undefined {
  if (typeof value !== 'object' || value === null || !('changed' in value) || !('houseId' in value)) return undefined;
  const { changed, houseId } = value;
  return typeof changed === 'string' && typeof houseId === 'number' ? { changed, houseId } : undefined;
}

export function createIndexNowRepository(db: Db): IndexNowRepository {
  return {
    async mark(host) {
      const row = await db.selectFrom('settings').select('value').where('key', '=', markKey(host)).executeTakeFirst();
      return asMark(row?.value);
    },
    async setMark(host, mark) {
      const value = JSON.stringify(mark);
      await db
        .insertInto('settings')
        .values({ key: markKey(host), value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    },
    async claim(now, until) {
      const { rows } = await sql`
        insert into settings (key, value) values (${claimKey}, to_jsonb(${until.toISOString()}::text))
        on conflict (key) do update set value = excluded.value where (settings.value #>> '{}')::timestamptz <= ${now.toISOString()}::timestamptz
        returning key`.execute(db);
      return rows.length === 1;
    },
    async release() {
      await db.deleteFrom('settings').where('key', '=', claimKey).execute();
    },
    async changedAfter(mark, settled, limit) {
      const { rows } = await sql<{ id: number; city_id: number; house_type: ChangedHouse['houseType']; changed: string }>`
        select id, city_id, house_type, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed
        from houses
        where (updated_at, id) > (${mark.changed}::timestamptz, ${mark.houseId}::int) and updated_at <= ${settled.toISOString()}::timestamptz
        order by updated_at, id
        limit ${limit}`.execute(db);
      return rows.map((row) => ({ id: row.id, cityId: row.city_id, houseType: row.house_type, mark: { changed: row.changed, houseId: row.id } }));
    },
  };
}
