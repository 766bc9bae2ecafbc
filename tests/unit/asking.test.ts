/** The form of a question: its validators' edges, the order of its steps, its draft, and what waits for a connection. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import {
  askedFlagOf,
  draftAge,
  draftFor,
  isDraftOf,
  leftProblem,
  most,
  nextAskStep,
  plainMobile,
  readDraft,
  readWaiting,
  wholeValues,
  withDraft,
} from '#lib/features/enquiries/asking.rules.ts';
import { placeOfSource } from '#lib/features/enquiries/asking-opens.rules.ts';
import type { WaitingAsk } from '#lib/features/enquiries/asking.rules.ts';
import { askConsentVersion, askForm, namePattern } from '#lib/features/enquiries/enquiries.schema.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import { workOf } from '#tests/support/work.ts';

const right = {
  house_id: '12',
  country_id: '826',
  firstname: 'Lan',
  lastname: 'Nguyễn',
  reach: 'email',
  email: 'lan@example.org',
  country_code: 'GB',
  mobile: '7700900123',
  content: 'Is it quiet?',
  consent_terms: askConsentVersion,
  consent_report: askConsentVersion,
};
/** What is said about a field of a form that is right but for these values; a number is looked at where it is what was chosen. */
const said = (field: string, values: Readonly<Record<string, string>>): string | undefined => {
  const reach = field === 'mobile' || field === 'country_code' ? 'phone' : 'email';
  const checked = checkForm(askForm, { ...right, reach, ...values });
  return checked.ok ? undefined : checked.problems.find((one) => one.field === field)?.message;
};
const blank = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u3000', '\u00a0'), maxLength: 8 });
const letter = fc.constantFrom(...'aZéßñ李欧阳ưỄŁøאب');
const word = fc.string({ unit: letter, minLength: 1, maxLength: 12 });

describe('fields', () => {
  test('[R5.27] a name of nothing but blanks is none, and nobody has to give one', () => {
    fc.assert(
      fc.property(fc.constantFrom('firstname', 'lastname'), blank, (field, text) => {
        const checked = checkForm(askForm, { ...right, [field]: text });
        expect(checked.ok && checked.values[field]).toBe('');
      }),
    );
  });

  test('[R5.30] [R5.34] one way to be reached is enough, whichever it is, and none is told where it is chosen', () => {
    const way = fc.constantFrom('email', 'phone');
    fc.assert(
      fc.property(way, fc.string(), fc.string(), (reach, name, other) => {
        // What stands in the field of the other way counts for nothing, however wrong it is.
        const left = reach === 'email' ? { mobile: other, country_code: name } : { email: other };
        const checked = checkForm(askForm, { ...right, reach, ...left });
        expect(checked.ok).toBe(true);
        expect(checked.values[reach === 'email' ? 'mobile' : 'email']).toBe('');
      }),
    );
    expect(said('reach', { reach: '' })).toBe('forms.choose');
    expect(said('reach', { reach: 'dove' })).toBe('forms.choose');
    // Whoever is known to the server chooses nothing.
    expect(checkForm(askForm, { ...right, known: 'both', reach: '', email: '', mobile: '' }).ok).toBe(true);
  });

  test('[R5.28] a digit anywhere in a name, of any script, is told', () => {
    const digit = fc.constantFrom(...'09０９٣७');
    fc.assert(
      fc.property(fc.constantFrom('firstname', 'lastname'), word, digit, fc.nat(12), (field, text, one, at) => {
        expect(said(field, { [field]: text.slice(0, at) + one + text.slice(at) })).toBe('forms.pattern');
      }),
    );
  });

  test('[R5.29] letters of any script make a name, with one blank, hyphen or apostrophe between; signs do not', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '-', "'", '’', '·'), (words, between) => {
        const name = words
          .join(between)
          .slice(0, 60)
          .replace(/[^\p{L}]$/u, '');
        expect(said('firstname', { firstname: name })).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(word, fc.constantFrom(...'<>@&"/\\=;:!?#$%*_{}[]|😀'), word, (before, sign, after) => {
        expect(said('lastname', { lastname: before + sign + after })).toBe('forms.pattern');
      }),
    );
  });

  test('[R5.29] a long name costs no more than its length', async () => {
    const work = await workOf(() => {
      for (const text of [`${'a '.repeat(30_000)}!`, `${'a-'.repeat(30_000)}1`, 'a'.repeat(60_000) + '!']) namePattern.test(text);
    });
    expect(work).toBeLessThan(500);
  });

  test('[R5.30] an address is needed where it is what was chosen, and one without host, dot or with a break is none', () => {
    fc.assert(
      fc.property(blank, (text) => {
        expect(said('email', { email: text })).toBe('forms.required');
      }),
    );
    const local = fc.stringMatching(/^[a-z0-9]{1,20}$/);
    fc.assert(
      fc.property(local, local, (user, host) => {
        expect(said('email', { email: `${user}@${host}.org` })).toBeUndefined();
        for (const wrong of [user, `${user}@`, `@${host}.org`, `${user}@${host}`, `${user} x@${host}.org`, `${user}@${host}.org\nBcc: x@y.org`])
          expect(said('email', { email: wrong })).toBe('forms.email');
      }),
    );
    expect(said('email', { email: `${'a'.repeat(250)}@example.org` })).toBe('forms.length_max');
  });

  test('[R5.31] the country of a number is one of those that have dial codes', () => {
    expect(said('country_code', { country_code: '' })).toBe('forms.choose');
    fc.assert(
      fc.property(fc.constantFrom('XX', 'zz', '4', '00', '__', '😀'), (code) => {
        expect(said('country_code', { country_code: code })).toBe('forms.choose');
      }),
    );
  });

  test('[R5.32] a question has words, and at most 2,000 characters', () => {
    fc.assert(
      fc.property(blank, (text) => {
        expect(said('content', { content: text })).toBe('forms.required');
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_000 }), (length) => {
        expect(said('content', { content: 'x'.repeat(length) })).toBe(length > 2_000 ? 'forms.length_max' : undefined);
      }),
      { examples: [[2_000], [2_001]] },
    );
  });

  test('[R5.33] a place is needed without a home, and not asked for with one', () => {
    fc.assert(
      fc.property(blank, fc.integer({ min: 1, max: 2_147_483_647 }), (location, house) => {
        expect(said('location', { house_id: '', location })).toBe('forms.required');
        expect(said('location', { house_id: String(house), location })).toBeUndefined();
      }),
    );
    expect(said('location', { house_id: '', location: 'Leeds' })).toBeUndefined();
  });

  test('[R5.34] a number is 6 to 15 digits, in mainland China 11 of its own; nothing else stands in it', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }).chain(digits), (mobile) => {
        expect(said('mobile', { mobile })).toBe(mobile.length >= 6 && mobile.length <= 15 ? undefined : 'forms.mobile');
      }),
    );
    fc.assert(
      fc.property(digits(8), fc.constantFrom(...'abx+@#李'), fc.nat(8), (number, sign, at) => {
        expect(said('mobile', { mobile: number.slice(0, at) + sign + number.slice(at) })).toBe('forms.mobile');
      }),
    );
    for (const [mobile, message] of [
      ['13800138000', undefined],
      ['12800138000', 'forms.chinese_mobile'],
      ['1380013800', 'forms.chinese_mobile'],
      ['23800138000', 'forms.chinese_mobile'],
    ] as const)
      expect(said('mobile', { country_code: 'CN', mobile })).toBe(message);
    expect(said('mobile', { mobile: '' })).toBe('forms.required');
  });

  test('full-width digits and signs between them are a number as typed', () => {
    expect(plainMobile('（０７７） 00-900.123')).toBe('07700900123');
    expect(nextAskStep({ ...right, reach: 'phone', mobile: '７７００ 900 123' })).toMatchObject({ kind: 'send', values: { mobile: '7700900123' } });
  });
});

