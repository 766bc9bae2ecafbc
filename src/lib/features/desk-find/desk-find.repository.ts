import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { EnquiryId, HouseId, OrderId, SupplierId, UserId } from '#lib/ids/ids.ts';
import type { EnquiryState } from '#lib/features/enquiries/enquiries.schema.ts';
import type { OrderHome } from '#lib/features/orders/orders.schema.ts';
import type { OrderState } from '#lib/features/orders/order.process.rules.ts';
import type { FindKind, FindPage } from './desk-find.schema.ts';

/** What a home is called, in every language, and where it is. */
export type HouseSource = {
  readonly id: HouseId;
  readonly ref: string;
  readonly name: string;
  readonly nameZh: string | null;
  readonly names: Readonly<Record<string, string | undefined>>;
  readonly address: string;
  readonly postalCode: string | null;
  readonly status: 'open' | 'closed' | 'removed';
  readonly supplier: string;
};

type OfAccount = { readonly userId: UserId | undefined; readonly nickname: string | undefined; readonly contacts: readonly string[] };

/** `sealed` and `contacts`: encrypted. */
export type OrderSource = OfAccount & {
  readonly id: OrderId;
  readonly code: string;
  readonly state: OrderState;
  readonly sealed: string | undefined;
  readonly home: OrderHome;
  readonly house: Omit<HouseSource, 'status' | 'supplier' | 'ref'> | undefined;
  readonly at: Date;
};

export type ThreadSource = OfAccount & {
  readonly id: EnquiryId;
  readonly reference: string;
  readonly state: EnquiryState;
  readonly sealed: string;
  readonly orderCode: string | undefined;
  readonly placeWords: string;
  readonly house: Omit<HouseSource, 'status' | 'supplier' | 'ref'> | undefined;
  readonly at: Date;
};

export type PersonSource = OfAccount & {
  readonly id: UserId;
  readonly profile: string | undefined;
  /** Of their latest applications and questions. */
  readonly applications: readonly string[];
  readonly questions: readonly string[];
  readonly isLocked: boolean;
  readonly at: Date;
};

export type SupplierSource = {
  readonly id: SupplierId;
  readonly name: string;
  readonly slug: string;
  readonly email: string | undefined;
  readonly party: string | undefined;
  readonly homes: number;
};

/** Texts of applications and questions of a person that lead to them. */
const latestOf = 5;
/** The latest of a kind, which are looked through one by one: what many share is found there. */
const latest = 3_000;

export type DeskFindRepository = ReturnType<typeof createDeskFindRepository>;

const contactsOf = (user: string) =>
  sql<string[]>`coalesce((select array_agg(c.sealed order by c.id) from user_contacts c where c.user_id = ${sql.ref(user)}), '{}')`;
const houseOf = sql<
  OrderSource['house'] | null
>`case when h.id is null then null else jsonb_build_object('id', h.id, 'name', h.name, 'nameZh', h.name_zh, 'names', h.names,
  'address', h.address, 'postalCode', h.postal_code) end`;

type AccountRow = { user_id: number | null; nickname: string | null; contacts: string[] };
const accountOf = ({ user_id, nickname, contacts }: AccountRow): OfAccount => ({
  userId: user_id === null ? undefined : asId<UserId>(user_id),
  nickname: nickname ?? undefined,
  contacts,
});

