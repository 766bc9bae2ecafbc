/** The condition of a home by both parties: links of providers, remarks, signatures, by calls as browsers make them over a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import * as contracts from '#lib/features/evidence/evidence.contract.ts';
import { keptDays, mostSignatures, signingVersion } from '#lib/features/evidence/evidence.schema.ts';
import { mostSupplierLinks, supplierLinkDays } from '#lib/features/supplier-links/supplier-links.schema.ts';
import { uploadContract } from '#lib/features/uploads/uploads.contract.ts';
import { locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { reachProviders } from '#tests/support/provider-contacts.ts';
import { lived } from '#tests/support/reviews.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());

const day = 86_400_000;
const db = () => desk.office.on.base.db;
const people = () => known(desk.office.on.services.people);
const now = (): Date => desk.office.clock.now;
const today = (): string => now().toISOString().slice(0, 10);
const entry = { occasion: 'move-in', place: 'bedroom', item: 'Mattress', condition: 'good', note: 'Like new.' } as const;

const reachable = (): Promise<void> => reachProviders(db(), 'vi-vn');
const userOf = async (code: string): Promise<UserId> =>
  asId<UserId>((await db().selectFrom('orders').select('user_id').where('code', '=', code).executeTakeFirstOrThrow()).user_id ?? 0);
const read = async (code: string) => known(await people().evidence.of(await userOf(code), code));
const letters = (name: string) => desk.office.letters.filter((letter) => letter.name === name);
const lastKey = (): string => String(known(letters('supplier-link').at(-1)).input['key']);

type Home = { readonly by: Browser; readonly code: string };
async function dweller(state: 'confirmed' | 'checked_in' | 'completed' = 'checked_in'): Promise<Home> {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  await lived(db(), code, state, { from: addDays(today(), -3) });
  return { by, code };
}
async function linked(): Promise<Home & { readonly key: string; readonly provider: Browser }> {
  await reachable();
  const home = await dweller();
  expect((await home.by.call(contracts.evidenceLinkContract, { code: home.code, act: 'send' })).error_code).toBe(0);
  return { ...home, key: lastKey(), provider: desk.office.browser() };
}
const add = ({ by, code }: Home, more: Readonly<Record<string, string>> = {}) => by.call(contracts.evidenceContract, { code, ...entry, ...more });
const addByLink = (by: Browser, key: string, more: Readonly<Record<string, string>> = {}) =>
  by.call(contracts.supplierEvidenceContract, { key, ...entry, ...more });
const signing = { name: 'Lan Nguyễn', consent_seen: signingVersion };
const sign = ({ by, code }: Home, hash: string, more: Readonly<Record<string, string>> = {}) =>
  by.call(contracts.evidenceSignContract, { code, hash, ...signing, ...more });
const signByLink = (by: Browser, key: string, hash: string, name = 'Jo Smith') => by.call(contracts.supplierSignContract, { key, hash, ...signing, name });

test('a provider is sent a link at the address that staff have, in their language, and nobody else is told it', async () => {
  const home = await dweller();
  await db().deleteFrom('supplier_contacts').execute();
  const send = () => home.by.call(contracts.evidenceLinkContract, { code: home.code, act: 'send' });
  expect((await send()).data).toMatchObject({ fields: [{ name: 'act', message: 'evidence.link_no_address' }] });
  await reachable();
  const answer = await send();
  expect(answer.data).toEqual({ code: home.code, act: 'send' });
  const letter = known(letters('supplier-link').at(-1));
  expect(letter).toMatchObject({ locale: 'vi-vn', input: { purpose: 'condition', code: home.code } });
  expect(JSON.stringify(answer)).not.toContain(lastKey());
  const row = await db().selectFrom('supplier_links').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(lastKey());
  expect(letter.to).toMatch(/^lets-/);
  expect(JSON.stringify(row)).not.toContain(letter.to);
  const stranger = await desk.somebody();
  for (const act of ['send', 'end']) expect((await stranger.call(contracts.evidenceLinkContract, { code: home.code, act })).error_code).toBe(404);
  // What a mail says names nobody.
  expect(JSON.stringify(letter.input)).not.toMatch(/\bLan\b|applicant/);
});

test('by a link a provider writes down and remarks with photographs of their own, in the one chain, and changes nothing', async () => {
  const home = await linked();
  const { provider, key, code } = home;
  await add(home);
  const before = await read(code);
  const file = (await provider.call(uploadContract, { purpose: 'evidence' })).data.id;
  expect((await addByLink(provider, key, { item: 'Desk', condition: 'worn', photo: file })).data).toMatchObject({ code, number: 2 });
  const remark = { key, about: '1', condition: 'worn', note: 'It is three years old.' };
  expect((await provider.call(contracts.supplierRemarkContract, remark)).data).toMatchObject({ number: 3 });
  expect((await home.by.call(contracts.evidenceRemarkContract, { code, about: '2', condition: 'damaged', note: 'One leg is loose.' })).data).toMatchObject({
    number: 4,
  });
  const found = await read(code);
  expect(found.isWhole).toBe(true);
  expect(found.entries[0], 'the entry that was remarked on').toEqual(before.entries[0]);
  expect(found.entries.map(({ party, about, item, condition }) => [party, about, item, condition])).toEqual([
    ['student', undefined, 'Mattress', 'good'],
    ['provider', undefined, 'Desk', 'worn'],
    ['provider', 1, 'Mattress', 'worn'],
    ['student', 2, 'Desk', 'damaged'],
  ]);
  // On the other party's entries alone, on such as there are, and not without a word.
  for (const bad of [{ about: '2' }, { about: '3' }, { about: '99' }, { about: 'x' }])
    expect((await provider.call(contracts.supplierRemarkContract, { ...remark, ...bad })).data).toMatchObject({ fields: [{ name: 'about' }] });
  expect((await provider.call(contracts.supplierRemarkContract, { ...remark, note: '' })).status).toBe(422);
  // The photograph is the order's: who lives there fetches it, the provider by their link, and nobody by another.
  const user = await userOf(code);
  expect(await people().uploads.find(file, { userId: user, visit: undefined }, now())).toBeDefined();
  expect(await people().evidence.photoByLink(key, file, now())).toBeDefined();
  const other = await linked();
  expect(await people().evidence.photoByLink(other.key, file, now())).toBeUndefined();
  expect(await people().evidence.photoByLink(key, '00000000-0000-4000-8000-000000000000', now())).toBeUndefined();
  // Who happens to be signed in as somebody brings files all the same.
  const account = await desk.somebody();
  const theirs = (await account.call(uploadContract, { purpose: 'evidence' })).data.id;
  expect((await addByLink(account, key, { item: 'Chair', photo: theirs })).data).toMatchObject({ number: 5 });
  expect(await people().uploads.find(theirs, { userId: user, visit: undefined }, now())).toBeDefined();
  // A file that nobody brought is none.
  expect((await addByLink(provider, key, { item: 'Lamp', photo: theirs })).data).toMatchObject({ fields: [{ name: 'photo', message: 'files.gone' }] });
});

test('both sign what they read; what is added after that says so, and who reads the other’s address is nobody', async () => {
  const home = await linked();
  const { provider, key, code } = home;
  const { hash } = (await add(home)).data;
  expect((await sign(home, 'f'.repeat(64))).data).toMatchObject({ fields: [{ name: 'name', message: 'evidence.sign_changed' }] });
  const signed = (await signByLink(provider, key, hash)).data;
  expect(signed).toMatchObject({ code, entries: 1 });
  expect(known(letters('evidence-signed').at(-1)).input).toMatchObject({ code, entries: 1 });
  expect((await sign(home, hash)).data).toMatchObject({ code, entries: 1 });
  // Once more is the same signature.
  expect((await signByLink(provider, key, hash)).data).toEqual(signed);
  const next = (await add(home, { item: 'Window' })).data;
  expect((await signByLink(provider, key, hash)).data).toMatchObject({ fields: [{ message: 'evidence.sign_changed' }] });
  const found = await read(code);
  expect([found.isWhole, found.signatures.map(({ party, entries, name }) => `${party} ${entries} ${name}`)]).toEqual([
    true,
    ['provider 1 Jo Smith', 'student 1 Lan Nguyễn'],
  ]);
  expect((await signByLink(provider, key, next.hash)).data).toMatchObject({ entries: 2 });
  expect((await sign(home, next.hash, { consent_seen: '' })).status).toBe(422);
  expect((await sign(home, next.hash, { name: '<b>1</b>' })).status).toBe(422);
  const rows = await db().selectFrom('evidence_signatures').select(['sealed']).execute();
  expect(JSON.stringify(rows)).not.toMatch(/Jo Smith|\bLan\b/);
  for (const locale of locales)
    for (const asker of [{ userId: await userOf(code) }, { key }])
      expect(known(await people().evidenceFile(asker, code, locale, now())).length).toBeGreaterThan(5_000);
  const other = await linked();
  expect(await people().evidenceFile({ key: other.key }, code, 'en-us', now())).toBeUndefined();
});

test('what was signed stays: the database refuses changes, and a signature that is gone or another is told', async () => {
  const home = await linked();
  const { hash } = (await add(home)).data;
  await signByLink(home.provider, home.key, hash);
  await sign(home, hash);
  await add(home, { item: 'Door' });
  const { id } = await db().selectFrom('orders').select('id').where('code', '=', home.code).executeTakeFirstOrThrow();
  for (const change of [{ entries: 2 }, { party: 'student' as const }, { sealed: 'x' }, { made_at: new Date(0) }, { hash: 'a'.repeat(64) }, { number: 9 }])
    await expect(
      db().updateTable('evidence_signatures').set(change).where('order_id', '=', id).where('number', '=', 1).execute(),
      JSON.stringify(change),
    ).rejects.toThrow(/stays as it was written/);
  for (const change of [{ party: 'provider' as const }, { about: 1 }])
    await expect(db().updateTable('evidence_entries').set(change).where('order_id', '=', id).where('number', '=', 2).execute()).rejects.toThrow(
      /stays as it was written/,
    );
  expect((await read(home.code)).isWhole).toBe(true);
  await db().deleteFrom('evidence_signatures').where('order_id', '=', id).where('number', '=', 1).execute();
  expect((await read(home.code)).isWhole).toBe(false);
  // Nobody signs what is not as it was written.
  const { entries } = await read(home.code);
  expect((await sign(home, known(entries.at(-1)).hash)).data).toMatchObject({ fields: [{ message: 'evidence.sign_changed' }] });
});

test('two signatures at once are two links of one chain, twice the same is one, and entries beside them belong to one of both sides', async () => {
  const home = await linked();
  const { provider, key, code } = home;
  const { hash } = (await add(home)).data;
  const answers = await Promise.all([
    sign(home, hash),
    signByLink(provider, key, hash),
    signByLink(desk.office.browser(), key, hash),
    sign(home, hash),
    addByLink(provider, key, { item: 'Desk' }),
  ]);
  expect(answers.at(-1)?.error_code).toBe(0);
  const found = await read(code);
  expect(found.isWhole).toBe(true);
  expect(found.signatures.length).toBeLessThanOrEqual(2);
  for (const { party, entries } of found.signatures) expect([party, entries]).toEqual([party, 1]);
  expect(new Set(found.signatures.map(({ party }) => party)).size).toBe(found.signatures.length);
  // Each that was answered with a signature has it, and each that was not was told that something was added.
  for (const [answer, party] of answers.slice(0, 4).map((one, at) => [one, at === 0 || at === 3 ? 'student' : 'provider'] as const))
    if (answer.error_code === 0) expect(found.signatures.find((one) => one.party === party)?.hash).toBe(answer.data.hash);
    else expect(answer.data).toMatchObject({ fields: [{ message: 'evidence.sign_changed' }] });
});

test('a link opens one order alone, until it runs out, is ended, or is replaced; a key of another kind opens nothing', async () => {
  const home = await linked();
  const { provider, key, code } = home;
  const opens = async (one: string) => (await people().evidence.openLink(one, now())) !== undefined;
  expect(await opens(key)).toBe(true);
  for (const bad of ['', 'x', key.slice(1), `${key}x`, key.toLowerCase(), 'a'.repeat(32), "' or 1=1 --"]) expect(await opens(bad), bad).toBe(false);
  const other = await linked();
  expect((await addByLink(provider, other.key)).data).toMatchObject({ code: other.code });
  expect((await read(code)).entries).toEqual([]);
  // Another link of the same order ends the former.
  await home.by.call(contracts.evidenceLinkContract, { code, act: 'send' });
  const second = lastKey();
  expect([await opens(key), await opens(second)]).toEqual([false, true]);
  expect((await addByLink(provider, key)).error_code).toBe(404);
  expect((await home.by.call(contracts.evidenceLinkContract, { code, act: 'end' })).data).toEqual({ code, act: 'end' });
  expect(await opens(second)).toBe(false);
  expect((await signByLink(provider, second, 'a'.repeat(64))).error_code).toBe(404);
  expect((await home.by.call(contracts.evidenceLinkContract, { code, act: 'end' })).data).toMatchObject({ fields: [{ message: 'evidence.link_not_now' }] });
  // Time alone ends the third.
  await home.by.call(contracts.evidenceLinkContract, { code, act: 'send' });
  const third = lastKey();
  const at = (days: number): Date => new Date(now().getTime() + days * day);
  expect(await people().evidence.openLink(third, at(supplierLinkDays.condition - 1))).toBeDefined();
  expect(await people().evidence.openLink(third, at(supplierLinkDays.condition + 1))).toBeUndefined();
  for (let made = 3; made < mostSupplierLinks; made += 1)
    expect((await home.by.call(contracts.evidenceLinkContract, { code, act: 'send' })).error_code).toBe(0);
  expect((await home.by.call(contracts.evidenceLinkContract, { code, act: 'send' })).data).toMatchObject({ fields: [{ message: 'evidence.link_too_many' }] });
  expect(await opens(lastKey()), 'the last one stays open').toBe(true);
});

test('staff send and end links, which stands in the audit log; so do those of who lives there', async () => {
  const home = await linked();
  const { code } = home;
  const order = await db().selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  expect((await desk.staff.call(contracts.staffEvidenceLinkContract, { code, act: 'send' })).data).toEqual({ code, act: 'send' });
  expect((await desk.staff.call(contracts.staffEvidenceLinkContract, { code, act: 'end' })).data).toEqual({ code, act: 'end' });
  expect((await desk.staff.call(contracts.staffEvidenceLinkContract, { code: '0000-0000', act: 'send' })).error_code).toBe(404);
  const entries = await db()
    .selectFrom('audit_log')
    .select(['actor', 'data'])
    .where('action', '=', 'supplier-link-changed')
    .where('subject', '=', `order:${order.id}`)
    .orderBy('id')
    .execute();
  expect(entries.map(({ actor, data }) => [actor.split(':')[0], data])).toEqual([
    ['person', { deed: 'send', purpose: 'condition' }],
    ['staff', { deed: 'send', purpose: 'condition' }],
    ['staff', { deed: 'end', purpose: 'condition' }],
  ]);
});

test('each party has entries and signatures of its own number, and links open nothing of an order that nobody has', { timeout: 120_000 }, async () => {
  const home = await linked();
  const { provider, key, code } = home;
  let last = (await add(home)).data.hash;
  for (let at = 0; at < mostSignatures; at += 1) {
    expect((await sign(home, last)).error_code, String(at)).toBe(0);
    last = (await add(home, { item: `Item ${at}` })).data.hash;
  }
  expect((await sign(home, last)).data).toMatchObject({ fields: [{ name: 'name', message: 'evidence.sign_enough' }] });
  expect((await signByLink(provider, key, last)).error_code, 'the other party has its own').toBe(0);
  expect((await read(code)).isWhole).toBe(true);
  await db().updateTable('orders').set({ user_id: null }).where('code', '=', code).execute();
  expect(await people().evidence.openLink(key, now())).toBeUndefined();
  expect((await addByLink(provider, key)).error_code).toBe(404);
});

test('signatures go with what was signed, long after the lease ended', async () => {
  const home = await linked();
  const { hash } = (await add(home)).data;
  await signByLink(home.provider, home.key, hash);
  await db()
    .updateTable('orders')
    .set({ period_from: addDays(today(), -900), period_to: addDays(today(), -keptDays - 1) })
    .where('code', '=', home.code)
    .execute();
  expect(await people().evidence.forget(now())).toBe(1);
  const { id } = await db().selectFrom('orders').select('id').where('code', '=', home.code).executeTakeFirstOrThrow();
  expect(await db().selectFrom('evidence_signatures').select('id').where('order_id', '=', id).execute()).toEqual([]);
});
