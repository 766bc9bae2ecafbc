/** A search of a member of staff: only what they may open, so many a day, and written down where it was over what people told us. */
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { DeskFind, FoundOf } from './desk-find.service.ts';
import { deskQuery } from './desk-find.rules.ts';
import type { FindKind } from './desk-find.schema.ts';

export type FoundGroup = { [K in FindKind]: { readonly kind: K; readonly found: readonly FoundOf[K][]; readonly next: number | undefined } }[FindKind];

/** Kinds whose things are found by what people told us of themselves. */
const personal: readonly FindKind[] = ['order', 'person', 'thread'];

type Parts = {
  readonly find: Pick<DeskFind, 'catchUp' | 'find' | 'numbered'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: (work: (tx: DbTransaction) => Promise<void>) => Promise<void>;
  /** Whether a member may look once more today; counted by all nodes together. */
  readonly maySearch: (staffId: StaffId) => Promise<boolean>;
};
type Asked = {
  readonly text: string;
  readonly kinds: readonly FindKind[];
  readonly before: number | undefined;
  readonly most: number;
  readonly staffId: StaffId;
};

export type DeskLook = ReturnType<typeof createDeskLook>;

export function createDeskLook({ find, audit, transact, maySearch }: Parts) {
  async function groupOf<K extends FindKind>(kind: K, { text, before, most }: Asked) {
    const query = deskQuery(text);
    const [named, rows] = await Promise.all([
      before === undefined ? find.numbered(kind, text) : [],
      query ? find.find(kind, query, { before, most: most + 1 }) : [],
    ]);
    const shown = rows.slice(0, most);
    const found = [...named, ...shown.filter(({ id }) => named.every((one) => one.id !== id))];
    return { kind, found, next: rows.length > most ? shown.at(-1)?.id : undefined };
  }

  return {
    /** @param asked `kinds`: those that the member may open; `most`: of each, 1 to 100; `before`: a number, for what comes after a page of one kind. */
    async look(asked: Asked): Promise<Outcome<readonly FoundGroup[], 'short' | 'too-many'>> {
      const { text, kinds, staffId } = asked;
      if (!deskQuery(text) && !/^\d+$/.test(text.trim())) return refused('short');
      if (!(await maySearch(staffId))) return refused('too-many');
      await find.catchUp();
      const groups = (await Promise.all(kinds.map((kind) => groupOf(kind, asked)))) as readonly FoundGroup[];
      const people = groups.filter(({ kind }) => personal.includes(kind));
      const actor = `staff:${staffId}` as const;
      const count = people.reduce((sum, { found }) => sum + found.length, 0);
      if (people.length > 0) await transact((tx) => audit.append(tx, { actor, action: 'desk-searched', subject: actor, data: { found: count } }));
      return done(groups.filter(({ found }) => found.length > 0));
    },
  };
}