describe('steps', () => {
  test('[R4.075] fields come first, then what has to be agreed to, then it is sent', () => {
    const lacks = (values: Readonly<Record<string, string>>): readonly string[] => {
      const step = nextAskStep({ ...right, ...values });
      return step.kind === 'mend' ? step.problems.map(({ field, message }) => `${field} ${message}`) : [];
    };
    expect(lacks({ email: 'x' })).toEqual(['email forms.email']);
    // One box, whatever the country: where the question may be passed on, its words say both.
    expect(lacks({ consent_terms: '', consent_report: '' })).toEqual(['consent_report forms.tick']);
    expect(lacks({ reach: '', content: '', consent_report: '' })).toEqual(['content forms.required', 'reach forms.choose', 'consent_report forms.tick']);
    expect(lacks({ email: 'x', consent_report: '' })).toEqual(['email forms.email', 'consent_report forms.tick']);
    expect(lacks({ country_id: '250', consent_terms: '', consent_report: '' })).toEqual(['consent_terms forms.tick']);
    expect(nextAskStep(right).kind).toBe('send');
  });

  test('[R5.35] the terms of another wording are not agreed to', () => {
    expect(nextAskStep({ ...right, country_id: '250', consent_terms: '2020-01' })).toMatchObject({
      kind: 'mend',
      problems: [{ field: 'consent_terms', message: 'forms.tick' }],
    });
  });

  test('[R5.38] other homes may be suggested only where that is ticked, and nobody has to', () => {
    const elsewhere = { ...right, house_id: '', location: 'Leeds' };
    expect(nextAskStep({ ...elsewhere, consent_recommend: '' })).toMatchObject({ kind: 'send', values: { consent_recommend: '' } });
    expect(nextAskStep({ ...elsewhere, consent_recommend: askConsentVersion })).toMatchObject({
      kind: 'send',
      values: { consent_recommend: askConsentVersion },
    });
  });

  test('[R5.36] a field that is left is told what is wrong with it, and an empty one nothing', () => {
    expect(leftProblem('email', { ...right, email: 'x' })?.message).toBe('forms.email');
    expect(leftProblem('email', { ...right, email: ' ' })).toBeUndefined();
    expect(leftProblem('mobile', { ...right, reach: 'phone', mobile: '７７００ 900 123' })).toBeUndefined();
    // Who was told when they sent it is told until it is mended.
    expect(leftProblem('email', { ...right, email: ' ' }, true)?.message).toBe('forms.required');
    const paris = { ...right, country_id: '250' };
    expect([leftProblem('consent_terms', { ...paris, consent_terms: '' }, true)?.message, leftProblem('consent_terms', paris, true)]).toEqual([
      'forms.tick',
      undefined,
    ]);
  });
});

