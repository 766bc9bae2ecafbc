import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { mostViews, viewedLists } from './views.schema.ts';
import type { ViewedList } from './views.schema.ts';

export type StoredView = {
  readonly id: number;
  readonly list: ViewedList;
  readonly staffId: StaffId;
  readonly name: string;
  readonly query: string;
  readonly isShared: boolean;
};

export type ViewsRepository = ReturnType<typeof createViewsRepository>;

const columns = ['id', 'page', 'staff_id', 'name', 'query', 'is_shared'] as const;
type Row = { id: number; page: string; staff_id: number; name: string; query: string; is_shared: boolean };
const listNamed = (page: string): ViewedList | undefined => (Object.keys(viewedLists) as ViewedList[]).find((one) => one === page);

function storedOf({ id, page, staff_id, name, query, is_shared }: Row): StoredView[] {
  const list = listNamed(page);
  return list ? [{ id, list, staffId: asId<StaffId>(staff_id), name, query, isShared: is_shared }] : [];
}

export function createViewsRepository(db: Db) {
  return {
    /** Views of a member's own, and those that all see. */
    async of(list: ViewedList, staffId: StaffId, on: Db | DbTransaction = db): Promise<readonly StoredView[]> {
      const [own, shared] = await Promise.all([
        on.selectFrom('desk_views').select(columns).where('staff_id', '=', staffId).where('page', '=', list).orderBy('id').limit(mostViews).execute(),
        on.selectFrom('desk_views').select(columns).where('page', '=', list).where('is_shared', '=', true).orderBy('id').limit(mostViews).execute(),
      ]);
      return [...own, ...shared.filter(({ staff_id }) => staff_id !== staffId)].flatMap(storedOf);
    },

    async find(id: number): Promise<StoredView | undefined> {
      const row = await db.selectFrom('desk_views').select(columns).where('id', '=', id).executeTakeFirst();
      return row && storedOf(row)[0];
    },

    /** Lets views of a list be counted and kept by one at a time. */
    inTurn: (tx: DbTransaction, list: ViewedList): Promise<void> => lockFor(tx, `desk views ${list}`),

    async add(tx: DbTransaction, { list, staffId, name, query, isShared }: Omit<StoredView, 'id'>, now: Date): Promise<void> {
      await tx.insertInto('desk_views').values({ page: list, staff_id: staffId, name, query, is_shared: isShared, created_at: now }).execute();
    },

    async change(tx: DbTransaction, id: number, staffId: StaffId, { name, isShared }: Pick<StoredView, 'name' | 'isShared'>): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('desk_views')
        .set({ name, is_shared: isShared })
        .where('id', '=', id)
        .where('staff_id', '=', staffId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async remove(id: number, staffId: StaffId): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('desk_views').where('id', '=', id).where('staff_id', '=', staffId).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
