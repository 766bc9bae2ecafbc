/** What an application asks of a guarantor, by the way it is paid. */
import { describe, expect, test } from 'vitest';
import { readApplicationTemplates } from '#lib/features/orders/application-templates.files.ts';
import { asksOf, formOf, problemsOf, templateFor, unfinished } from '#lib/features/orders/application-templates.rules.ts';
import type { PaymentPlan } from '#lib/features/quotes/quote.schema.ts';
import { translator } from '#lib/i18n/t.ts';
import { locales } from '#lib/i18n/locales.ts';
import { known } from '#tests/support/list-pages.ts';

const templates = readApplicationTemplates('src/content/application-templates');
const templateOf = (country: string, kind = 'operator') => known(templateFor(templates, { country, kind }));
const person = { guarantor: 'person', guarantor_name: 'Ann Lee', guarantor_email: 'ann@example.org' };
const said = {
  full_name: 'Nguyễn Thị Lan',
  birth_date: '2005-05-05',
  nationality: 'Vietnam',
  mobile_country: 'GB',
  mobile: '7700 900123',
  address: '1 Elm Road, Leeds',
  school: 'UCL',
  emergency_name: 'Mai',
};
const asksAt = (country: string, plan: PaymentPlan, kind?: string) => asksOf(templateOf(country, kind), { plan, isGroup: false });
const problemsAt = (country: string, plan: PaymentPlan, answers: Readonly<Record<string, string>>, isLater = false) =>
  problemsOf('details', asksAt(country, plan), { ...said, ...answers }, { moveIn: '2027-09-01', today: '2026-11-27', plan, isLater }).map(
    ({ field, message }) => `${field} ${message}`,
  );

describe('[R7.096] a guarantor', () => {
  test('is named by who pays in instalments with one: to have none is told at the field, and keeps nobody from putting it aside', () => {
    for (const country of ['uk', 'au']) {
      expect(problemsAt(country, 'instalments', { guarantor: 'none' }), country).toEqual(['guarantor orders.guarantor_for_plan']);
      expect(problemsAt(country, 'instalments', {}), country).toEqual([expect.stringMatching(/^guarantor forms\.(?:required|choose)$/)]);
      expect(problemsAt(country, 'instalments', { guarantor: 'none' }, true), country).toEqual([]);
      expect(problemsAt(country, 'instalments', person), country).toEqual([]);
      expect(problemsAt(country, 'in-full', { guarantor: 'none' }), country).toEqual([]);
    }
    const booked = { moveIn: '2027-09-01', today: '2026-11-27', plan: 'instalments' } as const;
    expect(unfinished(asksAt('uk', 'instalments'), { ...said, guarantor: 'none' }, booked)).toBe('details');
    expect(unfinished(asksAt('uk', 'instalments'), { ...said, ...person }, booked)).toBeUndefined();
  });

  test('is no person where a service stands in, and nothing is asked of one; nor where the home asks for none', () => {
    const names = formOf('details', asksAt('uk', 'guarantor-service')).fields.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('guarantor'))).toEqual([]);
    expect(problemsAt('uk', 'guarantor-service', {})).toEqual([]);
    expect(formOf('details', asksAt('uk', 'in-full')).fields.filter(({ name }) => name.startsWith('guarantor'))).toHaveLength(3);
    expect(asksAt('uk', 'instalments', 'homestay-host').guarantor).toBeUndefined();
  });

  test('is asked for in words of each language', () => {
    const words = locales.map((locale) => translator(locale)('orders.guarantor_for_plan'));
    expect([new Set(words).size, words.some((one) => one.includes('{{'))]).toEqual([locales.length, false]);
  });
});
