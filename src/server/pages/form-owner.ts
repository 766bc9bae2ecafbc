/** Whose form it is, as the form says itself: its hidden field outlives the session that the page was shown in, for a day. */
import type { Csrf, FormOwner } from '#lib/api/gates/csrf.ts';
import type { FormKeeper } from '#lib/features/accounts/kept-forms.service.ts';
import type { Visitor } from '#lib/visitor.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';

/** The hidden field that says whose form it is: the number of the person or member of staff, the hour it was shown in and a token of both. */
export const whoseField = 'whose';
/** Hours in which a form that outlived its session is still taken. */
const whoseHours = 24;
const hourOf = (now: Date): number => Math.floor(now.getTime() / 3_600_000);

/** What marks a form of the staff, whose numbers are others. */
const staffMark = 's';
const tokenOwner = (mark: string, id: number, hour: number): FormOwner => (mark === staffMark ? `staff-form:${id}:${hour}` : `form:${id}:${hour}`);

/** Whose forms are those of whoever is signed in. */
export function keeperOf({ session, staff }: Pick<Visitor, 'session' | 'staff'>): FormKeeper | undefined {
  if (staff) return { staffId: asId<StaffId>(staff.staffId) };
  return session && { userId: asId<UserId>(session.userId) };
}

/** What a form says that is shown to somebody now. */
export function whoseOf(csrf: Pick<Csrf, 'tokenFor'>, keeper: FormKeeper, now: Date): string {
  const hour = hourOf(now);
  const [mark, id] = 'staffId' in keeper ? [staffMark, keeper.staffId] : ['', keeper.userId];
  return `${mark}${id}.${hour}.${csrf.tokenFor(tokenOwner(mark, id, hour))}`;
}

/** Whose form it is by what it says. */
export function ownerIn(csrf: Pick<Csrf, 'verify'>, whose: string, now: Date): FormKeeper | undefined {
  const [, mark = '', id = '', hour = '', token = ''] = /^(s?)(\d{1,10})\.(\d{6,7})\.([\w-]{1,512})$/.exec(whose) ?? [];
  const age = hourOf(now) - Number(hour);
  if (id === '' || age < 0 || age > whoseHours) return undefined;
  if (!csrf.verify(tokenOwner(mark, Number(id), Number(hour)), token)) return undefined;
  return mark === staffMark ? { staffId: asId<StaffId>(Number(id)) } : { userId: asId<UserId>(Number(id)) };
}
