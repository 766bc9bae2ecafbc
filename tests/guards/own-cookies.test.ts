/** Cookies by which somebody is known: their names are in one place, and whatever raises a visit renews it. */
import { test } from 'vitest';
import { ownCookies } from '#lib/own-cookies.ts';
import { expectNone, filesBelow } from './source-files.ts';

const home = 'src/lib/own-cookies.ts';
/** What scripts of the original pages drop (R8.02), which no script can read any more. */
const droppedByScripts = 'src/islands/browser/api.ts';

test('no other place writes the name of such a cookie', () => {
  const named = new RegExp(`['"\`](?:__Host-|__Secure-)?(?:${Object.values(ownCookies).join('|')})['"\`=]`);
  const findings = filesBelow(['src', 'scripts'], /\.(?:ts|tsx|astro)$/)
    .filter(({ path, text }) => path !== home && path !== droppedByScripts && named.test(text))
    .map(({ path }) => path);
  expectNone(findings, `Take the name from ownCookies of ${home}: on https it is another one.`);
});

test('sessions, tickets and first visits are set where the visit gets a new name by it', () => {
  // These make the lines; `bind.ts` renews the visit of every call that answers with one, and the hand-over does so itself.
  const makers = ['src/lib/features/accounts/code-steps.api.ts', 'src/lib/features/staff/staff.api.ts'];
  const sets = /setCookie\(\s*(?:sessionCookie|staffCookie|ticketCookie|ownCookies\.(?:session|staff|ticket|firstVisit))/;
  const findings = filesBelow(['src'], /\.tsx?$/)
    .filter(({ path, text }) => !makers.includes(path) && sets.test(text))
    .map(({ path }) => path);
  expectNone(findings, 'Answer a call with the cookies of createSessionCookies or createStaffCookies: then the visit gets a new name.');
  const direct = filesBelow(['src/server'], /\.tsx?$/)
    .filter(({ text }) => /\bcookiesOf\(/.test(text) && !text.includes('setPreSession(newPreSession()'))
    .map(({ path }) => path);
  expectNone(direct, 'What sets a session outside of a call begins a new visit too.');
});
