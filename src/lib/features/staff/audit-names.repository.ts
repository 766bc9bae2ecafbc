/** What things of the audit log are called, and which things have a name: each a bounded number of rows by their keys. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { namedKinds } from './audit-names.rules.ts';
import type { NamedKind } from './audit-names.rules.ts';

/** By kind: its table, its key, and what it is called. */
const tables: Readonly<Record<NamedKind, { readonly table: string; readonly called: string; readonly key?: string }>> = {
  staff: { table: 'staff_members', called: 'name' },
  person: { table: 'users', called: 'nickname' },
  house: { table: 'houses', called: 'name' },
  order: { table: 'orders', called: 'code' },
  payment: { table: 'payments', called: 'reference' },
  refund: { table: 'refunds', called: 'reference' },
  supplier: { table: 'suppliers', called: 'name' },
  enquiry: { table: 'enquiries', called: 'reference' },
  review: { table: 'stay_reviews', called: 'code' },
  coupon: { table: 'coupons', called: 'code' },
  rent: { table: 'rents', called: 'code' },
  viewing: { table: 'viewings', called: 'code' },
  form: { table: 'custom_forms', called: 'slug' },
  answer: { table: 'custom_answers', called: 'reference' },
  resume: { table: 'resumes', called: 'reference' },
  feedback: { table: 'feedback', called: 'reference' },
};

/** Kinds that are found by what they are called: their codes have an index. */
const byCode = ['order', 'payment', 'enquiry', 'viewing', 'rent', 'feedback'] as const satisfies readonly NamedKind[];
const mostMembers = 20;

export type AuditNames = ReturnType<typeof createAuditNames>;

export function createAuditNames(db: Db) {
  return {
    /** @param wanted numbers by kind, at most a page of them. @returns names by `kind:number`. */
    async namesOf(wanted: ReadonlyMap<NamedKind, readonly number[]>): Promise<ReadonlyMap<string, string>> {
      const legs = namedKinds.flatMap((kind) => {
        const ids = wanted.get(kind) ?? [];
        const { table, called } = tables[kind];
        return ids.length === 0
          ? []
          : [
              sql`(select ${sql.lit(kind)} || ':' || id as subject, ${sql.ref(called)}::text as called from ${sql.table(table)} where id = any(${[...ids]}::int[]))`,
            ];
      });
      if (legs.length === 0) return new Map();
      const { rows } = await sql<{ subject: string; called: string | null }>`${sql.join(legs, sql` union all `)}`.execute(db);
      return new Map(rows.flatMap(({ subject, called }) => (called ? [[subject, called] as const] : [])));
    },

    /** What somebody means by a text: members by a part of their name, and things by their code. */
    async meantBy(text: string): Promise<{ readonly actors: readonly string[]; readonly subjects: readonly string[] }> {
      const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      const members = await db.selectFrom('staff_members').select('id').where('name', 'ilike', pattern).orderBy('id').limit(mostMembers).execute();
      const legs = byCode.map((kind) => {
        const { table, called } = tables[kind];
        return sql`(select ${sql.lit(kind)} || ':' || id as subject from ${sql.table(table)} where ${sql.ref(called)} = ${text.toUpperCase()} limit 1)`;
      });
      const { rows } = await sql<{ subject: string }>`${sql.join(legs, sql` union all `)}`.execute(db);
      const actors = members.map(({ id }) => `staff:${id}`);
      return { actors, subjects: [...actors, ...rows.map(({ subject }) => subject)] };
    },
  };
}
