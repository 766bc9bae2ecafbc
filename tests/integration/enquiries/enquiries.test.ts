/** Enquiries over a real database: taken once, answered, handed about, merged; shown to nobody else. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EnquiriesService, EnquirySender } from '#lib/features/enquiries/enquiries.service.ts';
import { linkDays } from '#lib/features/enquiries/enquiries.schema.ts';
import type { NewEnquiry } from '#lib/features/enquiries/enquiries.schema.ts';
import { newsChoicesContract, newsContract } from '#lib/features/news/news.contract.ts';
import { enquiryAnsweredMail } from '#lib/features/enquiries/mail/enquiry-answered.mail.ts';
import { enquiryReceivedMail } from '#lib/features/enquiries/mail/enquiry-received.mail.ts';
import { locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { EnquiryId, HouseId, StaffId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import { refused } from '#lib/outcome.ts';
import { createSite } from '#lib/paths.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { writeLeedsHouses } from '#tests/support/leeds-houses.ts';
import { known } from '#tests/support/list-pages.ts';

let desk: AccountsDesk;
let service: EnquiriesService;
let house: HouseId;
let unit: UnitId;
let tenancy: TenancyId;
let gone: HouseId;
let [ann, bob]: StaffId[] = [];

beforeAll(async () => {
  let ids: ReadonlyMap<string, number> = new Map();
  desk = await openAccountsDesk({
    settings: { OPERATOR_EMAIL: 'desk@example.org', RATE_LIMIT_FACTOR: '1' },
    fill: async (base) => void (ids = await writeLeedsHouses(base)),
  });
  const { db } = desk.on.base;
  service = known(desk.on.services.people).enquiries;
  house = asId(known(ids.get('large')));
  gone = asId(known(ids.get('gone')));
  const found = known(await desk.on.services.house.service.find(house));
  const { cheapest } = await desk.on.services.house.service.offers(found, testNow);
  [unit, tenancy] = [known(cheapest).unit.id, known(cheapest).tenancy.id];
  const rows = await db
    .insertInto('staff_members')
    .values(
      ['Ann', 'Bob'].map((name) => ({
        name,
        role: 'support' as const,
        email_digest: name,
        email_sealed: '',
        password_hash: null,
        totp_sealed: '',
        created_at: testNow,
        enrolled_at: null,
        ended_at: null,
      })),
    )
    .returning('id')
    .execute();
  [ann, bob] = rows.map(({ id }) => asId<StaffId>(id));
});
afterAll(() => desk.close());
beforeEach(() => void (desk.letters.length = 0));

let people = 0;
const someone = (): string => `asker-${(people += 1)}@example.org`;
const sender: EnquirySender = { userId: undefined, address: '10.0.0.1', proof: 'solved' };
const nowhere = { houseId: undefined, unitId: undefined, cityId: undefined, schoolId: undefined, words: '' };
const question = (more: Partial<NewEnquiry> = {}, email = someone()): NewEnquiry => ({
  topic: 'home',
  source: 'house',
  contact: { firstName: 'Mai', lastName: 'Nguyễn', email, phone: '+447700900123' },
  place: { ...nowhere, houseId: house },
  tenancyId: undefined,
  text: 'Is the room quiet?',
  page: '/uk/leeds/detail-apartments-1',
  locale: 'vi-vn',
  consents: { terms: '2026-11', report: '2026-11', recommend: null },
  utm: { utm_source: 'zalo' },
  ...more,
});

async function asked(more: Partial<NewEnquiry> = {}, email?: string): Promise<{ readonly id: EnquiryId; readonly token: string; readonly reference: string }> {
  const outcome = await service.ask(question(more, email), sender, testNow);
  if (!outcome.ok) throw new Error(outcome.reason);
  const { id } = known(await service.open({ token: outcome.value.token }, testNow)).enquiry;
  return { id, ...outcome.value };
}
const by = (staffId = known(ann), now = testNow) => ({ staffId, now });
const later = (minutes: number): Date => new Date(testNow.getTime() + minutes * 60_000);
const stateOf = async (id: EnquiryId) => known(await service.read(id)).enquiry;

describe('[R1.09] a question', () => {
  test('is stored with all it was asked with, encrypted who asked, and told to both by mail', async () => {
    const email = someone();
    const outcome = await service.ask(question({ place: { ...nowhere, houseId: house, unitId: unit }, tenancyId: tenancy }, email), sender, testNow);
    expect(outcome.ok && !outcome.value.repeated).toBe(true);
    const row = known((await desk.on.base.db.selectFrom('enquiries').selectAll().orderBy('id', 'desc').limit(1).execute())[0]);
    expect(row).toMatchObject({
      state: 'new',
      source: 'house',
      team: 'advice',
      locale: 'vi-vn',
      language: 'vi',
      house_id: house,
      unit_id: unit,
      tenancy_id: tenancy,
      page: '/uk/leeds/detail-apartments-1',
      utm: { utm_source: 'zalo' },
      consents: { terms: '2026-11', report: '2026-11', recommend: null },
    });
    expect(row.total_minor).not.toBeNull();
    expect(row.city_id).not.toBeNull();
    expect(JSON.stringify({ ...row, total_minor: '' })).not.toMatch(/\bMai\b|Nguyễn|asker-|7700900123/);
    expect(desk.letters.map(({ to, name, locale }) => [to, name, locale])).toEqual([
      [email, 'enquiry-received', 'vi-vn'],
      ['desk@example.org', 'operator-note', 'zh-cn'],
    ]);
    // A stranger's words do not travel by a mail of ours to whatever address they typed.
    expect(JSON.stringify(desk.letters[0])).not.toContain('quiet');
    const thread = known(await service.open({ token: outcome.ok ? outcome.value.token : '' }, testNow));
    expect(thread.messages.map(({ sender: from, text }) => [from, text])).toEqual([['student', 'Is the room quiet?']]);
    expect(thread.contact).toEqual({ firstName: 'Mai', lastName: 'Nguyễn', email, phone: '+447700900123' });
  });

  test('asked twice within ten minutes is one, also by twenty at once; about another home, in other words or later it is another', async () => {
    const one = question();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => service.ask(one, sender, testNow)));
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.value.repeated)).toHaveLength(1);
    expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.value.reference)).size).toBe(1);
    expect(desk.letters.filter(({ name }) => name === 'enquiry-received')).toHaveLength(1);
    const again = async (more: Partial<NewEnquiry>, now = testNow): Promise<boolean> => {
      const outcome = await service.ask({ ...one, ...more }, sender, now);
      return outcome.ok && outcome.value.repeated;
    };
    expect(await again({}, later(9))).toBe(true);
    expect(await again({ text: 'Is it loud?' })).toBe(false);
    expect(await again({ place: { ...nowhere, words: 'Leeds' } })).toBe(false);
    expect(await again({}, later(11))).toBe(false);
  });

  test('repeated by somebody else, who types the same address, is another thread: nobody gets a link by guessing', async () => {
    const one = question();
    const mine = await service.ask(one, sender, testNow);
    const theirs = await service.ask(one, { ...sender, address: '203.0.113.9' }, testNow);
    if (!mine.ok || !theirs.ok) throw new Error('refused');
    expect([theirs.value.repeated, theirs.value.reference === mine.value.reference]).toEqual([false, false]);
    expect(known(await service.open({ token: theirs.value.token }, testNow)).enquiry.reference).toBe(theirs.value.reference);
  });

  test('about a home that is not there is refused; about a room or lease that is gone it is about its home', async () => {
    const place = (more: object) => service.ask(question({ place: { ...nowhere, ...more } }), sender, testNow);
    expect(await place({ houseId: asId<HouseId>(2_000_000_000) })).toEqual(refused('no-house'));
    expect(await place({ houseId: gone })).toEqual(refused('no-house'));
    const lost = asId<UnitId>(2_000_000_000);
    const { id } = await asked({ place: { ...nowhere, houseId: house, unitId: lost }, tenancyId: tenancy });
    expect(await stateOf(id)).toMatchObject({ place: { houseId: house, unitId: undefined }, lease: undefined });
  });

  test('of one address asks for a proof after a few, and ends at a bound', async () => {
    const email = someone();
    const ask = (number: number, proof: EnquirySender['proof']) =>
      service.ask(question({ text: `Question ${number}` }, email), { ...sender, address: '10.9.9.9', proof }, testNow);
    const first = await Promise.all([1, 2, 3].map((number) => ask(number, undefined)));
    expect(first.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await ask(4, undefined)).toEqual(refused('no-proof'));
    const more: Awaited<ReturnType<typeof ask>>[] = [];
    for (let number = 4; number <= 21; number++) more.push(await ask(number, 'solved'));
    expect(more.slice(0, -1).every(({ ok }) => ok)).toBe(true);
    expect(more.at(-1)).toEqual(refused('enough'));
  });

  test('that does not fit is not stored in part, nor told of', async () => {
    const { length } = await desk.on.base.db.selectFrom('enquiries').select('id').execute();
    await expect(service.ask(question({ page: 'x'.repeat(501) }), sender, testNow)).rejects.toThrow(/check constraint/);
    expect(await desk.on.base.db.selectFrom('enquiries').select('id').execute()).toHaveLength(length);
  });
});

describe('a link', () => {
  test('shows its thread alone, for its time, and not when it was changed', async () => {
    const [mine, theirs] = [await asked(), await asked()];
    const [, until = '', signature = ''] = mine.token.split('-');
    const open = (token: string, now = testNow) => service.open({ token }, now);
    expect((await open(mine.token))?.enquiry.reference).toBe(mine.reference);
    for (const forged of [
      `${theirs.id}-${until}-${signature}`,
      `${mine.id}-${Number(until) + 1}-${signature}`,
      `${mine.id}-${until}-${signature.slice(0, -1)}`,
      `${mine.token}x`,
      `0${mine.token}`,
      '',
      '1',
      '9'.repeat(300),
      `${mine.id}-99999-x`,
    ])
      expect(await open(forged), forged).toBeUndefined();
    expect(await open(mine.token, later((linkDays - 1) * 1_440))).toBeDefined();
    expect(await open(mine.token, later((linkDays + 1) * 1_440))).toBeUndefined();
  });

  test('a verified sign-in with the address claims its threads, and no other', async () => {
    const email = someone();
    const mine = await asked({}, email);
    await asked();
    const reader = await desk.registered(email);
    const user = known(await known(desk.on.services.people).accounts.service.findBy({ kind: 'email', address: email }));
    expect(reader.cookies.size).toBeGreaterThan(0);
    expect(await service.open({ userId: user.id, reference: mine.reference }, testNow)).toBeUndefined();
    const threads = await service.ofUser(user.id, [
      { kind: 'email', address: email },
      { kind: 'phone', address: '+447700900123' },
    ]);
    expect(threads.map(({ reference }) => reference)).toEqual([mine.reference]);
    expect(await service.open({ userId: user.id, reference: mine.reference }, testNow)).toBeDefined();
    // Who asked with the address before it was proved may be somebody else.
    expect(await service.open({ token: mine.token }, testNow)).toBeUndefined();
    const other = await asked({ text: 'And the kitchen?' }, email);
    await service.ofUser(user.id, [{ kind: 'email', address: email }]);
    await service.merge(other.id, mine.id, by());
    expect((await service.open({ userId: user.id, reference: other.reference }, testNow))?.enquiry.reference).toBe(mine.reference);
    // Who mistypes a number hands nothing to whoever has it; an account that erases itself takes its threads along.
    await desk.on.base.db.deleteFrom('users').where('id', '=', user.id).execute();
    expect(await service.open({ token: mine.token }, testNow)).toBeUndefined();
  });
});

describe('[R2.147] an answer', () => {
  const messages = async (of: Browser) => (await of.call(newsContract)).data;
  const mails = () => desk.letters.filter(({ name }) => name === 'enquiry-answered').length;

  test('stands in the messages of whoever asked, once, with a link to the conversation, and goes by mail unless they chose otherwise', async () => {
    const email = someone();
    const reader = await desk.registered(email);
    const user = known(await known(desk.on.services.people).accounts.service.findBy({ kind: 'email', address: email }));
    const outcome = await service.ask(question({}, email), { ...sender, userId: user.id }, testNow);
    if (!outcome.ok) throw new Error(outcome.reason);
    const { reference } = outcome.value;
    const id = known(await service.idOf(reference));
    expect(await service.answer(id, 'Yes, it faces the yard.', by())).toEqual({ ok: true, value: null });
    const { items, unread } = await messages(reader);
    expect([unread, items.map(({ kind, read }) => [kind, read])]).toEqual([1, [['enquiry', false]]]);
    expect([items[0]?.text, items[0]?.href]).toEqual([expect.stringContaining(reference), expect.stringContaining(`/profile/messages-center/${reference}`)]);
    expect(mails()).toBe(1);
    await reader.call(newsChoicesContract, { order_todo: 'yes' });
    await service.answer(id, 'And it is quiet at night.', by());
    expect([(await messages(reader)).unread, mails()], 'two answers within one moment are two').toEqual([2, 1]);
    await reader.call(newsChoicesContract, { enquiry: 'yes' });
    await service.answer(id, 'And on Sundays.', by());
    expect([(await messages(reader)).unread, mails()]).toEqual([3, 2]);
  });

  test('is told to the account that has the address, and of nobody else; whoever has none hears by mail', async () => {
    const email = someone();
    const reader = await desk.registered(email);
    const other = await desk.registered(someone());
    const [mine, theirs] = [await asked({}, email), await asked()];
    desk.letters.length = 0;
    for (const { id } of [mine, theirs]) await service.answer(id, 'Yes.', by());
    expect((await messages(reader)).items.map(({ href }) => href)).toEqual([expect.stringContaining(mine.reference)]);
    expect((await messages(other)).items).toEqual([]);
    expect(mails()).toBe(2);
  });
});

describe('a conversation', () => {
  test('goes to and fro: answered by mail in the student’s language, written back, closed, and opened by the next word', async () => {
    const { id, token } = await asked();
    desk.letters.length = 0;
    expect((await stateOf(id)).dueAt).toBeDefined();
    expect(await service.answer(id, 'Yes, it faces the yard.', by())).toEqual({ ok: true, value: null });
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', staffId: ann, dueAt: undefined, firstAnsweredAt: testNow });
    expect(desk.letters.map(({ name, locale, input }) => [name, locale, input['text']])).toEqual([['enquiry-answered', 'vi-vn', 'Yes, it faces the yard.']]);
    await service.note(id, 'Wants a quiet room', by(bob));
    expect(await service.reply({ token }, 'And at night?', later(5))).toEqual({ ok: true, value: null });
    expect(await stateOf(id)).toMatchObject({ state: 'open', lastAt: later(5) });
    expect((await stateOf(id)).dueAt).toBeDefined();
    const seen = known(await service.open({ token }, testNow)).messages;
    expect(seen.map(({ sender: from }) => from)).toEqual(['student', 'staff', 'student']);
    expect(known(await service.read(id)).messages.map(({ sender: from }) => from)).toEqual(['student', 'staff', 'note', 'student']);
    await service.closeOwn({ token }, later(6));
    expect(await stateOf(id)).toMatchObject({ state: 'closed', dueAt: undefined });
    expect(await service.answer(id, 'Too late', by())).toEqual(refused('settled'));
    await service.reply({ token }, 'One more thing', later(7));
    expect(await stateOf(id)).toMatchObject({ state: 'open', closedAt: undefined });
    expect(known(await service.read(id)).events.map(({ kind }) => kind)).toEqual(['asked', 'answered', 'replied', 'closed', 'reopened']);
  });

  test('with a phone alone: the answer is told there with its link, nothing is stored that cannot be told, and what is not sent costs nothing', async () => {
    const phone = '+447700900777';
    const contact = { firstName: '', lastName: '', email: undefined, phone };
    const { id } = await asked({ contact });
    expect(desk.letters.filter(({ name }) => name === 'enquiry-received')).toEqual([]);
    desk.letters.length = 0;
    desk.budget.spent = true;
    expect(await service.answer(id, 'Yes.', by())).toEqual(refused('no-text'));
    expect((await stateOf(id)).state).toBe('new');
    expect(known(await service.read(id)).messages).toHaveLength(1);
    desk.budget.spent = false;
    expect(await service.answer(id, 'Yes.', by())).toEqual({ ok: true, value: null });
    const [letter] = desk.letters;
    expect([desk.letters.length, letter?.name, letter?.to, letter?.locale]).toEqual([1, 'enquiry-answered', phone, 'vi-vn']);
    const [, token = ''] = /\/enquiry\/([\w.-]+)$/.exec(String(letter?.input['link'])) ?? [];
    expect(known(await service.open({ token }, testNow)).messages.map(({ text }) => text)).toEqual(['Is the room quiet?', 'Yes.']);
    const takenBack = desk.budget.takenBack;
    await service.close(id, by());
    expect(await service.answer(id, 'Too late', by())).toEqual(refused('settled'));
    expect(desk.budget.takenBack).toBe(takenBack + 1);
    const other = await asked({ contact, text: 'And the kitchen?' });
    expect((await service.ofAsker(contact, 5)).map((one) => one.id)).toEqual([other.id, id]);
    expect(await service.merge(other.id, (await asked()).id, by())).toEqual(refused('other-person'));
    await service.reopen(id, by());
    expect(await service.merge(other.id, id, by())).toEqual({ ok: true, value: null });
  });

  test('is taken by one of two who take it at once, can be handed on, put away and brought back', async () => {
    const { id, token } = await asked();
    const outcomes = await Promise.all([service.claim(id, by(ann)), service.claim(id, by(bob))]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes).toContainEqual(refused('taken'));
    await service.assign(id, { staffId: bob, team: 'service' }, by());
    expect(await stateOf(id)).toMatchObject({ state: 'open', staffId: bob, team: 'service' });
    await service.assign(id, { staffId: undefined }, by());
    expect((await stateOf(id)).staffId).toBeUndefined();
    await service.spam(id, by());
    expect(await stateOf(id)).toMatchObject({ state: 'spam', dueAt: undefined });
    await service.reply({ token }, 'Buy this', later(1));
    expect((await stateOf(id)).state).toBe('spam');
    await service.reopen(id, by());
    expect((await stateOf(id)).state).toBe('open');
    await service.close(id, by());
    expect(await service.close(id, by())).toEqual(refused('settled'));
    expect(await service.close(asId<EnquiryId>(2_000_000_000), by())).toEqual(refused('no-thread'));
  });

  test('does its deed with what is done beside it, or not at all', async () => {
    const { id } = await asked();
    await expect(service.close(id, { ...by(), also: () => Promise.reject(new Error('no log today')) })).rejects.toThrow('no log today');
    expect((await stateOf(id)).state).toBe('new');
  });

  test('merges with another of the same address, and all links of both end until the next mail; never with one of somebody else', async () => {
    const email = someone();
    const [first, second] = [await asked({}, email), await asked({ text: 'And the kitchen?' }, email)];
    const foreign = await asked();
    expect(await service.merge(foreign.id, first.id, by())).toEqual(refused('other-person'));
    expect(await service.merge(second.id, first.id, by())).toEqual({ ok: true, value: null });
    expect(await service.merge(second.id, first.id, by())).toEqual(refused('settled'));
    // Anybody can type an address: a link from before must not show what its owner wrote.
    for (const { token } of [first, second]) {
      expect(await service.open({ token }, testNow)).toBeUndefined();
      expect(await service.reply({ token }, 'Me again', testNow)).toEqual(refused('no-thread'));
    }
    desk.letters.length = 0;
    await service.answer(first.id, 'It has a hob.', by());
    const [letter] = desk.letters;
    expect(letter?.to).toBe(email);
    const shown = known(await service.open({ token: String(letter?.input['token']) }, testNow));
    expect(shown.enquiry.reference).toBe(first.reference);
    expect(shown.messages.map(({ text }) => text)).toEqual(['Is the room quiet?', 'And the kitchen?', 'It has a hob.']);
    expect(known(await service.read(second.id)).enquiry).toMatchObject({ state: 'closed', mergedInto: first.id });
  });
});

describe('lists of the desk', () => {
  test('come in pages without gap or double, by what is due and by what was said last', async () => {
    const all = await Promise.all(Array.from({ length: 7 }, (_, at) => asked({ text: `List ${at}`, locale: 'zh-tw' })));
    for (const order of ['due', 'recent'] as const) {
      const seen: EnquiryId[] = [];
      let after: Parameters<EnquiriesService['list']>[2];
      do {
        const { enquiries, next } = await service.list({ language: 'zh-Hant' }, order, after, 3);
        seen.push(...enquiries.map(({ id }) => id));
        after = next;
      } while (after);
      expect(seen.toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
      expect(new Set(seen).size).toBe(7);
    }
    await service.claim(known(all[0]).id, by(bob));
    const mine = await service.list(
      { staff: known(bob), states: ['open'], team: 'advice', houseId: house, source: 'house', openedBefore: later(1) },
      'recent',
      undefined,
      10,
    );
    expect(mine.enquiries.map(({ id, preview }) => [id, preview])).toEqual([[known(all[0]).id, 'List 0']]);
    expect((await service.list({ staff: 'none', language: 'zh-Hant' }, 'due', undefined, 10)).enquiries).toHaveLength(6);
    expect((await service.countByState()).new).toBeGreaterThanOrEqual(6);
    // Most wait here: what half of them waited is not known.
    const figures = await service.figures(30, testNow);
    expect(figures.answered).toBeGreaterThan(0);
    expect([figures.medianMinutes, figures.slowMinutes]).toEqual([undefined, undefined]);
    expect(figures.bySource.find(({ source }) => source === 'house')?.count).toBeGreaterThan(7);
  });

  test('tell how long half of all waited for an answer, and nothing while half have none; spam and what was merged do not count', async () => {
    const far = new Date(testNow.getTime() + 100 * 86_400_000);
    const at = (minutes: number): Date => new Date(far.getTime() + minutes * 60_000);
    const email = someone();
    const ids: EnquiryId[] = [];
    for (let number = 0; number < 7; number++) {
      const outcome = await service.ask(question({ text: `Wait ${number}` }, email), sender, far);
      if (!outcome.ok) throw new Error(outcome.reason);
      ids.push(known(await service.idOf(outcome.value.reference)));
    }
    const [first, second, third, fourth, , spam, merged] = ids.map((id) => known(id));
    const median = async () => (await service.figures(1, at(600))).medianMinutes;
    await service.spam(known(spam), by(ann, far));
    await service.merge(known(merged), known(first), by(ann, far));
    await service.answer(known(first), 'Yes', by(ann, at(10)));
    await service.answer(known(second), 'Yes', by(ann, at(20)));
    expect(await median()).toBeUndefined();
    await service.answer(known(third), 'Yes', by(ann, at(30)));
    expect(await median()).toBe(30);
    await service.answer(known(fourth), 'Yes', by(ann, at(40)));
    expect(await service.figures(1, at(600))).toMatchObject({ answered: 4, medianMinutes: 30, slowMinutes: undefined });
  });

  test('what is settled is forgotten in its time', async () => {
    const { id } = await asked();
    await service.close(id, by());
    expect(await service.forget(later(729 * 1_440))).toBe(0);
    expect(await service.forget(later(731 * 1_440))).toBeGreaterThan(0);
    expect(await service.read(id)).toBeUndefined();
  });

  test('what is settled is counted from its closing, also where its sender writes on as spam', async () => {
    const [closed, spam] = [await asked(), await asked()];
    await service.close(closed.id, by(ann, later(100 * 1_440)));
    await service.spam(spam.id, by());
    await service.reply({ token: spam.token }, 'Buy this', later(20 * 1_440));
    await service.forget(later(735 * 1_440));
    expect([await service.read(closed.id), await service.read(spam.id)].map(Boolean)).toEqual([true, false]);
    await service.forget(later(831 * 1_440));
    expect(await service.read(closed.id)).toBeUndefined();
  });

  test('an answer that nobody writes on to is closed after 60 days; what still waits for us is not', async () => {
    const [answered, open] = [await asked(), await asked()];
    await service.answer(answered.id, 'Yes.', by());
    await service.closeSilent(later(59 * 1_440));
    expect((await stateOf(answered.id)).state).toBe('waiting');
    expect(await service.closeSilent(later(61 * 1_440))).toBeGreaterThan(0);
    expect(await stateOf(answered.id)).toMatchObject({ state: 'closed', closedAt: later(61 * 1_440) });
    expect((await stateOf(open.id)).state).toBe('new');
    expect(known(await service.read(answered.id)).events.at(-1)).toMatchObject({ kind: 'closed', staffId: undefined, about: 'silent' });
  });

  test('where the contact cannot be read, an answer that would reach nobody is refused and not stored', async () => {
    const { id } = await asked();
    await desk.on.base.db.updateTable('enquiries').set({ contact_sealed: 'sealed.with.another' }).where('id', '=', id).execute();
    expect(await service.answer(id, 'Yes.', by())).toEqual(refused('no-contact'));
    expect(await stateOf(id)).toMatchObject({ state: 'new', firstAnsweredAt: undefined });
    expect(known(await service.read(id)).messages).toHaveLength(1);
  });
});

test('mails hold no line that could be a header, and say hostile text as text, in every language', () => {
  const site = createSite('https://loftling.example', new Map());
  const evil = 'Block"\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>';
  for (const locale of locales) {
    const received = enquiryReceivedMail.write({ reference: 'K7QM-2XPA', home: evil, token: '1-20000-x' }, locale, site);
    const answered = enquiryAnsweredMail.write({ reference: 'K7QM-2XPA', text: evil, token: '1-20000-x' }, locale, site);
    for (const { subject, html } of [received, answered]) {
      expect(subject).not.toMatch(/[\r\n]/);
      expect(html).not.toContain('<script>');
    }
    expect(received.text).toContain('/enquiry/1-20000-x');
  }
});
