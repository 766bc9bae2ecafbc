/**
 * Who may do what: every call and every page, for everybody there is. What each is meant to be stands in authorization.tsv, a
 * line for each; what has none, or another, fails.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Hono } from 'hono';
import type { BoundCall } from '#lib/api/bind.ts';
import { realmOf, refusalOf, staffRoles, standingOf, standings } from '#lib/access.ts';
import type { Access, StaffRole, Standing } from '#lib/access.ts';
import { sessionCookie, staffCookie } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { newSealKeys } from '#lib/api/sealing.ts';
import { contracts } from '#lib/contracts.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { routes } from '#lib/routes.ts';
import type { RouteDefinition } from '#lib/routes.ts';
import { plainApi } from '#tests/support/plain-api.ts';
import { bodyOf, closed, form } from '#tests/support/test-wire.ts';

const lines = readFileSync('tests/unit/authorization.tsv', 'utf8').trimEnd().split('\n');
const [all, signedIn, notThere] = ['goes on', 'is asked to sign in', 'is told that it is not there'] as const;
type Fate = typeof all | typeof signedIn | typeof notThere;

/** What each access means for each who asks, written down here a second time. */
const expected: Readonly<Record<Access, Readonly<Partial<Record<Standing, Fate>>> & { readonly others: Fate }>> = {
  public: { others: all },
  login: { visitor: signedIn, support: signedIn, finance: signedIn, editor: signedIn, admin: signedIn, others: all },
  partner: {
    visitor: signedIn,
    support: signedIn,
    finance: signedIn,
    editor: signedIn,
    admin: signedIn,
    'partner-owner': all,
    'partner-staff': all,
    'partner-viewer': all,
    others: notThere,
  },
  staff: { support: all, finance: all, editor: all, admin: all, others: signedIn },
  'staff-people': { support: all, admin: all, finance: notThere, editor: notThere, others: signedIn },
  'staff-desk': { support: all, admin: all, finance: notThere, editor: notThere, others: signedIn },
  'staff-homes': { support: all, editor: all, admin: all, finance: notThere, others: signedIn },
  'staff-orders': { support: all, finance: all, admin: all, editor: notThere, others: signedIn },
  'staff-money': { finance: all, admin: all, support: notThere, editor: notThere, others: signedIn },
  'staff-forms': { editor: all, admin: all, support: notThere, finance: notThere, others: signedIn },
  'staff-audit': { finance: all, admin: all, support: notThere, editor: notThere, others: signedIn },
};

const isStaff = (standing: Standing): standing is StaffRole => (staffRoles as readonly string[]).includes(standing);
const tokens = new Map(standings.map((standing) => [`token-of-${standing}`, standing]));
const known = { id: 'one', provedAt: new Date(0) };
const sessions: SessionReaders = {
  people: {
    async read(token) {
      const standing = tokens.get(token);
      return standing === undefined || standing === 'visitor' || isStaff(standing) ? undefined : { ...known, userId: 404, standing };
    },
  },
  staff: {
    async read(token) {
      const standing = tokens.get(token);
      return standing !== undefined && isStaff(standing) ? { ...known, staffId: 404, standing } : undefined;
    },
  },
};
/** What an answer's code says when the call behind the gates was reached, or the last of them, those of the proof and the captcha. */
const reached = [0, 301, 422, 10_121, 13_000];
/** Where a call needs the token of its visit it is there: who may make the call is what is asked here. */
const visit = { cookie: `loftling_pre=${'v'.repeat(22)}`, 'sec-fetch-site': 'same-origin', [wireHeaders.antiForgery]: 'right' };

let api: Hono;
/** What came to stand in the security log. */
const refusals: Refusal[] = [];
beforeAll(async () => {
  const { privateKey } = await newSealKeys();
  const calls = [...contracts, ...closed].map((contract): BoundCall => ({ kind: 'plain', contract, answer: async () => ({ ok: false, error: 'go-home' }) }));
  const csrf = { tokenFor: () => 'right', verify: (_: string, token: string) => token === 'right' };
  api = plainApi({ calls, sealKey: privateKey, csrf, sessions, onRefused: (refusal) => void refusals.push(refusal) });
});

