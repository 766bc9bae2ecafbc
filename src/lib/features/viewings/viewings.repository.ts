import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { HouseNames } from '#lib/features/catalogue/local-texts.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, StaffId, UserId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import { placedStates } from './viewings.process.rules.ts';
import type { ViewingState } from './viewings.process.rules.ts';
import { reminderHours } from './viewings.schema.ts';
import type { BookedViewing } from '#lib/features/stock/stock.schema.ts';
import type { Reminder, Slot, Viewing } from './viewings.schema.ts';

/** A viewing with what only the service opens. */
export type StoredViewing = Omit<Viewing, 'note' | 'result'> & {
  readonly sealed: string;
  readonly result: string | undefined;
  /** What the home is called, and where it is. */
  readonly houseNames: HouseNames;
  readonly cityId: CityId;
};

export type NewViewing = {
  readonly code: string;
  readonly userId: UserId;
  readonly houseId: HouseId;
  readonly slotId: number;
  readonly state: ViewingState;
  readonly amount: Money;
  readonly locale: Locale;
  readonly sealed: string;
  readonly consent: string;
  readonly madeAt: Date;
  readonly payUntil: Date;
  readonly paidAt: Date | undefined;
};

const columns = [
  'viewings.id',
  'code',
  'user_id',
  'house_id',
  'slot_id',
  'starts_at',
  'minutes',
  'state',
  'amount_minor',
  'currency',
  'locale',
  'sealed',
  'made_at',
  'pay_until',
  'paid_at',
  'result',
  'seen_by',
  'viewing_slots.city_id',
  'houses.name as house_name',
  'houses.name_zh as house_name_zh',
  'houses.names as house_names',
  'moves',
  'moved_by',
] as const;

export type ViewingsRepository = ReturnType<typeof createViewingsRepository>;

