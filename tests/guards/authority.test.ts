/**
 * Whose word counts: who can set a mailbox holds the access of whatever a link to it brings about, and what carries authority, moves money or
 * gives out what is known of people asks for a proof of the last minutes. A new link, call or page without an entry fails here.
 */
import { describe, expect, test } from 'vitest';
import { accessRules, realmOf } from '#lib/access.ts';
import type { Access } from '#lib/access.ts';
import type { Contract } from '#lib/api/contract.ts';
import { authorities, linkRules, notLinks, unproved } from '#lib/authority.ts';
import type { Authority } from '#lib/authority.ts';
import { accessOfAct } from '#lib/features/orders/money-acts.rules.ts';
import type { StaffOrderAct } from '#lib/features/orders/application-forms.schema.ts';
import type { SupplierAct } from '#lib/features/orders/supplier-dues.schema.ts';
import type { ContractAct } from '#lib/features/orders/supplier-signing.schema.ts';
import { contracts } from '#lib/contracts.ts';
import { routes } from '#lib/routes.ts';
import type { RouteDefinition } from '#lib/routes.ts';
import { exportProofs } from '#server/files/staff-exports-handler.ts';

const calls: readonly Contract[] = contracts;
const pages: readonly (readonly [string, RouteDefinition])[] = Object.entries(routes);
const links = Object.entries(linkRules);
/** What a key of a mailed link is called in forms and addresses. */
const keyNames = ['key', 'token', 'ticket'];

const fieldsOf = ({ input }: Contract): readonly string[] => {
  const { def } = input as unknown as { readonly def: { readonly shape?: Readonly<Record<string, unknown>> } };
  return Object.keys(def.shape ?? {});
};
const takesKey = (one: Contract): boolean => one.access === 'public' && fieldsOf(one).some((name) => keyNames.includes(name));
const pageTakesKey = ({ access, pattern, query = [], page }: RouteDefinition): boolean =>
  access === 'public' &&
  page !== 'later' &&
  (query.some((name) => keyNames.includes(name)) || keyNames.some((name) => pattern?.split('/').includes(`:${name}`)));

/** What staff record of a provider's word on an order, by the link that brings about the same; undefined where none does. */
const sameByLink = {
  'supplier-paid': 'supplier-payment',
  // Whoever says that money came may say that it went back.
  'supplier-returned': 'supplier-payment',
  // Nothing is booked: the proof is asked for anew.
  'supplier-refused': undefined,
  'ask-provider': undefined,
  'provider-paper': 'supplier-contract',
} as const satisfies Record<SupplierAct | ContractAct, keyof typeof linkRules | undefined>;

/** Whether everybody of the staff who may set a fact may do what it needs. */
function covers(mailbox: Authority, effect: Access): boolean {
  const { access } = authorities[mailbox];
  if (access === 'command' || effect === 'public') return true;
  if (access === 'public') return false;
  const may: readonly string[] = accessRules[effect].may;
  return accessRules[access].may.every((standing) => may.includes(standing));
}

describe('links', () => {
  test('each public call and page that takes a key has one entry that says who opens it, or is named as no link of a mail', () => {
    const named = [...links.flatMap(([, { calls: of }]) => of), ...notLinks.calls].toSorted();
    expect(named).toEqual(
      calls
        .filter(takesKey)
        .map(({ name }) => name)
        .toSorted(),
    );
    const shown = [...links.flatMap(([, { pages: of }]) => of), ...notLinks.pages].toSorted();
    expect(shown).toEqual(
      pages
        .filter(([, route]) => pageTakesKey(route))
        .map(([name]) => name)
        .toSorted(),
    );
  });

  test.each(links)('of %s reach no effect above what whoever sets the mailbox may bring about', (_, { mailbox, effect }) => {
    expect(covers(mailbox, effect)).toBe(true);
  });

  test.each(Object.entries(sameByLink))('%s: staff record it with the access that its effect needs by link', (act, link) => {
    const may = accessRules[accessOfAct(act as StaffOrderAct)].may;
    const needed: readonly string[] = accessRules[link === undefined ? 'staff-orders' : linkRules[link].effect].may;
    expect(may.filter((standing) => !needed.includes(standing))).toEqual([]);
  });

  test('to a mailbox that a content role could set would fall', () => {
    expect(accessRules['staff-homes'].may.every((one) => (accessRules['staff-money'].may as readonly string[]).includes(one))).toBe(false);
  });
});

describe('facts that carry authority', () => {
  test.each(Object.entries(authorities))('%s is set only by its own calls, with its access and a fresh proof', (_, { access, calls: of }) => {
    for (const name of of) {
      const found = calls.find((one) => one.name === name);
      expect(found, name).toBeDefined();
      expect([name, found?.proof !== undefined]).toEqual([name, true]);
      if (access !== 'login') expect([name, found?.access]).toEqual([name, access]);
    }
  });

  test('are set by nobody of the staff below the access of money or of people', () => {
    const below: readonly string[] = Object.values(authorities)
      .filter(({ access }) => access.startsWith('staff-'))
      .map(({ access }) => access);
    expect(below.every((access) => access === 'staff-money' || access === 'staff-people')).toBe(true);
  });
});

describe('a fresh proof', () => {
  test('is asked by every call of staff that changes something, or it is named with a reason', () => {
    const without = calls.filter(({ access, method, proof }) => realmOf(access) === 'staff' && method !== 'GET' && proof === undefined);
    expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(unproved).toSorted());
    for (const why of Object.values(unproved)) expect(why.length).toBeGreaterThan(20);
  });

  test('says of a call in which it depends on a value one of the fields that the call takes', () => {
    for (const one of calls) {
      if (one.proof === undefined || one.proof === 'fresh') continue;
      expect([one.name, fieldsOf(one).includes(one.proof.field)]).toEqual([one.name, true]);
    }
  });

  test('is asked of nobody who cannot give one: such calls need a sign-in, or name the value by which they do', () => {
    const open = calls.filter(({ access, proof }) => access === 'public' && proof === 'fresh').map(({ name }) => name);
    expect(open).toEqual([]);
  });

  test('is asked before anything is exported that says something of people', () => {
    expect(Object.keys(exportProofs).toSorted()).toEqual(['answers', 'orders', 'payments', 'threads']);
    expect([exportProofs.threads.proof, exportProofs.answers.proof]).toEqual([{ field: 'personal', is: ['yes'] }, 'fresh']);
  });
});
