import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId, StockCaseId, TenancyId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import { bedActs } from './stock-forms.schema.ts';
import { bedContract, bedsContract, settleStockCaseContract } from './stock.contract.ts';
import type { LeasesService } from './leases.service.ts';
import { secondsLeft } from './hold-time.rules.ts';
import { waysPast } from './sold-out.rules.ts';
import type { Hold, NoViewingHold } from './stock.schema.ts';
import type { StockService } from './stock.service.ts';
import { bookingQuery } from './stock.words.ts';
import type { NoPlace, WaitingService } from './waiting.service.ts';

type Parts = {
  readonly stock: Pick<StockService, 'take' | 'extend' | 'release' | 'keepUntilViewing' | 'holdOf' | 'holdsOf'>;
  readonly leases: Pick<LeasesService, 'settle' | 'named'>;
  readonly waiting: Pick<WaitingService, 'join' | 'leave' | 'placesOf'>;
  readonly site: Pick<Site, 'paths'>;
};

const notFound = { ok: false, error: 'not-found' } as const;

function refusedWith(reason: Exclude<NoViewingHold, 'sold-out'> | NoPlace | 'over' | 'extended' | 'too-many-holds') {
  switch (reason) {
    case 'gone':
      return fault('act', 'stock.no_gone');
    case 'free':
      return fault('act', 'stock.no_free');
    case 'over':
      return fault('act', 'stock.no_over');
    case 'extended':
      return fault('act', 'stock.no_longer');
    case 'too-many':
      return fault('act', 'stock.no_many_lists');
    case 'too-many-holds':
      return fault('act', 'stock.no_many_holds');
    case 'no-viewing':
      return fault('act', 'stock.no_viewing');
    case 'too-far':
      return fault('act', 'stock.no_far');
    case 'seen-before':
      return fault('act', 'stock.no_seen');
    case 'others-wait':
      return fault('act', 'stock.no_line');
    case 'one-kept':
      return fault('act', 'stock.no_one_kept');
  }
}

/** Binds the calls about beds. */
export function stockCalls({ stock, waiting, leases, site }: Parts): readonly BoundCall[] {
  return [
    bind(bedContract, async ({ tenancy_id, act: given }, caller) => {
      const { now, locale } = caller;
      const userId = userIdOf(caller);
      const tenancyId = parseId<TenancyId>(tenancy_id);
      const act = bedActs.find((one) => one === given);
      if (tenancyId === undefined || act === undefined) return notFound;
      const lease = (await leases.named([tenancyId])).get(tenancyId);
      const booking = lease?.isOpen ? String(bookingQuery(lease)) : null;
      const soldOut = () => (lease ? ({ ok: false, error: 'sold-out', data: waysPast(lease, site.paths(locale)) } as const) : notFound);
      const held = (hold?: Hold) =>
        ({ ok: true, data: { act, until: hold?.until.toISOString() ?? null, seconds_left: hold ? secondsLeft(hold, now) : 0, booking } }) as const;
      switch (act) {
        case 'hold': {
          const taken = await stock.take({ userId, tenancyId }, now);
          if (taken.ok) return held(taken.value);
          if (taken.reason === 'sold-out') return soldOut();
          return refusedWith(taken.reason === 'too-many' ? 'too-many-holds' : taken.reason);
        }
        case 'view': {
          const kept = await stock.keepUntilViewing(userId, tenancyId, now);
          if (kept.ok) return held(kept.value);
          return kept.reason === 'sold-out' ? soldOut() : refusedWith(kept.reason);
        }
        case 'longer': {
          const hold = await stock.holdOf(userId, tenancyId, now);
          const longer = hold && (await stock.extend(userId, hold.id, now));
          return longer?.ok ? held(longer.value) : refusedWith(longer?.reason ?? 'over');
        }
        case 'let-go': {
          const hold = await stock.holdOf(userId, tenancyId, now);
          return hold && (await stock.release(userId, hold.id, now)) ? held() : refusedWith('over');
        }
        case 'wait': {
          const joined = await waiting.join(userId, tenancyId, locale, now);
          return joined.ok ? held() : refusedWith(joined.reason);
        }
        case 'leave':
          return (await waiting.leave(userId, tenancyId, now)) ? held() : notFound;
      }
    }),
    bind(bedsContract, async (_, caller) => {
      const [holds, places] = await Promise.all([stock.holdsOf(userIdOf(caller), caller.now), waiting.placesOf(userIdOf(caller))]);
      return {
        ok: true,
        data: {
          holds: holds.map((hold) => ({
            hold_id: hold.id,
            tenancy_id: hold.tenancyId,
            kind: hold.kind,
            until: hold.until.toISOString(),
            seconds_left: secondsLeft(hold, caller.now),
            extended: hold.extended,
          })),
          waiting: places.map(({ tenancyId, position, joinedAt, offeredUntil }) => ({
            tenancy_id: tenancyId,
            position,
            joined_at: joinedAt.toISOString(),
            offered_until: offeredUntil?.toISOString() ?? null,
          })),
        },
      };
    }),
    bind(settleStockCaseContract, async ({ case_id }, { staff, now }) => {
      const id = parseId<StockCaseId>(case_id);
      if (id === undefined || !staff) return notFound;
      return (await leases.settle(id, asId<StaffId>(staff.staffId), now)) ? { ok: true, data: { case_id: id } } : notFound;
    }),
  ];
}
