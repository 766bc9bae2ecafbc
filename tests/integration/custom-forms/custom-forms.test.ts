/** Forms that staff make: made, answered, read and let go, by calls and pages' loaders, over a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import fc from '#tests/support/properties.ts';
import type { StaffRole } from '#lib/access.ts';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import * as contracts from '#lib/features/custom-forms/custom-forms.contract.ts';
import {
  conditionChoices,
  customFormPages,
  fieldValues,
  fitsAnswers,
  formValues,
  languageFor,
  languagesOf,
  readChoices,
  standOf,
} from '#lib/features/custom-forms/custom-forms.rules.ts';
import { customBounds, customConsentVersion, customKinds, customNames, dailyAnswers } from '#lib/features/custom-forms/custom-forms.schema.ts';
import type { CustomForm, CustomPart } from '#lib/features/custom-forms/custom-forms.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CustomAnswerId, CustomFormId } from '#lib/ids/ids.ts';
import { createPaths } from '#lib/paths.ts';
import { routeOf } from '#lib/routes.ts';
import type { Visitor } from '#lib/visitor.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

let desk: AccountsDesk;
let [ann, ed]: StaffBrowser[] = [];
beforeAll(async () => {
  desk = await openAccountsDesk({ settings: { OPERATOR_EMAIL: 'desk@example.org', OPERATOR_LOCALE: 'en-us', FORM_ANSWERS_DAYS: '30' } });
  const staff = openStaffDesk(desk);
  [ann, ed] = [await staff.member('support'), await staff.member('editor')];
});
afterAll(() => desk.close());
// Who sends in one test is nobody to the others.
beforeEach(() => db().updateTable('custom_answers').set({ address: null, visitor: null }).execute());

const db = () => desk.on.base.db;
const editor = (): StaffBrowser => known(ed);
const loader = () => known(known(desk.on.services.people).loaders.customForms);
const visitor = (by: StaffBrowser, standing: StaffRole) => ({ staff: { id: '1', staffId: by.id, standing, provedAt: testNow } }) as unknown as Visitor;
const reader = (locale: Locale = 'en-us', query = '', now = testNow) => ({ locale, query: new URLSearchParams(query), now });
const later = (days: number): Date => new Date(testNow.getTime() + days * 86_400_000 + 1);
const agreed = { consent_keep: customConsentVersion };

const words = { 'title_en-us': 'Spring survey', 'thanks_en-us': 'That helps.', 'title_vi-vn': 'Khảo sát mùa xuân', 'thanks_vi-vn': 'Cảm ơn bạn.' };
let forms = 0;

/** A form with a field of each kind, open in English and Vietnamese. */
async function made(more: Readonly<Record<string, string>> = {}): Promise<{ readonly id: number; readonly slug: string }> {
  const slug = `survey-${(forms += 1)}`;
  const id = (await editor().call(contracts.customFormSaveContract, { form_id: 'new', slug, state: 'draft', ...words, ...more })).data.form_id;
  for (const kind of customKinds) {
    const choices = kind === 'select' || kind === 'radio' ? { 'choices_en-us': 'North\nSouth', 'choices_vi-vn': 'Bắc\nNam' } : {};
    const taken = kind === 'file' ? { takes: 'either', megabytes: '2' } : {};
    const field = { form_id: id, field: 'new', act: 'save', kind, 'label_en-us': `A ${kind}`, 'label_vi-vn': `Một ${kind}`, ...choices, ...taken };
    expect((await editor().call(contracts.customFieldContract, { ...field, required: kind === 'text' ? 'yes' : '' })).error_code).toBe(0);
  }
  expect((await editor().call(contracts.customFormSaveContract, { form_id: id, state: 'open', ...words, ...more })).error_code).toBe(0);
  return { id, slug };
}

