/** Reports of homes: taken once, counted per sender and day, never rewritten, and told to whoever runs the site. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportListingContract } from '#lib/features/reports/reports.contract.ts';
import { createReportsLoader } from '#lib/features/reports/reports.loader.ts';
import { createReportsRepository } from '#lib/features/reports/reports.repository.ts';
import { formPages } from '#lib/form-pages.ts';
import { routeOf } from '#lib/routes.ts';
import { dailyReports } from '#lib/features/reports/reports.schema.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import type { NewReport, ReportSender, StoredReport } from '#lib/features/reports/reports.schema.ts';
import { reportNote } from '#lib/features/reports/reports.words.ts';
import { done, refused } from '#lib/outcome.ts';
import { translator } from '#lib/i18n/t.ts';
import { createReportsService, keptDays } from '#lib/features/reports/reports.service.ts';
import type { ReportsService } from '#lib/features/reports/reports.service.ts';
import { callReader } from '#lib/reader.ts';
import { asId } from '#lib/ids/ids.ts';
import { createKeyRing } from '#lib/secrets.ts';
import type { HouseId, UnitId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import { writeLeedsHouses } from '#tests/support/leeds-houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';

const secrets = createKeyRing([Buffer.alloc(32, 7)]);
let on: TestApi;
let ids: ReadonlyMap<string, number>;
let house: HouseId;
let unit: UnitId;
let foreignUnit: UnitId;
let service: ReportsService;
/** What the operator was told of. */
const told: StoredReport[] = [];
const notice: { fails: boolean } = { fails: false };

beforeAll(async () => {
  on = await openTestApi({ fill: async (base) => void (ids = await writeLeedsHouses(base)) });
  const units = await on.base.db.selectFrom('units').select(['id', 'house_id']).where('status', '=', 'open').orderBy('id').execute();
  house = asId(known(ids.get('large')));
  unit = asId(known(units.find(({ house_id }) => house_id === house)).id);
  foreignUnit = asId(known(units.find(({ house_id }) => house_id !== house)).id);
  service = createReportsService({
    repository: createReportsRepository(on.base.db, secrets),
    houses: on.services.house.service,
    asksForProof: true,
    transact: (work) => on.base.db.transaction().execute(work),
    async notify(_, report) {
      if (notice.fails) throw new Error('no post today');
      told.push(report);
    },
  });
});
afterAll(() => on.close());

let senders = 0;
const someone = (): ReportSender => ({ visitor: `visitor-${(senders += 1)}`, address: `10.0.0.${senders}`, proof: 'solved' });
const report = (more: Partial<NewReport> = {}): NewReport => ({
  houseId: house,
  unitId: undefined,
  reason: 'wrong-price',
  details: '',
  reply: undefined,
  locale: 'en-us',
  ...more,
});
const rows = () => on.base.db.selectFrom('reports').selectAll().orderBy('id').execute();

