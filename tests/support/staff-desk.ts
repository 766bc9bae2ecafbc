/** Staff and people of a test: browsers of both, over the calls as they are made. */
import { createHash, randomBytes } from 'node:crypto';
import type * as z from 'zod/mini';
import { TOTP, Secret } from 'otpauth';
import type { StaffRole } from '#lib/access.ts';
import type { Contract } from '#lib/api/contract.ts';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import { staffCookie } from '#lib/api/gates/session.ts';
import { ownCookies } from '#lib/own-cookies.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { createAuditFeature } from '#lib/features/audit/audit.feature.ts';
import { createStaffRegister } from '#lib/features/staff/staff.feature.ts';
import { staffEnrolContract } from '#lib/features/staff/staff.contract.ts';
import type { StaffService } from '#lib/features/staff/staff.service.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { AccountsDesk, Browser } from './accounts-desk.ts';
import type { Answered } from './test-api.ts';

export const staffPassword = 'Harbour-2031';

/** Somebody of the staff in front of a browser. */
export type StaffBrowser = {
  readonly id: StaffId;
  readonly email: string;
  readonly browser: Browser;
  /** What their device shows now. */
  code(): string;
  call<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    contract: Contract<I, O>,
    values?: Readonly<Record<string, string | number>>,
  ): Promise<Answered<z.output<O>>>;
};

export type StaffDesk = {
  readonly register: StaffService;
  /** Somebody who was added and has not come in yet. `ticket`: what the browser keeps that took their link. */
  added(role: StaffRole): Promise<{ readonly id: StaffId; readonly email: string; readonly ticket: string; code(): string }>;
  /** Somebody who has just come in for the first time. */
  member(role: StaffRole): Promise<StaffBrowser>;
  /** The same person in front of another browser, who is signed in nowhere there yet. */
  elsewhere(member: StaffBrowser): StaffBrowser;
};

/** @param ages whether sessions end unused and proofs grow old, where that is what a test is about. */
export function openStaffDesk(desk: AccountsDesk, { ages = false }: { readonly ages?: boolean } = {}): StaffDesk {
  const { db } = desk.on.base;
  const { service: audit } = createAuditFeature({ db });
  const register = createStaffRegister({ db, secrets: desk.secrets, audit });
  const csrf = csrfOf({ secrets: desk.secrets });
  /** Apart from those of other desks over the same database. */
  const own = randomBytes(4).toString('hex');
  let people = 0;

  async function tokenOf(browser: Browser): Promise<string> {
    const token = browser.cookies.get(staffCookie);
    const session = token === undefined ? undefined : await register.read(token, desk.clock.now);
    return csrf.tokenFor(session ? `staff:${session.id}` : `pre:${browser.cookies.get(ownCookies.visit) ?? ''}`);
  }

  const before = (id: StaffId, email: string, browser: Browser, code: () => string): StaffBrowser => ({
    id,
    email,
    browser,
    code,
    call: async (contract, values = {}) => {
      if (!ages) await keptFresh(browser);
      return browser.call(contract, values, { [wireHeaders.antiForgery]: contract.access === 'public' ? await ownToken(browser) : await tokenOf(browser) });
    },
  });

  /** Whoever sits in front of it has just used it and shown who they are. */
  async function keptFresh(browser: Browser): Promise<void> {
    const token = browser.cookies.get(staffCookie);
    if (token === undefined) return;
    const fresh = { proved_at: desk.clock.now, seen_at: desk.clock.now };
    await db.updateTable('staff_sessions').set(fresh).where('digest', '=', createHash('sha256').update(token).digest('base64url')).execute();
  }

  /** Of the visit: staff who sign in are nobody at the entrance of people. */
  const ownToken = async (browser: Browser): Promise<string> => csrf.tokenFor(`pre:${browser.cookies.get(ownCookies.visit) ?? ''}`);

  const desks: StaffDesk = {
    register,
    async added(role) {
      const email = `staff${(people += 1)}-${own}@example.org`;
      const outcome = await register.add({ email, name: `Staff ${people}`, role }, 'command:staff', desk.clock.now);
      if (!outcome.ok) throw new Error('nobody was added');
      const taken = await register.takeLink(outcome.value.ticket, desk.clock.now);
      if (!taken.ok) throw new Error('the link was not taken');
      const enrolment = await register.enrolment(taken.value, desk.clock.now);
      const totp = new TOTP({ secret: Secret.fromBase32(enrolment?.key?.secret ?? '') });
      return { id: outcome.value.id, ticket: taken.value, email, code: () => totp.generate({ timestamp: desk.clock.now.getTime() }) };
    },
    async member(role) {
      const { id, email, ticket, code } = await desks.added(role);
      const one = before(id, email, desk.browser(), code);
      one.browser.cookies.set(ownCookies.firstVisit, ticket);
      const answer = await one.call(staffEnrolContract, { password: staffPassword, code: code() });
      if (answer.error_code !== 0) throw new Error(`${email} did not come in: ${answer.message}`);
      return one;
    },
    elsewhere: ({ id, email, code }) => before(id, email, desk.browser(), code),
  };
  return desks;
}
