/** What the kit writes before anybody acts, and the steps that a form goes through. */
import fc from '#tests/support/properties.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { digitsOf } from '#islands/ui/CodeField.tsx';
import { FormFields } from '#islands/ui/FormFields.tsx';
import { nextForm, openForm } from '#islands/ui/form-state.rules.ts';
import type { FormState } from '#islands/ui/form-state.rules.ts';
import { pastedPhone } from '#islands/ui/phone.rules.ts';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { Table } from '#islands/ui/Table.tsx';
import type { FormHandle } from '#islands/ui/use-form.ts';
import { dialCountries } from '#lib/geo/dial-codes.ts';
import { dialChoices } from '#lib/forms/dial-choices.ts';
import { partsOf } from '#lib/forms/form-parts.rules.ts';
import type { FieldProblem } from '#lib/forms/form.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { everyField, goodAnswer } from '#tests/factories/forms.ts';

const t = translator('en-us');
const problem: FieldProblem = { field: 'email', message: 'forms.email' };

const handle = (more: Partial<FormState<unknown>>): FormHandle<unknown> => {
  const state = { ...openForm<unknown>({}), ...more };
  return {
    ...state,
    definition: everyField,
    problemOf: (field) => state.problems.find((one) => one.field === field),
    change: () => undefined,
    leave: () => undefined,
    submit: () => undefined,
  };
};

describe('a form', () => {
  test('has an input of the right name for every value that is part of it, each with a label', () => {
    const html = renderToStaticMarkup(
      <FormFields form={handle({ values: { ...goodAnswer, email: 'a@b.co', weeks: '44', flexible: 'yes' } })} t={t} locale="en-us" />,
    );
    for (const { name } of partsOf(everyField)) if (name !== 'house_id') expect(html, name).toContain(`name="${name}"`);
    const ids = [...html.matchAll(/<(?:input|select|textarea)[^>]* id="([^"]+)"/g)].map(([, id = '']) => id);
    const labelled = (id: string): boolean =>
      html.includes(`for="${id}"`) ||
      new RegExp(`<label[^>]*><input[^>]*id="${id}"`).test(html) ||
      new RegExp(`id="${id}"[^>]*aria-label|aria-label="[^"]*"[^>]*id="${id}"`).test(html);
    expect(ids.filter((id) => !labelled(id))).toEqual([]);
    expect(html).toContain('noValidate=""');
  });

  test('says what is optional, and shows the problem beside its field and in the list', () => {
    const html = renderToStaticMarkup(<FormFields form={handle({ phase: 'refused', problems: [problem] })} t={t} locale="en-us" />);
    expect(html).toContain('(optional)');
    expect(html).toMatch(/role="alert"[^>]*tabindex="-1"/i);
    expect(html).toContain('href="#every-field-email"');
    expect(html).toMatch(/id="every-field-email"[^>]*aria-invalid="true"[^>]*aria-describedby="every-field-email-problem"/);
  });

  test('that is under way says so on its button, which keeps the focus', () => {
    const html = renderToStaticMarkup(<FormFields form={handle({ phase: 'busy' })} t={t} locale="en-us" />);
    expect(html).toContain(t('forms.sending'));
    expect(html).not.toMatch(/<button[^>]* disabled/);
  });
});

describe('the steps of a form', () => {
  const open = openForm<string>({ email: '' });

  test('a change takes the field’s problem away, a refusal brings all of them and counts', () => {
    const refused = nextForm(open, { type: 'refused', problems: [problem, { field: 'name', message: 'forms.required' }] });
    expect([refused.phase, refused.refusals, refused.problems.length]).toEqual(['refused', 1, 2]);
    const changed = nextForm(refused, { type: 'changed', field: 'email', value: 'x' });
    expect([changed.values['email'], changed.problems.map(({ field }) => field)]).toEqual(['x', ['name']]);
    expect(nextForm(changed, { type: 'left', field: 'email', problem }).problems).toHaveLength(2);
  });

  test('once done it has its data and nothing to mend', () => {
    const busy = nextForm(nextForm(open, { type: 'refused', problems: [problem], failure: 'No.' }), { type: 'sent' });
    expect([busy.phase, busy.problems, busy.failure]).toEqual(['busy', [], undefined]);
    expect(nextForm(busy, { type: 'done', data: 'K7' })).toMatchObject({ phase: 'done', data: 'K7', problems: [] });
  });
});

describe('a pasted number', () => {
  test.each([
    ['+44 (0)7700 900-123', 'CN', { iso2: 'GB', number: '7700900123' }],
    ['0086 138 0013 8000', 'GB', { iso2: 'CN', number: '13800138000' }],
    ['+1 876 555 0100', 'US', { iso2: 'JM', number: '5550100' }],
    ['+1 (416) 555-0100', 'CA', { iso2: 'CA', number: '4165550100' }],
    ['+1 (416) 555-0100', 'VN', { iso2: 'US', number: '4165550100' }],
    ['+39 06 1234', 'GB', { iso2: 'IT', number: '061234' }],
    ['07700 900123', 'GB', undefined],
    ['+999 1', 'GB', undefined],
    ['call me', 'GB', undefined],
  ])('%s, with %s chosen', (text, chosen, parted) => {
    expect(pastedPhone(text, chosen)).toEqual(parted);
  });

  test('never throws, and gives digits and a country that there is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\+[\d ()-]{1,30}$/)), (text) => {
        const parted = pastedPhone(text, 'GB');
        if (parted) expect([/^\d*$/.test(parted.number), dialCountries.some(({ iso2 }) => iso2 === parted.iso2)]).toEqual([true, true]);
      }),
    );
  });
});

test('the countries of a phone field: every one once, the usual of the language first, named in it', () => {
  for (const locale of locales) {
    const { first, usual, others } = dialChoices(locale);
    const all = [...usual, ...others].map(({ iso2 }) => iso2);
    expect([new Set(all).size, all.length, usual[0]?.iso2]).toEqual([dialCountries.length, dialCountries.length, first]);
  }
  expect(dialChoices('zh-cn').usual[0]).toEqual({ iso2: 'CN', words: '中国 +86' });
  expect(dialChoices('vi-vn').usual[0]).toEqual({ iso2: 'VN', words: 'Việt Nam +84' });
});

test('the digits of a code come out of what was pasted around them, full-width ones too', () => {
  expect([digitsOf('Your code: 123 456.', 6), digitsOf('１２３４５６7', 6), digitsOf('', 6)]).toEqual(['123456', '123456', '']);
});

test('steps and tables say in their markup what they show', () => {
  const steps = renderToStaticMarkup(
    <Stepper
      steps={[
        { name: 'a', label: 'A' },
        { name: 'b', label: 'B' },
      ]}
      current="b"
      t={t}
      onStep={() => undefined}
    />,
  );
  expect(steps).toContain('aria-label="Step 2 of 2"');
  expect(steps).toMatch(/<button type="button">A<\/button>.*aria-current="step"/);
  const table = renderToStaticMarkup(
    <Table
      caption="Rents"
      columns={[{ name: 'rent', label: 'Rent', isNumber: true, cell: (rent: number) => rent }]}
      rows={[225]}
      keyOf={(rent) => rent}
      empty="None"
    />,
  );
  expect(table).toMatch(/<caption>Rents<\/caption>.*scope="col".*data-label="Rent"/);
  expect(renderToStaticMarkup(<Table caption="Rents" columns={[]} rows={[]} keyOf={String} empty="None" />)).toBe('<div class="table-empty">None</div>');
});
