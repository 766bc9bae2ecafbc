/** Takes places at video viewings, has them paid, and says what was seen. What was paid goes back by the rule that its page shows. */
import * as z from 'zod/mini';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { BookedViewing, ViewingBeds } from '#lib/features/stock/stock.schema.ts';
import type { Collecting, Payable } from '#lib/features/payments/payments.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CityId, HouseId, StaffId, UserId } from '#lib/ids/ids.ts';
import { apart } from '#lib/jobs/apart.ts';
import { newReference } from '#lib/ids/reference.ts';
import { lesserOf } from '#lib/features/payments/payments.rules.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import { nextViewingState } from './viewings.process.rules.ts';
import type { ViewingActor, ViewingEvent, ViewingState } from './viewings.process.rules.ts';
import type { StoredViewing, ViewingsRepository } from './viewings.repository.ts';
import { isMovable, isMovableByStaff, refundNow } from './viewings.rules.ts';
import { leadHours, mostViewings, payMinutes, reminderHours, shownDays } from './viewings.schema.ts';
import type { Reminder, Slot, Viewing, ViewingResult } from './viewings.schema.ts';
import type { ViewingNews } from './viewings.words.ts';

export type WantedViewing = {
  readonly houseId: HouseId;
  readonly slotId: number;
  readonly note: string;
  /** Version of the wording of the consent. */
  readonly consent: string;
  readonly locale: Locale;
};

export type ViewingsService = ReturnType<typeof createViewingsService>;

type Parts = {
  readonly repository: ViewingsRepository;
  readonly houses: Pick<HouseService, 'find'>;
  readonly collecting: Collecting;
  /** Beds that are kept until somebody has seen the home. */
  readonly beds: ViewingBeds;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly audit: Pick<Audit, 'append'>;
  /** What a viewing costs; nothing where it is free. */
  readonly price: Money;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>, lockOf?: string) => Promise<T>;
  /** Tells the reader, as part of the transaction that makes it true. `of`: names which of several such things it is. */
  readonly tell: (tx: DbTransaction, viewing: StoredViewing, news: ViewingNews, now: Date, of?: string) => Promise<void>;
};

const hour = 3_600_000;
const batch = 200;
const resultSchema = z.object({ recording: z.string(), notes: z.string() });
const bookedOf = ({ id, slot: { startsAt, minutes } }: Pick<StoredViewing, 'id' | 'slot'>): BookedViewing => ({ id, startsAt, minutes });
/** States ahead of which something is still to happen. */
const ahead: readonly ViewingState[] = ['to_pay', 'booked'];

