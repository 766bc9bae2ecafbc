/** Files in forms that staff make, and forms in steps: by calls, pages' loaders and the door, over a real database and storage. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import * as contracts from '#lib/features/custom-forms/custom-forms.contract.ts';
import { customFormPages } from '#lib/features/custom-forms/custom-forms.rules.ts';
import { customBounds, customConsentVersion, drafts } from '#lib/features/custom-forms/custom-forms.schema.ts';
import type { FilePurpose } from '#lib/forms/files.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { createPaths } from '#lib/paths.ts';
import type { Submitted } from '#lib/forms/form.schema.ts';
import type { Visitor } from '#lib/visitor.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { pdf, picture } from '#tests/support/sample-files.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

let desk: AccountsDesk;
let [ann, ed]: StaffBrowser[] = [];
beforeAll(async () => {
  desk = await openAccountsDesk({ settings: { FORM_ANSWERS_DAYS: '30' } });
  const staff = openStaffDesk(desk);
  [ann, ed] = [await staff.member('support'), await staff.member('editor')];
});
afterAll(() => desk.close());
// Who sends in one test is nobody to the others.
beforeEach(async () => {
  desk.clock.now = testNow;
  await db().updateTable('custom_answers').set({ address: null, visitor: null }).execute();
  await db().updateTable('uploads').set({ address: null }).execute();
  await db().deleteFrom('custom_drafts').execute();
});

const db = () => desk.on.base.db;
const people = () => known(desk.on.services.people);
const loader = () => known(people().loaders.customForms);
const agreed = { consent_keep: customConsentVersion };
const visitOf = (browser: Browser): string => known(browser.cookies.get('loftling_pre'));
const reader = (query = '') => ({ locale: 'en-us' as const, query: new URLSearchParams(query), now: desk.clock.now });
const shownTo = (slug: string, browser: Browser, step?: string, submitted?: Submitted, userId?: UserId) =>
  loader().open(slug, reader(), { session: userId && { userId }, visit: visitOf(browser), submitted } as unknown as Visitor, step);
const answerOf = async (reference: string) => {
  const row = await db().selectFrom('custom_answers').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
  const staff = { staff: { id: '1', staffId: known(ann).id, standing: 'support', provedAt: testNow } } as unknown as Visitor;
  return { row, answer: known(await loader().answer(staff, String(row.id))) };
};
const wrongOf = (data: unknown) =>
  (data as { readonly fields?: readonly { readonly name: string; readonly message: string }[] }).fields?.map(({ name, message }) => [name, message]);

let forms = 0;
type Part = Readonly<Record<string, string>>;

/** An open form with these parts, in English. */
async function made(parts: readonly Part[]): Promise<{ readonly id: number; readonly slug: string }> {
  const slug = `steps-${(forms += 1)}`;
  const words = { 'title_en-us': 'Arrivals', 'thanks_en-us': 'Thanks.' };
  const id = (await known(ed).call(contracts.customFormSaveContract, { form_id: 'new', slug, state: 'draft', ...words })).data.form_id;
  for (const part of parts) {
    const added = await known(ed).call(contracts.customFieldContract, { form_id: id, field: 'new', act: 'save', ...part });
    expect(added.error_code, JSON.stringify(added.data)).toBe(0);
  }
  expect((await known(ed).call(contracts.customFormSaveContract, { form_id: id, state: 'open', ...words })).error_code).toBe(0);
  return { id, slug };
}
const text = (label: string, more: Part = {}): Part => ({ kind: 'text', 'label_en-us': label, ...more });
const step = (label: string): Part => ({ kind: 'step', 'label_en-us': label });
const file = (takes: string, megabytes = '10', more: Part = {}): Part => ({ kind: 'file', takes, megabytes, 'label_en-us': 'Proof', ...more });

/** Brings a file as the page of this browser does. */
async function bring(browser: Browser, purpose: FilePurpose, bytes = pdf(), userId?: UserId): Promise<string> {
  const kept = await people().uploads.keep(purpose, { name: 'My proof.pdf', bytes }, { userId, visit: visitOf(browser), address: '192.0.2.7' }, desk.clock.now);
  if (!kept.ok) throw new Error(kept.reason);
  return kept.value.id;
}

