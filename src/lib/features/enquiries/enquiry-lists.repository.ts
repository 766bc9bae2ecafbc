/** Threads as staff look through them. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import type { ContactKind } from '#lib/features/accounts/accounts.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, EnquiryId, SupplierId } from '#lib/ids/ids.ts';
import { enquiryColumns, enquiryOf } from './enquiry-rows.repository.ts';
import { enquiryStates } from './enquiries.schema.ts';
import type { Enquiry, EnquiryCursor, EnquiryFigures, EnquiryFilter, EnquiryOrder, EnquiryState, EnquiryWeek, ListedEnquiry } from './enquiries.schema.ts';

export type EnquiryListsRepository = ReturnType<typeof createEnquiryListsRepository>;

type WeekRow = Omit<EnquiryWeek, 'from'>;

/** Characters of what was said last that a list shows. */
const previewLength = 160;

/** Minutes by which a share of threads had an answer; null where that many have none, who wait as if for ever. */
const untilAnswered = (share: number) => sql<number | null>`nullif(
  percentile_disc(${sql.lit(share)}) within group (order by coalesce(extract(epoch from first_answered_at - opened_at)::float8 / 60, 'infinity'::float8)),
  'infinity'::float8)`;

export function createEnquiryListsRepository(db: Db) {
  /** What a column of threads holds, each once, in order. */
  async function distinct(column: 'city_id' | 'house_id', most: number): Promise<readonly number[]> {
    const name = sql.ref(column);
    const { rows } = await sql<{ value: number }>`
      with recursive found (value) as (
        (select ${name} from enquiries where ${name} is not null order by ${name} limit 1)
        union all
        select (select ${name} from enquiries where ${name} > found.value order by ${name} limit 1) from found where found.value is not null
      ) select value from found where value is not null limit ${sql.lit(most)}`.execute(db);
    return rows.map(({ value }) => value);
  }

  return {
    /**
     * One page of the threads that staff look at, with the beginning of what was said last.
     * @param order `due` has those alone that somebody waits in.
     * @param most threads at most; one more is asked for to know whether there are others.
     */
    async list(filter: EnquiryFilter, order: EnquiryOrder, after: EnquiryCursor | undefined, most: number): Promise<readonly ListedEnquiry[]> {
      const { states, team, staff, cityId, houseId, supplierId, ids, language, source, openedBefore } = filter;
      const rows = await db
        .selectFrom('enquiries')
        .select(enquiryColumns)
        .select(({ selectFrom }) =>
          selectFrom('enquiry_messages')
            .select(sql<string>`left(text, ${sql.lit(previewLength)})`.as('text'))
            .whereRef('enquiry_id', '=', 'enquiries.id')
            .where('sender', 'in', ['student', 'staff'])
            .orderBy('enquiry_messages.id', 'desc')
            .limit(1)
            .as('preview'),
        )
        .where('merged_into', 'is', null)
        .$if(states !== undefined, (query) => query.where('state', 'in', [...(states ?? [])]))
        .$if(team !== undefined, (query) => query.where('team', '=', team ?? 'advice'))
        .$if(staff === 'none', (query) => query.where('staff_id', 'is', null))
        .$if(typeof staff === 'number', (query) => query.where('staff_id', '=', Number(staff)))
        .$if(cityId !== undefined, (query) => query.where('city_id', '=', Number(cityId)))
        .$if(houseId !== undefined, (query) => query.where('house_id', '=', Number(houseId)))
        .$if(supplierId !== undefined, (query) =>
          query.where('house_id', 'in', ({ selectFrom }) => selectFrom('houses').select('id').where('supplier_id', '=', Number(supplierId))),
        )
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids?.length ? [...ids] : [0]))
        .$if(language !== undefined, (query) => query.where('language', '=', String(language)))
        .$if(source !== undefined, (query) => query.where('source', '=', source ?? 'page'))
        .$if(openedBefore !== undefined, (query) => query.where('opened_at', '<', openedBefore ?? new Date(0)))
        .$if(order === 'due', (query) => query.where('due_at', 'is not', null).orderBy('due_at').orderBy('id'))
        .$if(order === 'recent', (query) => query.orderBy('last_at', 'desc').orderBy('id', 'desc'))
        .$if(order === 'longest', (query) => query.orderBy('last_at').orderBy('id'))
        .$if(after !== undefined && order === 'longest', (query) =>
          query.where(sql<boolean>`(last_at, id) > (${after?.at}::timestamptz, ${after?.id}::integer)`),
        )
        .$if(after !== undefined && order === 'due', (query) => query.where(sql<boolean>`(due_at, id) > (${after?.at}::timestamptz, ${after?.id}::integer)`))
        .$if(after !== undefined && order === 'recent', (query) =>
          query.where(sql<boolean>`(last_at, id) < (${after?.at}::timestamptz, ${after?.id}::integer)`),
        )
        .limit(most)
        .execute();
      return rows.map((row) => ({ ...enquiryOf(row), preview: row.preview ?? '' }));
    },

    /** Threads by state, without those that were merged into another. */
    async countByState(): Promise<Readonly<Partial<Record<EnquiryState, number>>>> {
      const rows = await db
        .selectFrom('enquiries')
        .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
        .where('merged_into', 'is', null)
        .groupBy('state')
        .execute();
      return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
    },

    /** The same up to a number each, so that no count reads more than that. */
    async countUpTo(most: number): Promise<Readonly<Record<EnquiryState, number>>> {
      const counts = await Promise.all(
        enquiryStates.map(async (state) => {
          const { rows } = await sql<{ count: string }>`select count(*) as count from
            (select 1 from enquiries where state = ${state} and merged_into is null limit ${sql.lit(most)}) few`.execute(db);
          return [state, Number(rows[0]?.count ?? 0)] as const;
        }),
      );
      return Object.fromEntries(counts) as Record<EnquiryState, number>;
    },

    /** Cities that threads are about, each looked up by the next that there is: however many threads there are, so many steps. */
    async cities(most: number): Promise<readonly CityId[]> {
      return (await distinct('city_id', most)).map((id) => asId<CityId>(id));
    },

    /** Providers of homes that threads are about. @param most homes that are looked at. */
    async suppliers(most: number): Promise<readonly { readonly id: SupplierId; readonly name: string }[]> {
      const houses = await distinct('house_id', most);
      if (houses.length === 0) return [];
      const rows = await db
        .selectFrom('suppliers')
        .select(['id', 'name'])
        .where('id', 'in', ({ selectFrom }) => selectFrom('houses').select('supplier_id').where('houses.id', 'in', houses))
        .orderBy('name')
        .orderBy('id')
        .execute();
      return rows.map(({ id, name }) => ({ id: asId<SupplierId>(id), name }));
    },

    /** Threads in which something was written that has these words in it, the latest first. @param words 3 characters or more, or 2 of which one is none of ASCII. */
    async saying(words: string, most: number): Promise<readonly EnquiryId[]> {
      const { rows } = await sql<{ enquiry_id: number }>`
        select enquiry_id, max(id) as latest from enquiry_messages
        where desk_text_grams(text) @> desk_text_grams(${words}) and cardinality(desk_text_grams(${words})) > 0 and strpos(desk_text_fold(text), desk_text_fold(${words})) > 0
        group by enquiry_id order by latest desc limit ${sql.lit(most)}`.execute(db);
      return rows.map(({ enquiry_id }) => asId<EnquiryId>(enquiry_id));
    },

    /** Threads of somebody with one of these addresses or numbers, newest first: what else they have asked. */
    async ofContact(kind: ContactKind, digests: readonly string[], most: number): Promise<readonly Enquiry[]> {
      if (digests.length === 0) return [];
      const rows = await db
        .selectFrom('enquiries')
        .select(enquiryColumns)
        .where(kind === 'email' ? 'email_digest' : 'phone_digest', 'in', digests)
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map(enquiryOf);
    },

    /** What was asked and answered in each of these weeks. @param starts when they begin, the oldest first, one after the other. */
    async weeks(starts: readonly [Date, ...Date[]]): Promise<readonly WeekRow[]> {
      const [first] = starts;
      const week = sql<number>`floor(extract(epoch from opened_at - ${first}::timestamptz) / 604800)::integer`;
      const counted = db.selectFrom('enquiries').where('opened_at', '>=', first).where('state', '!=', 'spam').where('merged_into', 'is', null);
      const [asked, sources, left] = await Promise.all([
        counted
          .select(({ fn }) => [week.as('week'), fn.countAll<string>().as('asked'), fn.count<string>('first_answered_at').as('answered')])
          .select(untilAnswered(0.5).as('median'))
          .groupBy('week')
          .execute(),
        counted
          .select(({ fn }) => [week.as('week'), 'source', fn.countAll<string>().as('count')])
          .groupBy(['week', 'source'])
          .execute(),
        // Hours, for a day of the database's own zone may have 23 or 25.
        sql<{ week: number; count: string }>`
          select ends.week, count(enquiries.id) as count
          from generate_series(0, ${starts.length - 1}::integer) as ends (week)
          left join enquiries on enquiries.opened_at < ${first}::timestamptz + (ends.week + 1) * interval '168 hours'
            and (first_answered_at is null or first_answered_at >= ${first}::timestamptz + (ends.week + 1) * interval '168 hours')
            and (closed_at is null or closed_at >= ${first}::timestamptz + (ends.week + 1) * interval '168 hours')
            and state <> 'spam' and merged_into is null
          group by ends.week`.execute(db),
      ]);
      return starts.map((_, at) => {
        const own = asked.find((row) => row.week === at);
        return {
          asked: Number(own?.asked ?? 0),
          answered: Number(own?.answered ?? 0),
          medianMinutes: own?.median === null || own?.median === undefined ? undefined : Number(own.median),
          unanswered: Number(left.rows.find((row) => row.week === at)?.count ?? 0),
          bySource: Object.fromEntries(sources.filter((row) => row.week === at).map(({ source, count }) => [source, Number(count)])),
        };
      });
    },

    /** @param since threads opened before are left out of what is measured; those that are open count whenever they began. */
    async figures(since: Date, now: Date): Promise<EnquiryFigures> {
      const [open, answered, bySource] = await Promise.all([
        db
          .selectFrom('enquiries')
          .select(({ fn }) => [fn.countAll<string>().as('open'), fn.countAll<string>().filterWhere('due_at', '<', now).as('overdue')])
          .where('due_at', 'is not', null)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('enquiries')
          .select(({ fn }) => [fn.count<string>('first_answered_at').as('count'), untilAnswered(0.5).as('median'), untilAnswered(0.9).as('slow')])
          .where('opened_at', '>=', since)
          .where('state', '!=', 'spam')
          .where('merged_into', 'is', null)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('enquiries')
          .select(({ fn }) => ['source', fn.countAll<string>().as('count')])
          .where('opened_at', '>=', since)
          .groupBy('source')
          .orderBy('source')
          .execute(),
      ]);
      return {
        open: Number(open.open),
        overdue: Number(open.overdue),
        answered: Number(answered.count),
        medianMinutes: answered.median === null ? undefined : Number(answered.median),
        slowMinutes: answered.slow === null ? undefined : Number(answered.slow),
        bySource: bySource.map(({ source, count }) => ({ source, count: Number(count) })),
      };
    },
  };
}
