/** Two accounts of one person become one: by browsers of their own, over a real database. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { provedFor } from '#lib/access.ts';
import { attemptCodeContract, loginStartContract, passwordLoginContract } from '#lib/features/accounts/entering.contract.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { joinAccountsContract } from '#lib/features/accounts/joining.contract.ts';
import {
  bindMobileContract,
  bindStartContract,
  customerInfoContract,
  customerSensitiveContract,
  sessionContract,
} from '#lib/features/accounts/own-account.contract.ts';
import { homesInLondon, testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { testDatabase } from '#tests/support/database.ts';

const password = 'Bridge-2027';
let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk({ open: () => testDatabase(homesInLondon(3)) });
});
afterAll(() => desk.close());
beforeEach(() => {
  desk.clock.now = testNow;
});

let people = 0;
const someone = (): string => `joins${(people += 1)}@example.org`;
const idOf = async (browser: Browser): Promise<number> => (await browser.call(sessionContract)).data.cust_id;
const db = () => desk.on.base.db;

/** Somebody with one account who has shown that another account's contact is theirs. */
async function proved(other: string): Promise<Browser> {
  const browser = await desk.registered(someone());
  await prove(browser, other);
  return browser;
}
async function prove(browser: Browser, other: string): Promise<void> {
  expect((await browser.call(bindStartContract, { canal: '2', email: other })).error_code).toBe(0);
  const told = await browser.call(attemptCodeContract, { code: desk.lastCode(other) });
  expect(told.data).toMatchObject({ next: 'taken' });
}
const join = (browser: Browser, values: Readonly<Record<string, string>> = {}) => browser.call(joinAccountsContract, { sure: 'yes', ...values });

