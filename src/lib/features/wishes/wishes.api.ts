import { bind } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { canonicalListName } from '#lib/features/lists/shortlist.rules.ts';
import { linkEnd } from '#lib/features/shortlist/shared-lists.schema.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { shareWishesContract, wishesContract } from './wishes.contract.ts';
import { typeBox } from './wishes.schema.ts';
import type { WishesService } from './wishes.service.ts';

const numberOf = (text: string | undefined): number | undefined => (text ? Number(text) : undefined);

export function wishesCalls(wishes: WishesService): readonly BoundCall[] {
  return [
    bind(wishesContract, async ({ act, place = '', move_in, weeks, rent, ...boxes }, caller) => {
      const { now } = caller;
      const userId = userIdOf(caller);
      if (act === 'remove') {
        await wishes.remove(userId);
        return { ok: true, data: { done: 'removed' as const } };
      }
      const types = unitTypes.filter((type) => boxes[typeBox(type)] === ticked);
      const outcome = await wishes.save(userId, { place, moveIn: move_in || undefined, weeks: numberOf(weeks), rent: numberOf(rent), types }, now);
      if (outcome.ok) return { ok: true, data: { done: 'saved' as const } };
      switch (outcome.reason) {
        case 'no-place':
          return fault('place', 'wishes.no_place');
        case 'past':
          return fault('move_in', 'wishes.past');
        case 'weeks':
        case 'rent':
          return fault(outcome.reason, 'wishes.out_of_range');
      }
    }),
    bind(shareWishesContract, async ({ list_id, name: given, days, with_name }, caller) => {
      const userId = userIdOf(caller);
      if (list_id !== '') {
        const outcome = await wishes.links.end(userId, Number(list_id));
        return outcome.ok ? { ok: true, data: { done: 'ended' as const } } : { ok: false, error: 'not-found' };
      }
      const name = canonicalListName(given);
      if (name === undefined) return fault('name', 'shortlist.share_name_wrong');
      const link = { name, withNotes: false, withName: with_name === ticked, expiresAt: linkEnd(days, caller.now) };
      const outcome = await wishes.share(userId, link, caller.now);
      if (outcome.ok) return { ok: true, data: { done: 'made' as const } };
      return { ok: false, error: outcome.reason === 'full' ? 'list-full' : 'not-found' };
    }),
  ];
}
