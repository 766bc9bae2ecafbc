import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before leaves out what a card shows beside its first photograph. */
export const additive = true;

/** Cards name the photographs that come after their first, as far as they are ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update listings l set card = jsonb_set(l.card, '{photos}', coalesce((select jsonb_agg(path) from (
      select coalesce('/photos/' || p.name, m.path || m.suffix) as path
      from media m left join photographs p on p.path = m.path and p.suffix = m.suffix
      where m.house_id = l.house_id and m.kind = 'photo' and (p.name is not null or m.path like '/photos/%' or m.path like '/pictures/%')
      order by m.position, m.id limit 3 offset 1
    ) next), '[]'))
    where l.card->>'photo' is not null`.execute(db);
}
