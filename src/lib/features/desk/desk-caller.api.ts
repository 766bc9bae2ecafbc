/** Who calls, and what a call of the desk answers when it cannot. */
import { staffIdOf } from '#lib/api/caller.ts';
import type { Caller } from '#lib/api/caller.ts';
import type { Doer } from './house-care.service.ts';

export const notFound = { ok: false, error: 'not-found' } as const;

/** @throws {TypeError} where nobody of the staff calls */
export const doerOf = (caller: Caller): Doer => ({ staffId: staffIdOf(caller), now: caller.now });