describe('a file in a form of staff', () => {
  test('[R7.171] is claimed with the answer, named in it, and read by staff who answer people alone, each look written down', async () => {
    const { slug } = await made([text('Name'), file('either', '2', { required: 'yes' })]);
    const { data: read } = await desk.on.call(contracts.readFormContract, { form: slug }, 'en-us');
    expect(read.fields[1]).toMatchObject({ name: 'a2', kind: 'file', file: { purpose: 'form-file', megabytes: 2 } });
    expect('steps' in read).toBe(false);
    const browser = desk.browser();
    const missed = await browser.call(contracts.answerFormContract, { form: slug, a1: 'Lan', ...agreed });
    expect(wrongOf(missed.data)).toEqual([['a2', 'forms.choose_file']]);
    const proof = await bring(browser, 'form-file');
    const sent = await browser.call(contracts.answerFormContract, { form: slug, a1: 'Lan', a2: proof, ...agreed });
    expect(sent.error_code).toBe(0);
    const { row, answer } = await answerOf(sent.data.reference);
    expect(answer.lines).toEqual([
      { name: 'a1', label: 'Name', said: 'Lan' },
      { name: 'a2', label: 'Proof', said: 'My proof.pdf', file: proof },
    ]);
    const kept = await db().selectFrom('uploads').selectAll().where('id', '=', proof).executeTakeFirstOrThrow();
    expect([kept.claimed_at, kept.kept_until]).toEqual([testNow, new Date(testNow.getTime() + 30 * 86_400_000)]);
    // What lies in the storage is encrypted.
    expect((await desk.on.services.storage.get(kept.storage_key))?.bytes.toString('latin1')).not.toContain('%PDF');
    const open = (by: StaffBrowser, standing: 'support' | 'editor') => people().openFileForStaff(proof, { staffId: by.id, standing }, testNow);
    expect((await open(known(ann), 'support'))?.content.toString('latin1').slice(0, 5)).toBe('%PDF-');
    expect(await open(known(ed), 'editor')).toBeUndefined();
    const looks = await db().selectFrom('audit_log').select('action').where('subject', '=', `answer:${row.id}`).orderBy('id').execute();
    expect(looks.map(({ action }) => action)).toEqual(['answer-seen', 'file-seen']);
  });

  test('that is another’s, of another kind, too large, or used already is told beside its field, and nothing is stored', async () => {
    const { slug } = await made([file('pdf', '1'), file('picture', '1')]);
    const browser = desk.browser();
    const send = async (values: Readonly<Record<string, string>>) => {
      const { data } = await browser.call(contracts.answerFormContract, { form: slug, ...values, ...agreed });
      return wrongOf(data);
    };
    const good = await bring(browser, 'form-pdf');
    expect(await send({ a1: await bring(desk.browser(), 'form-pdf') })).toEqual([['a1', 'files.gone']]);
    expect(await send({ a1: await bring(browser, 'form-file') })).toEqual([['a1', 'files.gone']]);
    expect(await send({ a1: await bring(browser, 'form-pdf', pdf('x'.repeat(1_048_577))) })).toEqual([['a1', 'files.size']]);
    expect(await send({ a1: good, a2: await bring(browser, 'form-pdf') })).toEqual([['a2', 'files.gone']]);
    expect(await db().selectFrom('uploads').select('id').where('claimed_at', 'is not', null).where('id', '=', good).execute()).toEqual([]);
    // The good one was claimed by none of these.
    const shot = await bring(browser, 'form-picture', await picture('jpeg'));
    expect(await send({ a1: good, a2: shot })).toBeUndefined();
    expect(await send({ a1: good })).toEqual([['a1', 'files.gone']]);
  });

  test('goes when its answer is removed, when its days are over, and with the account it is of; till then it is among what is kept of them', async () => {
    const { slug } = await made([file('pdf')]);
    const due = async (id: string) => (await db().selectFrom('uploads').select('kept_until').where('id', '=', id).executeTakeFirst())?.kept_until;
    const sendOne = async (browser: Browser, userId?: UserId) => {
      const id = await bring(browser, 'form-pdf', pdf(), userId);
      const { data } = await browser.call(contracts.answerFormContract, { form: slug, a1: id, ...agreed });
      return { id, answer: (await answerOf(data.reference)).row.id };
    };
    const removed = await sendOne(desk.browser());
    await known(ann).call(contracts.answerActContract, { answer_id: removed.answer, act: 'remove' });
    expect(await due(removed.id)).toEqual(testNow);
    const old = await sendOne(desk.browser());
    const after = new Date(testNow.getTime() + 30 * 86_400_000 + 1);
    await people().customForms.answering.forget(after);
    expect(await db().selectFrom('custom_answer_files').select('file').where('file', '=', old.id).execute()).toEqual([]);
    expect(await people().uploads.sweep(after)).toBeGreaterThanOrEqual(2);

    const browser = await desk.registered('proof@example.org');
    const userId = asId<UserId>((await browser.call(sessionContract)).data.cust_id);
    const own = await sendOne(browser, userId);
    const told = await people().customForms.personal.read(userId, { kind: 'shown' } as never);
    expect(JSON.stringify(told)).toContain(`/users/files/${own.id}`);
    await db().deleteFrom('users').where('id', '=', userId).execute();
    expect(await db().selectFrom('custom_answer_files').select('file').where('file', '=', own.id).execute()).toEqual([]);
    await people().uploads.sweep(testNow);
    expect(await due(own.id)).toBeUndefined();
  });

  test('is read at the door by the fields of its own form', async () => {
    const { slug } = await made([text('Name'), file('picture', '1'), step('Then'), file('pdf', '5')]);
    const { formAt } = people().customForms;
    const kinds = async (name: 'custom-answer' | 'custom-step', params: Part) =>
      (await formAt(customFormPages[name], params, 'en-us')).definition.fields.map((one) =>
        one.kind === 'file' ? `${one.purpose} ${one.megabytes}` : one.kind,
      );
    expect(await kinds('custom-answer', { id: slug })).toEqual(['text', 'form-picture 1', 'form-pdf 5']);
    expect(await kinds('custom-step', { id: slug, step: '2' })).toEqual(['form-pdf 5']);
    expect(await kinds('custom-step', { id: slug, step: '7' })).toEqual([]);
    expect(await formAt(customFormPages['custom-field'], { form: '1' }, 'en-us')).toBe(customFormPages['custom-field']);
    expect(await formAt(customFormPages['custom-answer'], { id: 'no-such-form' }, 'en-us')).toBe(customFormPages['custom-answer']);
  });
});

