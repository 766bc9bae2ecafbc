/** Keeps how staff look at lists, by name. A view shows nothing by itself: whoever opens it sees what they may see of the list. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Doer } from './house-care.service.ts';
import { mostViews } from './views.schema.ts';
import type { ViewedList } from './views.schema.ts';
import type { StoredView, ViewsRepository } from './views.repository.ts';

export type { StoredView };

type Parts = { readonly repository: ViewsRepository; readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T> };
/** `enough`: as many as one keeps, or as all share; `taken`: another that they see has the name. */
export type KeepOutcome = Outcome<Pick<StoredView, 'list' | 'query'>, 'unknown' | 'enough' | 'taken'>;

export type ViewsService = ReturnType<typeof createViewsService>;

export function createViewsService({ repository, transact }: Parts) {
  return {
    of: (list: ViewedList, staffId: StaffId): Promise<readonly StoredView[]> => repository.of(list, staffId),
    find: (id: number): Promise<StoredView | undefined> => repository.find(id),

    /** Keeps a view, or names one of their own anew where it has a number; what it looks at stays as it was kept. */
    async keep(view: Omit<StoredView, 'id' | 'staffId'> & { readonly id: number | undefined }, { staffId, now }: Doer): Promise<KeepOutcome> {
      const { id, list, name, query, isShared } = view;
      return transact(async (tx) => {
        await repository.inTurn(tx, list);
        const seen = (await repository.of(list, staffId, tx)).filter((one) => one.id !== id);
        if (seen.some((one) => one.name.toLowerCase() === name.toLowerCase())) return refused('taken');
        const isTooMany =
          seen.filter((one) => one.staffId === staffId).length >= mostViews || (isShared && seen.filter((one) => one.isShared).length >= mostViews);
        if (isTooMany) return refused('enough');
        if (id === undefined) await repository.add(tx, { list, staffId, name, query, isShared }, now);
        else if (!(await repository.change(tx, id, staffId, { name, isShared }))) return refused('unknown');
        return done({ list, query });
      });
    },

    /** Takes away a view of their own. */
    async remove(id: number, { staffId }: Doer): Promise<Outcome<Pick<StoredView, 'list' | 'query'>, 'unknown'>> {
      const view = await repository.find(id);
      if (!view || !(await repository.remove(id, staffId))) return refused('unknown');
      return done({ list: view.list, query: '' });
    },
  };
}
