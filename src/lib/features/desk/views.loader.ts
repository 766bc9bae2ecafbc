/** What lists and pages show of the views that staff keep. */
import { refusalOf } from '#lib/access.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { routeOf } from '#lib/routes.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { Colleague } from './threads.schema.ts';
import { viewedLists } from './views.schema.ts';
import type { DeskView, ViewedList } from './views.schema.ts';
import type { StoredView } from './views.service.ts';
import type { ViewsService } from './views.service.ts';

type Parts = { readonly views: Pick<ViewsService, 'of' | 'find'>; readonly colleagues: () => Promise<readonly Colleague[]> };

export type ViewsLoader = ReturnType<typeof createViewsLoader>;

export function createViewsLoader({ views, colleagues }: Parts) {
  const memberOf = (visitor: Visitor | undefined, list: ViewedList): StaffId | undefined =>
    visitor?.staff && refusalOf(routeOf(viewedLists[list]).access, visitor.staff.standing) === undefined ? asId<StaffId>(visitor.staff.staffId) : undefined;

  async function shown(stored: readonly StoredView[], me: StaffId): Promise<readonly DeskView[]> {
    const isForeign = stored.some(({ staffId }) => staffId !== me);
    const names = new Map(isForeign ? (await colleagues()).map(({ id, name }) => [id, name]) : []);
    return stored.map(({ staffId, ...view }) => ({ ...view, isOwn: staffId === me, by: staffId === me ? undefined : names.get(staffId) }));
  }

  return {
    /** The views of a list that a member of staff is offered: their own, then those of colleagues that all see. */
    async views(visitor: Visitor | undefined, list: ViewedList): Promise<readonly DeskView[]> {
      const me = memberOf(visitor, list);
      return me === undefined ? [] : shown(await views.of(list, me), me);
    },

    /** A view of their own, to be renamed or removed; undefined for what is somebody else's. */
    async ownView(visitor: Visitor | undefined, id: string | undefined): Promise<DeskView | undefined> {
      const number = parseId(id);
      const stored = number === undefined ? undefined : await views.find(number);
      const me = stored && memberOf(visitor, stored.list);
      return stored && me !== undefined && stored.staffId === me ? (await shown([stored], me))[0] : undefined;
    },
  };
}
