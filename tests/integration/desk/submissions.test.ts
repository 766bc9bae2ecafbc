/** How staff see to applications, feedback and their files, and how threads are exported: by calls and pages' loaders, over a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { get as httpGet, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StaffRole } from '#lib/access.ts';
import { deskFeedbackContract, deskResumeContract } from '#lib/features/desk/submissions.contract.ts';
import { csvCut, csvHead, mostExported } from '#lib/features/desk/threads-csv.rules.ts';
import { createThreadsCsv } from '#lib/features/desk/threads-csv.service.ts';
import { inboxCsvHref, readInbox } from '#lib/features/desk/threads.rules.ts';
import { feedbackContract } from '#lib/features/feedback/feedback.contract.ts';
import { sendResumeContract } from '#lib/features/resumes/resumes.contract.ts';
import { resumeConsentVersion } from '#lib/features/resumes/resumes.schema.ts';
import { uploadContract } from '#lib/features/uploads/uploads.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { EnquiryId } from '#lib/ids/ids.ts';
import { createStaffExportsHandler } from '#server/files/staff-exports-handler.ts';
import type { Visitor } from '#lib/visitor.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { askAbout } from '#tests/support/questions.ts';
import { pdf } from '#tests/support/sample-files.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

let office: AccountsDesk;
let [ann, editor]: StaffBrowser[] = [];
beforeAll(async () => {
  office = await openAccountsDesk();
  const staff = openStaffDesk(office);
  [ann, editor] = [await staff.member('support'), await staff.member('editor')];
});
afterAll(() => office.close());
beforeEach(async () => {
  for (const table of ['resumes', 'feedback'] as const) await db().updateTable(table).set({ address: null, visitor: null }).execute();
  await db().updateTable('uploads').set({ address: null }).execute();
});

const db = () => office.on.base.db;
const people = () => known(office.on.services.people);
const one = (): StaffBrowser => known(ann);
const visitor = (by: StaffBrowser, standing: StaffRole = 'support') =>
  ({ staff: { id: '1', staffId: by.id, standing, provedAt: testNow } }) as unknown as Visitor;
const loader = () => known(people().loaders.desk);
const query = (text: string) => new URLSearchParams(text);
const deedsAbout = async (subject: string) =>
  (await db().selectFrom('audit_log').select(['actor', 'action', 'data']).where('subject', '=', subject).orderBy('id').execute()).map((row) => [
    row.actor,
    row.action,
    row.data,
  ]);

async function applied(role = 'editor'): Promise<{ readonly id: number; readonly file: string }> {
  const browser = office.browser();
  const owner = { userId: undefined, visit: browser.cookies.get('loftling_pre'), address: '192.0.2.7' };
  const kept = await people().uploads.keep('resume', { name: 'Lan.pdf', bytes: pdf() }, owner, testNow);
  const file = kept.ok ? kept.value.id : '';
  const answer = await browser.call(sendResumeContract, { name: 'Lan Tran', email: 'lan@example.org', role, file, consent_keep: resumeConsentVersion });
  const { id } = await db().selectFrom('resumes').select('id').where('reference', '=', answer.data.reference).executeTakeFirstOrThrow();
  await db().updateTable('resumes').set({ address: null }).execute();
  return { id, file };
}

async function told(kind: string, withPicture = false): Promise<{ readonly id: number; readonly file: string }> {
  const browser = office.browser();
  const file = withPicture ? (await browser.call(uploadContract, { purpose: 'screenshot' })).data.id : '';
  const answer = await browser.call(feedbackContract, {
    kind,
    text: 'A map of bakeries.',
    screenshot: file,
    email: 'kim@example.org',
    consent_reply: '2026-12-01',
  });
  const { id } = await db().selectFrom('feedback').select('id').where('reference', '=', answer.data.reference).executeTakeFirstOrThrow();
  await db().updateTable('feedback').set({ address: null }).execute();
  return { id, file };
}

describe('applications at the desk', () => {
  test('[R1.28] [R3.77] are listed without whose they are, by role and language, page after page', async () => {
    await db().deleteFrom('resumes').execute();
    const first = await applied('designer');
    const copied = ['sealed', 'consent', 'locale', 'created_at'] as const;
    const row = await db().selectFrom('resumes').select(copied).where('id', '=', first.id).executeTakeFirstOrThrow();
    const more = Array.from({ length: 40 }, (_, at) => ({
      ...row,
      reference: `K7QM-${String(1_000 + at)}`,
      role: 'editor' as const,
      user_id: null,
      file: null,
      settled_at: null,
      settled_by: null,
      visitor: null,
      address: null,
    }));
    await db().insertInto('resumes').values(more).execute();
    const page = known(await loader().resumes(visitor(one()), query('')));
    expect([page.rows.length, JSON.stringify(page).includes('Lan')]).toEqual([30, false]);
    const next = known(await loader().resumes(visitor(one()), query(`before=${page.next}`)));
    expect([next.rows.length, next.next]).toEqual([11, undefined]);
    expect(new Set([...page.rows, ...next.rows].map(({ id }) => id)).size).toBe(41);
    expect((await loader().resumes(visitor(one()), query('role=designer')))?.rows.map(({ id }) => id)).toEqual([first.id]);
    expect((await loader().resumes(visitor(one()), query('language=vi-vn')))?.rows).toEqual([]);
    // What nobody asks is left out, and nobody else is told anything.
    expect((await loader().resumes(visitor(one()), query('role=king&before=x&state=lost')))?.rows).toHaveLength(30);
    expect(await loader().resumes(undefined, query(''))).toBeUndefined();
    expect(await loader().resumes(visitor(one(), 'finance'), query(''))).toBeUndefined();
  });

  test('are read, seen to, opened again and deleted with their file; each look and deed is written down, and nothing of what they say', async () => {
    const { id, file } = await applied();
    expect((await loader().resume(visitor(one()), String(id)))?.applicant?.name).toBe('Lan Tran');
    expect(await loader().resume(visitor(one(), 'editor'), String(id))).toBeUndefined();
    const member = { staffId: one().id, standing: 'support' } as const;
    expect((await people().openFileForStaff(file, member, testNow))?.name).toBe('Lan.pdf');
    const act = (deed: string) => one().call(deskResumeContract, { resume_id: id, act: deed });
    expect((await act('settle')).data).toEqual({ act: 'settle' });
    expect((await act('settle')).data).toMatchObject({ fields: [{ name: 'act', message: 'staff.not_now' }] });
    expect((await loader().resumes(visitor(one()), query('state=settled')))?.rows.map((row) => row.id)).toEqual([id]);
    expect((await act('reopen')).error_code).toBe(0);
    expect((await act('remove')).error_code).toBe(0);
    expect((await act('remove')).status).toBe(404);
    await people().uploads.sweep(testNow);
    expect(await people().openFileForStaff(file, member, testNow)).toBeUndefined();
    const by = `staff:${one().id}`;
    expect(await deedsAbout(`resume:${id}`)).toEqual([
      [by, 'resume-seen', {}],
      [by, 'file-seen', {}],
      [by, 'resume-changed', { deed: 'settle' }],
      [by, 'resume-changed', { deed: 'reopen' }],
      [by, 'resume-changed', { deed: 'remove' }],
    ]);
  });

  test('their files are for those who answer people, those of feedback also for those who look after homes', async () => {
    const [{ file: cv }, { file: picture }] = [await applied(), await told('problem', true)];
    const mayOpen = async (file: string, by: StaffBrowser, standing: StaffRole) =>
      (await people().openFileForStaff(file, { staffId: by.id, standing }, testNow)) !== undefined;
    expect([await mayOpen(cv, one(), 'support'), await mayOpen(cv, known(editor), 'editor'), await mayOpen(cv, one(), 'finance')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([await mayOpen(picture, one(), 'admin'), await mayOpen(picture, known(editor), 'editor'), await mayOpen(picture, one(), 'finance')]).toEqual([
      true,
      true,
      false,
    ]);
    // A picture of somebody’s account came with nothing that staff see to.
    const own = (await office.browser().call(uploadContract, { purpose: 'picture' })).data.id;
    expect(await mayOpen(own, one(), 'admin')).toBe(false);
    expect(await mayOpen('../../etc/passwd', one(), 'admin')).toBe(false);
  });
});

test('[R1.41] feedback is listed by kind, read, and seen to once', async () => {
  const { id } = await told('praise');
  const listed = known(await loader().feedback(visitor(one()), query('kind=praise')));
  expect(listed.rows.map((row) => row.id)).toEqual([id]);
  expect((await loader().feedbackEntry(visitor(one()), String(id)))?.reply?.email).toBe('kim@example.org');
  expect(await loader().feedbackEntry(visitor(one(), 'editor'), String(id))).toBeUndefined();
  const act = (deed: string, by = one()) => by.call(deskFeedbackContract, { feedback_id: id, act: deed });
  expect((await act('settle', known(editor))).error_code).not.toBe(0);
  expect((await Promise.all([act('settle'), act('settle')])).filter(({ error_code }) => error_code === 0)).toHaveLength(1);
  expect((await loader().feedback(visitor(one()), query('kind=praise')))?.rows).toEqual([]);
  expect((await act('remove')).error_code).not.toBe(0);
  expect((await one().call(deskFeedbackContract, { feedback_id: 2_000_000, act: 'settle' })).status).toBe(404);
  expect((await deedsAbout(`feedback:${id}`)).map(([, action]) => action)).toEqual(['feedback-seen', 'feedback-changed']);
});

describe('threads as CSV', () => {
  const all = async (text: string, standing: StaffRole = 'support') => {
    const made = await people().threadsCsv.export(query(text), { staffId: one().id, standing, now: office.clock.now });
    if (made === undefined || made === 'busy') return made;
    let whole = '';
    for await (const piece of made) whole += piece;
    return whole;
  };
  const exports = async () => (await deedsAbout(`staff:${one().id}`)).filter(([, action]) => action === 'threads-exported').map(([, , data]) => data);

  test('say nothing of whose they are unless that is asked for; both are written down', async () => {
    const id = await askAbout(office, undefined);
    const { reference } = known(await people().enquiries.read(id)).enquiry;
    const plain = known(await all(''));
    const { contact } = known(await people().enquiries.read(id));
    expect(plain).toContain(reference);
    expect(plain.split('\r\n')[0]).toBe(csvHead(false).trimEnd());
    for (const secret of [known(contact).email, known(contact).lastName]) expect(plain).not.toContain(secret);
    expect(known(await all('personal=yes'))).toContain(known(contact).email);
    expect(await exports()).toEqual([{ personal: false }, { personal: true }]);
    expect(await all('', 'editor')).toBeUndefined();
    expect(known(await all('tab=closed'))).toBe(csvHead(false));
    expect(inboxCsvHref(readInbox(query('team=partners')), true)).toBe('/staff/threads.csv?team=partners&personal=yes');
  });

  test('are read page by page and end at their bound; two are made at once, and one that is left is made no further', async () => {
    let pages = 0;
    const enquiries = {
      async list(_: unknown, __: unknown, ___: unknown, most: number) {
        pages += 1;
        const { enquiry } = known(await people().enquiries.read(await first));
        return { enquiries: Array.from({ length: most }, () => ({ ...enquiry, preview: '' })), next: { at: testNow, id: asId<EnquiryId>(1) } };
      },
      weeks: async () => [],
      contactsOfThreads: async () => new Map(),
    };
    const first = askAbout(office, undefined);
    const csv = createThreadsCsv({ enquiries, audit: { append: async () => undefined }, transact: (work) => db().transaction().execute(work) });
    const by = { staffId: one().id, standing: 'support', now: testNow } as const;
    const [left, whole] = [await csv.export(query(''), by), await csv.export(query(''), by)];
    if (!left || left === 'busy' || !whole || whole === 'busy') throw new Error('nothing was made');
    expect(await csv.export(query(''), by)).toBe('busy');
    for await (const _ of left) if (pages === 1) break;
    let lines = -1;
    let last = '';
    for await (const piece of whole) {
      lines += piece.split('\r\n').length - 1;
      last = piece;
    }
    // The last line says that it is cut.
    expect([lines, last]).toEqual([mostExported + 1, csvCut]);
    expect(pages).toBe(1 + mostExported / 500);
    const again = await csv.export(query(''), by);
    expect(again === undefined || again === 'busy').toBe(false);
  });

  test('are for staff who are signed in, asked for by this site alone', async () => {
    const staff = { staffId: one().id, standing: 'support' as const, id: 's', provedAt: testNow };
    const sessions = { people: { read: async () => undefined }, staff: { read: async (token: string) => (token === 'good' ? staff : undefined) } };
    const handler = createStaffExportsHandler({
      threads: people().threadsCsv,
      answers: people().answersCsv,
      orders: people().ordersCsv,
      payments: people().paymentsCsv,
      sessions: sessions as never,
      site: office.on.services.site,
      now: () => testNow,
    });
    const server = createServer((request, response) => void handler(request, response, new URL(request.url ?? '/', 'http://localhost')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (headers: Readonly<Record<string, string>>, path = '/staff/threads.csv') =>
      new Promise<readonly unknown[]>((resolve, reject) => {
        const asked = httpGet({ port, host: '127.0.0.1', path, headers }, (answer) => {
          let body = '';
          answer.setEncoding('utf8').on('data', (piece: string) => (body += piece));
          answer.on('end', () => resolve([answer.statusCode, answer.headers['cache-control'], body.startsWith(csvHead(false))]));
        });
        asked.on('error', reject);
      });
    const { staffCookie } = await import('#lib/api/gates/session.ts');
    const cookie = `${staffCookie}=good`;
    expect(await ask({ cookie })).toEqual([200, 'private, no-store', true]);
    expect(await ask({ cookie, 'sec-fetch-site': 'cross-site' })).toEqual([404, 'private, no-store', false]);
    expect(await ask({})).toEqual([404, 'private, no-store', false]);
    expect(await ask({ cookie }, '/staff/figures.csv')).toEqual([200, 'private, no-store', false]);
    expect(await ask({ cookie, 'sec-fetch-site': 'cross-site' }, '/staff/figures.csv')).toEqual([404, 'private, no-store', false]);
    expect(await ask({}, '/staff/figures.csv')).toEqual([404, 'private, no-store', false]);
    await new Promise((resolve) => server.close(resolve));
  });
});