describe('joining', () => {
  test('[R5.54] moves all that the other account held, without loss and without doubles, and ends it', async () => {
    const theirs = someone();
    const from = await idOf(await desk.registered(theirs));
    const browser = await proved(theirs);
    const into = await idOf(browser);
    const houses = (await db().selectFrom('houses').select('id').orderBy('id').limit(3).execute()).map(({ id }) => id);
    const [one = 0, both = 0, removed = 0] = houses;
    const kept = (user_id: number, house_id: number, note: string, removed_at: Date | null = null) => ({
      user_id,
      house_id,
      kept_at: testNow,
      note,
      removed_at,
      kept_weekly_minor: null,
      kept_currency: null,
    });
    await db()
      .insertInto('favourites')
      .values([
        kept(from, one, 'of the other'),
        kept(from, both, 'of the other'),
        kept(into, both, 'mine'),
        kept(from, removed, ''),
        kept(into, removed, '', testNow),
      ])
      .execute();
    await db()
      .insertInto('shared_lists')
      .values({
        user_id: from,
        name: 'For my mother',
        with_notes: false,
        with_name: false,
        created_at: testNow,
        expires_at: new Date(testNow.getTime() + 1_000),
      })
      .execute();
    await db()
      .insertInto('user_realnames')
      .values({ user_id: from, sealed: 'x', consent_version: '1', given_at: testNow, checked_at: null, is_official: true })
      .execute();

    const sent = { sealed: 'x', role: 'editor', file: null, consent: '1', locale: 'en-us', created_at: testNow, settled_at: null, settled_by: null } as const;
    await db()
      .insertInto('resumes')
      .values({ ...sent, reference: 'K7QM-2XPA', user_id: from, visitor: null, address: null })
      .execute();

    const card = { place_kind: 'city', place_id: 1, move_in: null, weeks: null, rent: null, types: [], updated_at: testNow } as const;
    await db()
      .insertInto('wishes')
      .values({ ...card, types: [], user_id: from })
      .execute();
    const made = { slug: 'spring', state: 'open', opens_on: null, closes_on: null, texts: '{}', fields: '[]', version: 1, updated_at: testNow } as const;
    const form = await db().insertInto('custom_forms').values(made).returning('id').executeTakeFirstOrThrow();
    const { role: _, file: _file, ...answer } = sent;
    await db()
      .insertInto('custom_answers')
      .values({ ...answer, reference: 'K7QM-2XPB', form_id: form.id, user_id: from, visitor: null, address: null })
      .execute();

    const answer_to = { email: null, email_sealed: 'x', email_consent: '1', visitor: null, address: null } as const;
    const told = { ...answer_to, user_id: from, locale: 'en-us', created_at: testNow } as const;
    await db()
      .insertInto('reports')
      .values({ ...told, reference: 'R3QM-2XPA', house_id: one, unit_id: null, reason: 'gone', details: '' })
      .execute();
    await db()
      .insertInto('feedback')
      .values({ ...told, reference: 'F3QM-2XPA', kind: 'idea', text: 'x', page: '', screenshot: null, settled_at: null, settled_by: null })
      .execute();

    const news = { kind: 'order-done', about: 'order', code: '0000-0000', what: 'paid', facts: '{}', told_at: testNow, read_at: null } as const;
    for (const [user_id, once] of [
      [from, 'both'],
      [into, 'both'],
      [from, 'one'],
    ] as const)
      await db()
        .insertInto('news')
        .values({ ...news, user_id, once })
        .execute();

    expect((await join(browser)).error_code).toBe(0);
    expect((await db().selectFrom('news').select(['user_id', 'once']).orderBy('once').execute()).map(({ user_id, once }) => [user_id, once])).toEqual([
      [into, 'both'],
      [into, 'one'],
    ]);
    const favourites = await db().selectFrom('favourites').select(['house_id', 'note', 'removed_at']).where('user_id', '=', into).orderBy('house_id').execute();
    expect(favourites).toEqual([
      { house_id: one, note: 'of the other', removed_at: null },
      { house_id: both, note: 'mine', removed_at: null },
      { house_id: removed, note: '', removed_at: null },
    ]);
    for (const table of ['shared_lists', 'user_realnames', 'resumes', 'custom_answers', 'wishes'] as const)
      expect(await db().selectFrom(table).select('user_id').where('user_id', 'in', [from, into]).execute(), table).toEqual([{ user_id: into }]);
    // The address to answer to goes along.
    for (const table of ['reports', 'feedback'] as const)
      expect(await db().selectFrom(table).select(['user_id', 'email_sealed']).execute(), table).toEqual([{ user_id: into, email_sealed: 'x' }]);
    expect(await db().selectFrom('users').select('id').where('id', '=', from).execute()).toEqual([]);
    expect((await browser.call(customerInfoContract)).data).toMatchObject({ cust_id: into, is_email_confirmed: true });
    expect(desk.letters.filter(({ input }) => input['what'] === 'joined').map(({ to }) => to)).toEqual([theirs, expect.stringMatching(/@/)]);
    const deeds = await db().selectFrom('audit_log').select(['action', 'subject']).where('action', '=', 'accounts-joined').execute();
    expect(deeds).toEqual([{ action: 'accounts-joined', subject: `person:${into}` }]);
  });

  test('leaves every way in as it was: no contact is replaced, no change loses its link, and what the other account had ends', async () => {
    const [mine, theirs, next] = [someone(), someone(), someone()];
    const other = await desk.registered(theirs, password);
    const from = await idOf(other);
    const browser = await desk.registered(mine);
    const into = await idOf(browser);
    expect((await browser.call(bindStartContract, { canal: '2', email: next })).error_code).toBe(0);
    expect((await browser.call(attemptCodeContract, { code: desk.lastCode(next) })).data).toMatchObject({ next: 'later' });
    const changes = () => db().selectFrom('contact_changes').selectAll().where('user_id', '=', into).execute();
    const before = await changes();
    await db().insertInto('user_identities').values({ user_id: from, provider: 'wechat', label: 'x', linked_at: testNow, used_at: testNow }).execute();
    const key = { id: 'joins', user_id: from, handle: 'h', domain: 'example.org', public_key: 'k', counter: 0, transports: '', is_synced: false };
    await db()
      .insertInto('user_passkeys')
      .values({ ...key, device: '', made_at: testNow, used_at: null })
      .execute();
    await prove(browser, theirs);
    expect((await join(browser, { password })).error_code).toBe(0);

    expect((await browser.call(customerSensitiveContract)).data.email).toBe(mine);
    expect(before).toHaveLength(1);
    expect(await changes()).toEqual(before);
    for (const table of ['user_identities', 'user_passkeys', 'user_passwords'] as const)
      expect(await db().selectFrom(table).select('user_id').where('user_id', 'in', [from, into]).execute(), table).toEqual([]);
    const entered = await desk.browser().call(passwordLoginContract, { canal: '2', email: theirs, password, consent_terms: consentVersion });
    expect(entered.error_code).not.toBe(0);
    // It is nobody's now, and takes the place of the other as any new one does.
    await db().deleteFrom('contact_changes').where('user_id', '=', into).execute();
    desk.clock.now = new Date(testNow.getTime() + 61_000);
    expect((await browser.call(bindStartContract, { canal: '2', email: theirs })).error_code).toBe(0);
    expect((await browser.call(attemptCodeContract, { code: desk.lastCode(theirs) })).data).toMatchObject({ next: 'later' });
  });

  test('adds the contact that was proved where the account has none of its kind, and no other', async () => {
    const theirs = someone();
    await desk.registered(theirs);
    const browser = await desk.registered(someone());
    const into = await idOf(browser);
    // A number in the place of the address: as somebody has who registered by phone.
    await db().updateTable('user_contacts').set({ kind: 'phone' }).where('user_id', '=', into).execute();
    await prove(browser, theirs);
    expect((await join(browser)).error_code).toBe(0);
    const entered = desk.browser();
    await entered.call(loginStartContract, { canal: '2', email: theirs, consent_terms: consentVersion });
    expect((await entered.call(attemptCodeContract, { code: desk.lastCode(theirs) })).data).toMatchObject({ next: 'done', cust_id: into });
  });

  test('what mails told of a home is not told again', async () => {
    const theirs = someone();
    const from = await idOf(await desk.registered(theirs));
    const browser = await proved(theirs);
    const into = await idOf(browser);
    const [one = 0, both = 0, anew = 0] = (await db().selectFrom('houses').select('id').orderBy('id').limit(3).execute()).map(({ id }) => id);
    const kept = (user_id: number, house_id: number, told: bigint | null, full_since: Date | null, removed_at: Date | null = null) => ({
      user_id,
      house_id,
      kept_at: testNow,
      removed_at,
      kept_weekly_minor: 20_000n,
      kept_currency: 'GBP',
      told_weekly_minor: told,
      full_since,
    });
    await db()
      .insertInto('favourites')
      .values([
        kept(from, one, 18_000n, testNow),
        kept(from, both, 17_000n, testNow),
        kept(into, both, null, null),
        kept(from, anew, null, testNow),
        kept(into, anew, 16_000n, null, testNow),
      ])
      .execute();
    expect((await join(browser)).error_code).toBe(0);
    const rows = await db()
      .selectFrom('favourites')
      .select(['house_id', 'told_weekly_minor', 'full_since'])
      .where('user_id', '=', into)
      .orderBy('house_id')
      .execute();
    expect(rows.map((row) => [row.house_id, Number(row.told_weekly_minor), row.full_since])).toEqual([
      [one, 18_000, testNow],
      [both, 17_000, null],
      [anew, 16_000, testNow],
    ]);
  });

  test('goes on from the call that binds a contact in one step, too', async () => {
    const theirs = someone();
    await desk.registered(theirs);
    const browser = await desk.registered(someone());
    expect((await browser.call(bindStartContract, { canal: '2', email: theirs })).error_code).toBe(0);
    expect((await browser.call(bindMobileContract, { canal: '2', email: theirs, code: desk.lastCode(theirs) })).error_code).not.toBe(0);
    expect((await join(browser)).error_code).toBe(0);
  });

  test('asks for the other account’s password where it has one', async () => {
    const theirs = someone();
    const other = await desk.registered(theirs, password);
    const browser = await proved(theirs);
    expect((await join(browser)).error_code).toBe(10_117);
    expect((await join(browser, { password: 'River-2028' })).error_code).toBe(10_117);
    expect((await join(browser, { password })).error_code).toBe(0);
    expect((await other.call(sessionContract)).error_code).toBe(403);
  });

  test('needs a code to the other account’s contact, of this session and of the last minutes, and a sign-in of the last minutes', async () => {
    const theirs = someone();
    await desk.registered(theirs);
    const stranger = await desk.registered(someone());
    expect((await join(stranger)).error_code).toBe(10_154);
    const browser = await proved(theirs);
    expect((await join(stranger)).error_code).toBe(10_154);
    desk.clock.now = new Date(testNow.getTime() + (provedFor + 1) * 1_000);
    expect((await join(browser)).error_code).toBe(10_121);
    desk.clock.now = testNow;
    expect((await join(browser)).error_code).toBe(0);
  });

  test('is left to staff for who is more than a renter, locked, or somebody else by their card', async () => {
    const changes = [{ identity: 3, partner_status: 1 }, { locked_at: testNow }, { erase_after: testNow }] as const;
    for (const change of changes) {
      const theirs = someone();
      const id = await idOf(await desk.registered(theirs));
      const browser = await proved(theirs);
      await db().updateTable('users').set(change).where('id', '=', id).execute();
      expect((await join(browser)).error_code).toBe(10_128);
    }
    const theirs = someone();
    const ids = [await idOf(await desk.registered(theirs))];
    const browser = await proved(theirs);
    ids.push(await idOf(browser));
    for (const [at, user_id] of ids.entries()) {
      const sealed = desk.secrets.encrypt('fields', JSON.stringify({ name: '王小明', number: `11010519491231002${at}` }));
      await db()
        .insertInto('user_realnames')
        .values({ user_id, sealed, consent_version: '1', given_at: testNow, checked_at: testNow, is_official: true })
        .execute();
    }
    expect((await join(browser)).error_code).toBe(10_128);
  });

  test('happens once, however many ask at once, and whichever of the two asks', async () => {
    const [mine, theirs] = [someone(), someone()];
    const one = await desk.registered(mine);
    const other = await desk.registered(theirs);
    await prove(one, theirs);
    await prove(other, mine);
    const before = (await db().selectFrom('users').select('id').execute()).length;
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => join(at % 2 === 0 ? one : other)));
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
    expect(answers.every(({ error_code }) => [0, 403, 10_121, 10_154].includes(error_code))).toBe(true);
    expect(await db().selectFrom('users').select('id').execute()).toHaveLength(before - 1);
  });
});

