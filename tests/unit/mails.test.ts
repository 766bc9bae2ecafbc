/** What every mail is, as far as it decides which of them wait on a day with too many. */
import { expect, test } from 'vitest';
import { allMails } from '#lib/all-mails.ts';
import { readConfig } from '#lib/config.ts';
import { boxOf } from '#lib/mail/mail-budget.ts';
import { nextDay } from '#lib/mail/mailer.ts';

test('codes, and what happens to orders, money and accounts, never wait; what anybody can cause by a form does, and news first', () => {
  const by = Map.groupBy(allMails, ({ urgency }) => urgency);
  const named = (urgency: (typeof allMails)[number]['urgency']) =>
    by
      .get(urgency)
      ?.map(({ name }) => name)
      .toSorted();
  expect(named('code')).toEqual(['login-code']);
  expect(named('operator')).toEqual(['operator-note']);
  // To addresses that somebody typed: a friend's, a guardian's, a landlord's.
  expect(named('soon')).toEqual(['enquiry-received', 'guardian-sign', 'rent-transfer', 'reply-refused', 'resume-received', 'supplier-link']);
  expect(named('later')).toEqual(['house-news', 'review-answer-news', 'review-invitation', 'review-news']);
  expect(named('now')).toEqual([
    'account-notice',
    'bed-offered',
    'contact-change',
    'contact-claim',
    'enquiry-answered',
    'evidence-signed',
    'group-news',
    'home-hidden',
    'order-arrears',
    'order-check-in',
    'order-claim',
    'order-contract',
    'order-deadline',
    'order-deposit',
    'order-disputed',
    'order-due',
    'order-fee',
    'order-moved',
    'payment-receipt',
    'payment-refunded',
    'rent-news',
    'rent-reminder',
    'staff-passkey',
    'supplier-change',
    'supplier-party',
    'viewing-news',
  ]);
});

test('a day has 5,000 mails unless the setting says another number, and never none', () => {
  expect(readConfig({}).mailDaily).toBe(5_000);
  expect(readConfig({ MAIL_DAILY: '200' }).mailDaily).toBe(200);
  for (const wrong of ['0', '19', '1e9', 'many']) expect(() => readConfig({ MAIL_DAILY: wrong }), wrong).toThrow(/MAIL_DAILY/);
});

test('a box is one however its address is spelt, and a day begins a little after midnight', () => {
  expect(['Lan@Example.org', 'lan+a@example.org', 'lan+a+b@example.org'].map(boxOf)).toEqual(Array.from({ length: 3 }, () => 'lan@example.org'));
  expect(boxOf('+lan@example.org')).toBe('+lan@example.org');
  expect(['2026-11-26T00:00:00Z', '2026-11-26T23:59:59Z'].map((at) => nextDay(new Date(at)).toISOString())).toEqual([
    '2026-11-27T00:05:00.000Z',
    '2026-11-27T00:05:00.000Z',
  ]);
});
