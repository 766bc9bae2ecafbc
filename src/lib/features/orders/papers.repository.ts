/** Documents that came with orders, and contracts that were signed. */
import type { Selectable } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId } from '#lib/ids/ids.ts';
import type { OrdersTables } from './orders.tables.ts';
import { waitingStates } from './order.process.rules.ts';
import { endedStates } from './orders.schema.ts';
import type { SignedContract } from './orders.schema.ts';

const signature = ['signer', 'document_hash', 'binding_language', 'signed_at'] as const;
const signatureOf = (row: Pick<Selectable<OrdersTables['order_contracts']>, (typeof signature)[number]>): Omit<SignedContract, 'document'> => ({
  signer: row.signer,
  hash: row.document_hash,
  language: row.binding_language,
  signedAt: row.signed_at,
});

export function paperRows(db: Db) {
  return {
    async putFile(tx: DbTransaction, id: OrderId, kind: string, file: string, now: Date): Promise<void> {
      await tx
        .insertInto('order_files')
        .values({ order_id: id, kind, file, added_at: now })
        .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doUpdateSet({ file, added_at: now }))
        .execute();
    },

    async dropFile(tx: DbTransaction, id: OrderId, kind: string): Promise<void> {
      await tx.deleteFrom('order_files').where('order_id', '=', id).where('kind', '=', kind).execute();
    },

    async files(id: OrderId, on: Db | DbTransaction = db): Promise<readonly { readonly kind: string; readonly file: string; readonly addedAt: Date }[]> {
      const rows = await on.selectFrom('order_files').selectAll().where('order_id', '=', id).orderBy('kind').execute();
      return rows.map(({ kind, file, added_at }) => ({ kind, file, addedAt: added_at }));
    },

    /**
     * Takes documents off orders that were over before a moment, at most so many: by how they ended, or by their last day, which nobody has to
     * have confirmed. What is not decided on yet needs them, and has a deadline of its own. Returns the files.
     */
    async takeFiles(tx: DbTransaction, before: Date, most: number): Promise<readonly string[]> {
      const rows = await tx
        .deleteFrom('order_files')
        .where('file', 'in', ({ selectFrom }) =>
          selectFrom('order_files')
            .innerJoin('orders', 'orders.id', 'order_files.order_id')
            .select('file')
            .where(({ and, eb, or }) =>
              or([
                and([eb('orders.state', 'in', endedStates), eb('orders.moved_at', '<', before)]),
                and([eb('orders.state', 'not in', ['draft', ...waitingStates]), eb('orders.period_to', '<', before.toISOString().slice(0, 10))]),
              ]),
            )
            .limit(most),
        )
        .returning('file')
        .execute();
      return rows.map(({ file }) => file);
    },

    /** The order that a file came with. */
    async ofFile(file: string): Promise<OrderId | undefined> {
      const row = await db.selectFrom('order_files').select('order_id').where('file', '=', file).executeTakeFirst();
      return row && asId<OrderId>(row.order_id);
    },

    /** Returns whether it was signed now. */
    async sign(
      tx: DbTransaction,
      id: OrderId,
      { signer, document, hash, language, signedAt, sealed, file }: SignedContract & { readonly sealed: string; readonly file: string },
    ): Promise<void> {
      await tx
        .insertInto('order_contracts')
        .values({ order_id: id, signer, document, document_hash: hash, binding_language: language, signed_at: signedAt, sealed, file })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Names what was signed last: with all signatures once everybody has signed. */
    async lastSigned(tx: DbTransaction, id: OrderId): Promise<string | undefined> {
      const row = await tx.selectFrom('order_contracts').select('id').where('order_id', '=', id).orderBy('id', 'desc').limit(1).executeTakeFirst();
      return row && String(row.id);
    },

    /** The file of what `lastSigned` names. */
    async signedFile(ref: string): Promise<string | undefined> {
      const row = await db.selectFrom('order_contracts').select('file').where('id', '=', Number(ref)).executeTakeFirst();
      return row?.file ?? undefined;
    },

    async signatures(id: OrderId, on: Db | DbTransaction = db): Promise<readonly Omit<SignedContract, 'document'>[]> {
      const rows = await on.selectFrom('order_contracts').select(signature).where('order_id', '=', id).orderBy('id').execute();
      return rows.map(signatureOf);
    },

    /** The same of many orders; of those that nobody has signed there is nothing. */
    async signaturesOf(ids: readonly OrderId[]): Promise<ReadonlyMap<OrderId, readonly Omit<SignedContract, 'document'>[]>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('order_contracts')
        .select(['order_id', ...signature])
        .where('order_id', 'in', ids)
        .orderBy('id')
        .execute();
      const byOrder = Map.groupBy(rows, (row) => asId<OrderId>(row.order_id));
      return new Map([...byOrder].map(([id, signed]) => [id, signed.map(signatureOf)]));
    },

    async contracts(id: OrderId): Promise<readonly SignedContract[]> {
      const rows = await db
        .selectFrom('order_contracts')
        .select([...signature, 'document'])
        .where('order_id', '=', id)
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...signatureOf(row), document: row.document }));
    },

    /** Who has signed a version, and from where, encrypted; the first who did in front. */
    async signersOf(id: OrderId, hash: string): Promise<readonly { readonly signer: SignedContract['signer']; readonly sealed: string; readonly at: Date }[]> {
      const rows = await db
        .selectFrom('order_contracts')
        .select(['signer', 'sealed', 'signed_at'])
        .where('order_id', '=', id)
        .where('document_hash', '=', hash)
        .orderBy('id')
        .execute();
      return rows.map(({ signer, sealed, signed_at }) => ({ signer, sealed, at: signed_at }));
    },

    /** The file of a contract that was signed, the latest that was made of it, encrypted as it is kept: that with the supplier's signature, if there is one. */
    async contractFile(id: OrderId, hash: string): Promise<string | undefined> {
      const both = await db
        .selectFrom('contract_words')
        .select('file')
        .where('order_id', '=', id)
        .where('document_hash', '=', hash)
        .where('word', '=', 'signed')
        .executeTakeFirst();
      if (both?.file) return both.file;
      const row = await db
        .selectFrom('order_contracts')
        .select('file')
        .where('order_id', '=', id)
        .where('document_hash', '=', hash)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.file ?? undefined;
    },
  };
}
