/** Payouts take two members of staff: what a first one asks for, a second one has to ask for in the same words. */
import type { Db } from '#lib/db/database.ts';
import { dayMs } from '#lib/dates/dates.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { SaidOfPayout, SecondPerson } from './payouts.schema.ts';

/** Days for which a first word stands. */
const askDays = 7;

const isSame = (one: SaidOfPayout, other: SaidOfPayout): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''));
};

export function createSecondPerson(db: Db): SecondPerson {
  return {
    async ask(tx, subject, said, by, now) {
      const row = await tx.selectFrom('payout_asks').selectAll().where('subject', '=', subject).forUpdate().executeTakeFirst();
      const isOpen = row !== undefined && now.getTime() - row.asked_at.getTime() < askDays * dayMs;
      if (isOpen && isSame(row.said, said)) {
        if (row.asked_by === by) return 'same-person';
        await tx.deleteFrom('payout_asks').where('subject', '=', subject).execute();
        return { first: asId<StaffId>(row.asked_by) };
      }
      const values = { said: JSON.stringify(said), asked_by: by, asked_at: now };
      await tx
        .insertInto('payout_asks')
        .values({ subject, ...values })
        .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
        .execute();
      return 'first';
    },

    async drop(tx, subject) {
      await tx.deleteFrom('payout_asks').where('subject', '=', subject).execute();
    },

    async open(subject, now) {
      const row = await db
        .selectFrom('payout_asks')
        .innerJoin('staff_members', 'staff_members.id', 'asked_by')
        .select(['said', 'name', 'asked_by', 'asked_at'])
        .where('subject', '=', subject)
        .executeTakeFirst();
      if (!row || now.getTime() - row.asked_at.getTime() >= askDays * dayMs) return undefined;
      return { said: row.said, by: row.name, staffId: asId<StaffId>(row.asked_by), at: row.asked_at };
    },
  };
}
