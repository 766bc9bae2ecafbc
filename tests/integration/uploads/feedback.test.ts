/** Feedback: taken once it is whole, with its screenshot, told to whoever runs the site, and its sender forgotten in time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedbackContract } from '#lib/features/feedback/feedback.contract.ts';
import { feedbackPage } from '#lib/features/feedback/feedback.rules.ts';
import { dailyFeedback, keptDays } from '#lib/features/feedback/feedback.schema.ts';
import { uploadContract, uploadFactsContract } from '#lib/features/uploads/uploads.contract.ts';
import { routeOf } from '#lib/routes.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk({ settings: { OPERATOR_EMAIL: 'desk@example.org', OPERATOR_LOCALE: 'en-us' } });
});
afterAll(() => desk.close());

const rows = () => desk.on.base.db.selectFrom('feedback').selectAll().orderBy('id').execute();
const idea = { kind: 'idea', text: 'A map of bakeries.' };

test('[R7.170] [R1.41] it is stored with its page and screenshot, and the operator hears of it without the picture', async () => {
  const browser = desk.browser();
  const { data: file } = await browser.call(uploadContract, { purpose: 'screenshot' });
  const answer = await browser.call(feedbackContract, {
    ...idea,
    page: '/en/uk/london?q=canary',
    screenshot: file.id,
    email: 'ann@example.org',
    consent_reply: '2026-12-01',
  });
  expect(answer.error_code).toBe(0);
  const [row] = (await rows()).slice(-1);
  expect(row).toMatchObject({ kind: 'idea', text: idea.text, page: '/en/uk/london', screenshot: file.id, email: null, locale: 'en-us' });
  expect(row).toMatchObject({ email_sealed: expect.not.stringContaining('ann@example.org') });
  expect(row?.created_at).toEqual(testNow);
  const letter = known(desk.letters.findLast(({ to }) => to === 'desk@example.org'));
  expect([letter.input['about'], letter.input['path']]).toEqual(['Feedback: An idea', `/staff/files/${file.id}`]);
  expect(JSON.stringify(letter.input)).toContain(answer.data.reference);
  expect(feedbackPage.done(answer.data, { paths: desk.on.services.site.paths('en-us'), values: {} })).toBe(`/en/feedback?sent=${answer.data.reference}`);
  expect([routeOf('feedback').access, routeOf('feedback').render]).toEqual(['public', 'private']);
});

test('an address without a yes, no text, or a file of somebody else is told, and nothing is stored', async () => {
  const before = (await rows()).length;
  const browser = desk.browser();
  const foreign = (await desk.browser().call(uploadContract, { purpose: 'screenshot' })).data.id;
  const own = (await browser.call(uploadContract, { purpose: 'picture' })).data.id;
  const wrong: [Record<string, string>, string][] = [
    [{ ...idea, email: 'ann@example.org' }, 'consent_reply'],
    [{ kind: 'idea', text: ' ' }, 'text'],
    [{ ...idea, kind: 'spam' }, 'kind'],
    [{ ...idea, screenshot: foreign }, 'screenshot'],
    // Brought as something else.
    [{ ...idea, screenshot: own }, 'screenshot'],
    [{ ...idea, screenshot: '../../etc/passwd' }, 'screenshot'],
  ];
  for (const [values, field] of wrong) expect((await browser.call(feedbackContract, values)).data).toMatchObject({ fields: [{ name: field }] });
  expect((await rows()).length).toBe(before);
});

test('hostile pages, and addresses of private ones, which can be keys, are dropped, and the rest is heard', async () => {
  const loader = known(desk.on.services.loaders.feedback);
  const keys = ['/en/enquiry/17-20600-secret', '/en/shared-list/secret', '/users/login/scan/secret'];
  for (const page of ['//evil.example', 'javascript:alert(1)', 'https://evil.example/x', ...keys]) {
    expect((await loader.open({ query: new URLSearchParams({ from: page }) })).page).toBe('');
    expect((await desk.browser().call(feedbackContract, { ...idea, page })).error_code).toBe(0);
    expect((await rows()).at(-1)?.page).toBe('');
    await desk.on.base.db.updateTable('feedback').set({ address: null }).execute();
  }
});

test('of many, a captcha is asked for', async () => {
  await desk.on.base.db.updateTable('feedback').set({ address: null }).execute();
  for (let n = 0; n < dailyFeedback.unproven; n++) expect((await desk.browser().call(feedbackContract, idea)).error_code).toBe(0);
  expect((await desk.browser().call(feedbackContract, idea)).error_code).toBe(13_000);
});

test('an address and a screenshot are kept for half a year', async () => {
  await desk.on.base.db.updateTable('feedback').set({ address: null }).execute();
  const browser = desk.browser();
  const { data: file } = await browser.call(uploadContract, { purpose: 'screenshot' });
  await browser.call(feedbackContract, { ...idea, screenshot: file.id, email: 'bob@example.org', consent_reply: '2026-12-01' });
  const { jobs, people } = desk.on.services;
  const forget = known(jobs.find(({ name }) => name === 'feedback.forget-senders'));
  const later = (days: number): Date => new Date(testNow.getTime() + days * 86_400_000 + 1);
  const run = (now: Date) => forget.take({}, { now, signal: AbortSignal.timeout(10_000) } as never);
  await run(later(keptDays - 1));
  await known(people).uploads.sweep(later(keptDays - 1));
  expect((await rows()).at(-1)).toMatchObject({ email: null, email_sealed: expect.any(String), screenshot: file.id });
  expect((await browser.call(uploadFactsContract, { id: file.id })).error_code).toBe(0);
  await run(later(keptDays));
  await known(people).uploads.sweep(later(keptDays));
  expect((await rows()).at(-1)).toMatchObject({ email: null, email_sealed: null, visitor: null, address: null, screenshot: null, text: idea.text });
});

test('an address goes with the account of who left it; one from a version before is sealed by the chore', async () => {
  const { db } = desk.on.base;
  const browser = await desk.registered('cleo@example.org');
  await browser.call(feedbackContract, { ...idea, email: 'cleo@example.org', consent_reply: '2026-12-01' });
  const last = async () => known((await rows()).at(-1));
  const { id, user_id: userId } = await last();
  expect(userId).not.toBeNull();
  await db.updateTable('feedback').set({ email: 'cleo@example.org', email_sealed: null }).where('id', '=', id).execute();
  const { jobs } = desk.on.services;
  await known(jobs.find(({ name }) => name === 'feedback.forget-senders')).take({}, { now: testNow, signal: AbortSignal.timeout(10_000) } as never);
  expect(await last()).toMatchObject({ email: null, email_sealed: expect.any(String), email_consent: '2026-12-01' });
  await db
    .deleteFrom('users')
    .where('id', '=', known(userId ?? undefined))
    .execute();
  expect(await last()).toMatchObject({ text: idea.text, email: null, email_sealed: null, email_consent: null, user_id: null });
});
