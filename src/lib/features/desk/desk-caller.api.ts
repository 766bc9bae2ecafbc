/** Who calls, and what a call of the desk answers when it cannot. */
import type { Caller } from '#lib/api/caller.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { Doer } from './house-care.service.ts';

export const notFound = { ok: false, error: 'not-found' } as const;

/** The gate has seen to it that there is one. */
export function doerOf({ staff, now }: Caller): Doer {
  if (!staff) throw new TypeError('a call of staff was reached by nobody of the staff');
  return { staffId: asId<StaffId>(staff.staffId), now };
}