export function createViewingsService({ repository, houses, collecting, beds, secrets, audit, price, transact, tell }: Parts) {
  const open = ({ sealed, result, houseNames: _, cityId: __, ...viewing }: StoredViewing): Viewing => {
    const said = result === undefined ? undefined : secrets.decrypt('viewings', result);
    return { ...viewing, note: secrets.decrypt('viewings', sealed) ?? '', result: said === undefined ? undefined : resultSchema.parse(JSON.parse(said)) };
  };
  const payable = ({ code }: { readonly code: string }) => ({ kind: 'viewing', code }) as const;

  /** One piece of work at a time on a viewing, with what it is now. */
  const within = <T>(code: string, work: (tx: DbTransaction, viewing: StoredViewing | undefined) => Promise<T>): Promise<T> =>
    transact(async (tx) => work(tx, await repository.find(code, tx)), `viewing:${code}`);

  /** Moves it along the graph. @throws {TypeError} where the caller has not asked the graph before. */
  async function move(
    tx: DbTransaction,
    { code, state, slot: { startsAt }, payUntil }: StoredViewing,
    event: ViewingEvent,
    by: ViewingActor,
    now: Date,
    more: Parameters<ViewingsRepository['move']>[4] = {},
  ) {
    const to = nextViewingState(state, event, by, { now, startsAt, payUntil });
    if (!to || !(await repository.move(tx, code, state, to, more))) throw new TypeError(`viewing ${code} cannot go on from ${state} by ${event}`);
  }

  /** What of an amount is still there: a bank may have taken it back. */
  async function thereOf(tx: DbTransaction, viewing: StoredViewing, amount: Money): Promise<Money> {
    const kept = await collecting.kept(payable(viewing), tx);
    return lesserOf(amount, kept ?? { ...amount, minor: 0n });
  }

  async function slotsFor(houseId: HouseId, now: Date): Promise<readonly Slot[] | undefined> {
    const house = await houses.find(houseId);
    if (house?.status !== 'open') return undefined;
    const found = await repository.slotsOf(house.city.id, new Date(now.getTime() + leadHours * hour), new Date(now.getTime() + shownDays * 24 * hour));
    return found.filter(({ taken, places, isClosed }) => !isClosed && taken < places);
  }

  return {
    price,
    /** Times at which a home can be shown; undefined where there is no such home to be had. */
    slotsFor,

    async book(wanted: WantedViewing, userId: UserId, now: Date): Promise<Outcome<{ readonly code: string }, 'unknown' | 'slot-gone' | 'too-many'>> {
      const { houseId, slotId, note, consent, locale } = wanted;
      const house = await houses.find(houseId);
      if (house?.status !== 'open') return refused('unknown');
      return transact(async (tx) => {
        const mine = await repository.ofUser(userId, tx);
        if (mine.filter(({ state }) => ahead.includes(state)).length >= mostViewings) return refused('too-many');
        const slot = await repository.slot(slotId, tx);
        if (!slot || slot.isClosed || slot.cityId !== house.city.id || slot.startsAt.getTime() - now.getTime() < leadHours * hour) return refused('slot-gone');
        const isFree = price.minor === 0n;
        const code = newReference();
        const payUntil = new Date(now.getTime() + payMinutes * 60_000);
        const row = { code, userId, houseId, slotId, amount: price, locale, consent, madeAt: now, payUntil };
        const isPlaced = await repository.add(
          tx,
          { ...row, sealed: secrets.encrypt('viewings', note), state: isFree ? 'booked' : 'to_pay', paidAt: isFree ? now : undefined },
          slot.places,
        );
        if (!isPlaced) return refused('slot-gone');
        if (isFree) {
          const booked = await repository.find(code, tx);
          if (booked) await tell(tx, booked, 'booked', now);
        } else {
          const shares = [{ payee: 'operator', supplierId: undefined, what: 'fee', amount: price }] as const;
          await collecting.ask(tx, { ...payable(row), userId, amount: price, shares, dueAt: payUntil }, now);
        }
        return done({ code });
      }, `viewings of ${userId}`);
    },

    /** What cancelling gives back now: no more than is still there, as a bank may have taken it. Undefined where nothing is. */
    async backNow(viewing: Viewing, now: Date): Promise<Money | undefined> {
      const kept = await collecting.kept(payable(viewing));
      return kept && kept.minor > 0n ? lesserOf(refundNow(viewing, now), kept) : undefined;
    },

    /** One of a person's own; undefined where it is not theirs. */
    async find(code: string, userId: UserId): Promise<Viewing | undefined> {
      const stored = await repository.find(code);
      return stored?.userId === userId ? open(stored) : undefined;
    },

    /** The next viewing of a home that somebody has booked, as part of what depends on it. */
    nextOf: repository.nextOf,
    async nextBooked(userId: UserId, houseId: HouseId, now: Date): Promise<BookedViewing | undefined> {
      const ahead = (await repository.ofUser(userId)).filter((one) => one.houseId === houseId && one.state === 'booked' && one.slot.startsAt > now);
      const [next] = ahead.toSorted((a, b) => a.slot.startsAt.getTime() - b.slot.startsAt.getTime());
      return next && bookedOf(next);
    },

    ofUser: async (userId: UserId): Promise<readonly Viewing[]> => (await repository.ofUser(userId)).map(open),

    /** Cancels it; what comes back is what `refundNow` says at that moment. */
    async cancel(code: string, userId: UserId, now: Date): Promise<Outcome<{ readonly back: Money }, 'unknown' | 'not-now'>> {
      return within(code, async (tx, viewing) => {
        if (viewing?.userId !== userId) return refused('unknown');
        if (!ahead.includes(viewing.state) || (viewing.state === 'booked' && viewing.slot.startsAt <= now)) return refused('not-now');
        const back = viewing.state === 'booked' ? await thereOf(tx, viewing, refundNow(viewing, now)) : { ...viewing.amount, minor: 0n };
        await move(tx, viewing, back.minor > 0n ? 'withdraw' : 'cancel', 'customer', now, { ended_at: now });
        if (viewing.state === 'to_pay') await collecting.withdraw(tx, payable(viewing), now);
        await beds.letGo(tx, viewing.id, now);
        if (back.minor > 0n) await collecting.refund(tx, payable(viewing), { amount: back, reason: 'cancelled', by: 'system' }, now);
        await tell(tx, viewing, 'cancelled', now);
        return done({ back });
      });
    },

    /** Gives it another time; what was paid stays paid. */
    async moveTo(code: string, slotId: number, userId: UserId, now: Date): Promise<Outcome<{ readonly code: string }, 'unknown' | 'not-now' | 'slot-gone'>> {
      return within(code, async (tx, viewing) => {
        if (viewing?.userId !== userId) return refused('unknown');
        if (!isMovable(viewing, now)) return refused('not-now');
        const slot = await repository.slot(slotId, tx);
        const isOpen = slot && !slot.isClosed && slot.cityId === viewing.cityId && slot.startsAt.getTime() - now.getTime() >= leadHours * hour;
        if (!isOpen || slot.id === viewing.slot.id || !(await repository.moveTo(tx, code, slot, now))) return refused('slot-gone');
        const moved = await repository.find(code, tx);
        if (moved) await beds.follow(tx, bookedOf(moved), now);
        if (moved) await tell(tx, moved, 'moved', now);
        return done({ code });
      });
    },

    /** Gives it another time on our side, at any that is open in the city, and tells its reader. */
    async moveByStaff(code: string, slotId: number, by: StaffId, now: Date): Promise<Outcome<{ readonly code: string }, 'unknown' | 'not-now' | 'slot-gone'>> {
      return within(code, async (tx, viewing) => {
        if (!viewing) return refused('unknown');
        if (!isMovableByStaff(viewing, now)) return refused('not-now');
        const slot = await repository.slot(slotId, tx);
        const isOpen = slot && !slot.isClosed && slot.cityId === viewing.cityId && slot.startsAt > now;
        if (!isOpen || slot.id === viewing.slot.id || !(await repository.moveTo(tx, code, slot, now, by))) return refused('slot-gone');
        await audit.append(tx, { actor: `staff:${by}`, action: 'viewing-moved', subject: `viewing:${viewing.id}`, data: {} });
        const moved = await repository.find(code, tx);
        if (moved) await beds.follow(tx, bookedOf(moved), now);
        if (moved) await tell(tx, moved, 'rescheduled', now);
        return done({ code });
      });
    },

    /** Reminds readers of what is booked, a day and an hour before. Returns how many. */
    async remind(now: Date): Promise<number> {
      let count = 0;
      const rows = apart();
      for (const reminder of ['hour', 'day'] as const satisfies readonly Reminder[])
        for (const code of await repository.toRemind(reminder, now, batch))
          await rows.run(() =>
            within(code, async (tx, viewing) => {
              // It may have been moved, or told, since it was found.
              const left = viewing ? viewing.slot.startsAt.getTime() - now.getTime() : 0;
              if (viewing?.state !== 'booked' || left <= 0 || left > reminderHours[reminder] * hour) return;
              if (!(await repository.setReminded(tx, code, reminder, now))) return;
              await tell(tx, viewing, reminder, now);
              count += 1;
            }),
          );
      rows.end();
      return count;
    },

    /** Lets places go that were not paid in time. Returns how many. */
    async lapse(now: Date): Promise<number> {
      let count = 0;
      const rows = apart();
      for (const code of await repository.overdue(now, batch)) {
        const isOver = await rows.run(() =>
          within(code, async (tx, viewing) => {
            if (viewing?.state !== 'to_pay' || viewing.payUntil > now) return false;
            await move(tx, viewing, 'lapse', 'clock', now, { ended_at: now });
            await collecting.withdraw(tx, payable(viewing), now);
            await tell(tx, viewing, 'expired', now);
            return true;
          }),
        );
        if (isOver) count += 1;
      }
      rows.end();
      return count;
    },

    /** What payments asks of viewings, but for the words. */
    payable: {
      async paid(tx, { code }, now) {
        const viewing = await repository.find(code, tx);
        if (!viewing) return 'too-late';
        const moment = { now, startsAt: viewing.slot.startsAt, payUntil: viewing.payUntil };
        const isInTime = nextViewingState(viewing.state, 'pay', 'payment', moment) !== undefined;
        if (viewing.state === 'to_pay' && isInTime) {
          await move(tx, viewing, 'pay', 'payment', now, { paid_at: now });
          await tell(tx, viewing, 'booked', now);
          return 'accepted';
        }
        const slot = viewing.state === 'expired' && isInTime ? await repository.slot(viewing.slot.id, tx) : undefined;
        if (slot && !slot.isClosed && (await repository.placeAgain(tx, viewing, slot.places, now))) {
          await tell(tx, viewing, 'booked', now);
          return 'accepted';
        }
        if (nextViewingState(viewing.state, 'late-pay', 'payment', moment)) await move(tx, viewing, 'late-pay', 'payment', now, { ended_at: now });
        return 'too-late';
      },
      async refunded(tx, { code }, _gone, left, now) {
        const viewing = await repository.find(code, tx);
        if (!viewing || left.minor > 0n) return;
        if (!nextViewingState(viewing.state, 'refunded', 'payment', { now, startsAt: viewing.slot.startsAt, payUntil: viewing.payUntil })) return;
        await move(tx, viewing, 'refunded', 'payment', now);
        await tell(tx, viewing, 'refunded', now);
      },
      /** A place stays whose money is disputed: staff decide. What a bank gives back for one that was cancelled meanwhile goes on to who paid. */
      async disputed(tx, { code }, { name, state }, now) {
        const viewing = await repository.find(code, tx);
        if (!viewing) return;
        await tell(tx, viewing, `dispute-${state}`, now, name);
        const back = state === 'won' && viewing.state === 'cancelled' ? await thereOf(tx, viewing, viewing.amount) : undefined;
        if (!back || back.minor === 0n) return;
        await move(tx, viewing, 'late-pay', 'payment', now);
        await collecting.refund(tx, payable(viewing), { amount: back, reason: 'cancelled', by: 'system' }, now);
      },
    } satisfies Omit<Payable, 'facts'>,

    /** For staff, and for what a payment is called: whose it is does not matter. */
    async ofCode(code: string): Promise<Viewing | undefined> {
      const stored = await repository.find(code);
      return stored && open(stored);
    },

    list: async (states: readonly ViewingState[], before: number | undefined, most: number): Promise<readonly Viewing[]> =>
      (await repository.list(states, before, most)).map(open),

    slot: (id: number): Promise<Slot | undefined> => repository.slot(id),
    /** Slots of a city from now on, full and closed ones too. */
    slotsOfCity: (cityId: CityId, now: Date): Promise<readonly Slot[]> => repository.slotsOf(cityId, now, new Date(now.getTime() + 90 * 24 * hour)),

    async openSlots(cityId: CityId, times: readonly Date[], how: Pick<Slot, 'minutes' | 'places'>, by: StaffId): Promise<number> {
      return transact(async (tx) => {
        const opened = await repository.openSlots(tx, cityId, times, how, by);
        await audit.append(tx, { actor: `staff:${by}`, action: 'viewing-slots-changed', subject: `city:${cityId}`, data: { deed: 'open', count: opened } });
        return opened;
      });
    },

    async closeSlot(id: number, by: StaffId, now: Date): Promise<boolean> {
      return transact(async (tx) => {
        if (!(await repository.closeSlot(tx, id, now))) return false;
        await audit.append(tx, { actor: `staff:${by}`, action: 'viewing-slots-changed', subject: `slot:${id}`, data: { deed: 'close', count: 1 } });
        return true;
      });
    },

    /** Says what was seen, or that it could not be held: then all that was paid goes back. */
    async report(
      code: string,
      outcome: 'done' | 'missed',
      result: ViewingResult,
      by: StaffId,
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now' | 'too-early'>> {
      return within(code, async (tx, viewing) => {
        if (!viewing) return refused('unknown');
        if (viewing.state !== 'booked') return refused('not-now');
        if (outcome === 'done' && viewing.slot.startsAt > now) return refused('too-early');
        const sealed = secrets.encrypt('viewings', JSON.stringify(result));
        await move(tx, viewing, outcome === 'done' ? 'report' : 'miss', 'staff', now, { ended_at: now, result: sealed, seen_by: by });
        const back = outcome === 'missed' ? await thereOf(tx, viewing, viewing.amount) : undefined;
        if (back && back.minor > 0n) await collecting.refund(tx, payable(viewing), { amount: back, reason: 'not held', by }, now);
        await audit.append(tx, { actor: `staff:${by}`, action: 'viewing-reported', subject: `viewing:${viewing.id}`, data: { outcome } });
        await tell(tx, viewing, outcome, now);
        return done(null);
      });
    },
  };
}
