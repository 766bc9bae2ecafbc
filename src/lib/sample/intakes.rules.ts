/** The lease options a unit could offer around a day, and which of them still have rooms. */
import { addDays, dayNumber } from '#lib/dates/dates.ts';
import type { IsoDate } from '#lib/dates/dates.ts';
import type { Habits, LeaseLength } from './habits.rules.ts';

/** `running`: began already; `rest`: what is left of a running year; `soon`: within 100 days; `ahead`: later. */
export type OptionStage = 'running' | 'rest' | 'soon' | 'ahead';

export type PossibleTenancy = {
  readonly stage: OptionStage;
  readonly kind: 'main' | 'second' | 'summer';
  readonly moveIn: IsoDate;
  readonly moveOut: IsoDate;
  /** Short name of the lease, unique among the options of one move-in: `51w`, `10m`, `until-2027-08-28`. */
  readonly name: string;
};

const pad = (value: number): string => String(value).padStart(2, '0');

/** The first Saturday on or after a date. 1970-01-03 was one. */
export function saturdayFrom(date: string): IsoDate {
  return addDays(date, (((2 - dayNumber(date)) % 7) + 7) % 7);
}

function monthsLater(date: IsoDate, count: number): IsoDate {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + count;
  return `${Math.floor(month / 12)}-${pad((month % 12) + 1)}-${date.slice(8)}` as IsoDate;
}

function endOf(moveIn: IsoDate, lease: LeaseLength): IsoDate {
  return 'weeks' in lease ? addDays(moveIn, lease.weeks * 7) : monthsLater(moveIn, lease.months);
}

/**
 * Every option of a country around `today`: move-ins from five months ago to fifteen months ahead, in order of move-in.
 * For a year that is running, an option from the next usual move-in day to its end is added.
 */
export function possibleTenancies(habits: Habits, today: string): PossibleTenancy[] {
  const year = Number(today.slice(0, 4));
  const options: PossibleTenancy[] = [];
  const nextStart = habits.saturdays ? saturdayFrom(addDays(today, 10)) : (`${monthsLater(addDays(today, 8), 1).slice(0, 8)}01` as IsoDate);
  for (const candidate of [year - 1, year, year + 1, year + 2]) {
    for (const intake of habits.intakes) {
      const day = `${candidate}-${pad(intake.month)}-${pad(intake.day)}` as IsoDate;
      const moveIn = habits.saturdays ? saturdayFrom(day) : day;
      const distance = dayNumber(moveIn) - dayNumber(today);
      if (distance < -300 || distance > 460) continue;
      for (const lease of intake.leases) {
        const moveOut = endOf(moveIn, lease);
        const name = 'weeks' in lease ? `${lease.weeks}w` : `${lease.months}m`;
        if (distance > 0) options.push({ stage: distance <= 100 ? 'soon' : 'ahead', kind: intake.kind, moveIn, moveOut, name });
        else if (moveOut > addDays(nextStart, 42)) {
          if (distance >= -150) options.push({ stage: 'running', kind: intake.kind, moveIn, moveOut, name });
          options.push({ stage: 'rest', kind: intake.kind, moveIn: nextStart, moveOut, name: `until-${moveOut}` });
        }
      }
    }
  }
  const different = options.filter(({ moveIn, name }, index) => options.findIndex((other) => other.moveIn === moveIn && other.name === name) === index);
  return different.sort((a, b) => (a.moveIn < b.moveIn ? -1 : a.moveIn > b.moveIn ? 1 : a.moveOut < b.moveOut ? -1 : 1));
}
