import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { LateThread, DeskTemplate } from './threads.schema.ts';

export type ThreadsRepository = ReturnType<typeof createThreadsRepository>;

function textsOf(texts: Readonly<Record<string, string>>): DeskTemplate['texts'] {
  return Object.fromEntries(locales.flatMap((locale) => (texts[locale] ? [[locale, texts[locale]]] : [])));
}

export function createThreadsRepository(db: Db) {
  return {
    async templates(on: Db | DbTransaction = db): Promise<readonly DeskTemplate[]> {
      const rows = await on.selectFrom('desk_templates').select(['id', 'name', 'texts']).orderBy('name').orderBy('id').execute();
      return rows.map((row) => ({ ...row, texts: textsOf(row.texts) }));
    },

    async template(id: number): Promise<DeskTemplate | undefined> {
      const row = await db.selectFrom('desk_templates').select(['id', 'name', 'texts']).where('id', '=', id).executeTakeFirst();
      return row && { ...row, texts: textsOf(row.texts) };
    },

    /** Lets templates be counted and added by one at a time. */
    templatesInTurn: (tx: DbTransaction): Promise<void> => lockFor(tx, 'desk templates'),
    async countTemplates(tx: DbTransaction): Promise<number> {
      const { count } = await tx
        .selectFrom('desk_templates')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async addTemplate(tx: DbTransaction, { name, texts }: Omit<DeskTemplate, 'id'>, now: Date): Promise<number> {
      const { id } = await tx
        .insertInto('desk_templates')
        .values({ name, texts: JSON.stringify(texts), updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Returns whether there is such a one. */
    async changeTemplate(tx: DbTransaction, { id, name, texts }: DeskTemplate, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('desk_templates')
        .set({ name, texts: JSON.stringify(texts), updated_at: now })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async removeTemplate(tx: DbTransaction, id: number): Promise<boolean> {
      const { numDeletedRows } = await tx.deleteFrom('desk_templates').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Marks late threads as told of. Returns those that nobody was told of for this due time. */
    async escalate(tx: DbTransaction, late: readonly LateThread[]): Promise<readonly LateThread[]> {
      const fresh: LateThread[] = [];
      for (const one of late) {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('desk_escalations')
          .values({ enquiry_id: one.id, due_at: one.dueAt })
          .onConflict((conflict) => conflict.column('enquiry_id').doUpdateSet({ due_at: one.dueAt }).where('desk_escalations.due_at', '<', one.dueAt))
          .executeTakeFirst();
        if ((numInsertedOrUpdatedRows ?? 0n) > 0n) fresh.push(one);
      }
      return fresh;
    },
  };
}