test('every call and every page has a line of its own that says for whom it is, and no line is left over', () => {
  const rows = [
    ...contracts.map(({ name, access }) => `call\t${name}\t${access}`),
    ...Object.entries<RouteDefinition>(routes).map(([name, { access }]) => `page\t${name}\t${access}`),
  ];
  expect(rows.sort()).toEqual(lines);
});

/** The headers of somebody's browser: whoever is signed in as staff carries the cookie of staff, and no other. */
function headersOf(standing: Standing): Record<string, string> {
  if (standing === 'visitor') return {};
  const cookie = `${isStaff(standing) ? staffCookie : sessionCookie}=token-of-${standing}`;
  return { cookie: `loftling_pre=${'v'.repeat(22)}; ${cookie}`, 'sec-fetch-site': 'same-origin', [wireHeaders.antiForgery]: 'right' };
}

const codes: Readonly<Record<Fate, readonly number[]>> = { [all]: reached, [signedIn]: [403], [notThere]: [404] };

describe.each(standings)('[R6.01] [R6.02] [R6.03] [R6.05] [R1.02] %s', (standing) => {
  test.each([...contracts, ...closed].map((contract) => [contract.name, contract] as const))('%s', async (_name, { method, path, access, csrf }) => {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    const headers = { ...(csrf === 'always' ? visit : {}), ...headersOf(standing), ...(method === 'POST' ? form : {}) };
    const answer = await bodyOf(api.request(url, { method, headers }));
    const fate = expected[access][standing] ?? expected[access].others;
    expect(codes[fate]).toContain(answer.error_code);
    // Whoever is nobody here is asked to sign in, and leaves no line; whoever is somebody and may not, does.
    expect(refusals.splice(0).map((refusal) => [refusal.event, refusal.path])).toEqual(fate === notThere ? [['role', path]] : []);
  });
});

test('a token that is none is nobody’s, at both entrances', async () => {
  for (const { method, path, access } of [...contracts, ...closed].filter((contract) => contract.access !== 'public')) {
    const headers = { authorization: 'Bearer forged', ...(method === 'POST' ? form : {}) };
    const answers = [headers, { ...headers, authorization: '', 'sec-fetch-site': 'same-origin', cookie: `${staffCookie}=token-of-renter` }].map((given) =>
      bodyOf(api.request(path.replaceAll(/\{\w+\}/g, 'x'), { method, headers: given })),
    );
    for (const answer of await Promise.all(answers)) expect([access, answer.error_code]).toEqual([access, 403]);
  }
});

test('a page is for those its access says, a call of the API alike; what is not for everybody is private', () => {
  const fateOf = (access: Access, standing: Standing): Fate => {
    const seenAs = access !== 'public' && isStaff(standing) !== (realmOf(access) === 'staff') ? 'visitor' : standing;
    const refusal = access === 'public' ? undefined : refusalOf(access, seenAs);
    return refusal === undefined ? all : refusal === 'login-needed' ? signedIn : notThere;
  };
  for (const [name, { access, render }] of Object.entries<RouteDefinition>(routes)) {
    // A page that is kept for everybody cannot be for some.
    if (access !== 'public') expect([name, render]).toEqual([name, 'private']);
    for (const standing of standings)
      expect([name, standing, fateOf(access, standing)]).toEqual([name, standing, expected[access][standing] ?? expected[access].others]);
  }
});

test('[R3.02] [R3.03] [R6.10] what somebody is follows from their account', () => {
  const rows = [0, 3, 4, 6, 8, 9, 77].map((identity) => standingOf({ identity, partnerStatus: 0, partnerRole: 'owner' }));
  expect(rows).toEqual(['renter', 'pending-partner', 'publisher', 'consultant', 'university', 'live-host', 'renter']);
  const partners = [0, 1, 2, 3].map((partnerStatus) => standingOf({ identity: 3, partnerStatus, partnerRole: 'viewer' }));
  expect(partners).toEqual(['pending-partner', 'partner-viewer', 'partner-viewer', 'pending-partner']);
});

test('what is kept for everybody is for everybody, and reads', () => {
  for (const { name, access, keepFor, method, sealed } of contracts)
    if (keepFor) expect([name, access, method, sealed]).toEqual([name, 'public', 'GET', undefined]);
});