describe('a form in steps', () => {
  const arrivals = () =>
    made([
      text('Name', { required: 'yes' }),
      { kind: 'checkbox', 'label_en-us': 'I fly' },
      { ...step('Your flight'), 'hint_en-us': 'As on the ticket.' },
      text('Flight', { required: 'yes', when: 'a2-tick' }),
      text('Seat', { when: 'a2-tick' }),
      step('Your proof'),
      file('pdf'),
      { kind: 'phone', 'label_en-us': 'Phone' },
    ]);
  const go = (browser: Browser, slug: string, at: string, values: Part = {}) => browser.call(contracts.formStepContract, { form: slug, step: at, ...values });
  const stepped = async (...given: Parameters<typeof shownTo>) => {
    const shown = await shownTo(...given);
    if (shown.kind !== 'open' || !shown.stepped) throw new Error(`no steps: ${JSON.stringify(shown)}`);
    const { stepped: on, definition, submitted } = shown;
    return { ...on, names: definition.fields.map(({ name }) => name), submitted };
  };

  test('[R7.171] keeps what was filled in step by step, skips what is not asked for, and is sent as one answer', async () => {
    const { slug } = await arrivals();
    const browser = desk.browser();
    expect(await stepped(slug, browser)).toMatchObject({ at: 1, of: 3, names: ['a1', 'a2'], isBegun: false, before: undefined });
    expect(wrongOf((await go(browser, slug, '1', { a2: 'yes' })).data)).toEqual([['a1', 'forms.required']]);
    expect((await go(browser, slug, '1', { a1: 'Lan', a2: 'yes' })).data).toEqual({ next: 2 });
    expect(await stepped(slug, browser, '2')).toMatchObject({
      at: 2,
      of: 4,
      names: ['a3', 'a4'],
      step: { title: 'Your flight', lead: 'As on the ticket.' },
      isBegun: true,
    });
    // Back keeps what is not right yet; nobody gets past it.
    expect((await go(browser, slug, '2', { go: 'back', a4: '12A' })).data).toEqual({ next: 1 });
    expect(await stepped(slug, browser, '1')).toMatchObject({ values: { a1: 'Lan', a2: 'yes', a4: '12A' } });
    expect(await stepped(slug, browser, '3')).toMatchObject({ at: 2, names: ['a3', 'a4'] });
    expect(wrongOf((await go(browser, slug, '2', { a4: '12A' })).data)).toEqual([['a3', 'forms.required']]);
    expect((await go(browser, slug, '2', { a3: 'VN51', a4: '12A' })).data).toEqual({ next: 3 });
    const proof = await bring(browser, 'form-pdf');
    expect((await go(browser, slug, '3', { a5: proof, a6: '7700900123', c6: 'GB' })).data).toEqual({ next: 4 });
    const end = await stepped(slug, browser, '4');
    expect(end).toMatchObject({ at: 4, of: 4, step: undefined, before: { number: 3 }, names: ['kept'] });
    expect(end.said.map(({ step: { title }, lines }) => [title, ...lines.map(({ said }) => said)])).toEqual([
      ['', 'Lan', 'Yes'],
      ['Your flight', 'VN51', '12A'],
      ['Your proof', 'My proof.pdf', '+44 7700900123'],
    ]);
    const sent = await browser.call(contracts.answerFormContract, { form: slug, kept: 'yes', ...agreed });
    expect(sent.error_code).toBe(0);
    expect((await answerOf(sent.data.reference)).answer.lines?.map(({ said }) => said)).toEqual([
      'Lan',
      'Yes',
      'VN51',
      '12A',
      'My proof.pdf',
      '+44 7700900123',
    ]);
    // It is not sent twice.
    expect((await browser.call(contracts.answerFormContract, { form: slug, kept: 'yes', ...agreed })).error_code).not.toBe(0);
    expect(await stepped(slug, browser)).toMatchObject({ isBegun: false, values: {} });

    // Who does not fly is not asked for a flight, whatever they had written of one.
    await go(browser, slug, '1', { a1: 'Lan', a2: 'yes' });
    await go(browser, slug, '2', { a3: 'VN51' });
    expect((await go(browser, slug, '1', { a1: 'Lan' })).data).toEqual({ next: 3 });
    expect(await stepped(slug, browser, '2')).toMatchObject({ at: 2, of: 3, step: { number: 3 } });
    expect((await go(browser, slug, '3', { go: 'back' })).data).toEqual({ next: 1 });
    const other = await browser.call(contracts.answerFormContract, { form: slug, kept: 'yes', ...agreed });
    expect((await answerOf(other.data.reference)).answer.lines?.map(({ said }) => said)).toEqual(['Lan', '', '', '', '', '']);
  });

  test('[R7.171] a fault that is found when all is sent leads to the step that has it', async () => {
    const { slug } = await arrivals();
    const browser = desk.browser();
    await go(browser, slug, '1', { a1: 'Lan' });
    await go(browser, slug, '3', { a5: await bring(browser, 'form-pdf') });
    await db().updateTable('uploads').set({ kept_until: testNow }).where('purpose', '=', 'form-pdf').where('claimed_at', 'is', null).execute();
    const { data } = await browser.call(contracts.answerFormContract, { form: slug, kept: 'yes', ...agreed });
    expect(wrongOf(data)).toEqual([['a5', 'files.gone']]);
    const problems = [{ field: 'a5', message: 'files.gone' }] as const;
    const back = await stepped(slug, browser, undefined, { values: { kept: 'yes' }, problems, failed: undefined });
    expect(back).toMatchObject({ step: { number: 3 }, names: ['a5', 'a6'], submitted: { values: {}, problems } });
    // What is wrong with the consents is told where those are.
    const ticks = [{ field: 'consent_keep', message: 'forms.tick' }] as const;
    expect(await stepped(slug, browser, undefined, { values: {}, problems: ticks, failed: undefined })).toMatchObject({
      step: undefined,
      submitted: { problems: ticks },
    });
    // Staff ask for more meanwhile: the step that lacks it is shown.
    const { id } = await db().selectFrom('custom_forms').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
    await known(ed).call(contracts.customFieldContract, { form_id: id, field: 'a2', act: 'save', kind: 'checkbox', required: 'yes', 'label_en-us': 'I fly' });
    expect(wrongOf((await browser.call(contracts.answerFormContract, { form: slug, kept: 'yes', ...agreed })).data)).toEqual([['a2', 'forms.tick']]);
    expect(await stepped(slug, browser, '4')).toMatchObject({ at: 1, step: { number: 1 } });
  });

  test('what is filled in is of one visit, encrypted, gone after a day or when it is cleared, and goes along with who signs in', async () => {
    const { slug } = await arrivals();
    const [mine, other] = [desk.browser(), desk.browser()];
    await go(mine, slug, '1', { a1: 'Lan Trần' });
    expect(JSON.stringify(await db().selectFrom('custom_drafts').selectAll().execute())).not.toMatch(/\bLan\b|192\.0/);
    expect(await stepped(slug, other)).toMatchObject({ isBegun: false, values: {} });
    expect((await other.call(contracts.answerFormContract, { form: slug, kept: 'yes', ...agreed })).error_code).not.toBe(0);
    const someone = await desk.registered('steps@example.org');
    const userId = asId<UserId>((await someone.call(sessionContract)).data.cust_id);
    someone.cookies.set('loftling_pre', visitOf(mine));
    expect((await go(someone, slug, '3')).data).toEqual({ next: 4 });
    expect(await stepped(slug, someone, '1', undefined, userId)).toMatchObject({ values: { a1: 'Lan Trần' } });
    // It is theirs now, and no longer the visit's.
    expect(await stepped(slug, mine)).toMatchObject({ isBegun: false });
    expect((await go(someone, slug, '1', { go: 'clear' })).data).toEqual({ next: 0 });
    expect(await stepped(slug, someone, '1', undefined, userId)).toMatchObject({ isBegun: false });
    await go(mine, slug, '1', { a1: 'Lan' });
    desk.clock.now = new Date(testNow.getTime() + drafts.hours * 3_600_000);
    expect(await stepped(slug, mine)).toMatchObject({ isBegun: false });
    expect(await people().customForms.filling.forget(desk.clock.now)).toBe(1);
    expect(customFormPages['custom-step'].done({ next: 0 }, { paths: createPaths('vi-vn', false), values: { form: slug } })).toBe(`/vn/forms/${slug}`);
    expect(customFormPages['custom-step'].done({ next: 2 }, { paths: createPaths('vi-vn', false), values: { form: slug } })).toBe(`/vn/forms/${slug}/2`);
  });

  test('a file goes when another takes its place in a step, is taken away, or all is cleared; never one of somebody else, or one that was sent', async () => {
    const { slug } = await arrivals();
    const [mine, other] = [desk.browser(), desk.browser()];
    const waits = async (id: string) => (await db().selectFrom('uploads').select('kept_until').where('id', '=', id).executeTakeFirstOrThrow()).kept_until;
    const goes = async (id: string) => (await waits(id))?.getTime() === testNow.getTime();
    const [first, second, theirs] = [await bring(mine, 'form-pdf'), await bring(mine, 'form-pdf'), await bring(other, 'form-pdf')];
    const sent = await bring(mine, 'form-pdf');
    const { slug: whole } = await made([file('pdf')]);
    expect((await mine.call(contracts.answerFormContract, { form: whole, a1: sent, ...agreed })).error_code).toBe(0);
    for (const a5 of [first, second, theirs, sent, '']) expect((await go(mine, slug, '3', { a5 })).error_code).toBe(0);
    expect([await goes(first), await goes(second), await goes(theirs), await goes(sent)]).toEqual([true, true, false, false]);
    const third = await bring(mine, 'form-pdf');
    await go(mine, slug, '3', { a5: third });
    expect(await goes(third)).toBe(false);
    await go(mine, slug, '1', { go: 'clear' });
    expect(await goes(third)).toBe(true);
  });

  test('what is begun and not sent is bounded for one network address', async () => {
    const { slug } = await arrivals();
    for (let at = 0; at < drafts.ofAddress; at += 1) expect((await go(desk.browser(), slug, '1', { a1: 'x' })).error_code).toBe(0);
    const refused = await go(desk.browser(), slug, '1', { a1: 'x' });
    expect([refused.status, refused.error_code === 0]).toEqual([429, false]);
  });

  test('no step is taken of a form without steps, of one that is over, or of a step that is not there', async () => {
    const { slug } = await made([text('Name')]);
    const { slug: stepsOfIt, id } = await arrivals();
    expect((await go(desk.browser(), slug, '1', { a1: 'x' })).status).toBe(404);
    expect((await go(desk.browser(), stepsOfIt, '4')).status).toBe(404);
    expect(wrongOf((await go(desk.browser(), stepsOfIt, '1', { go: 'up' })).data)).toEqual([['go', 'forms.pattern']]);
    await known(ed).call(contracts.customFormSaveContract, { form_id: id, state: 'withdrawn', 'title_en-us': 'Arrivals', 'thanks_en-us': 'Thanks.' });
    expect((await go(desk.browser(), stepsOfIt, '1', { a1: 'x' })).status).toBe(404);
  });

  test('[R7.171] who reads it by call is told its steps, and sends it in one call', async () => {
    const { slug } = await arrivals();
    const { data } = await desk.on.call(contracts.readFormContract, { form: slug }, 'en-us');
    expect(data.steps?.map(({ title, fields }) => [title, ...fields])).toEqual([
      ['', 'a1', 'a2'],
      ['Your flight', 'a3', 'a4'],
      ['Your proof', 'a5', 'a6'],
    ]);
    expect(data.fields.map(({ name }) => name)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
    const sent = await desk.browser().call(contracts.answerFormContract, { form: slug, a1: 'Lan', a2: 'yes', a3: 'VN51', ...agreed });
    expect((await answerOf(sent.data.reference)).answer.lines?.map(({ said }) => said)).toEqual(['Lan', 'Yes', 'VN51', '', '', '']);
  });

  test('staff add, move and take away steps even after something was sent; a step is no field', async () => {
    const { slug, id } = await arrivals();
    await desk.browser().call(contracts.answerFormContract, { form: slug, a1: 'Lan', ...agreed });
    const change = async (values: Part) => {
      const { data } = await known(ed).call(contracts.customFieldContract, { form_id: id, act: 'save', kind: 'step', 'label_en-us': 'A step', ...values });
      return wrongOf(data)?.[0]?.[1] ?? 'ok';
    };
    expect(await change({ field: 's1', kind: 'text' })).toBe('customforms.step_stays');
    expect(await change({ field: 'a1' })).toBe('customforms.step_stays');
    expect(await change({ field: 'a4', act: 'remove', kind: 'text' })).toBe('customforms.has_answers');
    expect(await change({ field: 's2', act: 'up' })).toBe('ok');
    expect(await change({ field: 's2', act: 'remove' })).toBe('ok');
    for (let at = 1; at < customBounds.steps; at += 1) expect(await change({ field: 'new' })).toBe('ok');
    expect(await change({ field: 'new' })).toBe('customforms.enough');
    // Steps without fields are none.
    const { data } = await desk.on.call(contracts.readFormContract, { form: slug }, 'en-us');
    expect(data.steps).toHaveLength(2);
  });
});
