/** Which photographs of homes pages can show, for statements of several features: lists, homes and link previews go by the same first one. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Whether a photograph `m` of `media`, joined with its row `p` of `photographs`, is ours by now: fetched, stored, or come with the project. */
export const isShownPhotograph: RawBuilder<boolean> = sql`(p.name is not null or m.path like '/photos/%' or m.path like '/pictures/%')`;

/** Whether a photograph `m` of `media` is one to be fetched and made ours: none that came with the project is. */
export const isToBeKept: RawBuilder<boolean> = sql`(m.path not like '/pictures/%')`;

/** What the files of a home's first photograph are called after, or its one file; no row where there is none. @param houseId as SQL. */
export const firstPhotograph = (houseId: RawBuilder<unknown>): RawBuilder<{ path: string }> => sql`
  select coalesce('/photos/' || p.name, m.path || m.suffix) as path
  from media m left join photographs p on p.path = m.path and p.suffix = m.suffix
  where m.house_id = ${houseId} and m.kind = 'photo' and ${isShownPhotograph}
  order by m.position, m.id limit 1`;

/** How many pictures a card shows beside its first. */
const cardPictures = 3;

/** What the files of a home's photographs after its first are called after, those that its card shows, as a JSON array. @param houseId as SQL. */
export const nextPhotographs = (houseId: RawBuilder<unknown>): RawBuilder<readonly string[]> => sql`
  coalesce((select jsonb_agg(path) from (
    select coalesce('/photos/' || p.name, m.path || m.suffix) as path
    from media m left join photographs p on p.path = m.path and p.suffix = m.suffix
    where m.house_id = ${houseId} and m.kind = 'photo' and ${isShownPhotograph}
    order by m.position, m.id limit ${sql.lit(cardPictures)} offset 1
  ) next), '[]')`;
