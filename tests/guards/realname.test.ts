/**
 * What asks for a certified name: the actions that the specification has by name, each with the calls that carry it out, and no other call. An
 * action is a way to pay (R4.054), the signing that it leads to (R4.055, R4.056) and a comment (R4.057, R4.058); writing with us is let pass
 * (R4.050). A call that fulfils one of these rows without a mark fails here.
 */
import { describe, expect, test } from 'vitest';
import type { Contract, RealnameMark } from '#lib/api/contract.ts';
import { errorsOf } from '#lib/api/openapi.ts';
import { contracts } from '#lib/contracts.ts';
import { formPages } from '#lib/form-pages.ts';
import { routes } from '#lib/routes.ts';
import type { RouteDefinition } from '#lib/routes.ts';

const calls: readonly Contract[] = contracts;
const actions: Readonly<Record<string, { readonly mark: RealnameMark; readonly calls: readonly string[] }>> = {
  pay: { mark: true, calls: ['pay'] },
  sign: { mark: true, calls: ['order-sign'] },
  comment: { mark: true, calls: ['order-comment'] },
  'live-im': { mark: 'live-im', calls: ['ask-question', 'submit-question', 'ai-sdk-create-intent', 'enquiry-reply'] },
};
/** Rows of the actions that ask. */
const rows = ['R4.054', 'R4.055', 'R4.056', 'R4.057', 'R4.058'];

describe('the check of names', () => {
  test('[R4.046] [R4.050] has a say in these calls, each with its mark, and in no other', () => {
    const wanted = Object.values(actions).flatMap(({ mark, calls: of }) => of.map((name) => [name, mark]));
    const marked = calls.flatMap(({ name, realname }) => (realname ? [[name, realname]] : []));
    expect(marked.toSorted()).toEqual(wanted.toSorted());
  });

  test('[R4.046] has a say in every write that fulfils a row of an action that asks', () => {
    const open = calls.filter(
      // Who signs by a link of a mail has no account whose name could be certified.
      ({ method, access, fulfils, realname }) =>
        method !== 'GET' && access === 'login' && realname !== true && rows.some((row) => fulfils.includes(row as 'R4.054')),
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test('[R4.047] asks nobody but whoever is signed in, and never of staff', () => {
    for (const { name, access, realname } of calls) if (realname === true) expect([name, access]).toEqual([name, 'login']);
  });

  test('[R4.047] is told by a refusal that the call declares', () => {
    for (const one of calls) expect([one.name, errorsOf(one).includes('realname-needed')]).toEqual([one.name, one.realname === true]);
  });

  test('[R4.047] stands before a form of a page for each call, so that nobody is refused without a way to go on', () => {
    const pages = Object.values<RouteDefinition>(routes).flatMap(({ form, page }) => (form && page !== 'later' ? [formPages[form].contract.name] : []));
    for (const { name, realname } of calls) if (realname === true) expect(pages, name).toContain(name);
  });
});