describe('a form of staff', () => {
  test('[R7.171] [R2.012] is read and sent by call in the language of who asks, kept encrypted, and the operator hears that it came', async () => {
    const { id, slug } = await made({ 'consent_en-us': 'You may quote me.', 'consent_vi-vn': 'Bạn có thể trích lời tôi.' });
    const { data } = await desk.on.call(contracts.readFormContract, { form: slug }, 'vi-vn');
    expect(data).toMatchObject({ language: 'vi-vn', title: 'Khảo sát mùa xuân', closes_on: null });
    expect(data.fields.map(({ kind, choices }) => [kind, choices.map(({ label }) => label)])).toEqual(
      customKinds.map((kind) => [kind, kind === 'select' || kind === 'radio' ? ['Bắc', 'Nam'] : []]),
    );
    const consents = Object.fromEntries(data.consents.map(({ name, value }) => [name, value]));
    expect(Object.keys(consents)).toEqual(['consent_keep', 'consent_own']);
    const values = {
      a1: 'Lan Trần',
      a2: 'one\ntwo',
      a3: 'lan@example.org',
      a4: '7700900123',
      c4: 'GB',
      a5: '12',
      a6: '2026-12-01',
      a7: '2',
      a8: '1',
      a9: 'yes',
    };
    const missed = await desk.on.call(contracts.answerFormContract, { form: slug, ...values, a1: '', a7: '9', ...agreed }, 'vi-vn');
    expect(missed.data).toMatchObject({
      fields: [
        { name: 'a1', message: 'forms.required' },
        { name: 'a7', message: 'forms.choose' },
        { name: 'consent_own', message: 'forms.tick' },
      ],
    });
    const sent = await desk.on.call(contracts.answerFormContract, { form: slug, ...values, ...consents }, 'vi-vn');
    expect(sent.error_code).toBe(0);
    const row = await db().selectFrom('custom_answers').selectAll().where('reference', '=', sent.data.reference).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ form_id: id, locale: 'vi-vn', consent: `${customConsentVersion} 1`, user_id: null });
    expect(JSON.stringify(row)).not.toMatch(/\bLan\b|7700900|trích/);
    const answer = known(await loader().answer(visitor(known(ann), 'support'), String(row.id)));
    expect(answer.lines?.map(({ label, said }) => [label, said])).toEqual([
      ['Một text', 'Lan Trần'],
      ['Một textarea', 'one\ntwo'],
      ['Một email', 'lan@example.org'],
      ['Một phone', '+44 7700900123'],
      ['Một number', '12'],
      ['Một date', '2026-12-01'],
      ['Một select', 'Nam'],
      ['Một radio', 'Bắc'],
      ['Một checkbox', 'Có'],
      ['Một file', ''],
    ]);
    const note = known(desk.letters.findLast(({ to }) => to === 'desk@example.org'));
    expect(note.input).toMatchObject({ path: `/en/staff/answers/${row.id}` });
    expect(JSON.stringify(note)).not.toMatch(/\bLan\b/);
  });

  test('[R7.171] [R2.012] stands at its address while it is open, and says before and after that it is not; one that never was says the same', async () => {
    const { id, slug } = await made({ opens_on: '2026-12-01', closes_on: '2026-12-10' });
    const stands = async (now: Date, query = '') => loader().open(slug, reader('en-us', query, now));
    const [before, during, after] = [new Date('2026-11-30T23:59:59Z'), new Date('2026-12-10T23:59:59Z'), new Date('2026-12-11T00:00:00Z')];
    expect(await stands(before)).toMatchObject({ kind: 'ahead', opensOn: '2026-12-01', text: { title: 'Spring survey' } });
    expect(await stands(during)).toMatchObject({ kind: 'open', closesOn: '2026-12-10', sent: undefined });
    expect(await stands(after)).toEqual({ kind: 'over' });
    for (const none of ['no-such-form', 'UP', '', 'x'.repeat(61)]) expect(await loader().open(none, reader())).toEqual({ kind: 'over' });
    expect((await desk.on.call(contracts.readFormContract, { form: slug })).status).toBe(404);
    expect((await desk.on.call(contracts.answerFormContract, { form: slug, a1: 'x', ...agreed })).status).toBe(404);
    // Withdrawn by hand: at once.
    await editor().call(contracts.customFormSaveContract, { form_id: id, state: 'withdrawn', ...words });
    expect(await stands(during)).toEqual({ kind: 'over' });
    // A draft is nobody's.
    await editor().call(contracts.customFormSaveContract, { form_id: id, state: 'draft', ...words });
    expect(await stands(during)).toEqual({ kind: 'over' });
  });

  test('[R7.171] is sent without script by the form of its page, which leads to what was received', async () => {
    const { slug } = await made();
    expect(routeOf('forms')).toMatchObject({ render: 'private', form: 'custom-answer', indexable: false });
    const page = customFormPages['custom-answer'];
    const sent = await desk.on.call(contracts.answerFormContract, { a1: 'Lan', ...agreed, ...page.valuesOf({ id: slug }) }, 'en-us');
    const path = page.done(sent.data, { paths: createPaths('en-us', false), values: { form: slug } });
    expect(path).toBe(`/en/forms/${slug}?sent=${sent.data.reference}`);
    const opened = await loader().open(slug, reader('en-us', path.split('?')[1]));
    expect(opened).toMatchObject({ kind: 'open', sent: { reference: sent.data.reference, keptUntil: new Date(testNow.getTime() + 30 * 86_400_000) } });
    // Another form knows nothing of it.
    const other = await made();
    expect(await loader().open(other.slug, reader('en-us', path.split('?')[1]))).toMatchObject({ kind: 'open', sent: undefined });
  });

  test('[R7.171] takes so many of one sender in a day, and asks for a captcha before', async () => {
    const { slug } = await made();
    const send = (browser = desk.browser()) => browser.call(contracts.answerFormContract, { form: slug, a1: 'x', ...agreed });
    const outcomes: (readonly [number, number])[] = [];
    const one = desk.browser();
    for (let at = 0; at <= dailyAnswers.unproven; at += 1) {
      const { status, error_code } = await send(one);
      outcomes.push([status, error_code]);
    }
    expect(outcomes.slice(0, -1).every(([, code]) => code === 0)).toBe(true);
    expect(outcomes.at(-1)?.[1]).toBe(13_000);
  });

  test('goes with what was sent after the days of the setting', async () => {
    const { id, slug } = await made();
    await desk.on.call(contracts.answerFormContract, { form: slug, a1: 'x', ...agreed });
    const { answering } = known(desk.on.services.people).customForms;
    const count = async () => (await db().selectFrom('custom_answers').select('id').where('form_id', '=', id).execute()).length;
    await answering.forget(later(29));
    expect(await count()).toBe(1);
    await answering.forget(later(30));
    expect(await count()).toBe(0);
  });
});

