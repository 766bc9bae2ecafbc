/** How staff answer what people ask: by calls as browsers make them, over a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as batches from '#lib/features/desk/batches.contract.ts';
import { starterTemplates } from '#lib/features/desk/starter-templates.words.ts';
import { placesIn, unknownPlaces } from '#lib/features/desk/templates.rules.ts';
import * as desk from '#lib/features/desk/threads.contract.ts';
import { createThreadsRepository } from '#lib/features/desk/threads.repository.ts';
import { createThreadsService } from '#lib/features/desk/threads.service.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { EnquiryId, HouseId } from '#lib/ids/ids.ts';
import type { Visitor } from '#lib/visitor.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { writeLeedsHouses } from '#tests/support/leeds-houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { askAbout } from '#tests/support/questions.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { StandIn } from '#tests/support/stand-in.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser, StaffDesk } from '#tests/support/staff-desk.ts';

let office: AccountsDesk;
let translator: StandIn;
let staff: StaffDesk;
let [ann, bob]: StaffBrowser[] = [];
let house: HouseId;
beforeAll(async () => {
  let ids: ReadonlyMap<string, number> = new Map();
  translator = await standIn(({ body }, response) => {
    const { q, target } = JSON.parse(body) as { readonly q: string; readonly target: string };
    answerJson(response, { translatedText: `[${target}] ${q}` });
  });
  office = await openAccountsDesk({
    settings: { TRANSLATE_URL: translator.origin },
    async fill(base) {
      ids = await writeLeedsHouses(base);
      await base.db.updateTable('tenancies').set({ cancellation_policy: 'standard' }).execute();
    },
  });
  staff = openStaffDesk(office);
  [ann, bob] = [await staff.member('support'), await staff.member('admin')];
  house = asId(known(ids.get('large')));
});
afterAll(async () => {
  await office.close();
  await translator.close();
});
beforeEach(() => {
  office.clock.now = testNow;
});

const one = (): StaffBrowser => known(ann);
const other = (): StaffBrowser => known(bob);
const act = (id: EnquiryId, deed: string, more: Readonly<Record<string, string | number>> = {}, by = one()) =>
  by.call(desk.deskActContract, { enquiry_id: id, act: deed, ...more });
const threadOf = async (id: EnquiryId) => known(await known(office.on.services.people).enquiries.read(id));
const deedsAbout = async (id: EnquiryId) => {
  const rows = await office.on.base.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'data'])
    .where('subject', '=', `enquiry:${id}`)
    .orderBy('id')
    .execute();
  return rows.map(({ actor, action, data }) => [actor, action, data]);
};
const visitor = (by: StaffBrowser) => ({ staff: { id: '1', staffId: by.id, standing: 'support', provedAt: testNow } }) as unknown as Visitor;
const loader = () => known(known(office.on.services.people).loaders.desk);
const reader = (locale: Locale = 'zh-cn') => ({ locale, now: office.clock.now });
const inbox = (query: Record<string, string>, locale?: Locale) => loader().inbox(visitor(one()), new URLSearchParams(query), reader(locale));

describe('a thread', () => {
  test('is answered by mail in the language of who asked, and then waits for them; a note is told to nobody', async () => {
    const id = await askAbout(office, house);
    expect((await one().call(desk.deskAnswerContract, { enquiry_id: id, kind: 'note', text: 'Ask the provider.' })).error_code).toBe(0);
    expect(office.letters.at(-1)?.name).not.toBe('enquiry-answered');
    expect((await one().call(desk.deskAnswerContract, { enquiry_id: id, kind: 'answer', text: 'Có, rất yên tĩnh.', close: '' })).error_code).toBe(0);
    expect(office.letters.at(-1)).toMatchObject({ name: 'enquiry-answered', locale: 'vi-vn', input: { text: 'Có, rất yên tĩnh.' } });
    const { enquiry, messages } = await threadOf(id);
    expect([enquiry.state, enquiry.staffId, messages.map(({ sender }) => sender)]).toEqual(['waiting', one().id, ['student', 'note', 'staff']]);
    expect(await deedsAbout(id)).toEqual([
      [`staff:${one().id}`, 'enquiry-changed', { deed: 'note' }],
      [`staff:${one().id}`, 'enquiry-changed', { deed: 'answer' }],
    ]);
    expect(JSON.stringify(await deedsAbout(id))).not.toContain('yên');
  });

  test('that is answered and closed in one is closed; what is closed is opened before it is answered again', async () => {
    const id = await askAbout(office, house);
    expect((await one().call(desk.deskAnswerContract, { enquiry_id: id, kind: 'answer', text: 'Yes.', close: 'yes' })).error_code).toBe(0);
    expect((await threadOf(id)).enquiry.state).toBe('closed');
    expect((await one().call(desk.deskAnswerContract, { enquiry_id: id, kind: 'answer', text: 'Also this.' })).error_code).toBe(422);
    expect((await act(id, 'reopen')).error_code).toBe(0);
    expect((await threadOf(id)).enquiry.state).toBe('open');
  });

  test('is one member’s, however many take it at once, who gives it back or on to somebody who answers people', async () => {
    const id = await askAbout(office, house);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => act(id, 'claim', {}, at % 2 ? one() : other())));
    const { enquiry } = await threadOf(id);
    expect(answers.filter(({ error_code }, at) => error_code === 0 && (at % 2 ? one() : other()).id !== enquiry.staffId)).toEqual([]);
    expect((await act(id, 'release')).error_code).toBe(0);
    expect((await threadOf(id)).enquiry.staffId).toBeUndefined();
    const editor = await staff.member('editor');
    expect((await act(id, 'give', { to: editor.id })).error_code, 'editors answer nobody').toBe(422);
    expect((await act(id, 'give', { to: other().id })).error_code).toBe(0);
    expect((await threadOf(id)).enquiry.staffId).toBe(other().id);
    expect((await act(id, 'team', { team: 'service' })).error_code).toBe(0);
    expect((await act(id, 'team')).error_code).toBe(422);
    expect((await threadOf(id)).enquiry.team).toBe('service');
    expect((await act(id, 'close', {}, editor)).error_code, 'nor do they close').toBe(404);
  });

  test('goes into another of the same person alone', async () => {
    const contact = { firstName: 'Mai', lastName: 'Nguyễn', email: 'twice@example.org', phone: undefined };
    const [first, second] = [await askAbout(office, house, { contact }), await askAbout(office, undefined, { contact })];
    const stranger = await askAbout(office, house);
    const into = (await threadOf(first)).enquiry.reference;
    expect((await act(stranger, 'merge', { into })).error_code).toBe(422);
    expect((await act(second, 'merge', { into: 'nonsense' })).error_code).toBe(422);
    expect((await act(second, 'merge', { into: `  ${into.toLowerCase()} ` })).error_code).toBe(0);
    expect((await threadOf(first)).messages).toHaveLength(2);
    expect((await threadOf(second)).enquiry.mergedInto).toBe(first);
  });
});

describe('the inbox', () => {
  test('shows what somebody waits for, the most urgent first, and is read on page by page without a gap', async () => {
    const ids = [];
    for (let at = 0; at < 65; at++) {
      office.clock.now = new Date(office.clock.now.getTime() + 60_000);
      ids.push(await askAbout(office, at % 2 ? house : undefined, { source: 'ask-me' }));
    }
    const seen: number[] = [];
    let after: string | undefined;
    do {
      const page = known(await inbox({ source: 'ask-me', ...(after ? { after } : {}) }));
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    expect([...seen].sort((a, b) => a - b)).toEqual(ids);
    await act(known(ids[0]), 'claim');
    const mine = known(await inbox({ source: 'ask-me', whose: 'mine' }));
    expect(mine.rows.map(({ id, staff: name }) => [id, name?.startsWith('Staff')])).toEqual([[ids[0], true]]);
    expect(await loader().inbox({ staff: { standing: 'editor' } } as unknown as Visitor, new URLSearchParams(), reader())).toBeUndefined();
  });

  test('shows those about a city, and those that were asked long ago, in the words of the page', async () => {
    const leeds = known(office.on.base.geo.city('uk', 'leeds'));
    const place = { houseId: house, unitId: undefined, cityId: leeds.id, schoolId: undefined, words: '' };
    const old = await askAbout(office, house, { place, source: 'get-in-touch' });
    office.clock.now = new Date(office.clock.now.getTime() + 4 * 86_400_000);
    const [fresh, nowhere] = [await askAbout(office, house, { place, source: 'get-in-touch' }), await askAbout(office, undefined, { source: 'get-in-touch' })];
    const city = String(leeds.id);
    const idsOf = async (query: Record<string, string>): Promise<readonly number[]> => {
      const { rows } = known(await inbox({ order: 'recent', source: 'get-in-touch', ...query }));
      return rows.map(({ id }) => id).filter((id) => [old, fresh, nowhere].includes(id));
    };
    expect(await idsOf({ city })).toEqual([fresh, old]);
    expect(await idsOf({ age: '3' })).toEqual([old]);
    expect(await idsOf({ age: '7' })).toEqual([]);
    // What is no choice asks nothing.
    expect(await idsOf({ age: '4', city: 'x' })).toEqual([nowhere, fresh, old]);
    const { cities } = known(await inbox({}));
    expect(cities).toContainEqual({ id: leeds.id, name: leeds.names['zh-cn'] });
    const shown = await office.on.base.db.selectFrom('houses').select(['name', 'name_zh']).where('id', '=', house).executeTakeFirstOrThrow();
    for (const locale of ['zh-cn', 'en-us'] as const) {
      const row = known(await inbox({ city, source: 'get-in-touch' }, locale)).rows.find(({ id }) => id === old);
      expect(row?.house).toBe(nameFor({ name: shown.name, nameZh: shown.name_zh }, locale));
    }
  });

  test('a look at a thread stands in the audit log, and shows what else its person asked', async () => {
    const contact = { firstName: 'Lan', lastName: 'Trần', email: 'lan@example.org', phone: undefined };
    const [before, id] = [await askAbout(office, undefined, { contact }), await askAbout(office, house, { contact })];
    const reader = { now: testNow, locale: 'en-us' } as const;
    const seen = known(await loader().thread(visitor(one()), String(id), reader, { translate: false }));
    expect(seen.house?.house.id).toBe(house);
    expect(seen.others.map((one) => one.id)).toEqual([before]);
    expect(seen.colleagues.map((one) => one.id)).toEqual(expect.arrayContaining([one().id, other().id]));
    expect(await deedsAbout(id)).toEqual([[`staff:${one().id}`, 'enquiry-seen', {}]]);
    expect(await loader().thread(visitor(one()), '2000000000', reader, { translate: false })).toBeUndefined();
  });

  test('is translated beside the original where that is asked for: what was asked, and never what we wrote', async () => {
    const id = await askAbout(office, undefined);
    await one().call(desk.deskAnswerContract, { enquiry_id: id, kind: 'answer', text: 'It is quiet.' });
    const messages = async (translate: boolean) => {
      const thread = known(await loader().thread(visitor(one()), String(id), reader('vi-vn'), { translate }));
      return thread.messages.map(({ sender, text, translated }) => [sender, translated === `[vi] ${text}`, translated === undefined]);
    };
    expect(await messages(true)).toEqual([
      ['student', true, false],
      ['staff', false, true],
    ]);
    expect(await messages(false)).toEqual([
      ['student', false, true],
      ['staff', false, true],
    ]);
  });

  test('shows what cancelling gives back, of the lease they asked about, by the figures of the page of the home', async () => {
    const { service } = office.on.services.house;
    const record = known(await service.find(house));
    const { units, cheapest } = await service.offers(record, testNow);
    const dearest = known(units.at(-1)?.tenancies.at(-1));
    const place = { houseId: house, unitId: undefined, cityId: undefined, schoolId: undefined, words: '' };
    const policyOf = async (more: Parameters<typeof askAbout>[2]) => {
      const id = await askAbout(office, house, more);
      return known(await loader().thread(visitor(one()), String(id), { now: testNow, locale: 'en-us' }, { translate: false })).policy;
    };
    for (const [more, tenancy, why] of [
      [{ place, tenancyId: dearest.id }, dearest, 'asked'],
      [{}, known(cheapest).tenancy, 'cheapest'],
    ] as const) {
      const policy = known(await policyOf(more));
      expect([policy.why, policy.tenancy.id]).toEqual([why, tenancy.id]);
      const rows = known(service.cancellation(record, tenancy, testNow));
      for (const { event, best } of known(policy.refunds)) {
        const most = rows.filter((row) => row.event === event && !row.passed).map(({ total }) => Number(total.minor));
        expect([event, best && Number(best.total.minor)]).toEqual([event, most.length > 0 ? Math.max(...most) : undefined]);
      }
    }
    const gone = await askAbout(office, house, { place, tenancyId: dearest.id });
    await office.on.base.db.updateTable('enquiries').set({ tenancy_id: 2_000_000_000 }).where('id', '=', gone).execute();
    const left = known(await loader().thread(visitor(one()), String(gone), { now: testNow, locale: 'en-us' }, { translate: false })).policy;
    expect([left?.why, left?.tenancy.id]).toEqual(['gone', known(cheapest).tenancy.id]);
  });
});

test('ready answers are offered in the languages they were written in, and go when they are emptied', async () => {
  const save = (values: Readonly<Record<string, string | number>>) =>
    one().call(desk.deskTemplateContract, { template_id: 'new', name: 'Greeting', ...values });
  expect((await save({ 'vi-vn': 'Chào [name], về [home]:' })).error_code).toBe(0);
  const [template] = known(await loader().templates(visitor(one())));
  expect(template).toMatchObject({ name: 'Greeting', texts: { 'vi-vn': 'Chào [name], về [home]:' } });
  const offered = async (locale: 'vi-vn' | 'zh-cn') => {
    const id = await askAbout(office, house, { locale });
    return known(await loader().thread(visitor(one()), String(id), { now: testNow, locale: 'en-us' }, { translate: false })).templates.length;
  };
  expect([await offered('vi-vn'), await offered('zh-cn')]).toEqual([1, 0]);
  expect((await save({ template_id: known(template).id, 'vi-vn': '' })).error_code).toBe(0);
  expect(await loader().templates(visitor(one()))).toEqual([]);
  expect((await save({ template_id: known(template).id, 'vi-vn': 'Again' })).error_code).toBe(404);
});

describe('a ready answer that is begun', () => {
  const text = '[name]: [home] ([room]) [rent], [total], [move-in]–[move-out], [lease], 【Link】 [hours] [staff] [city] [provider] [place]';
  const begin = async (id: EnquiryId, template: number) => {
    const reader = { now: testNow, locale: 'en-us' } as const;
    return known(await loader().thread(visitor(one()), String(id), reader, { translate: false, template: String(template) })).begun;
  };
  async function ready(): Promise<number> {
    expect((await one().call(desk.deskTemplateContract, { template_id: 'new', name: 'All', 'vi-vn': text, 'zh-hk': text })).error_code).toBe(0);
    return known(known(await loader().templates(visitor(one()))).find(({ name }) => name === 'All')).id;
  }

  test('is filled in the language of who asked, with the price of the lease they asked about', async () => {
    const template = await ready();
    const looked = await askAbout(office, house);
    const shown = await loader().thread(visitor(one()), String(looked), { now: testNow, locale: 'en-us' }, { translate: false });
    const unit = known(shown?.house?.offers.units.find(({ name }) => name === 'Bronze ensuite'));
    const tenancy = known(unit.tenancies.find(({ promoRent }) => promoRent));
    const place = { houseId: house, unitId: unit.id, cityId: undefined, schoolId: undefined, words: '' };
    const id = await askAbout(office, house, { place, tenancyId: tenancy.id });
    const { text: begun, unfilled } = await begin(id, template);
    expect(unfilled).toEqual([]);
    expect(begun).toContain('Mai: ');
    expect(begun).toContain('£900/tháng, £10.642,31');
    expect(begun).toContain('01/09/2027–23/08/2028');
    expect(begun).toMatch(/https?:\/\/[^ ]+\/vn\/[^ ]+ /);
    expect(begun).toContain('Harbour Residences');
    expect(begun).not.toMatch(/[[【]/);
    const chinese = await askAbout(office, house, { locale: 'zh-hk' });
    const other = await begin(chinese, template);
    expect(other.unfilled).toEqual(['room', 'rent', 'total', 'move-in', 'move-out', 'lease']);
    expect(other.text).toContain('[rent]');
  });

  test('is sent to nobody while a place still stands in it; a note may say what it likes; a word that is no place is not saved', async () => {
    const id = await askAbout(office, undefined);
    const before = office.letters.length;
    const refused = await one().call(desk.deskAnswerContract, { enquiry_id: id, kind: 'answer', text: 'It costs ［ Rent ］ a month.' });
    expect([refused.error_code, JSON.stringify(refused.data)]).toEqual([422, expect.stringContaining('[rent]')]);
    expect([(await threadOf(id)).messages.length, office.letters.length]).toEqual([1, before]);
    expect((await one().call(desk.deskAnswerContract, { enquiry_id: id, kind: 'note', text: 'Say [rent].' })).error_code).toBe(0);
    expect((await one().call(desk.deskAnswerContract, { enquiry_id: id, kind: 'answer', text: 'It costs [about] £200.' })).error_code).toBe(0);
    const saved = await one().call(desk.deskTemplateContract, { template_id: 'new', name: 'Wrong', 'en-us': 'Hi [nmae] and [name]' });
    expect([saved.error_code, JSON.stringify(saved.data)]).toEqual([422, expect.stringContaining('[nmae]')]);
  });
});

test('weeks of the office tell what was asked, how soon it was answered and what was left at their ends', async () => {
  const { enquiries } = known(office.on.services.people);
  // The last quarter of an hour of a Sunday at the office, and the Monday after it, a year on: no other test asks then.
  const monday = new Date('2027-11-21T16:00:00Z');
  const at = (minutes: number): Date => new Date(monday.getTime() + minutes * 60_000);
  const ask = async (minutes: number, more: Parameters<typeof askAbout>[2] = {}) => {
    office.clock.now = at(minutes);
    return askAbout(office, house, { source: 'unit-part', ...more });
  };
  const sunday = await ask(-15);
  await ask(0, { source: 'list' });
  const quick = await ask(5);
  const spam = await ask(6);
  const by = { staffId: one().id, now: at(30) };
  expect((await enquiries.spam(spam, by)).ok).toBe(true);
  for (const id of [sunday, quick]) expect((await enquiries.answer(id, 'Yes.', by)).ok).toBe(true);
  const weeks = await enquiries.weeks(at(60));
  expect(weeks).toHaveLength(13);
  const [before, now] = [known(weeks.at(-2)), known(weeks.at(-1))];
  expect(before).toMatchObject({ from: '2027-11-15', asked: 1, answered: 1, medianMinutes: 45, bySource: { 'unit-part': 1 } });
  expect(now).toMatchObject({ from: '2027-11-22', asked: 2, answered: 1, medianMinutes: 25, bySource: { 'unit-part': 1, list: 1 } });
  // At the end of the Sunday the first was left; now the one of the list is, besides what other tests have asked long before.
  expect(before.unanswered - known(weeks.at(-3)).unanswered).toBe(1);
  expect(now.unanswered - before.unanswered).toBe(0);
  const figures = known(await loader().figures(visitor(one()), '30', at(60)));
  expect(figures.weeks).toEqual(weeks);
});

test('whoever runs the site is told once of threads that are late', async () => {
  const { db } = office.on.base;
  const told: number[] = [];
  const { enquiries } = known(office.on.services.people);
  const threads = createThreadsService({
    enquiries,
    repository: createThreadsRepository(db),
    mentions: { add: async () => undefined, seen: async () => undefined },
    colleagues: async () => [],
    audit: { append: async () => undefined },
    transact: (work) => transact(db, work),
    tellOfLate: async (_, count) => void told.push(count),
  });
  await askAbout(office, house);
  const later = new Date(testNow.getTime() + 400 * 86_400_000);
  const first = await threads.escalate(later);
  expect(first).toBeGreaterThan(0);
  expect([await threads.escalate(later), told]).toEqual([0, [first]]);
  await askAbout(office, house);
  expect(await threads.escalate(later)).toBe(1);
});

describe('many threads at once', () => {
  const together = (ids: readonly EnquiryId[], deed: string, by = one()) => by.call(batches.deskBatchContract, { threads: ids.join(','), act: deed });
  const undo = (batch: number, by = one()) => by.call(batches.undoDeskBatchContract, { batch_id: batch });
  const preview = (ids: readonly EnquiryId[], deed: string) =>
    loader().batchPreview(visitor(one()), new URLSearchParams({ threads: ids.join(','), act: deed }), reader());
  const statesOf = (ids: readonly EnquiryId[]) => Promise.all(ids.map(async (id) => (await threadOf(id)).enquiry.state));

  test('are looked at first, changed without a word to anybody, and put back where nothing has happened since', async () => {
    const [open, answered, closed] = [await askAbout(office, house), await askAbout(office, house), await askAbout(office, house)];
    await act(closed, 'close');
    const before = (await threadOf(open)).enquiry;
    const seen = known(await preview([open, answered, closed], 'close'));
    expect(seen.threads.map(({ enquiry, skipped }) => [enquiry.id, skipped])).toEqual([
      [open, undefined],
      [answered, undefined],
      [closed, 'same'],
    ]);
    expect(await statesOf([open, answered, closed]), 'a look changes nothing').toEqual(['new', 'new', 'closed']);
    const letters = office.letters.length;
    const { data } = await together([open, answered, closed], 'close');
    expect(await statesOf([open, answered, closed])).toEqual(['closed', 'closed', 'closed']);
    expect(office.letters).toHaveLength(letters);
    const done = known(await loader().batch(visitor(one()), String(data.batch_id), reader()));
    expect([done.canUndo, done.threads.filter(({ skipped }) => skipped).length]).toEqual([true, 1]);
    expect(await loader().batch(visitor(other()), String(data.batch_id), reader()), 'others see their own').toBeUndefined();
    expect((await undo(data.batch_id, other())).error_code).toBe(404);

    await act(answered, 'reopen', {}, other());
    expect((await undo(data.batch_id)).error_code).toBe(0);
    expect(await statesOf([open, answered, closed])).toEqual(['new', 'open', 'closed']);
    const { dueAt, staffId, team } = (await threadOf(open)).enquiry;
    expect([dueAt, staffId, team]).toEqual([before.dueAt, before.staffId, before.team]);
    const undone = known(await loader().batch(visitor(one()), String(data.batch_id), reader()));
    expect([undone.canUndo, undone.threads.map(({ isPutBack }) => isPutBack)]).toEqual([false, [true, false, undefined]]);
    await act(open, 'close');
    expect((await undo(data.batch_id)).error_code, 'once').toBe(0);
    expect((await threadOf(open)).enquiry.state).toBe('closed');
    expect(await deedsAbout(open)).toContainEqual([`staff:${one().id}`, 'enquiry-changed', { deed: 'put-back' }]);
  });

  test('are taken, given and marked as answered; what a colleague has, is closed or is none is left alone', async () => {
    const [free, theirs, closed] = [await askAbout(office, house), await askAbout(office, house), await askAbout(office, house)];
    await act(theirs, 'claim', {}, other());
    await act(closed, 'close');
    const taken = (await together([free, theirs, closed], 'claim')).data.batch_id;
    const rows = await office.on.base.db.selectFrom('desk_batch_threads').select(['enquiry_id', 'skipped']).where('batch_id', '=', taken).execute();
    expect(new Map(rows.map(({ enquiry_id, skipped }) => [enquiry_id, skipped]))).toEqual(
      new Map([
        [free, ''],
        [theirs, 'taken'],
        [closed, 'settled'],
      ]),
    );
    expect((await together([free], `give-${other().id}`)).error_code).toBe(0);
    expect((await threadOf(free)).enquiry.staffId).toBe(other().id);
    expect((await together([free], 'team-service')).error_code).toBe(0);
    expect((await together([free], 'wait')).error_code).toBe(0);
    expect((await threadOf(free)).enquiry).toMatchObject({ state: 'waiting', team: 'service', dueAt: undefined, firstAnsweredAt: undefined });
    for (const wrong of ['spam', 'merge', 'give-999999', 'team-nobody']) expect((await together([free], wrong)).error_code, wrong).not.toBe(0);
    expect(known(await preview([free], 'spam')).deed).toBeUndefined();
  });

  test('are put back for ten minutes, and of one act there are fifty', async () => {
    const id = await askAbout(office, house);
    const { batch_id } = (await together([id], 'close')).data;
    office.clock.now = new Date(testNow.getTime() + 11 * 60_000);
    expect((await undo(batch_id)).error_code).toBe(0);
    expect((await threadOf(id)).enquiry.state, 'too late').toBe('closed');
    expect((await one().call(batches.deskBatchContract, { threads: Array.from({ length: 51 }, (_, at) => at + 1).join(','), act: 'close' })).error_code).toBe(
      422,
    );
  });
});

describe('a note', () => {
  test('that names a colleague after an @ is theirs to read until they open its thread', async () => {
    const id = await askAbout(office, house);
    const names = new Map((await office.on.base.db.selectFrom('staff_members').select(['id', 'name']).execute()).map((row) => [row.id, row.name]));
    const unread = async (by: StaffBrowser) => known(await loader().inbox(visitor(by), new URLSearchParams(), reader())).unread;
    const before = await unread(other());
    const text = `Hello @${known(names.get(other().id)).toUpperCase()}, and @${known(names.get(one().id))}: who rings?`;
    expect((await one().call(desk.deskNoteContract, { enquiry_id: id, text })).error_code).toBe(0);
    expect([await unread(other()), await unread(one())], 'nobody mentions themselves').toEqual([before + 1, 0]);
    const [first] = known(await loader().mentions(visitor(other()), new URLSearchParams(), reader())).mentions;
    expect(first).toMatchObject({ thread: id, text, isRead: false, from: names.get(one().id) });
    await loader().thread(visitor(other()), String(id), reader(), { translate: false });
    expect(await unread(other())).toBe(before);
    expect(known(await loader().mentions(visitor(other()), new URLSearchParams(), reader())).mentions[0]?.isRead).toBe(true);
  });
});

describe('a search of the inbox', () => {
  const foundBy = async (q: string) => known(await inbox({ q })).rows.map(({ id }) => id);

  test('finds by words of the thread, by who asks and by its reference, in whatever state', async () => {
    const contact = { firstName: 'Thảo', lastName: 'Đặng', email: 'unusual.kingfisher@example.org', phone: '+84912345678' };
    const id = await askAbout(office, house, { contact, text: 'Có chỗ để xe đạp không? 附近有自行车棚吗' });
    await act(id, 'close');
    const { reference } = (await threadOf(id)).enquiry;
    for (const words of ['xe dap', '自行车', 'kingfisher', 'dang', '912345', reference.toLowerCase()]) expect(await foundBy(words), words).toContain(id);
    expect(await foundBy('zzzz-no-such-words')).toEqual([]);
    expect(known(await inbox({ provider: '999999' })).rows).toEqual([]);
  });
});

test('a new desk is offered ten answers in five languages, each once, and without places that nothing fills', async () => {
  await office.on.base.db.deleteFrom('desk_templates').execute();
  // Apart from the minute in which all others called.
  office.clock.now = new Date(testNow.getTime() + 3_600_000);
  const before = known(await loader().templates(visitor(one()))).length;
  const { data, ...answer } = await one().call(desk.deskStartersContract);
  expect(answer).toMatchObject({ error_code: 0 });
  expect(data.count).toBe(10);
  expect((await one().call(desk.deskStartersContract)).data.count).toBe(0);
  const all = known(await loader().templates(visitor(one())));
  expect(all).toHaveLength(before + 10);
  for (const { texts } of starterTemplates('en-us')) {
    expect(Object.keys(texts).toSorted()).toEqual(['en-us', 'vi-vn', 'zh-cn', 'zh-hk', 'zh-tw']);
    for (const text of Object.values(texts)) expect(unknownPlaces(text)).toEqual([]);
    expect(new Set(Object.values(texts).map((text) => placesIn(text).toSorted().join())).size, 'the same places in each language').toBe(1);
  }
});
