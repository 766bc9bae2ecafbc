/** Whose form it is, as the form says itself: its hidden field outlives the session that the page was shown in, for a day. */
import type { Csrf } from '#lib/api/gates/csrf.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';

/** The hidden field that says whose form it is: the person's number, the hour it was shown in and a token of both. */
export const whoseField = 'whose';
/** Hours in which a form that outlived its session is still taken. */
const whoseHours = 24;
const hourOf = (now: Date): number => Math.floor(now.getTime() / 3_600_000);

/** What a form says that is shown to somebody now. */
export function whoseOf(csrf: Pick<Csrf, 'tokenFor'>, userId: number, now: Date): string {
  const hour = hourOf(now);
  return `${userId}.${hour}.${csrf.tokenFor(`form:${userId}:${hour}`)}`;
}

/** Whose form it is by what it says. */
export function ownerIn(csrf: Pick<Csrf, 'verify'>, whose: string, now: Date): UserId | undefined {
  const [, id = '', hour = '', token = ''] = /^(\d{1,10})\.(\d{6,7})\.([\w-]{1,512})$/.exec(whose) ?? [];
  const age = hourOf(now) - Number(hour);
  if (id === '' || age < 0 || age > whoseHours) return undefined;
  return csrf.verify(`form:${Number(id)}:${Number(hour)}`, token) ? asId<UserId>(Number(id)) : undefined;
}
