/** What suppliers say of contracts that were signed: rows that are only added. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { mostSupplierLinks } from '#lib/features/supplier-links/supplier-links.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId, StaffId } from '#lib/ids/ids.ts';
import { columns, orderOf } from './order-rows.repository.ts';
import type { StoredOrder } from './order-rows.repository.ts';
import { countersignedIn } from './supplier-signing.schema.ts';
import type { ContractWord, SignedVersion } from './supplier-signing.schema.ts';

/** A word as it is kept: who said it is encrypted. */
export type StoredWord = {
  readonly id: number;
  readonly contractId: number;
  readonly hash: string;
  readonly word: ContractWord;
  readonly linkId: number | undefined;
  readonly staffId: StaffId | undefined;
  readonly at: Date;
  readonly sealed: string;
};

type NewWord = Pick<StoredWord, 'contractId' | 'hash' | 'word' | 'linkId' | 'staffId' | 'at' | 'sealed'> & { readonly file: string | undefined };

/** What an applicant signed last, of a row `o` of orders: with a guardian it is signed twice, and is one version. */
const latest = sql`(select max(id) from order_contracts where order_id = o.id and signer = 'applicant')`;
const inTime: RawBuilder<unknown> = sql.join(countersignedIn.map((state) => sql.lit(state)));
const links = sql`supplier_links l where l.order_id = o.id and l.purpose = 'contract'`;

/** Orders of whose contract a supplier has said nothing, by link or on paper, that counts as signed. */
const unsigned = sql`orders o join order_contracts c on c.id = ${latest} where o.state in (${inTime})
  and not exists (select 1 from contract_words w where w.contract_id = c.id and w.word in ('signed', 'paper'))`;
/** Of these, those that staff have to see to: declined, asked of nobody, or not answered since a moment. */
const unheard = (before: Date): RawBuilder<unknown> => sql`${unsigned}
  and (exists (select 1 from contract_words w where w.contract_id = c.id)
    or not exists (select 1 from ${links} and l.made_at >= c.signed_at and l.made_by in ('contract', 'staff', 'student') and l.made_at > ${before}))`;

export function contractWordRows(db: Db) {
  return {
    /** What an applicant signed last; undefined where they have not. */
    async signedVersion(id: OrderId, on: Db | DbTransaction = db): Promise<SignedVersion | undefined> {
      const row = await on
        .selectFrom('order_contracts')
        .select(['id', 'document_hash', 'signed_at'])
        .where('order_id', '=', id)
        .where('signer', '=', 'applicant')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && { id: row.id, hash: row.document_hash, signedAt: row.signed_at };
    },

    /** Newest first, of whichever version. */
    async contractWords(id: OrderId, on: Db | DbTransaction = db): Promise<readonly StoredWord[]> {
      const rows = await on
        .selectFrom('contract_words')
        .select(['id', 'contract_id', 'document_hash', 'word', 'link_id', 'staff_id', 'at', 'sealed'])
        .where('order_id', '=', id)
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        contractId: row.contract_id,
        hash: row.document_hash,
        word: row.word,
        linkId: row.link_id ?? undefined,
        staffId: row.staff_id === null ? undefined : asId<StaffId>(row.staff_id),
        at: row.at,
        sealed: row.sealed,
      }));
    },

    /** @returns its id. */
    async addContractWord(tx: DbTransaction, id: OrderId, { contractId, hash, word, linkId, staffId, at, sealed, file }: NewWord): Promise<number> {
      const row = await tx
        .insertInto('contract_words')
        .values({
          order_id: id,
          contract_id: contractId,
          document_hash: hash,
          word,
          link_id: linkId ?? null,
          staff_id: staffId ?? null,
          sealed,
          file: file ?? null,
          at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    /** The file with all signatures of what a word says, encrypted; undefined where it has none. */
    async wordFile(ref: string): Promise<string | undefined> {
      const row = await db.selectFrom('contract_words').select('file').where('id', '=', Number(ref)).executeTakeFirst();
      return row?.file ?? undefined;
    },

    /** Orders of whose contract nothing was heard since a moment, that were asked of nobody, or declined; the oldest in front, below an id on later pages. */
    async withUnheard(before: Date, after: number, most: number): Promise<readonly StoredOrder[]> {
      const rows = await db
        .selectFrom('orders')
        .select(columns)
        .where('id', '>', asId<OrderId>(after))
        .where(sql<boolean>`orders.id in (select o.id from ${unheard(before)})`)
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map(orderOf);
    },

    async countUnheard(before: Date): Promise<number> {
      const { rows } = await sql<{ count: string }>`select count(*) as count from ${unheard(before)}`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },

    /** Codes of orders whose supplier was asked before a moment, has said nothing, was not reminded of this contract, and can be written to. */
    async toRemindOfContract(before: Date, most: number): Promise<readonly string[]> {
      const { rows } = await sql<{ code: string }>`select o.code from ${unsigned}
          and not exists (select 1 from contract_words w where w.contract_id = c.id)
          and exists (select 1 from ${links} and l.made_at >= c.signed_at)
          and not exists (select 1 from ${links} and l.made_at >= c.signed_at and (l.made_at > ${before} or l.made_by = 'clock'))
          and (select count(*) from ${links}) < ${mostSupplierLinks}
          and exists (select 1 from houses h join supplier_contacts s on s.supplier_id = h.supplier_id where h.id = o.house_id)
        order by o.id limit ${most}`.execute(db);
      return rows.map(({ code }) => code);
    },
  };
}
