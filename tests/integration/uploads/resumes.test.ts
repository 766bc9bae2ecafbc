/** Applications: taken once they are whole, told to both sides without what they say, read by staff alone, and gone in time with their files. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resumeReceivedMail } from '#lib/features/resumes/mail/resume-received.mail.ts';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { sendResumeContract } from '#lib/features/resumes/resumes.contract.ts';
import { readLinks, resumePage } from '#lib/features/resumes/resumes.rules.ts';
import { dailyResumes, keptDays, resumeConsentVersion } from '#lib/features/resumes/resumes.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { ResumeId, UserId } from '#lib/ids/ids.ts';
import { routeOf } from '#lib/routes.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { docx, pdf } from '#tests/support/sample-files.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk({ settings: { OPERATOR_EMAIL: 'desk@example.org', OPERATOR_LOCALE: 'en-us' } });
});
afterAll(() => desk.close());
// Who sends in one test is nobody to the others.
beforeEach(async () => {
  await db().updateTable('resumes').set({ address: null, visitor: null }).execute();
  await db().updateTable('uploads').set({ address: null }).execute();
});

const db = () => desk.on.base.db;
const rows = () => db().selectFrom('resumes').selectAll().orderBy('id').execute();
const people = () => known(desk.on.services.people);
const later = (days: number): Date => new Date(testNow.getTime() + days * 86_400_000 + 1);

/** Brings a file as the page of this browser does. */
async function bring(browser: Browser, bytes = pdf(), userId?: UserId): Promise<string> {
  const kept = await people().uploads.keep(
    'resume',
    { name: 'Lan Tran.pdf', bytes },
    { userId, visit: browser.cookies.get('loftling_pre'), address: '192.0.2.7' },
    testNow,
  );
  if (!kept.ok) throw new Error(kept.reason);
  return kept.value.id;
}
const words = {
  name: 'Lan Trần',
  email: 'Lan@Example.org',
  role: 'editor',
  message: 'I cut a lease to two pages.',
  links: 'https://lan.example/work\nhttp://lan.example/b',
  consent_keep: resumeConsentVersion,
};

