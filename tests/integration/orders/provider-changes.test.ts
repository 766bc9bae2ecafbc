/** Where a provider is written to and paid: asked for by one, told, of effect after three days, by two where payers are shown it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { supplierAddressContract, supplierAnswersContract, supplierChangeContract } from '#lib/features/supplier-terms/supplier-changes.contract.ts';
import { isChangeDue, isChangePending } from '#lib/features/supplier-terms/supplier-changes.rules.ts';
import { supplierTermsContract } from '#lib/features/supplier-terms/supplier-terms.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import fc from '#tests/support/properties.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser, StaffDesk } from '#tests/support/staff-desk.ts';

const start = new Date('2026-11-24T09:00:00Z');
const hour = 3_600_000;
const [former, fresh] = ['lettings@example.org', 'new-lettings@example.org'];
let office: AccountsDesk;
let staff: StaffDesk;
let finance: StaffBrowser;
let colleague: StaffBrowser;
let supplier: SupplierId;

beforeAll(async () => {
  office = await openAccountsDesk();
  const values = { slug: 'elm-lettings', name: 'Elm Lettings', kind: 'operator', verified_on: null, is_sample: false } as const;
  supplier = asId<SupplierId>((await db().insertInto('suppliers').values(values).returning('id').executeTakeFirstOrThrow()).id);
});
afterAll(() => office.close());
beforeEach(async () => {
  office.clock.now = start;
  staff = openStaffDesk(office);
  [finance, colleague] = [await staff.member('finance'), await staff.member('finance')];
  await db().deleteFrom('supplier_changes').execute();
  await db().deleteFrom('supplier_contacts').execute();
  await db().insertInto('supplier_contacts').values({ supplier_id: supplier, email: former, locale: 'vi-vn', set_at: start }).execute();
});

const db = () => office.on.base.db;
const people = () => known(office.on.services.people);
const hours = async (count: number): Promise<void> => {
  office.clock.now = new Date(office.clock.now.getTime() + count * hour);
  const job = known(people().jobs.find(({ name }) => name === 'suppliers.count-changes'));
  await job.take({}, { now: office.clock.now, id: 'one', attempt: 1, signal: new AbortController().signal });
};
const address = async () => (await db().selectFrom('supplier_contacts').select('email').where('supplier_id', '=', supplier).executeTakeFirst())?.email;
const readerOf = (by: StaffBrowser, change = 0) =>
  ({
    ...{ now: office.clock.now, intl: 'en-GB', locale: 'en-us', query: new URLSearchParams() },
    page: { params: { supplier: String(supplier), change: String(change) } },
    visitor: { staff: { staffId: by.id, standing: 'finance' } },
  }) as never;
const terms = async () => {
  const { collects, lines } = known(await people().loaders.supplierTerms.one(readerOf(colleague))).values;
  return { collects, lines };
};
const letters = () => office.letters.filter(({ name }) => name === 'supplier-change').map(({ to, input }) => [to, input['what']]);
const keySent = () => String(office.letters.findLast(({ name, input }) => name === 'supplier-change' && input['key'])?.input['key']);
const waiting = async (kind: 'address' | 'terms') =>
  (
    await db()
      .selectFrom('supplier_changes')
      .select('id')
      .where('kind', '=', kind)
      .where('withdrawn_at', 'is', null)
      .where('counted_at', 'is', null)
      .executeTakeFirst()
  )?.id ?? 0;
const setAddress = (by: StaffBrowser, email = fresh) => by.call(supplierAddressContract, { supplier, email, locale: 'en-us' });
const setTerms = (by: StaffBrowser, lines = 'Account name: Elm IBAN: GB33') =>
  by.call(supplierTermsContract, { supplier, collects: 'supplier', lines, wait_hours: '' });
const act = async (by: StaffBrowser, kind: 'address' | 'terms', deed: 'agree' | 'withdraw') =>
  by.call(supplierChangeContract, { supplier, change: String(await waiting(kind)), act: deed });
const confirm = (key: string) => office.browser().call(supplierAnswersContract, { key });

describe('the address of a provider', () => {
  test('is set by those who see to money alone', async () => {
    for (const role of ['support', 'editor'] as const) {
      const one = await staff.member(role);
      expect([role, (await setAddress(one)).status, (await setTerms(one)).status]).toEqual([role, 404, 404]);
    }
    expect(await address()).toBe(former);
  });

  test('counts after three days and once the new one has answered; the former one is told at once and counts meanwhile', async () => {
    const before = office.letters.length;
    expect((await setAddress(finance)).data).toEqual({ supplier: String(supplier), waits: true });
    expect(letters().slice(-2)).toEqual([
      [former, 'asked-address'],
      [fresh, 'confirm'],
    ]);
    expect(office.letters.length - before).toBe(2);
    await hours(100);
    expect(await address(), 'nobody has answered').toBe(former);
    const key = keySent();
    expect((await confirm('A'.repeat(32))).status).toBe(404);
    expect((await confirm(key)).error_code).toBe(0);
    expect(await address()).toBe(fresh);
    expect((await confirm(key)).error_code, 'pressing twice is no fault').toBe(0);
  });

  test('does not count before the three days, though the new one has answered', async () => {
    await setAddress(finance);
    await confirm(keySent());
    await hours(71);
    expect(await address()).toBe(former);
    await hours(1);
    expect(await address()).toBe(fresh);
  });

  test('is taken back while it waits; its link opens nothing then, and another change takes its place', async () => {
    await setAddress(finance);
    const key = keySent();
    expect((await act(colleague, 'address', 'withdraw')).error_code).toBe(0);
    expect((await confirm(key)).status).toBe(404);
    await setAddress(finance, 'second@example.org');
    const second = keySent();
    await setAddress(finance, 'third@example.org');
    expect((await confirm(second)).status).toBe(404);
    await confirm(keySent());
    await hours(80);
    expect(await address()).toBe('third@example.org');
  });

  test('that nobody answers at is dropped after two weeks', async () => {
    await setAddress(finance);
    const key = keySent();
    await hours(15 * 24);
    expect([await waiting('address'), (await confirm(key)).status, await address()]).toEqual([0, 404, former]);
  });

  test('of a provider without one waits as well', async () => {
    await db().deleteFrom('supplier_contacts').execute();
    await setAddress(finance);
    expect(await address()).toBeUndefined();
    await confirm(keySent());
    await hours(72);
    expect(await address()).toBe(fresh);
  });

  test('of the same mailbox in another language changes at once', async () => {
    expect((await setAddress(finance, former)).data.waits).toBe(false);
    expect(await waiting('address')).toBe(0);
  });
});

describe('what payers are shown', () => {
  test('counts after three days and a second person; one alone brings nothing about', async () => {
    const before = await terms();
    expect((await setTerms(finance)).data.waits).toBe(true);
    expect(letters().at(-1)).toEqual([former, 'asked-terms']);
    expect((await act(finance, 'terms', 'agree')).status, 'who asked is no second person').toBe(422);
    await hours(100);
    expect(await terms(), 'nobody agreed').toEqual(before);
    // Sessions of staff last twelve hours.
    colleague = await staff.member('finance');
    expect((await act(await staff.member('support'), 'terms', 'agree')).status).toBe(404);
    expect((await act(colleague, 'terms', 'agree')).error_code).toBe(0);
    expect(await terms()).toEqual({ collects: 'supplier', lines: 'Account name: Elm IBAN: GB33' });
  });

  test('waits its time though a second person agreed at once, and can be taken back until then', async () => {
    const before = await terms();
    await setTerms(finance, 'IBAN: GB00EVIL');
    expect((await act(colleague, 'terms', 'agree')).error_code).toBe(0);
    expect((await act(colleague, 'terms', 'agree')).status, 'agreed already').toBe(422);
    await hours(71);
    expect(await terms()).toEqual(before);
    finance = await staff.member('finance');
    expect((await act(finance, 'terms', 'withdraw')).error_code).toBe(0);
    await hours(48);
    expect(await terms()).toEqual(before);
  });

  test('pages of the desk say what waits, since when, by whom and for what', async () => {
    await setTerms(finance, 'IBAN: GB44');
    const reader = readerOf(colleague, await waiting('terms'));
    const { supplierTerms } = people().loaders;
    expect((await supplierTerms.one(reader))?.waiting).toMatchObject([
      { kind: 'terms', waitsFor: 'second', isOwn: false, since: expect.stringContaining('24') },
    ]);
    expect(await supplierTerms.change(reader)).toMatchObject({ mayAgree: true, terms: { collects: 'supplier', lines: ['IBAN: GB44'] } });
    expect((await supplierTerms.list(reader))?.rows.find((row) => row.supplier === String(supplier))?.waits).toBe(true);
    expect((await supplierTerms.address(reader))?.counts).toBe(former);
  });

  test('the database itself keeps a change from counting early, by one person, or unanswered', async () => {
    const base = { supplier_id: supplier, kind: 'terms' as const, needs: 'second' as const, sealed: 'x', digest: null, set_by: finance.id, set_at: start };
    const add = (more: object) =>
      db()
        .insertInto('supplier_changes')
        .values({ ...base, ...more } as never)
        .execute();
    await expect(add({ met_at: start, met_by: finance.id })).rejects.toThrow(/supplier_changes/);
    await expect(add({ counted_at: new Date(start.getTime() + 100 * hour) })).rejects.toThrow(/supplier_changes/);
    await expect(add({ met_at: start, met_by: colleague.id, counted_at: new Date(start.getTime() + 71 * hour) })).rejects.toThrow(/supplier_changes/);
  });
});

test('no change counts before three days, withdrawn, or without the hand that it needs, at whatever time', () => {
  const at = fc.option(fc.integer({ min: 0, max: 600 }), { nil: undefined });
  const when = (count: number | undefined): Date | undefined => (count === undefined ? undefined : new Date(start.getTime() + count * hour));
  fc.assert(
    fc.property(
      fc.constantFrom('click' as const, 'second' as const, 'time' as const),
      at,
      at,
      fc.integer({ min: 0, max: 700 }),
      (needs, met, withdrawn, now) => {
        const change = { needs, setAt: start, metAt: when(met), withdrawnAt: when(withdrawn), countedAt: undefined };
        const time = known(when(now));
        if (!isChangeDue(change, time)) return;
        expect([now >= 72, withdrawn === undefined, needs === 'time' || met !== undefined, isChangePending(change, time)]).toEqual([true, true, true, true]);
      },
    ),
  );
});
