/** The form engine: one definition, and the same judgement wherever it is asked. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { registerForm } from '#lib/features/accounts/accounts-forms.schema.ts';
import { welcomeForm } from '#lib/features/accounts/third-parties.schema.ts';
import { askForm } from '#lib/features/enquiries/enquiries.schema.ts';
import { submitForm } from '#lib/features/orders/application-forms.schema.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { checkForm, formMessages, problemsIn } from '#lib/forms/form-check.rules.ts';
import { calledIn } from '#lib/forms/files.schema.ts';
import { describedBy, idsOf, inputAttributes, labelsOf } from '#lib/forms/form-fields.rules.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { followed, isOptional, partsOf, shownIn } from '#lib/forms/form-parts.rules.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { GivenValues } from '#lib/forms/form.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { everyField, goodAnswer } from '#tests/factories/forms.ts';

const input = inputOf(everyField);
const problemsOf = (values: GivenValues): Record<string, string> => {
  const checked = checkForm(everyField, values);
  return checked.ok ? {} : Object.fromEntries(checked.problems.map(({ field, message }) => [field, message]));
};
const withGood = (values: GivenValues): Record<string, string> => problemsOf({ ...goodAnswer, ...values });

describe('a check', () => {
  test('[R5.48] [R5.49] tells of everything that is missing at once, each in the words of its kind, without order prefix', () => {
    expect(problemsOf({})).toEqual({
      house_id: 'forms.required',
      reason: 'forms.choose',
      '3_first_name': 'forms.required',
      consent_policy: 'forms.tick',
    });
    const checked = checkForm(everyField, { ...goodAnswer, '3_first_name': 'A1' });
    expect(checked.ok ? [] : checked.problems).toEqual([{ field: '3_first_name', message: 'forms.pattern', values: { field: 'first_name' } }]);
  });

  test('gives every value of the form, tidied, and no other', () => {
    const checked = checkForm(everyField, { ...goodAnswer, '3_first_name': '  Ann\u0000 ', details: 'one\r\ntwo\r', isAdmin: 'yes' });
    expect(checked).toEqual({
      ok: true,
      values: { ...Object.fromEntries(partsOf(everyField).map(({ name }) => [name, ''])), ...goodAnswer, details: 'one\ntwo' },
    });
  });

  test('asks for a value only while its condition holds, and drops what is not part of the form just now', () => {
    expect(withGood({ reason: 'other' })).toEqual({ details: 'forms.required' });
    expect(withGood({ weeks: '44', flexible: 'yes' })).toEqual({ from: 'forms.required' });
    // Without weeks the tick is not part of the form, so the date that hangs on the tick is none either.
    const dropped = checkForm(everyField, { ...goodAnswer, flexible: 'yes', from: 'nonsense' });
    expect(dropped.ok && [dropped.values.flexible, dropped.values.from]).toEqual(['', '']);
  });

  test('a consent is the wording that was agreed to: another version has to be agreed to again', () => {
    expect(withGood({ consent_policy: '2025-01' })).toEqual({ consent_policy: 'forms.tick' });
    expect(withGood({ email: 'ann@example.org' })).toEqual({ consent_reply: 'forms.tick' });
    expect(withGood({ email: 'ann@example.org', consent_reply: '1' })).toEqual({});
    const unasked = checkForm(everyField, { ...goodAnswer, consent_reply: '1' });
    expect(unasked.ok && unasked.values.consent_reply).toBe('');
  });

  test.each([
    ['email', { email: 'ann@', consent_reply: '1' }, 'forms.email'],
    ['mobile', { country: 'GB', mobile: '07700 x900123' }, 'forms.mobile'],
    ['mobile', { country: 'CN', mobile: '12345678901' }, 'forms.chinese_mobile'],
    ['country', { mobile: '7700900123' }, 'forms.choose'],
    ['country', { country: 'XX', mobile: '7700900123' }, 'forms.choose'],
    ['guests', { guests: '1.5' }, 'forms.number'],
    ['guests', { guests: '1234' }, 'forms.length_max'],
    ['weeks', { weeks: '12' }, 'forms.choose'],
    ['room', { room: 'x' }, 'forms.number'],
    ['from', { weeks: '44', flexible: 'yes', from: '2027-02-30' }, 'forms.date'],
    ['code', { code: '12345' }, 'forms.code'],
    ['code', { code: '12345x' }, 'forms.code'],
    ['details', { details: 'ab' }, 'forms.length_min'],
    ['details', { details: 'x'.repeat(61) }, 'forms.length_max'],
  ])('refuses a %s that is %j', (field, values, message) => {
    expect(withGood(values)).toEqual({ [field]: message });
  });

  test.each([
    [{ country: 'CN', mobile: '13800138000' }],
    [{ country: 'VN' }],
    [{ weeks: '51', flexible: 'yes', from: '2028-02-29' }],
    [{ code: '001234', room: '77', guests: '2' }],
  ])('accepts %j', (values) => {
    expect(withGood(values)).toEqual({});
  });
});

/** Texts that come near to what fields want, and texts that do not. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'yes',
    'price',
    'other',
    '44',
    '12',
    'CN',
    'GB',
    'Ann',
    'ann@example.org',
    '13800138000',
    '2027-09-01',
    '123456',
    '2026-11',
    '1',
    '\r\n',
    '\ud800',
    '\u0000',
  ),
  fc.string({ maxLength: 80, unit: 'binary' }),
);
const names = [...partsOf(everyField).map(({ name }) => name), '__proto__', 'constructor', 'other'];
const answers = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...names), text), { selector: ([name]) => name })
  .map((entries) => ({ ...goodAnswer, ...Object.fromEntries(entries) }));

describe('for any answer', () => {
  test('the contract accepts what the check accepts, with the same values, and refuses the same fields', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const checked = checkForm(everyField, given);
        const parsed = input.safeParse(given);
        expect(parsed.success).toBe(checked.ok);
        if (parsed.success && checked.ok) expect(parsed.data).toEqual(checked.values);
        const refused = (list: readonly string[] = []): string[] => [...new Set(list)].sort();
        if (!parsed.success && !checked.ok)
          expect(refused(parsed.error.issues.map(({ path }) => String(path[0])))).toEqual(refused(checked.problems.map(({ field }) => field)));
      }),
      { numRuns: 400 },
    );
  });

  test('checking what was checked changes nothing, as when island, contract and service each ask', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const once = checkForm(everyField, given);
        const twice = checkForm(everyField, once.values);
        expect(twice).toEqual(once);
      }),
      { numRuns: 400 },
    );
  });

  test('a number that may be typed with signs between is checked and kept without them', () => {
    const form = formDefinition({
      id: 'call',
      fields: [{ kind: 'phone', name: 'mobile', country: 'land', label: 'forms.choose', required: true }],
      submit: 'forms.choose',
    });
    for (const mobile of ['0912 345 678', '０９１２ 345-678', '(0912) 345.678']) {
      expect(checkForm(form, { mobile, land: 'VN' })).toEqual({ ok: true, values: { mobile: '0912345678', land: 'VN' } });
      expect(inputOf(form).parse({ mobile, land: 'VN' })).toEqual({ mobile: '0912345678', land: 'VN' });
    }
    expect(checkForm(form, { mobile: '0912 34O 678', land: 'VN' }).ok).toBe(false);
  });

  test('[R5.50] a problem has words in every language', () => {
    fc.assert(
      fc.property(answers, fc.constantFrom(...locales), (given, locale) => {
        const checked = checkForm(everyField, given);
        for (const { message, values } of checked.ok ? [] : checked.problems) {
          expect(formMessages).toContain(message);
          expect(translator(locale)(message, values)).not.toMatch(/\{\{/);
        }
      }),
      { numRuns: 200 },
    );
  });
});

test('a text far past its bound is refused without being read: ten times the length does not cost a hundred times the steps', () => {
  const long = 'a@'.repeat(500_000);
  expect(withGood({ email: long, consent_reply: '1', details: long, '3_first_name': long, mobile: long, country: 'GB', guests: long })).toEqual({
    email: 'forms.length_max',
    details: 'forms.length_max',
    '3_first_name': 'forms.length_max',
    mobile: 'forms.length_max',
    guests: 'forms.length_max',
  });
});

test('the API reference shows each value of a form with its bound, and which must be there', () => {
  const schema = z.toJSONSchema(input, { io: 'input' });
  expect(schema.properties?.['email']).toMatchObject({ type: 'string', maxLength: 254, default: '' });
  expect(schema.required).toEqual(['house_id', 'reason', '3_first_name', 'consent_policy']);
});

test('problems in an answer of the API are those of the form’s fields; unknown words become general ones', () => {
  const fields = [
    { name: 'email', problem: 'custom', message: 'forms.email', values: { field: 'email', nested: {} } },
    { name: 'details', problem: 'too_big', message: '<b>' },
    { name: 'nobody', problem: 'custom' },
  ];
  expect(problemsIn(everyField, { fields })).toEqual([
    { field: 'details', message: 'forms.pattern' },
    { field: 'email', message: 'forms.email', values: { field: 'email' } },
  ]);
  for (const data of [null, 'x', [], { fields: 'x' }, { fields: [null, 3] }]) expect(problemsIn(everyField, data)).toEqual([]);
});

test('every field tells browsers its bound, what to fill in and which keys to show', () => {
  const attributes = Object.fromEntries(everyField.fields.map((field) => [field.name, inputAttributes(field)]));
  expect(attributes['email']).toMatchObject({ type: 'email', autocomplete: 'email', maxlength: 254 });
  expect(attributes['mobile']).toMatchObject({ type: 'tel', autocomplete: 'tel-national' });
  expect(attributes['code']).toMatchObject({ inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 60 });
  expect(attributes['guests']).toMatchObject({ inputmode: 'numeric', maxlength: 3 });
  const ids = idsOf(everyField, 'email');
  expect([describedBy(ids, true, true), describedBy(ids, false, false)]).toEqual(['every-field-email-problem every-field-email-hint', undefined]);
  expect([...labelsOf(everyField).keys()]).toEqual(partsOf(everyField).map(({ name }) => name));
});

describe('what hangs on a choice', () => {
  const when = { field: 'way', is: 'post' } as const;
  const form = formDefinition({
    id: 'follows',
    fields: [
      { kind: 'radio', name: 'way', label: 'forms.sending', choices: ['post', 'mail', 'neither'].map((value) => ({ value, label: 'forms.sending' as const })) },
      { kind: 'text', name: 'street', label: 'forms.sending', maxLength: 9, when, required: when },
      { kind: 'text', name: 'box', label: 'forms.sending', maxLength: 9, when },
      { kind: 'text', name: 'name', label: 'forms.sending', maxLength: 9, when: { field: 'way', is: ['post', 'mail'] } },
      { kind: 'checkbox', name: 'later', label: 'forms.sending' },
      { kind: 'date', name: 'day', label: 'forms.sending', when: { field: 'later', given: true } },
      { kind: 'text', name: 'note', label: 'forms.sending', maxLength: 9, when: { field: 'street', given: true } },
    ],
    submit: 'forms.sending',
  });

  test('is on the page just where the values make it part of the form, whatever is chosen', () => {
    const { of, by } = followed(form);
    expect([of.has('note'), of.has('way'), of.get('street')]).toEqual([false, false, of.get('box')]);
    for (const way of ['', 'post', 'mail', 'neither'])
      for (const later of ['', 'yes']) {
        const numbers = [...(by.get('way')?.get(way) ?? []), ...(by.get('later')?.get(later) ?? [])];
        const shown = shownIn(form, { way, later });
        for (const [name, number] of of) expect([way, later, name, numbers.includes(number)]).toEqual([way, later, name, shown.has(name)]);
      }
  });

  test('is not said to be optional where it is wanted whenever it is asked for', () => {
    expect(
      ['street', 'box', 'day'].map((name) => isOptional({ required: undefined, when: undefined, ...form.fields.find((field) => field.name === name) }, {})),
    ).toEqual([false, true, true]);
  });

  test('beyond what the style sheet has rules for stays on the page', () => {
    const { of } = followed({
      ...form,
      fields: [
        ...form.fields.slice(0, 1),
        ...Array.from(
          { length: 20 },
          (_, index) => ({ kind: 'text', name: `f${index}`, label: 'forms.sending', maxLength: 3, when: { field: `c${index}`, is: 'yes' } }) as const,
        ),
        ...Array.from({ length: 20 }, (_, index) => ({ kind: 'checkbox', name: `c${index}`, label: 'forms.sending' }) as const),
      ],
    });
    expect(of.size).toBe(8);
  });
});

test('kinds of files stand in a list as the language sets it', () => {
  expect(calledIn('form-file', 'zh-CN')).toBe('PDF、JPEG、PNG、WebP');
  for (const intl of ['en-GB', 'vi-VN']) expect(calledIn('resume', intl)).toBe('PDF, DOCX');
});

test.each(locales)('in %s each consent that must be given has a name of its own in the list of problems', (locale) => {
  for (const form of [registerForm, welcomeForm, submitForm, askForm]) {
    const labels = labelsOf(form);
    const names = form.consents.flatMap((one) => ('required' in one ? [translator(locale)(labels.get(`consent_${one.id}`) as MessageKey)] : []));
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(names).size).toBe(names.length);
  }
});
