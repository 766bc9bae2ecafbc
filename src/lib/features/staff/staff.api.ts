import { fault } from '#lib/forms/field-faults.rules.ts';
import { countedAs } from '#lib/api/address.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { Caller } from '#lib/api/caller.ts';
import { staffCookie } from '#lib/api/gates/session.ts';
import type { StaffSession } from '#lib/api/gates/session.ts';
import { ownCookies } from '#lib/own-cookies.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import { staffSecretIn } from '#lib/features/accounts/contact-input.rules.ts';
import { emailOf } from '#lib/features/accounts/contacts.rules.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { zoneCalled } from '#lib/dates/zone-names.ts';
import { safePath } from '#lib/safe-path.ts';
import { clientHash } from '#lib/validation/passwords.ts';
import type { PeopleService } from './people.service.ts';
import * as contracts from './staff.contract.ts';
import { firstVisitMinutes, sessionHours } from './staff.schema.ts';
import type { PersonAction, PersonReason } from './staff.schema.ts';
import type { BegunStaffSession, StaffService, StaffVisit } from './staff.service.ts';

type Parts = {
  readonly staff: StaffService;
  readonly people: PeopleService;
  readonly cookies: StaffCookies;
};

export const visitOf = ({ address, userAgent, country, now }: Caller): StaffVisit => ({ address: countedAs(address).client, userAgent, country, now });

/** The gate has seen to it that there is one. */
function memberOf({ staff }: Caller): StaffSession {
  if (!staff) throw new TypeError('a call of staff was reached by nobody of the staff');
  return staff;
}
const staffIdOf = (caller: Caller): StaffId => asId<StaffId>(memberOf(caller).staffId);

export type StaffCookies = ReturnType<typeof createStaffCookies>;

/** What a browser keeps of a session of staff. @param secure whether the site is on https. */
export function createStaffCookies(secure: boolean) {
  const cookieOf = (token: string, seconds: number): string => setCookie(staffCookie, token, seconds, secure, { httpOnly: true });
  const firstVisit = (ticket: string, seconds: number): string => setCookie(ownCookies.firstVisit, ticket, seconds, secure, { httpOnly: true });
  return {
    /** After a link was taken: what lets this browser go on. */
    taken: (ticket: string): readonly string[] => [firstVisit(ticket, firstVisitMinutes * 60)],
    noFirstVisit: [firstVisit('', 0)],
    of: ({ token }: BegunStaffSession): readonly string[] => [cookieOf(token, sessionHours * 3_600)],
    ended: (): readonly string[] => [cookieOf('', 0)],
  };
}

export function staffCalls({ staff, people, cookies }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.staffLoginContract, async ({ email, password, code, redirect }, caller) => {
      const outcome = await staff.signIn(emailOf(email) ?? email, await clientHash(password.normalize('NFC')), code, visitOf(caller));
      if (!outcome.ok) return outcome.reason === 'too-many' ? { ok: false, error: 'too-many' } : fault('code', 'staff.wrong');
      return { ok: true, data: { redirect: safePath(redirect, '') }, cookies: cookies.of(outcome.value) };
    }),
    bind(contracts.staffTakeContract, async ({ ticket }, caller) => {
      const outcome = await staff.takeLink(ticket, caller.now);
      return outcome.ok ? { ok: true, data: {}, cookies: cookies.taken(outcome.value) } : { ok: false, error: 'code-gone' };
    }),
    bind(contracts.staffEnrolContract, async ({ password, code }, caller) => {
      const ticket = caller.cookie(ownCookies.firstVisit) ?? '';
      const secret = await staffSecretIn(password, await staff.knownOf(ticket, caller.now));
      if (!secret.ok) return secret;
      const outcome = await staff.enrol(ticket, secret.value, code, visitOf(caller));
      if (!outcome.ok) return outcome.reason === 'gone' ? { ok: false, error: 'code-gone' } : fault('code', 'staff.wrong_code');
      return { ok: true, data: {}, cookies: [...cookies.of(outcome.value), ...cookies.noFirstVisit] };
    }),
    bind(contracts.staffLogoutContract, async (_, caller) => {
      await staff.signOut(staffIdOf(caller), Number(memberOf(caller).id));
      return { ok: true, data: {}, cookies: cookies.ended() };
    }),
    bind(contracts.staffProveContract, async ({ code, redirect }, caller) => {
      const outcome = await staff.prove(staffIdOf(caller), Number(memberOf(caller).id), code, visitOf(caller));
      if (outcome.ok) return { ok: true, data: { redirect: safePath(redirect, '') } };
      return outcome.reason === 'too-many' ? { ok: false, error: 'too-many' } : fault('code', 'staff.wrong_code');
    }),
    bind(contracts.staffZoneContract, async ({ zone }, caller) => {
      const known = zoneCalled(zone ?? '');
      if (known === undefined) return fault('zone', 'staff.zone_unknown');
      await staff.setZone(staffIdOf(caller), known);
      return { ok: true, data: {} };
    }),
    bind(contracts.staffFindPersonContract, async ({ who }, caller) => {
      const found = await people.find(who, staffIdOf(caller));
      if (found.ok) return { ok: true, data: { user_id: found.value } };
      return found.reason === 'too-many' ? { ok: false, error: 'too-many' } : fault('who', 'staff.nobody_found');
    }),
    bind(contracts.staffPersonContract, async ({ user_id, action, reason }, caller) => {
      const id = parseId<UserId>(user_id);
      if (id === undefined) return { ok: false, error: 'not-found' };
      const outcome = await people.act(id, action as PersonAction, reason as PersonReason, staffIdOf(caller), caller.now);
      if (!outcome.ok) return outcome.reason === 'unknown' ? { ok: false, error: 'not-found' } : fault('action', 'staff.not_now');
      return { ok: true, data: { user_id: id } };
    }),
  ];
}