describe('who makes forms', () => {
  test('[R7.171] [R1.02] an editor makes them and reads no answers; who answers people reads those and makes none', async () => {
    const { id, slug } = await made();
    await desk.on.call(contracts.answerFormContract, { form: slug, a1: 'x', ...agreed });
    expect((await known(ann).call(contracts.customFormSaveContract, { form_id: id, state: 'open', ...words })).status).toBe(404);
    expect((await known(ann).call(contracts.customFieldContract, { form_id: id, field: 'a1', act: 'remove', kind: 'text' })).status).toBe(404);
    expect(await loader().forms(visitor(known(ann), 'support'))).toBeUndefined();
    expect(await loader().form(visitor(known(ann), 'support'), String(id))).toBeUndefined();
    expect(await loader().field(visitor(known(ann), 'support'), { form: String(id), field: 'a1' })).toBeUndefined();
    expect(await loader().answers(visitor(editor(), 'editor'), new URLSearchParams())).toBeUndefined();
    const answers = known(await loader().answers(visitor(known(ann), 'support'), new URLSearchParams({ form: String(id) })));
    expect([answers.rows.length, JSON.stringify(answers.rows).includes('"x"')]).toEqual([1, false]);
    const answer = known(answers.rows[0]);
    expect(await loader().answer(visitor(editor(), 'editor'), String(answer.id))).toBeUndefined();
    expect((await editor().call(contracts.answerActContract, { answer_id: answer.id, act: 'settle' })).status).toBe(404);
    const { csv } = known(desk.on.services.people).customForms;
    const query = new URLSearchParams({ form: String(id) });
    expect(await csv.export(query, { staffId: editor().id, standing: 'editor' })).toBeUndefined();
    // Each look and deed is written down.
    for (const act of ['settle', 'reopen', 'remove'])
      expect((await known(ann).call(contracts.answerActContract, { answer_id: answer.id, act })).data).toEqual({ act });
    expect((await known(ann).call(contracts.answerActContract, { answer_id: answer.id, act: 'settle' })).status).toBe(404);
    const log = await db().selectFrom('audit_log').select(['actor', 'action']).where('subject', '=', `answer:${answer.id}`).orderBy('id').execute();
    expect(log.map(({ actor, action }) => [actor, action])).toEqual(Array.from({ length: 3 }, () => [`staff:${known(ann).id}`, 'answer-changed']));
  });

  test('[R7.171] what was sent is exported as CSV, a column for each field, and no cell is a formula', async () => {
    const { id, slug } = await made();
    const said = ['=1+1', 'a "b", c', 'x'];
    for (const a1 of said) {
      await desk.browser().call(contracts.answerFormContract, { form: slug, a1, a7: '1', ...agreed });
      await db().updateTable('custom_answers').set({ address: null }).execute();
    }
    const { answering, csv } = known(desk.on.services.people).customForms;
    const member = { staffId: known(ann).id, standing: 'support' } as const;
    const pieces = await csv.export(new URLSearchParams({ form: String(id) }), member);
    if (!pieces || pieces === 'busy') throw new Error('nothing was made');
    let text = '';
    for await (const piece of pieces) text += piece;
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(`\uFEFFreference,language,sent_at,settled_at,${customKinds.map((kind) => `A ${kind}`).join(',')}`);
    expect(lines).toHaveLength(4);
    expect([lines[1]?.includes(',x,,'), lines[2]?.includes('"a ""b"", c"'), lines[3]?.includes("'=1+1")]).toEqual([true, true, true]);
    expect(lines[1]?.includes(',North,')).toBe(true);
    // Some at a time gives the same.
    const some = known(await answering.export(asId<CustomFormId>(id), member, 2));
    const seen: CustomAnswerId[] = [];
    for await (const answers of some.answers) seen.push(...answers.map((one) => one.id));
    expect([seen.length, new Set(seen).size]).toEqual([3, 3]);
    expect(await csv.export(new URLSearchParams({ form: '999999' }), member)).toBeUndefined();
    expect(await csv.export(new URLSearchParams(), member)).toBeUndefined();
  });

  test('once something was sent, fields stay what they are: words are mended, choices and fields added', async () => {
    const { id, slug } = await made();
    await desk.on.call(contracts.answerFormContract, { form: slug, a1: 'x', ...agreed });
    const change = (values: Readonly<Record<string, string>>) =>
      editor().call(contracts.customFieldContract, { form_id: id, field: 'a7', act: 'save', kind: 'select', 'label_en-us': 'Where?', ...values });
    const refusal = async (values: Readonly<Record<string, string>>) =>
      ((await change(values)).data as unknown as { fields?: readonly { readonly message: string }[] }).fields?.[0]?.message;
    expect(await refusal({ kind: 'text' })).toBe('customforms.has_answers');
    expect(await refusal({ 'choices_en-us': 'North' })).toBe('customforms.has_answers');
    expect(await refusal({ act: 'remove' })).toBe('customforms.has_answers');
    expect(await refusal({ 'choices_en-us': `${'x'.repeat(81)}` })).toBe('customforms.choices_wrong');
    expect(await refusal({ 'choices_en-us': 'North\nSouth\nEast', 'choices_vi-vn': 'Bắc\nNam\nĐông', 'label_vi-vn': 'Ở đâu?' })).toBeUndefined();
    expect(await refusal({ field: 'a1', act: 'up' })).toBe('staff.not_now');
    expect(await refusal({ field: 'a1', act: 'down' })).toBeUndefined();
    const form = known(await loader().form(visitor(editor(), 'editor'), String(id)));
    expect(form === 'new' ? [] : form.fields.map(({ name }) => name).slice(0, 3)).toEqual(['a2', 'a1', 'a3']);
    expect((await editor().call(contracts.customFieldContract, { form_id: id, field: 'a15', act: 'save', kind: 'text' })).status).toBe(404);
  });

  test('a form opens only when one language says all of it; days in the wrong order and a taken address are told', async () => {
    const save = async (values: Readonly<Record<string, string | number>>) => {
      const { data } = await editor().call(contracts.customFormSaveContract, { form_id: 'new', state: 'draft', slug: `other-${(forms += 1)}`, ...values });
      return (data as unknown as { fields?: readonly { readonly name: string; readonly message: string }[] }).fields?.map(({ name, message }) => [
        name,
        message,
      ]);
    };
    const { slug } = await made();
    expect(await save({ slug })).toEqual([['slug', 'customforms.slug_taken']]);
    expect(await save({ slug: 'No Good' })).toEqual([['slug', 'forms.pattern']]);
    expect(await save({ state: 'open', ...words })).toEqual([['state', 'customforms.not_whole']]);
    expect(await save({ opens_on: '2026-12-02', closes_on: '2026-12-01' })).toEqual([['closes_on', 'customforms.days_wrong']]);
    // The last label of an open form cannot go.
    const both = await made();
    const { id } = both;
    const bare = await editor().call(contracts.customFieldContract, { form_id: id, field: 'a1', act: 'save', kind: 'text' });
    expect(bare.data).toMatchObject({ fields: [{ name: 'act', message: 'customforms.not_whole' }] });
    // A hint in one language is wanted in every other that the form is read in.
    const hint = { form_id: id, field: 'a2', act: 'save', kind: 'textarea', 'label_en-us': 'A textarea', 'label_vi-vn': 'Một textarea' };
    expect((await editor().call(contracts.customFieldContract, { ...hint, 'hint_en-us': 'Two lines are enough.' })).error_code).toBe(0);
    const read = async (locale: Locale) => (await desk.on.call(contracts.readFormContract, { form: both.slug }, locale)).data;
    expect(await read('vi-vn')).toMatchObject({ language: 'en-us' });
    expect((await read('vi-vn')).fields.find(({ name }) => name === 'a2')).toMatchObject({ hint: 'Two lines are enough.' });
    await editor().call(contracts.customFieldContract, { ...hint, 'hint_en-us': 'Two lines are enough.', 'hint_vi-vn': 'Hai dòng là đủ.' });
    expect(await read('vi-vn')).toMatchObject({ language: 'vi-vn' });
    // As many fields as there are places.
    const add = () =>
      editor().call(contracts.customFieldContract, { form_id: id, field: 'new', act: 'save', kind: 'text', 'label_en-us': 'More', 'label_vi-vn': 'Thêm' });
    for (let at = customKinds.length; at < customBounds.fields; at += 1) expect((await add()).error_code).toBe(0);
    expect((await add()).data).toMatchObject({ fields: [{ name: 'act', message: 'customforms.enough' }] });
  });

  test('[R7.171] a field may hang on an answer before it: asked for only then, dropped otherwise, and never left hanging on nothing', async () => {
    const { id, slug } = await made();
    // a8 offers North and South, a9 is a box.
    const field = async (given: Readonly<Record<string, string>>) => {
      const { data, error_code: code } = await editor().call(contracts.customFieldContract, { form_id: id, act: 'save', kind: 'text', ...given });
      return code === 0 ? 'ok' : ((data as unknown as { readonly fields: readonly { readonly message: string }[] }).fields[0]?.message ?? code);
    };
    const why = { field: 'new', required: 'yes', 'label_en-us': 'Why the south?', 'label_vi-vn': 'Vì sao?' };
    expect(await field({ ...why, when: 'a8-3' })).toBe('customforms.when_wrong');
    for (const none of ['a1-1', 'a12-1', 'a9-1', 'a8-tick', 'a10-1']) expect(await field({ ...why, when: none }), none).toBe('customforms.when_wrong');
    for (const bad of ['a8', 'a8-0', 'b8-1', 'a8-1-1']) expect(await field({ ...why, when: bad }), bad).toBe('forms.pattern');
    expect(await field({ ...why, when: 'a8-2' })).toBe('ok');
    expect(await field({ ...why, 'label_en-us': 'How long?', when: 'a9-tick' })).toBe('ok');
    const shown = (await desk.on.call(contracts.readFormContract, { form: slug }, 'en-us')).data.fields;
    expect(shown.map(({ when }) => when).filter((one) => one !== null)).toEqual([
      { field: 'a8', is: '2' },
      { field: 'a9', is: 'yes' },
    ]);

    const send = async (values: Readonly<Record<string, string>>) => {
      const { data, error_code: code } = await desk.on.call(contracts.answerFormContract, { form: slug, a1: 'x', ...values, ...agreed }, 'en-us');
      if (code !== 0) return (data as unknown as { readonly fields: readonly { readonly name: string }[] }).fields.map(({ name }) => name);
      const row = await db().selectFrom('custom_answers').select('id').where('reference', '=', data.reference).executeTakeFirstOrThrow();
      const answer = known(await loader().answer(visitor(known(ann), 'support'), String(row.id)));
      return known(answer.lines)
        .filter(({ name }) => ['a11', 'a12'].includes(name))
        .map(({ said }) => said);
    };
    expect(await send({ a8: '2' })).toEqual(['a11']);
    expect(await send({ a8: '2', a9: 'yes' })).toEqual(['a11', 'a12']);
    expect(await send({ a8: '2', a11: 'Sun' })).toEqual(['Sun', '']);
    expect(await send({ a8: '1', a11: 'Sun', a12: 'a week' })).toEqual(['', '']);

    // What something hangs on stays before it, and keeps its answers.
    const radio = { field: 'a8', kind: 'radio', 'label_en-us': 'A radio', 'label_vi-vn': 'Một radio', 'choices_en-us': 'North', 'choices_vi-vn': 'Bắc' };
    const { id: fresh } = await made();
    const onFresh = async (given: Readonly<Record<string, string>>) => field({ ...given, form_id: String(fresh) });
    expect(await onFresh({ ...why, when: 'a9-tick' })).toBe('ok');
    expect(await onFresh({ field: 'a9', act: 'remove', kind: 'checkbox' })).toBe('customforms.hung_on');
    expect(await onFresh({ field: 'a11', act: 'up' })).toBe('ok');
    expect(await onFresh({ field: 'a11', act: 'up' })).toBe('customforms.hung_on');
    expect(await onFresh({ field: 'a9', kind: 'text', 'label_en-us': 'Box', 'label_vi-vn': 'Hộp' })).toBe('customforms.hung_on');
    expect(await onFresh({ ...why, field: 'a11', when: 'a8-2' })).toBe('ok');
    expect(await onFresh(radio)).toBe('customforms.hung_on');
    expect(await onFresh({ ...why, field: 'a11' })).toBe('ok');
    expect(await onFresh(radio)).toBe('ok');
    const form = known(await loader().form(visitor(editor(), 'editor'), String(id))) as CustomForm;
    const hanging = known(form.fields.find(({ name }) => name === 'a12'));
    expect(fieldValues(hanging)).toMatchObject({ when: 'a9-tick' });
    expect(conditionChoices(form, hanging, 'en-us', 'Yes').map(({ value, label }) => [value, label])).toEqual([
      ['a7-1', 'A select: North'],
      ['a7-2', 'A select: South'],
      ['a8-1', 'A radio: North'],
      ['a8-2', 'A radio: South'],
      ['a9-tick', 'A checkbox: Yes'],
    ]);
  });

  test('a changed consent has to be agreed to in its new wording', async () => {
    const { id, slug } = await made({ 'consent_en-us': 'You may quote me.', 'consent_vi-vn': 'Trích lời.' });
    const consents = async () =>
      Object.fromEntries((await desk.on.call(contracts.readFormContract, { form: slug }, 'en-us')).data.consents.map(({ name, value }) => [name, value]));
    const former = await consents();
    await editor().call(contracts.customFormSaveContract, {
      form_id: id,
      state: 'open',
      ...words,
      'consent_en-us': 'You may quote me by name.',
      'consent_vi-vn': 'Trích tên.',
    });
    const sent = await desk.on.call(contracts.answerFormContract, { form: slug, a1: 'x', ...former }, 'en-us');
    expect(sent.data).toMatchObject({ fields: [{ name: 'consent_own', message: 'forms.tick' }] });
    expect((await desk.on.call(contracts.answerFormContract, { form: slug, a1: 'x', ...(await consents()) }, 'en-us')).error_code).toBe(0);
  });

  test('what a person sent while signed in is in their own data, and is theirs', async () => {
    const { slug } = await made();
    const browser = await desk.registered('forms@example.org');
    const { data } = await browser.call(contracts.answerFormContract, { form: slug, a1: 'Mine', ...agreed });
    const { cust_id } = (await browser.call(sessionContract)).data;
    const { answering } = known(desk.on.services.people).customForms;
    const own = await answering.ofUser(asId(cust_id));
    expect(own.map(({ reference, lines }) => [reference, lines?.[0]?.said])).toEqual([[data.reference, 'Mine']]);
  });
});

