/**
 * A page of a place's list in one statement: which homes, in what order, what every filter link would give, the cards, and on the first
 * page the figures of the place. Three statements would take as many turns with the database, of which a page nobody has read waits for two.
 */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { prepared } from '#lib/db/prepared.ts';
import { isFiltered } from '#lib/features/catalogue/filter-code.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { cardsQuery, readCards } from './cards.repository.ts';
import type { CardRow } from './cards.repository.ts';
import { figuresQuery, readFigures } from './facts.repository.ts';
import type { FiguresRow } from './facts.repository.ts';
import { answerQuery, readAnswer } from './finding.repository.ts';
import type { AnswerRow } from './finding.repository.ts';
import type { ListAnswer, ListedHouse, ListQuestion, PlaceFigures } from './question.schema.ts';

export type PageOfList = { readonly answer: ListAnswer; readonly homes: readonly ListedHouse[]; readonly figures: PlaceFigures | undefined };

type Row = Omit<AnswerRow, 'house_ids'> & { figures: FiguresRow | null; ids: number[] | null } & (CardRow | { house_id: null });

/** Whether the figures of the place are wanted beside the page: always, or where nothing is found and the page says what the whole list has. */
export type WantedFigures = { readonly when: 'always' | 'nothing-found' /** One figure counts the homes confirmed since then. */; readonly since: Date };

/** @param today where the homes stand. */
export async function readListPage(db: Db, geo: GeoIndex, question: ListQuestion, today: string, wanted: WantedFigures | undefined): Promise<PageOfList> {
  const { scope, filter } = question;
  const asked = sql`(select house_id, position from answer cross join lateral unnest(answer.house_ids) with ordinality one(house_id, position)) asked`;
  // The counts are as long as the list has homes: with the first card alone.
  const once = (of: string) => sql`case when coalesce(cards.position, 1) = 1 then ${sql.raw(of)} end`;
  // What somebody chooses is written into the text, and there is no end of what can be chosen.
  const end = isFiltered(filter) ? sql`` : prepared;
  const { rows } = await sql<Row>`
    with answer as materialized (${answerQuery(question)}),
    cards as (${cardsQuery(geo, asked, filter, today, question.season && sql`(select intake from answer)`)})
    select cards.*, ${once('answer.records')} as records, ${once('answer.house_ids')} as ids, answer.intake, answer.other_0, answer.other_1,
      ${wanted ? sql`case when ${wanted.when === 'always' ? sql`true` : sql`answer.house_ids is null`} then (select to_jsonb(known) from (${figuresQuery(scope, wanted.since)}) known) end` : sql`null::jsonb`} as figures
    from answer left join cards on true order by cards.position ${end}`.execute(db);
  const [first] = rows;
  return {
    answer: readAnswer(first && { ...first, house_ids: first.ids }, question),
    homes: readCards(
      rows.filter((row): row is Row & CardRow => row.house_id !== null),
      geo,
      filter,
      today,
    ),
    figures: first?.figures ? readFigures(first.figures, scope) : undefined,
  };
}
