import { fault } from '#lib/forms/field-faults.rules.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { canonicalListName } from '#lib/features/lists/shortlist.rules.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { parseCompareIds } from '#lib/features/catalogue/compare.rules.ts';
import type { ComparisonsService } from './comparisons.service.ts';
import { readChanges } from './favourites.rules.ts';
import { changeFavouriteContract, collectContract, favouritesContract, mergeFavouritesContract, shareFavouritesContract } from './shortlist.contract.ts';
import { linkEnd } from './shared-lists.schema.ts';
import type { SharedListsService } from './shared-lists.service.ts';
import type { ShortlistService } from './shortlist.service.ts';

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

/** Binds the calls of what people keep on their accounts. */
export function shortlistCalls(shortlist: ShortlistService, shared: SharedListsService, comparisons: Pick<ComparisonsService, 'tell'>): readonly BoundCall[] {
  return [
    bind(favouritesContract, async (_, caller) => {
      const favourites = await shortlist.favouritesOf(userIdOf(caller));
      const items = favourites.map(({ houseId, keptAt, note, rentThen }) => ({
        house_id: houseId,
        kept_at: seconds(keptAt),
        note,
        weekly_then: rentThen ? { minor: rentThen.minor.toString(), currency: rentThen.currency } : null,
      }));
      return { ok: true, data: { items } };
    }),
    bind(collectContract, async ({ house_id, collect }, caller) => {
      const isKept = collect === '1';
      const outcome = await shortlist.keep(userIdOf(caller), asId<HouseId>(house_id), isKept, caller.now);
      if (outcome.ok) return { ok: true, data: { collected: isKept, count: outcome.value.count } };
      switch (outcome.reason) {
        case 'no-house':
          return { ok: false, error: 'not-found' };
        case 'full':
          return { ok: false, error: 'list-full' };
      }
    }),
    bind(changeFavouriteContract, async ({ house_id, act, note }, caller) => {
      const houseId = parseId<HouseId>(house_id);
      if (houseId === undefined) return { ok: false, error: 'not-found' };
      const userId = userIdOf(caller);
      const outcome = act === 'note' ? await shortlist.note(userId, houseId, note) : await shortlist.keep(userId, houseId, act === 'keep', caller.now);
      if (outcome.ok) return { ok: true, data: { act } };
      return { ok: false, error: outcome.reason === 'full' ? 'list-full' : 'not-found' };
    }),
    bind(shareFavouritesContract, async ({ list_id, name: given, days, with_notes, with_name }, caller) => {
      const userId = userIdOf(caller);
      if (list_id !== '') {
        const outcome = await shared.end(userId, Number(list_id));
        return outcome.ok ? { ok: true, data: { done: 'ended' as const } } : { ok: false, error: 'not-found' };
      }
      const name = canonicalListName(given);
      if (name === undefined) return noName;
      const list = { name, withNotes: with_notes === ticked, withName: with_name === ticked, expiresAt: linkEnd(days, caller.now) };
      const outcome = await shared.share(userId, list, caller.now);
      return outcome.ok ? { ok: true, data: { done: 'made' as const } } : { ok: false, error: 'list-full' };
    }),
    bind(mergeFavouritesContract, async ({ changes: text, compare, compared: ids }, caller) => {
      const changes = readChanges(text, seconds(caller.now));
      if (!changes) return { ok: false, error: 'bad-input' };
      const userId = userIdOf(caller);
      const { favourites, refused } = await shortlist.merge(userId, changes, caller.now);
      const homes = await comparisons.tell(userId, compare, parseCompareIds(ids), caller.now);
      const items = favourites.map(({ houseId, keptAt }) => ({ house_id: houseId, at: seconds(keptAt) }));
      const compared = homes.map(({ houseId, unitId, name }) => ({ house_id: houseId, unit_id: unitId ?? null, name }));
      return { ok: true, data: { server_time: seconds(caller.now), cust_id: userId, items, refused: [...refused], compared } };
    }),
  ];
}

const noName = fault('name', 'shortlist.share_name_wrong');