describe('an application', () => {
  test('[R1.28] [R2.058] [R3.77] [R7.163] [R7.164] is stored with its file, encrypted; both sides are told, and no mail says what is in it', async () => {
    const browser = desk.browser();
    const file = await bring(browser);
    const answer = await browser.call(sendResumeContract, { ...words, file });
    expect([answer.error_code, answer.message]).toEqual([0, '']);
    const row = known((await rows()).at(-1));
    expect(row).toMatchObject({ reference: answer.data.reference, role: 'editor', file, consent: resumeConsentVersion, locale: 'en-us', user_id: null });
    for (const secret of ['Lan Tr', 'example', 'a lease']) expect(JSON.stringify(row)).not.toContain(secret);
    expect((await people().resumes.find(asId<ResumeId>(row.id)))?.applicant).toEqual({
      name: 'Lan Trần',
      email: 'lan@example.org',
      message: words.message,
      links: ['https://lan.example/work', 'http://lan.example/b'],
    });
    const letters = desk.letters.filter(({ input }) => JSON.stringify(input).includes(answer.data.reference));
    expect(letters.map(({ to, name }) => [to, name]).toSorted()).toEqual([
      ['desk@example.org', 'operator-note'],
      ['lan@example.org', 'resume-received'],
    ]);
    expect(JSON.stringify(letters.map(({ input }) => input))).not.toMatch(/Trần|lease|lan\.example|Tran\.pdf/);
    expect(resumePage.done(answer.data, { paths: desk.on.services.site.paths('vi-vn'), values: {} })).toBe(`/vn/send-resume?sent=${answer.data.reference}`);
    const opened = await known(desk.on.services.loaders.resumes).open({ query: new URLSearchParams({ sent: answer.data.reference }) });
    expect(opened.sent?.keptUntil).toEqual(new Date(testNow.getTime() + keptDays * 86_400_000));
    expect([routeOf('send_resume').access, routeOf('send_resume').render, routeOf('send_resume').pattern]).toEqual(['public', 'private', '/send-resume']);
  });

  test('is confirmed in every language, with the day on which it goes', () => {
    for (const locale of locales) {
      const { subject, text } = resumeReceivedMail.write({ reference: 'K7QM-2XPA', keptUntil: '2027-05-22' }, locale, desk.on.services.site);
      expect(subject).toContain('K7QM-2XPA');
      expect(text).toContain('2027');
    }
  });

  test('with a field that is wrong, or a file that is not the sender’s, is told so and not stored', async () => {
    const before = (await rows()).length;
    const browser = desk.browser();
    const file = await bring(browser, docx());
    const foreign = await bring(desk.browser());
    const wrong: [Record<string, string>, string][] = [
      [{ ...words, file, name: ' ' }, 'name'],
      [{ ...words, file, email: 'lan' }, 'email'],
      [{ ...words, file, email: 'lan@example.org\r\nbcc: x@example.org' }, 'email'],
      [{ ...words, file, role: 'king' }, 'role'],
      [{ ...words, file, links: 'javascript:alert(1)' }, 'links'],
      [{ ...words, file, message: 'a'.repeat(3_001) }, 'message'],
      [{ ...words, file, consent_keep: '' }, 'consent_keep'],
      [{ ...words, file: '' }, 'file'],
      [{ ...words, file: foreign }, 'file'],
      [{ ...words, file: randomUUID() }, 'file'],
    ];
    for (const [values, field] of wrong)
      expect([field, (await browser.call(sendResumeContract, values)).data]).toMatchObject([field, { fields: [{ name: field }] }]);
    expect((await rows()).length).toBe(before);
    expect((await browser.call(sendResumeContract, { ...words, file })).error_code).toBe(0);
    // From a second tab: the file rests with the first.
    expect((await browser.call(sendResumeContract, { ...words, file })).data).toMatchObject({ fields: [{ name: 'file' }] });
    expect((await rows()).length).toBe(before + 1);
  });

  test('after several of one network asks for a captcha', async () => {
    for (let n = 0; n < dailyResumes.unproven; n++) {
      const browser = desk.browser();
      expect((await browser.call(sendResumeContract, { ...words, file: await bring(browser) })).error_code).toBe(0);
    }
    const browser = desk.browser();
    expect((await browser.call(sendResumeContract, { ...words, file: await bring(browser) })).error_code).toBe(13_000);
  });

  test('is kept for six months, and then goes with its file', async () => {
    const browser = desk.browser();
    const file = await bring(browser);
    const { data } = await browser.call(sendResumeContract, { ...words, file });
    const forget = known(desk.on.services.jobs.find(({ name }) => name === 'resumes.forget'));
    const run = (now: Date) => forget.take({}, { now, signal: AbortSignal.timeout(10_000) } as never);
    const left = async (now: Date) => {
      await run(now);
      await people().uploads.sweep(now);
      return [(await rows()).some(({ reference }) => reference === data.reference), (await people().uploads.openForStaff(file, testNow)) !== undefined];
    };
    expect(await left(later(keptDays - 1))).toEqual([true, true]);
    expect((await rows()).every(({ visitor, address }) => visitor === null && address === null)).toBe(true);
    expect(await left(later(keptDays))).toEqual([false, false]);
  });

  test('taken away by staff takes its file along', async () => {
    const browser = desk.browser();
    const file = await bring(browser);
    await browser.call(sendResumeContract, { ...words, file });
    const { id } = known((await rows()).at(-1));
    const { resumes, uploads } = people();
    expect(
      await db()
        .transaction()
        .execute((tx) => resumes.remove(tx, asId<ResumeId>(id), testNow)),
    ).toBe(true);
    await uploads.sweep(testNow);
    expect([(await rows()).some((row) => row.id === id), await uploads.openForStaff(file, testNow)]).toEqual([false, undefined]);
  });

  test('sent without an account is its sender’s, file and all, once they sign in with the address they gave; a mere guess gets nothing', async () => {
    const browser = desk.browser();
    const file = await bring(browser);
    const { data } = await browser.call(sendResumeContract, { ...words, email: 'later@example.org', file });
    const stranger = await desk.registered('somebody.else@example.org');
    const strangerId = asId<UserId>((await stranger.call(sessionContract)).data.cust_id);
    const { resumes, personalData } = people();
    const strangers = await resumes.ofUser(strangerId, [{ kind: 'email', address: 'somebody.else@example.org' }]);
    expect(strangers).toEqual([]);
    // A number proves nothing: what was sent names an address.
    expect(await resumes.ofUser(strangerId, [{ kind: 'phone', address: 'later@example.org' }])).toEqual([]);
    const signedIn = await desk.registered('later@example.org');
    const userId = asId<UserId>((await signedIn.call(sessionContract)).data.cust_id);
    expect((await personalData.export(userId, 'en-us', testNow)).ok).toBe(true);
    expect(known((await rows()).find(({ reference }) => reference === data.reference)).user_id).toBe(userId);
    expect((await people().uploads.ofUser(userId)).map(({ id }) => id)).toEqual([file]);
    await db().deleteFrom('users').where('id', '=', userId).execute();
    await people().uploads.sweep(testNow);
    expect([(await rows()).some((row) => row.reference === data.reference), await people().uploads.openForStaff(file, testNow)]).toEqual([false, undefined]);
  });

  test('of somebody with an account goes with the account', async () => {
    const browser = await desk.registered('applicant@example.org');
    const userId = asId<UserId>((await browser.call(sessionContract)).data.cust_id);
    const file = await bring(browser, pdf(), userId);
    expect((await browser.call(sendResumeContract, { ...words, file })).error_code).toBe(0);
    expect((await people().resumes.ofUser(userId, [])).map((one) => one.applicant?.name)).toEqual(['Lan Trần']);
    await db().deleteFrom('users').where('id', '=', userId).execute();
    await people().uploads.sweep(testNow);
    expect([(await rows()).some(({ user_id }) => user_id === userId), await people().uploads.openForStaff(file, testNow)]).toEqual([false, undefined]);
  });
});

test('links are whole addresses of the web, five at most, each once', () => {
  expect(readLinks('')).toEqual([]);
  expect(readLinks('https://a.example https://a.example/')).toEqual(['https://a.example/']);
  for (const wrong of ['a.example', 'ftp://a.example', 'https://user:pass@a.example', 'https://localhost', `https://a.example/${'a'.repeat(300)}`])
    expect([wrong, readLinks(wrong)]).toEqual([wrong, undefined]);
  expect(readLinks(Array.from({ length: 6 }, (_, at) => `https://a.example/${at}`).join('\n'))).toBeUndefined();
});