describe('rules of forms', () => {
  const field = (labels: CustomPart['labels'], more: Partial<CustomPart> = {}): CustomPart => ({
    name: 'a1',
    kind: 'text',
    required: false,
    labels,
    choices: {},
    ...more,
  });
  const text = (title: string, consent = '') => ({ title, lead: '', thanks: 'Thanks', consent });

  test('a reader gets their language, else the nearest in which all of it is written', () => {
    const form = { texts: { 'zh-tw': text('表單'), 'vi-vn': text('Biểu mẫu') }, fields: [field({ 'zh-tw': '名字', 'vi-vn': 'Tên' })] };
    expect(locales.map((locale) => languageFor(form, locale))).toEqual(['zh-tw', 'zh-tw', 'zh-tw', 'zh-tw', 'vi-vn']);
    expect(languageFor({ ...form, texts: { ...form.texts, 'vi-vn': text('Biểu mẫu', 'Đồng ý') } }, 'zh-cn')).toBe('vi-vn');
    const choosing = field({ 'zh-tw': '名字', 'vi-vn': 'Tên' }, { kind: 'radio', choices: { 'zh-tw': ['一', '二'], 'vi-vn': ['Một'] } });
    expect(languagesOf({ ...form, fields: [choosing] })).toEqual(['zh-tw']);
    expect(languagesOf({ ...form, fields: [] })).toEqual([]);
  });

  test('a form is open on its first and its last day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), (a, b, at) => {
        const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
        const [first, last] = [Math.min(a, b), Math.max(a, b)];
        const stand = standOf({ state: 'open', opensOn: day(first), closesOn: day(last) }, new Date(`${day(at)}T12:00:00Z`));
        expect(stand).toBe(at < first ? 'ahead' : at > last ? 'over' : 'open');
      }),
    );
  });

  test('what staff see in their forms is what comes back from them', () => {
    const choices = { 'en-us': ['North', 'South'] };
    const one = field({ 'en-us': 'Where?' }, { kind: 'select', required: true, choices });
    expect(readChoices(fieldValues(one)['choices_en-us'] ?? '')).toEqual(choices['en-us']);
    expect(fieldValues(one)).toMatchObject({ field: 'a1', kind: 'select', required: 'yes', 'label_en-us': 'Where?' });
    const form = {
      id: asId<CustomFormId>(3),
      slug: 's',
      state: 'open',
      opensOn: '2026-12-01',
      closesOn: undefined,
      texts: { 'en-us': text('T') },
      fields: [one],
      version: 1,
    } satisfies CustomForm;
    expect(formValues(form)).toMatchObject({ form_id: '3', opens_on: '2026-12-01', closes_on: '', 'title_en-us': 'T', 'title_vi-vn': '' });
    expect(fitsAnswers(one, { ...one, choices: { 'en-us': ['N', 'S', 'E'] } })).toBe(true);
    expect(fitsAnswers(one, { ...one, choices: {} })).toBe(false);
    expect(new Set(customNames).size).toBe(customBounds.fields);
  });
});
