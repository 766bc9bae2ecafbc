/** No form ends, refunds, declines, erases or pays by what was chosen for somebody, nor without asking once more. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formPages } from '#lib/form-pages.ts';
import { asksFirst, sureField, unsetFields, withoutPresets } from '#lib/forms/endings.rules.ts';
import { secretsOf } from '#lib/forms/form-fields.rules.ts';
import { filesBelow } from './source-files.ts';

/**
 * Forms that end nothing and move no money, or lead to a page that asks before any moves (what is paid is paid at a provider). A form is named
 * here by somebody who has thought about it: a new one is neither here nor says `ends`, and fails.
 */
const harmless: ReadonlySet<string> = new Set([
  ...['report-listing', 'feedback', 'resume', 'wishes', 'share-wishes', 'history', 'custom-answer', 'custom-step', 'custom-form', 'custom-field'],
  ...['login', 'login-password', 'known-code', 'known-password', 'known-forget', 'login-code', 'login-again', 'register', 'recovery', 'new-password'],
  ...['logout', 'setting', 'consents', 'bind', 'change-password', 'end-sessions', 'stop-change', 'login-mine', 'keep-contact', 'set-out', 'return'],
  ...['welcome', 'ask-scan', 'end-scan', 'confirm-scan', 'bind-wechat', 'connect', 'disconnect', 'favourite', 'share-favourites', 'saved-search'],
  ...[
    'notices',
    'end-notices',
    'staff-login',
    'staff-enrol',
    'staff-logout',
    'staff-prove',
    'staff-zone',
    'staff-rename-passkey',
    'staff-people',
    'desk-answer',
  ],
  ...[
    'desk-act',
    'desk-template',
    'desk-note',
    'desk-starters',
    'desk-batch',
    'desk-batch-undo',
    'desk-view',
    'desk-view-remove',
    'desk-find-home',
    'desk-check',
    'supplier-address',
    'supplier-answers',
    'supplier-party',
    'prove',
    'prove-again',
    'stay',
    'staff-take',
    'bank-import',
    'bank-line',
    'pay',
    'sandbox',
    'voucher',
    'supplier-terms',
    'realname',
    'ask',
  ],
  ...['enquiry-reply', 'bed', 'stock-case', 'news-read', 'news-choices', 'book-rent', 'apply-person', 'apply-form', 'mini-apply', 'apply-submit'],
  ...['order-change', 'apply-information', 'order-sign', 'supplier-proof', 'order-proof', 'order-guardian', 'guardian-sign', 'sponsor-link'],
  ...['sponsor-pay', 'sponsor-trial', 'viewing', 'move-viewing', 'staff-move-viewing', 'viewing-slots', 'rent-home', 'rent-terms', 'rent-tenant'],
  ...['rent-landlord', 'rent-voucher', 'rent-mail', 'rent-again', 'rent-remind', 'rent-end-reminders', 'evidence', 'evidence-remark', 'evidence-sign'],
  ...['evidence-link', 'supplier-evidence', 'supplier-remark', 'supplier-sign', 'desk-evidence-link', 'review', 'service-evaluation', 'review-answer'],
  ...['coupon-keep', 'coupon-use', 'coupon-make', 'group-make', 'group-join'],
]);
const forms = Object.entries(formPages);
const ending = forms.filter(([, { definition }]) => definition.ends);

describe('forms that end something', () => {
  test('every form says that it ends something, or is known to end nothing', () => {
    expect(forms.filter(([name, { definition }]) => (definition.ends === undefined) !== harmless.has(name)).map(([name]) => name)).toEqual([]);
    expect([...harmless].filter((name) => !forms.some(([one]) => one === name))).toEqual([]);
  });

  test('what has to be agreed to is shown exactly where it has to be: no box comes up once the form was sent', () => {
    const late = forms.flatMap(([name, { definition }]) =>
      (definition.consents ?? [])
        .filter(
          ({ required, when }) =>
            required !== undefined &&
            when &&
            JSON.stringify(required) !== JSON.stringify(when) &&
            definition.fields.find((field) => field.name === when.field)?.kind !== 'hidden',
        )
        .map(({ id }) => `${name}: ${id}`),
    );
    expect(late).toEqual([]);
  });

  test('no field of any form is called what the question says back', () => {
    expect(forms.filter(([, { definition }]) => definition.fields.some(({ name }) => name === sureField)).map(([name]) => name)).toEqual([]);
  });

  test('what they ask about is a choice that can be made there', () => {
    for (const [name, { definition }] of ending) {
      const when = definition.ends?.when;
      const field = definition.fields.find((one) => one.name === when?.field);
      if (!when) continue;
      expect([name, field?.kind === 'select' || field?.kind === 'radio']).toEqual([name, true]);
      const choices = field && 'choices' in field && !('given' in field.choices) ? field.choices.map(({ value }) => value) : undefined;
      if (choices && 'is' in when) for (const value of [when.is].flat()) expect([name, choices]).toEqual([name, expect.arrayContaining([value])]);
    }
  });

  test('no page presets what they leave to be chosen', () => {
    for (const [name, { definition }] of ending) {
      const preset = Object.fromEntries(
        definition.fields.map((field) => [field.name, 'choices' in field && !('given' in field.choices) ? (field.choices[0]?.value ?? 'x') : 'x']),
      );
      const left = withoutPresets(definition, preset);
      for (const field of unsetFields(definition)) expect([name, field, left[field]]).toEqual([name, field, undefined]);
    }
    // It is dropped where forms are drawn, and no page is to write what has no effect.
    for (const { path, text } of pages())
      for (const preset of text.match(/\b(?:act|event|outcome|decision|word): (?:acts|deeds|events|outcomes)\[0\]/g) ?? [])
        expect(`${path}: ${preset}`).toBe('');
    expect(readFileSync('src/layouts/blocks/forms/Form.astro', 'utf8')).toContain('...withoutPresets(definition, values)');
  });

  test('what they end is asked about before it is sent, and what was written can go along unseen', () => {
    for (const [name, { definition }] of ending) {
      if (definition.ends?.asks !== 'step') continue;
      expect([name, secretsOf(definition).size]).toEqual([name, 0]);
      // What is to mend is told first.
      expect([name, asksFirst(definition, {})]).toEqual([name, false]);
    }
    expect(readFileSync('src/server/pages/sent-forms.ts', 'utf8')).toContain('asksFirst(form.definition');
  });

  test('a page that asks once more says sum, person or home', () => {
    const steps = namesOf("asks: 'step'");
    const missing = pages().flatMap(({ path, text }) =>
      [...text.matchAll(/<Form\b[\s\S]*?\/>/g)].flatMap(([tag]) => {
        const name = /definition=\{(\w+)/.exec(tag)?.[1] ?? '';
        return steps.some((one) => name === one || name === `${one}For`) && !/\babout\b/.test(tag) ? [`${path}: ${name}`] : [];
      }),
    );
    expect(missing).toEqual([]);
    expect(steps.length).toBeGreaterThan(15);
  });
});

/** Pages and blocks with forms. */
function pages() {
  return filesBelow(['src'], /\.astro$/);
}

/** What definitions are called in code that have this in them. */
function namesOf(part: string): readonly string[] {
  return filesBelow(['src/lib/features'], /\.ts$/).flatMap(({ text }) =>
    text.split(/(?=\nexport const )/).flatMap((one) => {
      const name = /^\nexport const (\w+) = formDefinition\(/.exec(one)?.[1];
      return name !== undefined && one.includes(part) ? [name] : [];
    }),
  );
}