const now = 1_800_000_000_000;

describe('the draft', () => {
  test('what was written comes back, each home with its own question', () => {
    const first = withDraft(undefined, { ...right, content: 'One?' }, '', now);
    const second = withDraft(first, { ...right, house_id: '13', firstname: 'Minh', content: 'Two?' }, '', now);
    const back = readDraft(JSON.stringify(second), now + 1);
    expect(back && draftFor(back, '12')).toMatchObject({ firstname: 'Minh', content: 'One?' });
    expect(back && draftFor(back, '13')).toMatchObject({ content: 'Two?' });
    expect(back && draftFor(back, '')).not.toHaveProperty('content');
    expect(JSON.stringify(second)).not.toContain('consent');
  });

  test('is bounded, whatever is written, and forgotten after a day', () => {
    let draft = withDraft(undefined, right, '', now);
    for (let home = 0; home < 20; home++) draft = withDraft(draft, { ...right, house_id: String(home), content: 'x'.repeat(9_000) }, '', now);
    expect(Object.keys(draft.about)).toHaveLength(most.drafts);
    expect(JSON.stringify(draft).length).toBeLessThan(12_000);
    expect(draftFor(draft, '19')['content']).toHaveLength(2_000);
    expect(readDraft(JSON.stringify(draft), now + draftAge - 1)).toBeDefined();
    expect(readDraft(JSON.stringify(draft), now + draftAge)).toBeUndefined();
    expect(readDraft(JSON.stringify(draft), now - 1)).toBeUndefined();
  });

  test('goes along with who signs in, and is nobody else’s', () => {
    const draft = withDraft(undefined, right, '', now);
    expect(isDraftOf(draft, '7')).toBe(true);
    const own = withDraft(draft, right, '7', now);
    expect([isDraftOf(own, '7'), isDraftOf(own, '8'), isDraftOf(own, '')]).toEqual([true, false, false]);
    expect(draftFor(withDraft(own, { house_id: '99', email: 'b@example.org' }, '8', now), '12')).toEqual({ email: 'b@example.org' });
  });

  test('garbage is no draft, and throws nothing', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readDraft(text, now)));
    fc.assert(
      fc.property(fc.record({ at: fc.constant(now), whose: fc.anything(), person: fc.anything(), about: fc.anything() }), (kept) => {
        const read = readDraft(JSON.stringify(kept), now);
        for (const value of Object.values(read ? draftFor(read, '') : {})) expect(typeof value).toBe('string');
      }),
    );
  });
});

describe('what waits', () => {
  const ask: WaitingAsk = { id: 'abcdef0123456789', at: now, whose: '', form: '/en/intent/askform?house=12', values: right, unsent: false };
  const read = (asks: unknown, at = now) => readWaiting(JSON.stringify(asks), at);

  test('is kept as it was, sent by itself for a day, and forgotten after a week', () => {
    expect(read([ask])).toEqual([ask]);
    expect(read([ask], now + draftAge - 1)[0]?.unsent).toBe(false);
    expect(read([ask], now + draftAge)[0]?.unsent).toBe(true);
    expect(read([ask], now + 7 * draftAge)).toEqual([]);
  });

  test('is few, and leads nowhere else', () => {
    expect(read(Array.from({ length: 9 }, () => ask))).toHaveLength(most.waiting);
    for (const form of ['https://example.com', '//example.com', '/\\example.com', 'javascript:alert(1)', '', 7])
      expect(read([{ ...ask, form }])[0]?.form).toBe('/intent/askform');
    expect(read([{ ...ask, values: { ...right, content: 'x'.repeat(9_000), evil: 'x' } }])[0]?.values).toEqual({ ...right, content: 'x'.repeat(2_000) });
  });

  test('[R9.58] what was not agreed to is sent as such, not left out', () => {
    const [kept] = read([{ ...ask, values: { ...right, consent_report: '', consent_recommend: '' } }]);
    expect(kept && wholeValues(kept)).toMatchObject({ consent_report: '', consent_recommend: '', consent_terms: askConsentVersion, email: right.email });
  });

  test('garbage is nothing', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readWaiting(text, now)));
    fc.assert(
      fc.property(fc.array(fc.anything()), (asks) => {
        expect(read(asks).length).toBeLessThanOrEqual(most.waiting);
      }),
    );
  });
});

test('[R3.14] a question that was sent is noted by where it was asked', () => {
  expect(askedFlagOf({ house_id: '12' })).toBe('houseDetailLeadFormSubmit');
  expect(askedFlagOf({ house_id: '' })).toBe('houseListLeadFormSubmit');
  expect(['50', '38', '49', '48', '24', ''].map(placeOfSource)).toEqual(['detail', 'detail', 'list', undefined, undefined, undefined]);
});
