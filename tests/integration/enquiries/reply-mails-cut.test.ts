/** Answers by mail, cut at each statement and brought again: each is a message once, and what was to be said about it is said. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dailyReplies } from '#lib/features/enquiries/reply-mails.rules.ts';
import type { ReplyMail } from '#lib/features/enquiries/reply-mails.service.ts';
import { linkDays } from '#lib/features/enquiries/enquiries.schema.ts';
import type { EnquiryId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { cutThrough } from '#tests/support/cut.ts';
import { keepLetters, keptLetters, onLetter } from '#tests/support/kept-letters.ts';
import { known } from '#tests/support/list-pages.ts';
import { askAbout } from '#tests/support/questions.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk({
    settings: {
      OPERATOR_EMAIL: 'desk@example.org',
      OPERATOR_LOCALE: 'en-us',
      RATE_LIMIT_FACTOR: '1',
      MAIL_REPLIES_AT: 'reply@in.homes.example.org',
      MAIL_REPLIES_SECRET: 'a-secret-of-the-settings-0123456789',
    },
    fill: async ({ db }) => void (await keepLetters(db)),
    onLetter,
  });
});
afterAll(() => desk.close());
beforeEach(() => {
  desk.letters.length = 0;
  desk.clock.now = testNow;
});

const people = () => known(desk.on.services.people);
const said = async (id: EnquiryId) => known(await people().enquiries.read(id)).messages.map(({ sender, text }) => [sender, text]);
const letters = (address: string) => keptLetters(desk.on.base.db, address);
const hear = (mail: ReplyMail, now = testNow) => people().replies.hear(mail, now);

let asked = 0;
async function question() {
  const email = `cut-${(asked += 1)}@example.org`;
  const id = await askAbout(desk, undefined, { contact: { firstName: 'Mai', lastName: 'Nguyễn', email, phone: undefined }, text: 'Is it quiet?' });
  const tokenFor = (to: string): string => known(desk.letters.findLast((letter) => letter.to === to)?.replyToken);
  return { id, email, student: tokenFor(email), operator: tokenFor('desk@example.org') };
}
const mailOf = (token: string, text: string, files = 0): ReplyMail => ({ id: `<${text}@elsewhere.example>`, tokens: [token], isAutomatic: false, text, files });

describe('[R2.147] an answer by mail that is cut and brought again', () => {
  test('of whoever asked is one message, and the operator hears of it once', async () => {
    const { id, student } = await question();
    const before = (await letters('desk@example.org')).length;
    await cutThrough(() => hear(mailOf(student, 'Thank you.')));
    expect(await hear(mailOf(student, 'Thank you.'))).toBe('repeated');
    expect(await said(id)).toEqual([
      ['student', 'Is it quiet?'],
      ['student', 'Thank you.'],
    ]);
    expect((await letters('desk@example.org')).slice(before)).toEqual(['operator-note']);
    expect(known(await people().enquiries.read(id)).events.map(({ kind }) => kind)).toEqual(['asked', 'replied']);
  });

  test('of whoever runs the site is one message, and the student is told once', async () => {
    const { id, email, operator } = await question();
    await cutThrough(() => hear(mailOf(operator, 'It is.')));
    expect(await said(id)).toEqual([
      ['student', 'Is it quiet?'],
      ['staff', 'It is.'],
    ]);
    expect(await letters(email)).toEqual(['enquiry-received', 'enquiry-answered']);
  });

  test('with files is one message, and its sender hears once that they were left out', async () => {
    const { id, email, student } = await question();
    await cutThrough(() => hear(mailOf(student, 'Here it is.', 1)));
    expect((await said(id)).length).toBe(2);
    expect(await letters(email)).toEqual(['enquiry-received', 'reply-refused']);
  });

  test('that is refused is said back once', async () => {
    const { id, email, student } = await question();
    await cutThrough(() => hear(mailOf(student, '> a quote')));
    expect((await said(id)).length).toBe(1);
    expect(await letters(email)).toEqual(['enquiry-received', 'reply-refused']);
  });

  test('that was taken is never refused afterwards: not as one too many, not as too late, not because the thread was closed', async () => {
    const { id, email, student, operator } = await question();
    for (let time = 0; time < dailyReplies + 2; time++) expect(await hear(mailOf(student, 'Yes.'))).toBe(time === 0 ? 'taken' : 'repeated');
    // Those that were brought again count for nothing.
    expect(await hear(mailOf(operator, 'It is.'))).toBe('taken');
    expect(await hear(mailOf(student, 'Yes.'), new Date(testNow.getTime() + (linkDays + 2) * 86_400_000))).toBe('repeated');
    const token = String(desk.letters.find(({ name }) => name === 'enquiry-received')?.input['token']);
    expect(await people().enquiries.closeOwn({ token }, testNow)).toMatchObject({ ok: true });
    expect(await hear(mailOf(operator, 'It is.'))).toBe('repeated');
    expect((await said(id)).length).toBe(3);
    expect(await letters(email)).toEqual(['enquiry-received', 'enquiry-answered']);
  });
});