describe('a report', () => {
  test('is stored as it was told, without who, and the operator hears of it', async () => {
    const sender = someone();
    const outcome = await service.report(
      report({ unitId: unit, details: 'They ask for £260.\nThe page says £225.', reply: { email: 'ann@example.org', consent: '2026-11' } }),
      sender,
      testNow,
    );
    expect(outcome.ok && referencePattern.test(outcome.value.reference) && !outcome.value.repeated).toBe(true);
    const [row] = (await rows()).slice(-1);
    expect(row).toMatchObject({
      house_id: house,
      unit_id: unit,
      reason: 'wrong-price',
      email: null,
      email_sealed: expect.not.stringContaining('ann@example.org'),
      email_consent: '2026-11',
      locale: 'en-us',
      state: 'new',
    });
    expect(row?.created_at).toEqual(testNow);
    expect(JSON.stringify(row)).not.toMatch(/visitor-|10\.0\.0/);
    expect(told.at(-1)).toMatchObject({ reference: outcome.ok && outcome.value.reference, houseId: house, details: 'They ask for £260.\nThe page says £225.' });
    expect(outcome.ok && (await service.isStored(house, outcome.value.reference))).toBe(true);
    expect(await service.isStored(house, '0000-0000')).toBe(false);
  });

  test('keeps its words without the address once the account of its sender is gone', async () => {
    const never = { currency: null, country_code: null, locked_at: null, erase_after: null } as const;
    const { id } = await on.base.db
      .insertInto('users')
      .values({ locale: 'en-us', age_declared_at: testNow, created_at: testNow, ...never })
      .returning('id')
      .executeTakeFirstOrThrow();
    const details = 'The rent is another one.';
    await service.report(report({ details, reply: { email: 'cleo@example.org', consent: '2026-11' } }), { ...someone(), userId: asId(id) }, testNow);
    const last = async () => known((await rows()).at(-1));
    expect(await last()).toMatchObject({ details, user_id: id, email_sealed: expect.any(String), email_consent: '2026-11' });
    await on.base.db.deleteFrom('users').where('id', '=', asId(id)).execute();
    expect(await last()).toMatchObject({ details, user_id: null, email: null, email_sealed: null, email_consent: null });
  });

  test('told twice within a day is answered as done under its first reference, and stored once; another room or reason is another report', async () => {
    const sender = someone();
    const before = (await rows()).length;
    const first = await service.report(report({ reason: 'gone' }), sender, testNow);
    const again = await service.report(report({ reason: 'gone', details: 'Really.' }), sender, testNow);
    expect(again).toEqual(done({ reference: first.ok && first.value.reference, repeated: true }));
    expect(await service.report(report({ reason: 'gone', unitId: unit }), sender, testNow)).toMatchObject({ ok: true, value: { repeated: false } });
    expect(await service.report(report({ reason: 'scam' }), sender, testNow)).toMatchObject({ ok: true, value: { repeated: false } });
    expect((await rows()).length - before).toBe(3);
    const tomorrow = new Date(testNow.getTime() + 86_400_000);
    expect(await service.report(report({ reason: 'gone' }), sender, tomorrow)).toMatchObject({ ok: true, value: { repeated: false } });
  });

  test('told by several at once is stored once for each of them, and for one of them once', async () => {
    const sender = someone();
    const before = (await rows()).length;
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => service.report(report({ reason: 'scam' }), sender, testNow)));
    expect(outcomes.map((one) => one.ok && one.value.repeated).sort()).toEqual([false, ...Array.from({ length: 7 }, () => true)]);
    expect((await rows()).length - before).toBe(1);
  });

  test('that the operator cannot be told of is not stored either', async () => {
    const before = (await rows()).length;
    notice.fails = true;
    await expect(service.report(report(), someone(), testNow)).rejects.toThrow('no post today');
    notice.fails = false;
    expect((await rows()).length).toBe(before);
  });

  test('of a home that does not exist, was withdrawn, or of a room of another home is refused', async () => {
    expect(await service.report(report({ houseId: asId(2_000_000_000) }), someone(), testNow)).toEqual(refused('no-house'));
    expect(await service.report(report({ houseId: asId(known(ids.get('gone'))) }), someone(), testNow)).toEqual(refused('no-house'));
    expect(await service.report(report({ unitId: foreignUnit }), someone(), testNow)).toEqual(refused('no-unit'));
  });

  test('cannot be rewritten, only be parted from its sender', async () => {
    await service.report(report({ reply: { email: 'lan@example.org', consent: '2026-11' } }), someone(), testNow);
    const last = known((await rows()).at(-1));
    for (const change of [sql`details = 'x'`, sql`reason = 'gone'`, sql`email = 'else@example.org'`])
      await expect(sql`update reports set ${change} where id = ${last.id}`.execute(on.base.db)).rejects.toThrow('not rewritten');
    expect(await service.forgetSenders(testNow)).toBe(0);
    const later = new Date(testNow.getTime() + (keptDays + 2) * 86_400_000);
    expect(await service.forgetSenders(later)).toBeGreaterThan(0);
    expect(await service.forgetSenders(later)).toBe(0);
    expect(known((await rows()).find(({ id }) => id === last.id))).toMatchObject({
      email: null,
      email_consent: null,
      visitor: null,
      address: null,
      reason: last.reason,
    });
  });
});