test('every table that hangs on a person is one that joining knows', async () => {
  const { rows } = await sql<{ name: string }>`select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass order by 1`.execute(db());
  // One of its two people is who has the contact, the other who asks for it.
  const ended = ['contact_changes', 'contact_claims', 'custom_drafts', 'user_identities', 'user_passkeys', 'user_passwords', 'user_sessions'];
  const moved = [
    'application_profiles',
    'awaited_homes',
    'bed_claims',
    'comparisons',
    'contact_claims',
    'coupon_uses',
    'custom_answers',
    'deposit_answers',
    'enquiries',
    'favourites',
    'feedback',
    'history_entries',
    'history_settings',
    'holds',
    'kept_coupons',
    'news',
    'news_choices',
    'notice_settings',
    'order_group_members',
    'order_groups',
    'orders',
    'realname_words',
    'rents',
    'reports',
    'resumes',
    'saved_searches',
    'shared_lists',
    'uploads',
    'user_consents',
    'user_contacts',
    'user_realnames',
    'sponsor_links',
    'stay_reviews',
    'evidence_entries',
    'evidence_signatures',
    'waiting_list',
    'wishes',
    'viewings',
  ];
  expect(rows.map(({ name }) => name)).toEqual([...ended, ...moved].toSorted());
});
