import { refusalOf } from '#lib/access.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { Caller } from '#lib/api/caller.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import { routeOf } from '#lib/routes.ts';
import { doerOf, notFound } from './desk-caller.api.ts';
import * as contracts from './views.contract.ts';
import { viewQuery } from './views.rules.ts';
import { viewedLists } from './views.schema.ts';
import type { ViewedList } from './views.schema.ts';
import type { ViewsService } from './views.service.ts';

/** Whether the list itself is any of theirs. */
function may(list: ViewedList, { staff }: Caller): boolean {
  return staff !== undefined && refusalOf(routeOf(viewedLists[list]).access, staff.standing) === undefined;
}

export function viewCalls(views: ViewsService): readonly BoundCall[] {
  return [
    bind(contracts.deskViewContract, async ({ view_id, list: named, query: given, name, shared }, caller) => {
      const id = view_id === '' || view_id === 'new' ? undefined : parseId(view_id);
      if (id === undefined && view_id !== '' && view_id !== 'new') return notFound;
      const known = id === undefined ? undefined : await views.find(id);
      const list = known?.list ?? (Object.keys(viewedLists) as ViewedList[]).find((one) => one === named);
      const query = known?.query ?? (list && viewQuery(list, given));
      if (list === undefined || query === undefined || (id !== undefined && !known) || !may(list, caller)) return notFound;
      const outcome = await views.keep({ id, list, name, query, isShared: shared === ticked }, doerOf(caller));
      if (outcome.ok) return { ok: true, data: outcome.value };
      if (outcome.reason === 'unknown') return notFound;
      return fault('name', outcome.reason === 'taken' ? 'desk.view_taken' : 'desk.view_enough');
    }),
    bind(contracts.removeDeskViewContract, async ({ view_id }, caller) => {
      const id = parseId(view_id);
      const known = id === undefined ? undefined : await views.find(id);
      if (!known || !may(known.list, caller)) return notFound;
      const outcome = await views.remove(known.id, doerOf(caller));
      return outcome.ok ? { ok: true, data: outcome.value } : notFound;
    }),
  ];
}