describe('a day', () => {
  const reasons = ['wrong-price', 'gone', 'scam', 'other'] as const;
  /** As many different reports as asked for. */
  const several = (count: number): NewReport[] =>
    Array.from({ length: count }, (_, index) => report({ reason: known(reasons[index % 4]), unitId: index < 4 ? undefined : unit }));

  test('holds five reports of one visitor, also when they come at once; a repeat is still answered', async () => {
    const sender = someone();
    const outcomes = await Promise.all(several(7).map((one) => service.report(one, sender, testNow)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(dailyReports.visitor);
    expect(outcomes.filter((one) => !one.ok && one.reason === 'enough')).toHaveLength(2);
    const taken = outcomes.findIndex(({ ok }) => ok);
    expect(await service.report(known(several(7)[taken]), sender, testNow)).toMatchObject({ ok: true, value: { repeated: true } });
  });

  test('holds more of an address that several share, yet not any number: who throws the cookie away is counted too', async () => {
    const { address } = someone();
    const asOthers = (count: number) => Promise.all(Array.from({ length: count }, () => service.report(report(), { ...someone(), address }, testNow)));
    expect((await asOthers(dailyReports.address)).every(({ ok }) => ok)).toBe(true);
    expect(await asOthers(1)).toEqual([refused('enough')]);
  });

  test('holds three reports of an address from who shows nothing, eight with a ticket, and goes on for who solved a captcha', async () => {
    const { address } = someone();
    const sent = (proof: ReportSender['proof']) => service.report(report(), { ...someone(), proof, address }, testNow);
    const upTo = async (count: number, proof: ReportSender['proof']) => {
      for (let index = 0; index < count; index++) expect(await sent(proof)).toMatchObject({ ok: true });
      expect(await sent(proof)).toEqual(refused('no-proof'));
    };
    await upTo(dailyReports.unproven, undefined);
    await upTo(dailyReports.unverified - dailyReports.unproven, 'unverified');
    expect(await sent(undefined)).toEqual(refused('no-proof'));
    expect(await sent('solved')).toMatchObject({ ok: true });
  });

  test('gives every visitor another digest than the day before', async () => {
    const sender = someone();
    await service.report(report(), sender, testNow);
    await service.report(report(), sender, new Date(testNow.getTime() + 86_400_000));
    const [one, two] = (await rows()).slice(-2);
    expect(one?.visitor).not.toBe(two?.visitor);
    expect(one?.address).not.toBe(two?.address);
  });
});

test('reports of a home are counted by reason, for staff', async () => {
  const before = await service.reportsOf(house);
  await service.report(report({ reason: 'other', details: 'Mould.' }), someone(), testNow);
  const after = await service.reportsOf(house);
  expect(after).toEqual({ total: before.total + 1, byReason: { ...before.byReason, other: before.byReason.other + 1 } });
  expect(await service.reportsOf(asId(2_000_000_000))).toEqual({ total: 0, byReason: { 'wrong-price': 0, gone: 0, scam: 0, other: 0 } });
});

test('a note to the operator names the home, the reason and what was written, and leads to the page', async () => {
  const stored = known(told.find(({ details }) => details !== ''));
  const found = known(await on.services.house.service.find(house));
  const note = reportNote(translator('en-us'), on.services.site.paths('en-us'), stored, found);
  expect(note.about).toBe(`The price is wrong: ${found.name}`);
  expect(Object.fromEntries(note.facts)).toMatchObject({
    'What did you see?': stored.details,
    Reference: stored.reference,
    'Your email address': 'ann@example.org',
  });
  expect(note.path).toMatch(/^\/en\/uk\/leeds\/detail-/);
});

describe('the call', () => {
  const ask = (values: Readonly<Record<string, string | number>>, device = `device-${(senders += 1)}-0001`) =>
    on.call(reportListingContract, { house_id: house, reason: 'gone', ...values }, 'en-us', {
      'device-id': device,
      'x-loftling-address': `198.51.100.${senders}`,
    });

  test('stores a report and says the reference; the same once more says the same', async () => {
    const first = await ask({}, 'device-call-0001');
    expect([first.status, referencePattern.test(first.data.reference), first.data.repeated]).toEqual([200, true, false]);
    expect((await ask({}, 'device-call-0001')).data).toEqual({ reference: first.data.reference, repeated: true });
  });

  test('[R5.44] [R5.48] says which fields to mend, and in which words', async () => {
    const answer = await ask({ reason: 'other', email: 'ann@' });
    expect([answer.status, answer.data]).toEqual([
      422,
      {
        fields: [
          { name: 'details', problem: 'custom', message: 'forms.required', values: {} },
          { name: 'email', problem: 'custom', message: 'forms.email', values: { field: 'email' } },
          { name: 'consent_reply', problem: 'custom', message: 'forms.tick', values: {} },
        ],
      },
    ]);
    expect((await ask({ unit_id: foreignUnit })).data).toEqual({ fields: [{ name: 'unit_id', problem: 'custom', message: 'forms.choose', values: {} }] });
  });

  test('knows no home that there is not, and says when it was enough', async () => {
    expect((await ask({ house_id: 2_000_000_000 })).status).toBe(404);
    expect((await ask({ house_id: '0' })).status).toBe(404);
    const reasons = ['wrong-price', 'gone', 'scam', 'other'];
    const answers = [];
    for (let index = 0; index < 6; index += 1)
      answers.push(
        await ask(
          {
            reason: known(reasons[index % 4]),
            details: 'x',
            captcha_token: known(on.services.captcha).ticket('report-listing', testNow),
            ...(index > 3 ? { unit_id: unit } : {}),
          },
          'device-many-0001',
        ),
      );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers.at(-1)?.error_code).toBe(1120);
  });
});

test('[R8.16] the fourth report of an address in a day is asked for a captcha, and taken with it', async () => {
  const address = { 'x-loftling-address': '198.51.100.250' };
  const ask = (device: number, more = {}) =>
    on.call(reportListingContract, { house_id: house, reason: 'gone', ...more }, 'en-us', { 'device-id': `device-captcha-${device}`, ...address });
  for (let device = 0; device < dailyReports.unproven; device++) expect((await ask(device)).status).toBe(200);
  expect((await ask(9)).error_code).toBe(13_000);
  expect((await ask(9, { captcha_token: known(on.services.captcha).ticket('report-listing', testNow) })).status).toBe(200);
});

describe('the page', () => {
  const reader = (id: string, query = '') => ({
    ...callReader(on.services.site, { locale: 'vi-vn', now: testNow }),
    page: { params: { house: id }, listing: undefined },
    query: new URLSearchParams(query),
  });

  test('shows the home with its rooms, and nothing for a home that is not there', async () => {
    const loader = createReportsLoader(service, on.services.loaders.house);
    const opened = await loader.open(reader(String(house)));
    expect(opened).toMatchObject({ house: { id: house }, sent: undefined });
    expect(opened?.units.some(({ value }) => value === String(unit))).toBe(true);
    for (const id of ['2000000000', '0', 'x', '12x']) expect(await loader.open(reader(id))).toBeUndefined();
  });

  test('thanks for a report that was stored, and for no other', async () => {
    const loader = createReportsLoader(service, on.services.loaders.house);
    const outcome = await service.report(report(), someone(), testNow);
    const reference = outcome.ok ? outcome.value.reference : '';
    expect((await loader.open(reader(String(house), `sent=${reference}`)))?.sent).toEqual({ reference, repeated: false, tellsOperator: true });
    expect((await loader.open(reader(String(house), `again=${reference}`)))?.sent).toEqual({ reference, repeated: true, tellsOperator: true });
    for (const query of ['sent=0000-0000', 'sent=%27', 'again=']) expect((await loader.open(reader(String(house), query)))?.sent).toBeUndefined();
  });

  test('leads a reader without script to the thanks, in their language', () => {
    const around = { paths: on.services.site.paths('vi-vn'), values: { house_id: String(house) } };
    const page = formPages[known(routeOf('report_listing').form)];
    expect(page.valuesOf({ house: '12' })).toEqual({ house_id: '12' });
    expect(page.done({ reference: 'K7QM-2XPA', repeated: false }, around)).toBe(`${around.paths.to('report_listing', { house })}?sent=K7QM-2XPA`);
    expect(page.done({ reference: 'K7QM-2XPA', repeated: true }, around)).toMatch(/\?again=K7QM-2XPA$/);
  });
});
