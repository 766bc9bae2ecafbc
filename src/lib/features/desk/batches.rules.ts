/** What an act does to each of many threads, before it does. Pure, browser-safe. */
import { enquiryTeams } from '#lib/features/enquiries/enquiries.schema.ts';
import type { Enquiry, EnquiryTeam } from '#lib/features/enquiries/enquiries.schema.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { EnquiryId, StaffId } from '#lib/ids/ids.ts';
import { mostAtOnce, plainBatchActs, undoMinutes } from './batches.schema.ts';
import type { SkipReason } from './batches.schema.ts';
import type { Colleague } from './threads.schema.ts';

export type BatchDeed =
  | { readonly act: (typeof plainBatchActs)[number] }
  | { readonly act: 'give'; readonly to: StaffId }
  | { readonly act: 'team'; readonly team: EnquiryTeam };

/**
 * An act as forms write it; undefined for what is none, or for a colleague who answers nobody.
 * @example readBatchAct('team-service', []) // { act: 'team', team: 'service' }
 */
export function readBatchAct(text: string | null, colleagues: readonly Colleague[]): BatchDeed | undefined {
  const plain = plainBatchActs.find((one) => one === text);
  if (plain) return { act: plain };
  const [kind, ...rest] = (text ?? '').split('-');
  const about = rest.join('-');
  if (kind === 'give') {
    const to = parseId<StaffId>(about);
    return to !== undefined && colleagues.some(({ id }) => id === to) ? { act: 'give', to } : undefined;
  }
  const team = kind === 'team' ? enquiryTeams.find((one) => one === about) : undefined;
  return team && { act: 'team', team };
}

/** @example readThreads('7,7,x,8') // [7, 8] */
export function readThreads(text: string | null): readonly EnquiryId[] {
  const ids = (text ?? '').split(',').flatMap((one) => parseId<EnquiryId>(one) ?? []);
  return [...new Set(ids)].slice(0, mostAtOnce);
}

/** Why an act leaves a thread alone; undefined where it does something. */
export function skipped(
  deed: BatchDeed,
  { state, staffId, team, mergedInto }: Pick<Enquiry, 'state' | 'staffId' | 'team' | 'mergedInto'>,
  me: StaffId,
): SkipReason | undefined {
  if (mergedInto !== undefined) return 'merged';
  const isSettled = state === 'closed' || state === 'spam';
  if (deed.act === 'reopen') return isSettled ? undefined : 'not-closed';
  if (deed.act === 'close' && state === 'closed') return 'same';
  if (isSettled) return 'settled';
  switch (deed.act) {
    case 'claim':
      return staffId === me ? 'same' : staffId === undefined ? undefined : 'taken';
    case 'release':
      return staffId === undefined ? 'same' : undefined;
    case 'wait':
      return state === 'waiting' ? 'same' : undefined;
    case 'give':
      return staffId === deed.to ? 'same' : undefined;
    case 'team':
      return team === deed.team ? 'same' : undefined;
    case 'close':
      return undefined;
  }
}

/** Until when an act can be undone. */
export const undoneUntil = (at: Date): Date => new Date(at.getTime() + undoMinutes * 60_000);
