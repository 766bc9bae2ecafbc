/** The audit log: a chain of rows, each bound to the one before, so that a changed one can be named. */
import { createHash } from 'node:crypto';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { canonical, checkedEntry, noHash } from './audit.rules.ts';
import type { AuditAction, AuditEntry, Verdict } from './audit.rules.ts';
import { insertRow, latestRows, lockTail, readRow, readRows, readTail } from './audit.repository.ts';
import type { AuditQuestion } from './audit.repository.ts';
import type { Anchor, AuditRow } from './audit.schema.ts';

export type Audit = {
  /**
   * Writes an entry as part of the caller's transaction. Do it last: others who append wait until this transaction ends.
   * @throws {AuditRefusedError} when the entry says what the log must not hold.
   */
  append<A extends AuditAction>(tx: DbTransaction, entry: AuditEntry<A>): Promise<void>;
  /**
   * Reads the chain and names the first row that is not as it was written. Rows cut off its end leave no trace in the chain
   * itself: give the `anchor` that an earlier run told, kept outside the database.
   * @param from the row to begin with; the one before it is taken on trust.
   */
  verify(asked?: { readonly from?: bigint; readonly anchor?: Anchor }): Promise<Verdict>;
  /** The latest entries, newest first. @param asked `before`: only rows below this id. */
  list(asked: AuditQuestion): Promise<readonly AuditRow[]>;
};

/** How a row is bound. A keyed one names the key it was made with, so that keys can be changed without rewriting the log. */
export type ChainSeal = {
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
};

/** SHA-256: shows what was changed by accident or by somebody who does not know how the chain is made. */
const plainDigest: ChainSeal = {
  sign: (text) => createHash('sha256').update(text).digest('hex'),
  verify: (text, signature) => plainDigest.sign(text) === signature,
};

/** @param seal with a key outside the database, so that who can write to the database alone cannot write a chain that holds. */
export function createAudit({ db, seal = plainDigest }: { readonly db: Db; readonly seal?: ChainSeal | undefined }): Audit {
  return {
    async append(tx, { actor, action, subject, data }) {
      checkedEntry({ actor, action, subject, data });
      await lockTail(tx);
      const tail = await readTail(tx, JSON.stringify(data));
      const row = { id: tail.id + 1n, at: tail.at, actor, action, subject, data: tail.data, prev_hash: tail.hash ?? noHash };
      await insertRow(tx, { ...row, hash: seal.sign(canonical(row)) });
    },

    async verify({ from = 1n, anchor } = {}) {
      let last: { id: bigint; hash: string } | undefined;
      if (from > 1n) {
        const before = await readRow(db, from - 1n);
        if (!before) return { kind: 'broken', id: from - 1n, fault: 'missing' };
        last = { id: before.id, hash: before.hash };
      }
      let rows = 0;
      // From the very beginning also what is below the first place.
      for await (const row of readRows(db, from > 1n ? from : undefined)) {
        const due: bigint = last ? last.id + 1n : 1n;
        if (row.id > due) return { kind: 'broken', id: due, fault: 'missing' };
        if (row.id < due) return { kind: 'broken', id: row.id, fault: 'inserted' };
        const follows = row.prev_hash === (last?.hash ?? noHash);
        const isOwn = seal.verify(canonical(row), row.hash);
        // This one is as it was written, and was written after another than stands there now.
        if (isOwn && !follows) return last ? { kind: 'broken', id: last.id, fault: 'edited' } : { kind: 'broken', id: row.id, fault: 'inserted' };
        if (!isOwn) return { kind: 'broken', id: row.id, fault: follows ? 'edited' : 'inserted' };
        if (anchor?.id === row.id && anchor.hash !== row.hash) return { kind: 'broken', id: row.id, fault: 'edited' };
        last = { id: row.id, hash: row.hash };
        rows++;
      }
      if (anchor && anchor.id > (last?.id ?? 0n)) return { kind: 'broken', id: (last?.id ?? 0n) + 1n, fault: 'missing' };
      return { kind: 'whole', rows, last };
    },

    list: (asked) => latestRows(db, asked),
  };
}