export function createDeskFindRepository(db: Db) {
  return {
    /** Takes what was changed, oldest first; each once. */
    async take(tx: DbTransaction, most: number): Promise<readonly { readonly kind: FindKind; readonly id: number }[]> {
      const { rows } = await sql<{ kind: FindKind; id: number }>`
        with taken as (delete from desk_changes where id in (select id from desk_changes order by id limit ${most}) returning kind, subject)
        select distinct kind, subject as id from taken order by 1, 2`.execute(tx);
      return rows;
    },

    /** Whether anything was changed that is not found by its new texts yet. */
    async isBehind(): Promise<boolean> {
      const { rows } = await sql<{ is: boolean }>`select exists (select from desk_changes) as "is"`.execute(db);
      return rows[0]?.is === true;
    },

    async put(tx: DbTransaction, kind: FindKind, marked: readonly { readonly id: number; readonly marks: readonly number[] }[]): Promise<void> {
      if (marked.length === 0) return;
      await tx
        .insertInto('desk_words')
        .values(marked.map(({ id, marks }) => ({ kind, id, marks: [...marks] })))
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(({ ref }) => ({ marks: ref('excluded.marks') })))
        .execute();
    },

    async drop(tx: DbTransaction, kind: FindKind, ids: readonly number[]): Promise<void> {
      if (ids.length > 0) await tx.deleteFrom('desk_words').where('kind', '=', kind).where('id', 'in', ids).execute();
    },

    /**
     * Numbers of a kind that have all of some marks, newest first. Where the latest do not fill a page, the index is asked: so neither what
     * many share nor what few have costs more than a page does.
     * @param ways marks; all of one way are enough.
     */
    async marked(kind: FindKind, ways: readonly (readonly number[])[], { before = 2_147_483_647, most }: FindPage): Promise<readonly number[]> {
      const has = sql.join(
        ways.map((marks) => sql`marks @> ${sql.val([...marks])}::integer[]`),
        sql` or `,
      );
      const { rows: near } = await sql<{ id: number }>`
        with latest as materialized (select id, marks from desk_words where kind = ${kind} and id < ${before} order by id desc limit ${sql.lit(latest)})
        select id from latest where ${has} order by id desc limit ${most}`.execute(db);
      if (near.length >= most) return near.map(({ id }) => id);
      const { rows: all } = await sql<{ id: number }>`
        with found as materialized (select kind, id from desk_words where ${has})
        select id from found where kind = ${kind} and id < ${before} order by id desc limit ${most}`.execute(db);
      return all.map(({ id }) => id);
    },

    async orders(ids: readonly number[], on: Db | DbTransaction = db): Promise<readonly OrderSource[]> {
      const { rows } = await sql<
        AccountRow & Pick<OrderSource, 'id' | 'code' | 'state' | 'home' | 'at'> & { sealed: string | null; house: OrderSource['house'] | null }
      >`
        select o.id, o.code, o.state, o.sealed, o.home, o.created_at as at, o.user_id, u.nickname, ${contactsOf('o.user_id')} as contacts, ${houseOf} as house
        from orders o left join users u on u.id = o.user_id left join houses h on h.id = o.house_id
        where o.id = any(${sql.val([...ids])}::integer[]) order by o.id desc`.execute(on);
      return rows.map((row) => ({
        ...accountOf(row),
        ...row,
        sealed: row.sealed ?? undefined,
        nickname: row.nickname ?? undefined,
        house: row.house ?? undefined,
      }));
    },

    async threads(ids: readonly number[], on: Db | DbTransaction = db): Promise<readonly ThreadSource[]> {
      const { rows } = await sql<
        AccountRow &
          Pick<ThreadSource, 'id' | 'reference' | 'state' | 'sealed' | 'placeWords' | 'at'> & { orderCode: string | null; house: ThreadSource['house'] | null }
      >`
        select e.id, e.reference, e.state, e.contact_sealed as sealed, e.order_code as "orderCode", e.place_words as "placeWords", e.last_at as at, e.user_id, u.nickname,
          ${contactsOf('e.user_id')} as contacts, ${houseOf} as house
        from enquiries e left join users u on u.id = e.user_id left join houses h on h.id = e.house_id
        where e.id = any(${sql.val([...ids])}::integer[]) order by e.id desc`.execute(on);
      return rows.map((row) => ({ ...row, ...accountOf(row), orderCode: row.orderCode ?? undefined, house: row.house ?? undefined }));
    },

    async people(ids: readonly number[], on: Db | DbTransaction = db): Promise<readonly PersonSource[]> {
      const { rows } = await sql<AccountRow & Pick<PersonSource, 'id' | 'applications' | 'questions' | 'isLocked' | 'at'> & { profile: string | null }>`
        select u.id, u.id as user_id, u.nickname, ${contactsOf('u.id')} as contacts, u.locked_at is not null as "isLocked", u.created_at as at,
          (select p.sealed from application_profiles p where p.user_id = u.id) as profile,
          array(select o.sealed from orders o where o.user_id = u.id and o.sealed is not null order by o.id desc limit ${sql.lit(latestOf)}) as applications,
          array(select e.contact_sealed from enquiries e where e.user_id = u.id order by e.last_at desc, e.id desc limit ${sql.lit(latestOf)}) as questions
        from users u where u.id = any(${sql.val([...ids])}::integer[]) order by u.id desc`.execute(on);
      return rows.map((row) => ({ ...row, ...accountOf(row), profile: row.profile ?? undefined }));
    },

    async houses(ids: readonly number[], on: Db | DbTransaction = db): Promise<readonly HouseSource[]> {
      const { rows } = await sql<HouseSource>`
        select h.id, h.ref, h.name, h.name_zh as "nameZh", h.names, h.address, h.postal_code as "postalCode", h.status, s.name as supplier
        from houses h join suppliers s on s.id = h.supplier_id where h.id = any(${sql.val([...ids])}::integer[]) order by h.id desc`.execute(on);
      return rows;
    },

    async suppliers(ids: readonly number[], on: Db | DbTransaction = db): Promise<readonly SupplierSource[]> {
      const { rows } = await sql<Pick<SupplierSource, 'id' | 'name' | 'slug' | 'homes'> & { email: string | null; party: string | null }>`
        select s.id, s.name, s.slug, c.email, (select p.sealed from supplier_parties p where p.supplier_id = s.id order by p.id desc limit 1) as party,
          (select count(*)::integer from houses h where h.supplier_id = s.id and h.status = 'open') as homes
        from suppliers s left join supplier_contacts c on c.supplier_id = s.id where s.id = any(${sql.val([...ids])}::integer[]) order by s.id desc`.execute(
        on,
      );
      return rows.map((row) => ({ ...row, email: row.email ?? undefined, party: row.party ?? undefined }));
    },
  };
}