export function createViewingsRepository(db: Db) {
  const rows = (on: Db | DbTransaction) =>
    on
      .selectFrom('viewings')
      .innerJoin('viewing_slots', 'viewing_slots.id', 'viewings.slot_id')
      .innerJoin('houses', 'houses.id', 'viewings.house_id')
      .select(columns);

  type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];
  const viewingOf = (row: Row): StoredViewing => {
    if (!isCurrency(row.currency)) throw new TypeError(`a viewing is in ${row.currency}, which is no currency of ours`);
    return {
      id: row.id,
      code: row.code,
      userId: asId<UserId>(row.user_id),
      houseId: asId<HouseId>(row.house_id),
      slot: { id: row.slot_id, startsAt: row.starts_at, minutes: row.minutes },
      state: row.state,
      amount: { minor: row.amount_minor, currency: row.currency },
      locale: locales.find((one) => one === row.locale) ?? 'en-us',
      sealed: row.sealed,
      madeAt: row.made_at,
      payUntil: row.pay_until,
      paidAt: row.paid_at ?? undefined,
      result: row.result ?? undefined,
      houseNames: { name: row.house_name, nameZh: row.house_name_zh, names: row.house_names },
      moves: row.moves,
      isMovedByUs: row.moved_by !== null,
      cityId: asId<CityId>(row.city_id),
      seenBy: row.seen_by === null ? undefined : asId<StaffId>(row.seen_by),
    };
  };

  const slots = (on: Db | DbTransaction) =>
    on
      .selectFrom('viewing_slots')
      .select(({ selectFrom, fn }) => [
        'id',
        'city_id',
        'starts_at',
        'minutes',
        'places',
        'closed_at',
        selectFrom('viewings')
          .whereRef('slot_id', '=', 'viewing_slots.id')
          .where('state', 'in', placedStates)
          .select(fn.countAll<number>().as('taken'))
          .as('taken'),
      ]);
  type SlotRow = Awaited<ReturnType<ReturnType<typeof slots>['execute']>>[number];
  const slotOf = ({ id, city_id, starts_at, minutes, places, closed_at, taken }: SlotRow): Slot => ({
    id,
    cityId: asId<CityId>(city_id),
    startsAt: starts_at,
    minutes,
    places,
    taken: Number(taken ?? 0),
    isClosed: closed_at !== null,
  });

  async function freePlace(tx: DbTransaction, slotId: number, places: number): Promise<number | undefined> {
    const taken = await tx.selectFrom('viewings').select('place').where('slot_id', '=', slotId).where('state', 'in', placedStates).execute();
    return Array.from({ length: places }, (_, at) => at + 1).find((place) => !taken.some((one) => one.place === place));
  }

  return {
    /** Those that begin in a span of time, by their beginning. */
    async slotsOf(cityId: CityId, from: Date, to: Date): Promise<readonly Slot[]> {
      const found = await slots(db)
        .where('city_id', '=', cityId)
        .where('starts_at', '>=', from)
        .where('starts_at', '<', to)
        .orderBy('starts_at')
        .limit(500)
        .execute();
      return found.map(slotOf);
    },

    async slot(id: number, tx?: DbTransaction): Promise<Slot | undefined> {
      const row = await slots(tx ?? db)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && slotOf(row);
    },

    /** Opens slots; one that stands at the same time in the same city stays as it is. Returns how many are new. */
    async openSlots(
      tx: DbTransaction,
      cityId: CityId,
      times: readonly Date[],
      { minutes, places }: Pick<Slot, 'minutes' | 'places'>,
      by: StaffId,
    ): Promise<number> {
      const made = await tx
        .insertInto('viewing_slots')
        .values(times.map((at) => ({ city_id: cityId, starts_at: at, minutes, places, made_by: by, closed_at: null })))
        .onConflict((conflict) => conflict.columns(['city_id', 'starts_at']).doNothing())
        .returning('id')
        .execute();
      return made.length;
    },

    /** @returns whether there was one that was open. */
    async closeSlot(tx: DbTransaction, id: number, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('viewing_slots')
        .set({ closed_at: now })
        .where('id', '=', id)
        .where('closed_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Takes one of a slot's places; the database lets nobody else have it meanwhile. Returns false where all are taken. */
    async add(tx: DbTransaction, { userId, houseId, slotId, amount, madeAt, payUntil, paidAt, ...row }: NewViewing, places: number): Promise<boolean> {
      for (let place = 1; place <= places; place++) {
        const added = await tx
          .insertInto('viewings')
          .values({
            ...row,
            user_id: userId,
            house_id: houseId,
            slot_id: slotId,
            place,
            amount_minor: amount.minor,
            currency: amount.currency,
            made_at: madeAt,
            pay_until: payUntil,
            paid_at: paidAt ?? null,
            ended_at: null,
            result: null,
            seen_by: null,
          })
          .onConflict((conflict) => conflict.columns(['slot_id', 'place']).where('state', 'in', placedStates).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (added) return true;
      }
      return false;
    },

    async find(code: string, tx?: DbTransaction): Promise<StoredViewing | undefined> {
      const row = await rows(tx ?? db)
        .where('code', '=', code)
        .executeTakeFirst();
      return row && viewingOf(row);
    },

    /** The next one of a home that somebody has booked; it stays as it is until the transaction ends. */
    async nextOf(tx: DbTransaction, userId: UserId, houseId: HouseId, now: Date): Promise<BookedViewing | undefined> {
      const row = await tx
        .selectFrom('viewings')
        .innerJoin('viewing_slots', 'viewing_slots.id', 'viewings.slot_id')
        .select(['viewings.id', 'starts_at', 'minutes'])
        .where('user_id', '=', userId)
        .where('house_id', '=', houseId)
        .where('state', '=', 'booked')
        .where('starts_at', '>', now)
        .orderBy('starts_at')
        .limit(1)
        .forShare('viewings')
        .executeTakeFirst();
      return row && { id: row.id, startsAt: row.starts_at, minutes: row.minutes };
    },

    async ofUser(userId: UserId, tx?: DbTransaction): Promise<readonly StoredViewing[]> {
      return (
        await rows(tx ?? db)
          .where('user_id', '=', userId)
          .orderBy('viewings.id', 'desc')
          .limit(200)
          .execute()
      ).map(viewingOf);
    },

    /** Newest first; `before`: those with a lower number. */
    async list(states: readonly ViewingState[], before: number | undefined, most: number): Promise<readonly StoredViewing[]> {
      const found = await rows(db)
        .where('state', 'in', states)
        .$if(before !== undefined, (query) => query.where('viewings.id', '<', before ?? 0))
        .orderBy('viewings.id', 'desc')
        .limit(most)
        .execute();
      return found.map(viewingOf);
    },

    /** Places that were not paid in time. */
    async overdue(now: Date, most: number): Promise<readonly string[]> {
      const found = await db
        .selectFrom('viewings')
        .select('code')
        .where('state', '=', 'to_pay')
        .where('pay_until', '<=', now)
        .orderBy('pay_until')
        .limit(most)
        .execute();
      return found.map(({ code }) => code);
    },

    /** Moves a viewing on from the state it was seen in. Returns false where it has moved meanwhile. */
    async move(
      tx: DbTransaction,
      code: string,
      from: ViewingState,
      to: ViewingState,
      more: { readonly paid_at?: Date; readonly ended_at?: Date; readonly result?: string; readonly seen_by?: StaffId } = {},
    ): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('viewings')
        .set({ state: to, ...more })
        .where('code', '=', code)
        .where('state', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Gives a viewing that had lost its place one of its slot again. Returns false where all are taken. */
    async placeAgain(tx: DbTransaction, { code, slot }: Pick<StoredViewing, 'code' | 'slot'>, places: number, paidAt: Date): Promise<boolean> {
      const free = await freePlace(tx, slot.id, places);
      if (free === undefined) return false;
      await tx.updateTable('viewings').set({ place: free, state: 'booked', paid_at: paidAt }).where('code', '=', code).execute();
      return true;
    },

    /** Gives a viewing a place at another time, and its reader their reminders anew. Returns false where all are taken. @param by of staff; undefined for its reader. */
    async moveTo(tx: DbTransaction, code: string, slot: Pick<Slot, 'id' | 'places'>, now: Date, by?: StaffId): Promise<boolean> {
      // Whoever books meanwhile waits, and finds the place taken.
      await tx.selectFrom('viewing_slots').select('id').where('id', '=', slot.id).forUpdate().execute();
      const free = await freePlace(tx, slot.id, slot.places);
      if (free === undefined) return false;
      await tx
        .updateTable('viewings')
        .set(({ eb }) => ({
          slot_id: slot.id,
          place: free,
          moves: eb('moves', '+', 1),
          moved_at: now,
          moved_by: by ?? null,
          day_told_at: null,
          hour_told_at: null,
        }))
        .where('code', '=', code)
        .execute();
      return true;
    },

    /** Booked ones of which a reminder is due. Of what was booked or moved within its last day nobody is reminded a day before. */
    async toRemind(reminder: Reminder, now: Date, most: number): Promise<readonly string[]> {
      const until = new Date(now.getTime() + reminderHours[reminder] * 3_600_000);
      const found = await db
        .selectFrom('viewings')
        .innerJoin('viewing_slots', 'viewing_slots.id', 'viewings.slot_id')
        .select('code')
        .where('state', '=', 'booked')
        .where('starts_at', '>', now)
        .where('starts_at', '<=', until)
        .where(reminder === 'day' ? 'day_told_at' : 'hour_told_at', 'is', null)
        .$if(reminder === 'day', (query) =>
          query
            .where('starts_at', '>', new Date(now.getTime() + reminderHours.hour * 3_600_000))
            .where(sql<boolean>`coalesce(moved_at, paid_at, made_at) < starts_at - make_interval(hours => ${reminderHours.day})`),
        )
        .orderBy('starts_at')
        .limit(most)
        .execute();
      return found.map(({ code }) => code);
    },

    /** Returns false where it was told before. */
    async setReminded(tx: DbTransaction, code: string, reminder: Reminder, now: Date): Promise<boolean> {
      const column = reminder === 'day' ? 'day_told_at' : 'hour_told_at';
      const { numUpdatedRows } = await tx
        .updateTable('viewings')
        .set({ [column]: now })
        .where('code', '=', code)
        .where(column, 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('viewings').set({ user_id: into }).where('user_id', '=', from).execute();
    },
  };
}
