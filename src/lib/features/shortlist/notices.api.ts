import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { awaitHomesContract, endNoticesContract, noticesContract, savedSearchContract } from './notices.contract.ts';
import type { NoticesService } from './notices.service.ts';
import { readAsked, readRef } from './saved-searches.rules.ts';
import { paces } from './saved-searches.schema.ts';
import type { SavedSearchesService } from './saved-searches.service.ts';

type Parts = {
  readonly notices: NoticesService;
  readonly searches: SavedSearchesService;
  readonly people: Pick<AccountsService, 'contactsOf'>;
  readonly geo: Pick<GeoIndex, 'cityById' | 'schoolById' | 'placeById'>;
};

const biggestId = 2_147_483_647;

/** Binds the calls of what people want to hear of by mail. */
export function noticeCalls({ notices, searches, people, geo }: Parts): readonly BoundCall[] {
  return [
    bind(savedSearchContract, async ({ act, search_id, place, ask, pace: given }, caller) => {
      const userId = userIdOf(caller);
      const pace = paces.find((one) => one === given) ?? 'never';
      if (search_id !== '') {
        const outcome =
          act === 'remove' ? await searches.remove(userId, Number(search_id)) : await searches.setPace(userId, Number(search_id), pace, caller.now);
        return outcome.ok ? { ok: true, data: { done: act === 'remove' ? ('removed' as const) : ('saved' as const) } } : { ok: false, error: 'not-found' };
      }
      const ref = readRef(place);
      const asked = ref && act === 'save' ? readAsked(geo, ref, ask) : undefined;
      if (!asked) return { ok: false, error: 'not-found' };
      const outcome = await searches.save(userId, asked, pace, caller.now);
      return outcome.ok ? { ok: true, data: { done: 'saved' as const } } : { ok: false, error: 'list-full' };
    }),
    bind(noticesContract, async ({ asked, price_drops, price_rises, back_in_stock, ends }, caller) => {
      await notices.choose(userIdOf(caller), {
        asked: asked === ticked,
        priceDrops: price_drops === ticked,
        priceRises: price_rises === ticked,
        backInStock: back_in_stock === ticked,
        ends: ends === ticked,
      });
      return { ok: true, data: {} };
    }),
    bind(endNoticesContract, async ({ token }) => {
      const outcome = await notices.end(token);
      return outcome.ok ? { ok: true, data: {} } : { ok: false, error: 'not-found' };
    }),
    bind(awaitHomesContract, async ({ house_ids, wanted, quiet }, caller) => {
      const userId = userIdOf(caller);
      const ids = [...new Set(house_ids.split(',').map(Number))].filter((id) => id <= biggestId).map((id) => asId<HouseId>(id));
      const count = await notices.await(userId, ids, { isWanted: wanted === '1', isPressed: quiet === '0' }, caller.now);
      const byMail = (await people.contactsOf(userId)).some(({ kind }) => kind === 'email');
      return { ok: true, data: { count, by_mail: byMail } };
    }),
  ];
}
