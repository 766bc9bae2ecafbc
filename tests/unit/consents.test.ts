/** Consents of every form and call: what did not come along is refused, or was not given. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { readAsk } from '#lib/features/enquiries/ask-input.rules.ts';
import type { AskInput } from '#lib/features/enquiries/ask-input.rules.ts';
import { askConsentVersion } from '#lib/features/enquiries/enquiries.schema.ts';
import { formPages } from '#lib/form-pages.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import { partsOf } from '#lib/forms/form-parts.rules.ts';
import { consentName } from '#lib/forms/form.schema.ts';
import type { Condition, Consent, FormDefinition } from '#lib/forms/form.schema.ts';

const consentsOf = (definition: FormDefinition): readonly Consent[] => definition.consents ?? [];
const cases = Object.entries(formPages).flatMap(([name, page]) =>
  consentsOf(page.definition).map((consent) => [`${name} ${consent.id}`, page, consent] as const),
);

/** Values in which a consent is asked for, and nothing is agreed to. */
function asked(definition: FormDefinition, { when, required }: Consent): Record<string, string> {
  const values: Record<string, string> = Object.fromEntries(partsOf(definition).map(({ name }) => [name, '']));
  for (const condition of [when, required === true ? undefined : required])
    if (condition) values[condition.field] = 'given' in condition ? 'x' : ([(condition as Condition & { is: string | readonly string[] }).is].flat()[0] ?? '');
  return values;
}

describe('every consent of every form', () => {
  test.each(cases)('%s is refused where it is needed and left out, or is not given', (_, { definition, contract }, consent) => {
    const name = consentName(consent);
    for (const left of ['', 'yes', '2001-01']) {
      const values = { ...asked(definition, consent), [name]: left };
      const checked = checkForm(definition, values);
      const said = checked.ok ? [] : checked.problems.filter(({ field }) => field === name);
      if (consent.required || left !== '') expect([left, said.map(({ message }) => message)]).toEqual([left, [consent.missing ?? 'forms.tick']]);
      else expect([said, checked.values[name as never] ?? '']).toEqual([[], '']);
      // The call says the same, where its input is the form's.
      const parsed = (contract.input as z.ZodMiniType).safeParse(values);
      if (consent.required && parsed.success && !handMade.has(contract.name)) throw new Error(`${contract.name} takes ${name}: ${left}`);
    }
  });

  test('there are some, and each is of a version', () => {
    expect(cases.length).toBeGreaterThan(12);
    for (const [, , { version }] of cases) expect(version).toMatch(/^[\w.-]+$/);
  });
});

/** Calls whose consents are read by hand: `readAsk` below, and signing in and registering, which `accounts` tests. */
const handMade = new Set(['ask-question', 'send-code', 'login-password', 'register', 'ask']);

test('consents are read by hand in no other contracts than those that are tested one by one', () => {
  const files = readdirSync('src/lib/features', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.contract.ts'));
  const byHand = files.filter((file) => /\bconsent_\w+:/.test(readFileSync(`src/lib/features/${file}`, 'utf8')));
  expect(byHand.toSorted()).toEqual(['accounts/entering.contract.ts', 'enquiries/enquiries.contract.ts']);
});

describe('a question', () => {
  const base: AskInput = {
    firstname: 'Lan',
    lastname: 'Nguyen',
    country_code: 'GB',
    mobile: '7700900123',
    email: 'lan@example.org',
    reach: '',
    content: 'Is it quiet?',
    data_sources: '',
    location: 'London',
    unit_id: '',
    tenancy_id: '',
    page: '',
    is_receive_property_recommend: '',
    house_id: '',
    city_id: '',
    school_id: '',
  } as never;
  // One box: in the United Kingdom it says besides that the question may be passed on.
  const around = { locale: 'en-us', contacts: [], place: undefined } as const;
  const countryOf = (name: string): string => (name === 'consent_report' ? '826' : '250');
  const names = { consent_terms: 'terms', consent_report: 'report', consent_recommend: 'recommend' } as const;

  test.each(Object.entries(names))('%s is kept as it came: left out it was not given', (name, kept) => {
    const all = { consent_terms: askConsentVersion, consent_report: askConsentVersion, consent_recommend: askConsentVersion };
    const consentsIn = (given: Readonly<Record<string, string | undefined>>) => {
      const read = readAsk({ ...base, ...given } as AskInput, { ...around, countryId: countryOf(name) });
      return read.ok ? read.value.consents[kept] : 'refused';
    };
    expect(consentsIn(all)).toBe(askConsentVersion);
    expect(consentsIn({ ...all, [name]: undefined })).toBe(null);
    expect(consentsIn({ ...all, [name]: '2001-01' })).toBe('refused');
    expect(consentsIn({ ...all, [name]: '' })).toBe(name === 'consent_recommend' ? null : 'refused');
  });

  test('where one box says both, both are kept as given with it, and neither without', () => {
    const consentsIn = (consent_report: string | undefined) => {
      const read = readAsk({ ...base, consent_report } as AskInput, { ...around, countryId: '826' });
      return read.ok ? read.value.consents : 'refused';
    };
    expect(consentsIn(askConsentVersion)).toEqual({ terms: askConsentVersion, report: askConsentVersion, recommend: null });
    expect(consentsIn(undefined)).toEqual({ terms: null, report: null, recommend: null });
    expect(consentsIn('')).toBe('refused');
  });
});
