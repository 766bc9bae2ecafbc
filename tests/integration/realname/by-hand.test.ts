/** Names that staff confirm by hand: one looks at a document, a second agrees, the person is told, and either takes it back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { nameByHandContract, realnameStatusContract } from '#lib/features/realname/realname.contract.ts';
import { createRealname } from '#lib/features/realname/realname.feature.ts';
import { translator } from '#lib/i18n/t.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Visitor } from '#lib/visitor.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { cutEverywhere } from '#tests/support/cut.ts';
import { rowsOf } from '#tests/support/kept-letters.ts';
import { known } from '#tests/support/list-pages.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

let desk: AccountsDesk;
let [one, other, finance] = [] as unknown as [StaffBrowser, StaffBrowser, StaffBrowser];
beforeAll(async () => {
  desk = await openAccountsDesk({ settings: { REAL_NAME_CHECK: 'on' } });
  const staff = openStaffDesk(desk);
  [one, other, finance] = [await staff.member('support'), await staff.member('admin'), await staff.member('finance')];
});
afterAll(() => desk.close());
beforeEach(() => void (desk.clock.now = testNow));

const db = () => desk.on.base.db;
const people = () => known(desk.on.services.people);
const feature = () =>
  createRealname({
    db: db(),
    secrets: desk.secrets,
    registry: { isOfficial: false, compare: async () => 'match' },
    realNameCheck: true,
    phonesOf: async () => [],
    agreed: async () => undefined,
    accounts: people().accounts.byStaff,
    colleagues: async () => [],
    counters: desk.on.services.limits.counters,
    rateLimitFactor: 0,
  });
let somebody = 0;
async function person(): Promise<{ readonly by: Browser; readonly email: string; readonly userId: UserId }> {
  const email = `hand${(somebody += 1)}@example.org`;
  const by = await desk.registered(email);
  return { by, email, userId: asId<UserId>((await by.call(sessionContract)).data.cust_id) };
}
const asking = { deed: 'ask', name: 'Nguyễn Thị Lan', document: 'passport', reason: 'no-card', note: 'Seen on video.' } as const;
const says = (staff: StaffBrowser, userId: UserId, values: Readonly<Record<string, string>>) =>
  staff.call(nameByHandContract, { user_id: String(userId), word: '', ...values });
const wordOf = async (userId: UserId) => String(known(await feature().byHand.of(userId)).id);
const status = async (by: Browser) => (await by.call(realnameStatusContract)).data;
const letters = (email: string) => desk.letters.filter(({ to, name }) => to === email && name === 'account-notice').map(({ input }) => input['what']);
const why = (answer: { readonly data: unknown }) => JSON.stringify(answer.data);
const said = { t: translator('en-us'), intl: 'en-GB' };
const page = (staff: StaffBrowser, standing: string, userId: UserId) =>
  people().loaders.realname.staffName({ staff: { staffId: staff.id, standing } } as unknown as Visitor, String(userId), said);

describe('a name that staff confirm by hand', () => {
  test('counts once a second of them agrees, is told to its person, and stands in the log without words', async () => {
    const { by, email, userId } = await person();
    expect(await status(by)).toMatchObject({ is_check: false, name: '' });
    for (const wrong of [{ name: '' }, { document: '' }, { document: 'card' }, { reason: '' }, { note: '' }, { deed: 'agree' }, { deed: 'end' }])
      expect((await says(one, userId, { ...asking, ...wrong })).status, JSON.stringify(wrong)).toBe(422);
    expect((await says(one, userId, asking)).status).toBe(200);
    expect([await status(by), letters(email)]).toMatchObject([{ is_check: false, name: '' }, []]);
    expect(known(await page(one, 'support', userId))).toMatchObject({ deeds: ['end'], open: { name: 'Nguyễn Thị Lan' } });
    expect(JSON.stringify(known(await page(one, 'support', userId)).facts)).toContain('Seen on video.');
    expect(known(await page(other, 'admin', userId)).deeds).toEqual(['agree', 'end']);

    const word = await wordOf(userId);
    expect(why(await says(one, userId, { deed: 'agree', word }))).toContain('hand_same');
    expect((await says(other, userId, { deed: 'agree', word: String(Number(word) + 1) })).status, 'another was read').toBe(422);
    expect((await says(other, userId, { deed: 'agree', word })).status).toBe(200);
    expect(await status(by)).toMatchObject({ is_check: true, name: 'N*************', idcard_no: '' });
    expect(letters(email)).toEqual(['name-certified']);
    expect((await says(other, userId, { deed: 'agree', word })).status, 'it is agreed').toBe(422);
    expect((await says(one, userId, asking)).status, 'there is one').toBe(422);
    expect(await people().names({ userId, locale: 'zh-cn', mark: true })).toBe('run');

    const log = await db()
      .selectFrom('audit_log')
      .select(['actor', 'data'])
      .where('action', '=', 'name-by-hand')
      .where('subject', '=', `person:${userId}`)
      .orderBy('id')
      .execute();
    expect(log.map(({ actor }) => actor)).toEqual([`staff:${one.id}`, `staff:${other.id}`]);
    const rows = JSON.stringify(await db().selectFrom('realname_words').selectAll().where('user_id', '=', userId).execute());
    for (const secret of ['Lan', 'video']) expect(rows + JSON.stringify(log)).not.toContain(secret);
  });

  test('is taken back, which its person hears too; and declined before it counts, which nobody hears', async () => {
    const { by, email, userId } = await person();
    await says(one, userId, asking);
    await says(other, userId, { deed: 'end', word: await wordOf(userId) });
    expect([await status(by), letters(email), (await page(one, 'support', userId))?.deeds]).toMatchObject([{ is_check: false }, [], ['ask']]);
    await says(one, userId, asking);
    await says(other, userId, { deed: 'agree', word: await wordOf(userId) });
    expect((await says(one, userId, { deed: 'end', word: await wordOf(userId) })).status).toBe(200);
    expect([await status(by), letters(email)]).toMatchObject([{ is_check: false, name: '' }, ['name-certified', 'name-ended']]);
    expect(await people().names({ userId, locale: 'zh-cn', mark: true })).toBe('prompt');
  });

  test('is asked for, agreed to and ended as a whole, wherever it is cut', async () => {
    const { userId } = await person();
    const tables = ['realname_words', 'audit_log'];
    const whole = async (staff: StaffBrowser, values: Readonly<Record<string, string>>) =>
      expect(
        await cutEverywhere(
          async () => (await says(staff, userId, values)).status === 200,
          () => rowsOf(db(), tables),
        ),
      ).toBeUndefined();
    await whole(one, asking);
    const word = await wordOf(userId);
    await whole(other, { deed: 'agree', word });
    await whole(one, { deed: 'end', word });
  });

  test('is nobody’s business but of staff who see to people, and of nobody who is not there', async () => {
    const { by, userId } = await person();
    expect((await says(finance, userId, asking)).status).not.toBe(200);
    expect((await by.call(nameByHandContract, { user_id: String(userId), word: '', ...asking })).status).not.toBe(200);
    expect([await page(finance, 'finance', userId), await people().loaders.realname.staffName(undefined, String(userId), said)]).toEqual([
      undefined,
      undefined,
    ]);
    expect((await says(one, asId<UserId>(999_999), asking)).status).toBe(404);
  });

  test('stays as it was said, and is agreed to by no one alone, in the database too', async () => {
    const { userId } = await person();
    await says(one, userId, asking);
    const change = db().updateTable('realname_words').where('user_id', '=', userId);
    await expect(change.set({ agreed_by: one.id, agreed_at: testNow }).execute()).rejects.toThrow(/realname_words_second/);
    await expect(change.set({ sealed: 'x' }).execute()).rejects.toThrow(/stays as it was said/);
    const row = await db().selectFrom('realname_words').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
    const { id: _, ...again } = row;
    await expect(db().insertInto('realname_words').values(again).execute()).rejects.toThrow(/unique|duplicate/);
    await says(one, userId, { deed: 'end', word: String(row.id) });
    await expect(change.set({ agreed_by: other.id, agreed_at: testNow }).execute()).rejects.toThrow(/stays as it was said/);
  });

  test('is given out to its person and goes with what they take back', async () => {
    const { userId } = await person();
    await says(one, userId, asking);
    await says(other, userId, { deed: 'agree', word: await wordOf(userId) });
    expect((await feature().byHand.all(userId)).map(({ name }) => name)).toEqual(['Nguyễn Thị Lan']);
    expect(JSON.stringify(await feature().personal.read(userId, testNow))).toContain('Nguyễn Thị Lan');
    await db()
      .transaction()
      .execute((tx) => feature().service.forget(tx, userId));
    expect(await feature().byHand.all(userId)).toEqual([]);
  });
});
