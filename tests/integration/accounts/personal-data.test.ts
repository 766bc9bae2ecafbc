/** Everything kept of a person, given to that person alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPersonalDataHandler } from '#server/files/personal-data-handler.ts';
import { checkIdCardContract } from '#lib/features/realname/realname.contract.ts';
import { realnameConsentVersion } from '#lib/features/realname/realname.schema.ts';
import { customerUpdateContract, sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { collectContract, shareFavouritesContract } from '#lib/features/shortlist/shortlist.contract.ts';
import { provedFor } from '#lib/access.ts';
import { homesInLondon, testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { translator } from '#lib/i18n/t.ts';
import { known } from '#tests/support/list-pages.ts';
import { solvedToken } from '#tests/support/solved.ts';

let desk: AccountsDesk;
let server: ReturnType<typeof createServer>;
let origin: string;
beforeAll(async () => {
  desk = await openAccountsDesk({
    settings: { REAL_NAME_CHECK: 'on' },
    open: () => testDatabase(homesInLondon(10)),
  });
  const { people, site } = desk.on.services;
  const { personalData, sessions } = known(people);
  const handle = createPersonalDataHandler({ service: personalData, sessions, site, now: () => desk.clock.now });
  server = createServer(
    (request, response) =>
      void handle(request, response, new URL(request.url ?? '/', 'http://localhost')).then((what) => what ?? response.writeHead(404).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await desk.close();
});
beforeEach(() => {
  desk.clock.now = testNow;
});

const ask = (browser: Browser | undefined, path = '/users/data/zh-cn.zip', more: Readonly<Record<string, string>> = {}) =>
  fetch(origin + path, {
    redirect: 'manual',
    headers: { ...(browser ? { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') } : {}), ...more },
  });

test('is a page to read and the same for programs, with what was written kept from being markup', async () => {
  const email = 'whole@example.org';
  const browser = await desk.registered(email, 'Bridge-2027');
  await browser.call(customerUpdateContract, { nickname: '<b>Lan</b>', locale: 'zh-cn', marketing: 'yes' });
  const captcha_token = solvedToken(desk.secrets, 'check-id-card', desk.clock.now);
  await browser.call(checkIdCardContract, { name: '王小明', idcard_no: '11010519491231002X', consent_realname: realnameConsentVersion, captcha_token });
  const answer = await ask(browser);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([200, 'application/zip', 'private, no-store']);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="loftling-data-\d{4}-\d{2}-\d{2}\.zip"$/);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  expect(Object.keys(files)).toEqual(['data.html', 'data.json']);
  const page = strFromU8(known(files['data.html']));
  const json = JSON.parse(strFromU8(known(files['data.json']))) as Readonly<Record<string, Record<string, unknown>>>;
  expect(Object.keys(json)).toEqual([
    'made_at',
    'account',
    'shortlist',
    'history',
    'enquiries',
    'real_name',
    'applications',
    'forms',
    'wishes',
    'files',
    'beds',
    'orders',
    'groups',
    'coupons',
    'news',
    'payments',
    'viewings',
    'pay_rent',
    'reviews',
    'evidence',
    'feedback',
    'reports',
    'audit_log',
  ]);
  for (const text of [email, '王小明', '11010519491231002X', '&lt;b&gt;Lan&lt;/b&gt;', 'marketing', 'lang=zh-CN']) expect(page).toContain(text);
  expect(page).not.toMatch(/<b>Lan|<script|https?:\/\/(?!www\.w3)/);
  expect(json['account']).toMatchObject({ nickname: '<b>Lan</b>', has_password: true, contacts: [{ kind: 'email', address: email }] });
  // Neither hashes nor tokens are of use to anybody but a thief.
  expect(JSON.stringify(json)).not.toMatch(/argon2|digest|sealed|hash"/);
});

test('is for nobody else, for no other site, and for a sign-in of the last minutes alone', async () => {
  const browser = await desk.registered('mine@example.org');
  const page = '/profile/account/export';
  for (const [what, answer] of [
    ['nobody', await ask(undefined)],
    ['another site', await ask(browser, undefined, { 'sec-fetch-site': 'cross-site' })],
  ] as const)
    expect([what, answer.status, answer.headers.get('location')]).toEqual([what, 303, page]);
  desk.clock.now = new Date(testNow.getTime() + (provedFor + 1) * 1_000);
  expect((await ask(browser)).headers.get('location')).toBe(page);
  expect((await ask(browser, '/users/data/xx-xx.zip')).status).toBe(404);
});

/** Where the file says what a table has of a person. */
const told = {
  user_contacts: ['account', 'contacts'],
  contact_changes: ['account', 'contact_changes'],
  user_sessions: ['account', 'devices'],
  user_consents: ['account', 'consents'],
  user_identities: ['account', 'connections'],
  user_passkeys: ['account', 'passkeys'],
  favourites: ['shortlist', 'favourites'],
  shared_lists: ['shortlist', 'sharedLists'],
  comparisons: ['shortlist', 'compared'],
  saved_searches: ['shortlist', 'savedSearches'],
  awaited_homes: ['shortlist', 'awaitedHomes'],
  enquiries: ['enquiries', 'threads'],
  user_realnames: ['real_name', 'name'],
  realname_words: ['real_name', 'confirmed_by_hand'],
  resumes: ['applications', 'sent'],
  orders: ['orders', 'orders'],
  sponsor_links: ['orders', 'sponsor_links'],
  holds: ['beds', 'holds'],
  waiting_list: ['beds', 'waiting'],
  custom_answers: ['forms', 'sent'],
  custom_drafts: ['forms', 'begun'],
  payment_requests: ['payments', 'asked'],
  wishes: ['wishes', 'card'],
  history_entries: ['history', 'entries'],
  history_settings: ['history', 'settings'],
  viewings: ['viewings', 'booked'],
  rents: ['pay_rent', 'rents'],
  stay_reviews: ['reviews', 'written'],
  evidence_entries: ['evidence', 'entries'],
  evidence_signatures: ['evidence', 'signatures'],
  kept_coupons: ['coupons', 'kept'],
  coupon_uses: ['coupons', 'used'],
  news: ['news', 'told'],
  order_group_members: ['groups', 'groups'],
  feedback: ['feedback', 'sent'],
  reports: ['reports', 'sent'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;
/** Tables whose rows are not given out, and why. */
const excused = {
  user_passwords: 'a hash is of use to a thief alone; that there is a password is said',
  notice_settings: 'one row of choices, which are told as they are: an object and no list',
  news_choices: 'choices of mails, which are told as they are: an object and no list',
  bed_claims: 'what a hold keeps is told with the hold, and what an order keeps with the order',
  application_profiles: 'one row of answers, which are told as they are: an object and no list',
  deposit_answers: 'an answer is told with the proposal that it is about, within its order',
  uploads: 'told as a list of its own, whose length nothing below can be read from by name',
} as const;

test('[R6.06] says something of every table that has rows of a person, homes taken off and links among them', async () => {
  const browser = await desk.registered('every@example.org', 'Bridge-2027');
  const { cust_id: user_id } = (await browser.call(sessionContract)).data;
  const { db } = desk.on.base;
  const priced = await db.selectFrom('listings').select('house_id').distinct().where('weekly_minor', 'is not', null).orderBy('house_id').limit(2).execute();
  const [stays, goes] = priced.map(({ house_id }) => house_id);
  for (const house_id of [stays, goes]) await browser.call(collectContract, { house_id: known(house_id) });
  desk.clock.now = new Date(testNow.getTime() + 5_000);
  await browser.call(collectContract, { house_id: known(goes), collect: '0' });
  await browser.call(shareFavouritesContract, { list_id: '', name: 'For Linh', days: '30', with_notes: 'yes', with_name: '' });
  const captcha_token = solvedToken(desk.secrets, 'check-id-card', desk.clock.now);
  await browser.call(checkIdCardContract, { name: '李四', idcard_no: '440524188001010014', consent_realname: realnameConsentVersion, captcha_token });
  const colleague = { name: 'Ann', role: 'support', email_digest: 'ann', email_sealed: '', password_hash: null, totp_sealed: '' } as const;
  const { id: asked_by } = await db
    .insertInto('staff_members')
    .values({ ...colleague, created_at: testNow, enrolled_at: null, ended_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const seen = { document: 'passport', reason: 'register-wrong', asked_by, asked_at: testNow } as const;
  const byHand = desk.secrets.encrypt('fields', JSON.stringify({ name: '李四', note: 'On a video call.' }));
  await db
    .insertInto('realname_words')
    .values({ user_id, sealed: byHand, ...seen, agreed_by: null, agreed_at: null, ended_by: null, ended_at: null })
    .execute();
  await db.insertInto('user_identities').values({ user_id, provider: 'google', label: '', linked_at: testNow, used_at: testNow }).execute();
  const coming = { kind: 'phone', sealed: desk.secrets.encrypt('contacts', '+447700900123'), token: 'x', asked_at: testNow, due_at: testNow } as const;
  await db
    .insertInto('contact_changes')
    .values({ user_id, ...coming })
    .execute();
  await db
    .insertInto('saved_searches')
    .values({
      user_id,
      place_kind: 'city',
      place_id: 1,
      city_id: 1,
      ask: '',
      pace: 'daily',
      known: [],
      is_wide: false,
      looked_at: testNow,
      created_at: testNow,
    })
    .execute();
  await db
    .insertInto('awaited_homes')
    .values({ user_id, house_id: known(stays), asked_at: testNow })
    .execute();
  const { id: unit_id } = await db.selectFrom('units').select('id').where('house_id', '=', known(stays)).executeTakeFirstOrThrow();
  const amount = { minor: '100', currency: 'GBP' } as const;
  await db
    .insertInto('orders')
    .values({
      code: 'K7QM-2XPA',
      user_id,
      house_id: known(stays),
      unit_id,
      tenancy_id: 1,
      period_from: '2027-09-01',
      period_to: null,
      moved_event: null,
      moved_by: null,
      plan: 'in-full',
      quote: JSON.stringify({
        version: 1,
        madeOn: '2026-11-21',
        moveIn: '2027-09-01',
        nights: 1,
        plan: 'in-full',
        lines: [],
        contractTotal: amount,
        deposit: amount,
        dues: [],
        breaks: [],
      }),
      home: JSON.stringify({ name: 'Elm', unit: 'Studio', zone: 'Europe/London', supplierId: 1, supplier: 'Elm', policy: '' }),
      asked: '{}',
      locale: 'en-us',
      template: 'default',
      sealed: desk.secrets.encrypt('orders', JSON.stringify({ email: 'every@example.org', answers: { full_name: 'Lan' } })),
      deadline: null,
      staff_id: null,
      created_at: testNow,
      moved_at: testNow,
      hidden_at: null,
      again_of: null,
    })
    .execute();
  const sponsored = await db.selectFrom('orders').select('id').where('user_id', '=', user_id).executeTakeFirstOrThrow();
  await db
    .insertInto('sponsor_links')
    .values({
      order_id: sponsored.id,
      user_id,
      digest: 'd',
      sealed: desk.secrets.encrypt('orders', 'Lan'),
      locale: 'vi-vn',
      shows_price: true,
      made_at: testNow,
      expires_at: new Date(testNow.getTime() + 86_400_000),
    })
    .execute();
  const couponId = await db
    .insertInto('coupons')
    .values({
      code: 'WARMBED10',
      kind: 'fixed',
      percent: null,
      currency: 'GBP',
      most_off: 5_000n,
      least_total: 0n,
      payer: 'operator',
      holds: JSON.stringify({ countries: [], cities: [], houses: [], suppliers: [] }),
      starts_on: '2026-11-01',
      ends_on: '2027-06-30',
      most: 5,
      most_each: 1,
      first_only: false,
      made_by: (await openStaffDesk(desk).member('finance')).id,
      made_at: testNow,
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('kept_coupons').values({ user_id, coupon_id: couponId.id, kept_at: testNow }).execute();
  const ordered = await db.selectFrom('orders').select('id').where('user_id', '=', user_id).executeTakeFirstOrThrow();
  await db
    .insertInto('coupon_uses')
    .values({
      coupon_id: couponId.id,
      order_id: ordered.id,
      user_id,
      nth: 1,
      minor: 5_000n,
      currency: 'GBP',
      taken_at: testNow,
      back_at: null,
      back_by: null,
    })
    .execute();
  const leased = await db.selectFrom('tenancies').select(['id', 'unit_id']).orderBy('id').limit(1).executeTakeFirstOrThrow();
  const group = await db
    .insertInto('order_groups')
    .values({
      code: 'G7QM-2XPA',
      house_id: known(stays),
      unit_id: leased.unit_id,
      tenancy_id: leased.id,
      period_from: '2027-09-01',
      period_to: '2028-08-23',
      size: 2,
      home: JSON.stringify({ name: 'Elm', unit: 'Studio', zone: 'Europe/London' }),
      made_by: user_id,
      until: new Date(testNow.getTime() + 3_600_000),
      created_at: testNow,
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('order_group_members')
    .values({
      group_id: group.id,
      user_id,
      order_id: ordered.id,
      called: desk.secrets.encrypt('orders', 'Lan'),
      locale: 'en-us',
      joined_at: testNow,
      left_at: null,
    })
    .execute();
  const applicant = { name: 'Lan', email: 'every@example.org', message: '', links: [] };
  await db
    .insertInto('resumes')
    .values({
      reference: 'K7QM-2XPA',
      user_id,
      sealed: desk.secrets.encrypt('resumes', JSON.stringify(applicant)),
      role: 'editor',
      file: null,
      consent: '2026-11',
      locale: 'en-us',
      created_at: testNow,
      settled_at: null,
      settled_by: null,
      visitor: null,
      address: null,
    })
    .execute();
  const told_as = { email: null, email_sealed: desk.secrets.encrypt('reply-addresses', 'answers@example.org'), email_consent: '2026-11' } as const;
  const sender = { visitor: null, address: null, locale: 'en-us', created_at: testNow, user_id } as const;
  await db
    .insertInto('reports')
    .values({ reference: 'R2QM-2XPA', house_id: known(stays), unit_id: null, reason: 'scam', details: 'Asked for gift cards.', ...told_as, ...sender })
    .execute();
  await db
    .insertInto('feedback')
    .values({
      ...{ reference: 'F2QM-2XPA', kind: 'idea', text: 'More maps.', page: '/en', screenshot: null },
      ...told_as,
      ...sender,
      settled_at: null,
      settled_by: null,
    })
    .execute();
  const { id: tenancy_id } = await db.selectFrom('tenancies').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  const held = { kind: 'waiting', slot: null, until: testNow, made_at: testNow, ended_at: null, ended_as: null } as const;
  await db
    .insertInto('holds')
    .values({ user_id, tenancy_id, ...held })
    .execute();
  await db
    .insertInto('waiting_list')
    .values({ user_id, tenancy_id, locale: 'en-us', joined_at: testNow, hold_id: null, offered_until: null, ended_at: null, ended_as: null })
    .execute();
  const made = { slug: 'spring', state: 'open', opens_on: null, closes_on: null, texts: '{}', fields: '[]', version: 1, updated_at: testNow } as const;
  const form = await db.insertInto('custom_forms').values(made).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('custom_answers')
    .values({
      reference: 'K7QM-2XPB',
      form_id: form.id,
      user_id,
      sealed: desk.secrets.encrypt('custom-forms', JSON.stringify({ agreed: '', lines: [] })),
      consent: '2026-11 1',
      locale: 'en-us',
      created_at: testNow,
      settled_at: null,
      settled_by: null,
      visitor: null,
      address: null,
    })
    .execute();
  await db
    .insertInto('custom_drafts')
    .values({
      form_id: form.id,
      owner: 'x',
      user_id,
      address: 'x',
      sealed: desk.secrets.encrypt('custom-forms', JSON.stringify({ a1: 'x' })),
      expires_at: new Date(testNow.getTime() + 86_400_000),
    })
    .execute();
  await db
    .insertInto('payment_requests')
    .values({ kind: 'order', code: 'K7QM-2XPA', user_id, minor: 1n, currency: 'GBP', paid_minor: 0n, state: 'open', shares: '[]', created_at: testNow })
    .execute();
  const slot = await db
    .insertInto('viewing_slots')
    .values({ city_id: 1, starts_at: testNow, minutes: 30, places: 1, made_by: (await openStaffDesk(desk).member('support')).id, closed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('viewings')
    .values({
      code: 'V7QM-2XPA',
      user_id,
      house_id: known(stays),
      slot_id: slot.id,
      place: 1,
      state: 'booked',
      amount_minor: 2_500n,
      currency: 'GBP',
      locale: 'en-us',
      sealed: desk.secrets.encrypt('viewings', 'The view, please.'),
      consent: '2026-11',
      made_at: testNow,
      pay_until: testNow,
      paid_at: testNow,
      ended_at: null,
      result: null,
      seen_by: null,
    })
    .execute();
  await db
    .insertInto('rents')
    .values({
      code: 'R7QM-2XPA',
      user_id,
      state: 'draft',
      kind: 'flat',
      country: 'uk',
      locale: 'en-us',
      currency: null,
      rent_minor: null,
      fee_minor: null,
      from_day: null,
      to_day: null,
      sealed: desk.secrets.encrypt('rents', JSON.stringify({ address: '12 Elm Road', tenant: 'Lan', landlord: 'Ann', accountEnd: '6819' })),
      bank: null,
      lease: null,
      voucher: null,
      consent: null,
      made_at: testNow,
      pay_until: null,
      paid_at: null,
      ended_at: null,
      payout: null,
      paid_out_by: null,
      remind_day: null,
      remind_on: null,
    })
    .execute();
  const { id: order_id } = await db.selectFrom('orders').select('id').where('code', '=', 'K7QM-2XPA').executeTakeFirstOrThrow();
  // A row for its own sake: nobody has lived there, which is refused otherwise.
  await sql`alter table stay_reviews disable trigger stay_reviews_of_stays`.execute(db);
  await db
    .insertInto('stay_reviews')
    .values({
      code: 'R7QM-2XPA',
      order_id,
      user_id,
      house_id: known(stays),
      kind: 'stay',
      state: 'waiting',
      score: 4,
      aspects: '{}',
      language: 'en',
      body: 'Thin walls.',
      files: '[]',
      shown: '[]',
      stayed_from: '2027-09-01',
      locale: 'en-us',
      consent: '2026-11',
      written_at: testNow,
      decided_at: null,
      decided_by: null,
      reason: null,
      reply: null,
    })
    .execute();
  await sql`alter table stay_reviews enable trigger stay_reviews_of_stays`.execute(db);
  await db
    .insertInto('evidence_entries')
    .values({
      order_id,
      user_id,
      number: 1,
      occasion: 'move-in',
      place: 'bedroom',
      item: 'Mattress',
      condition: 'worn',
      sealed: desk.secrets.encrypt('orders', 'A stain.'),
      photos: '[]',
      made_at: testNow,
      hash: 'a'.repeat(64),
    })
    .execute();
  await db
    .insertInto('evidence_signatures')
    .values({
      order_id,
      user_id,
      number: 1,
      party: 'student',
      entries: 1,
      sealed: desk.secrets.encrypt('orders', JSON.stringify(['Lan', '192.0.2.1', 'salt'])),
      made_at: testNow,
      hash: 'b'.repeat(64),
    })
    .execute();
  const news = { user_id, kind: 'order-done', about: 'order', code: '0000-0000', what: 'paid', facts: '{}', once: 'x', told_at: testNow, read_at: null };
  await db.insertInto('news').values(news).execute();
  const { id: place_id } = known(desk.on.base.geo.cities[0]);
  await db
    .insertInto('wishes')
    .values({ user_id, place_kind: 'city', place_id, move_in: null, weeks: null, rent: null, types: ['studio'], updated_at: testNow })
    .execute();
  await db
    .insertInto('comparisons')
    .values({ user_id, homes: String(known(stays)), changed_at: testNow })
    .execute();
  await db
    .insertInto('history_entries')
    .values({ user_id, kind: 'seen', target_id: known(stays), at: testNow })
    .execute();
  await db.insertInto('history_settings').values({ user_id, forgotten_at: null }).execute();
  const passkey = { id: 'key-1', user_id, handle: 'handle-1', domain: 'localhost', public_key: 'key-of-1', counter: 0, transports: '', is_synced: false };
  await db
    .insertInto('user_passkeys')
    .values({ ...passkey, device: 'Firefox, Windows', made_at: testNow, used_at: null })
    .execute();

  // Asked before there was an account: the address is theirs all the same.
  await known(desk.on.services.people).enquiries.ask(
    {
      topic: 'question',
      source: 'page',
      contact: { firstName: 'Lan', lastName: 'Tran', email: 'every@example.org', phone: undefined },
      place: { houseId: undefined, unitId: undefined, cityId: undefined, schoolId: undefined, words: 'Leeds' },
      tenancyId: undefined,
      text: 'When should I look?',
      page: '',
      locale: 'en-us',
      consents: { terms: '2026-11', report: null, recommend: null },
      utm: {},
    },
    { userId: undefined, address: '10.0.0.1', proof: undefined },
    testNow,
  );

  const files = unzipSync(new Uint8Array(await (await ask(browser, '/users/data/en-us.zip')).arrayBuffer()));
  const json = JSON.parse(strFromU8(known(files['data.json']))) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const tables = await sql<{
    table_name: string;
  }>`select table_name from information_schema.columns where column_name = 'user_id' and table_schema = 'public'`.execute(db);
  expect(tables.rows.map(({ table_name }) => table_name).toSorted()).toEqual([...Object.keys(told), ...Object.keys(excused)].toSorted());
  for (const [table, [part, name]] of Object.entries(told))
    expect([table, (json[part]?.[name] as { length?: number } | undefined)?.length ?? 0]).not.toEqual([table, 0]);
  expect(json['shortlist']).toMatchObject({
    favourites: [{ houseId: stays, rentThen: { currency: 'GBP' } }],
    removed: [{ houseId: goes, removedAt: desk.clock.now.toISOString() }],
    sharedLists: [{ name: 'For Linh', withNotes: true, withName: false }],
  });
  expect(json['reports']).toMatchObject({ sent: [{ reason: 'scam', details: 'Asked for gift cards.', email: 'answers@example.org' }] });
  expect(json['feedback']).toMatchObject({ sent: [{ kind: 'idea', text: 'More maps.', email: 'answers@example.org' }] });
  expect(json['account']).toMatchObject({ passkeys: [{ name: 'Firefox, Windows', domain: 'localhost', madeAt: testNow.toISOString() }] });
  const page = strFromU8(known(files['data.html']));
  const t = translator('en-us');
  for (const text of [t('mydata.taken_off'), t('mydata.shared_list'), 'For Linh', t('mydata.passkey'), 'Firefox, Windows, localhost'])
    expect(page).toContain(text);
  expect(strFromU8(known(files['data.json']))).not.toMatch(/key-of-1|handle-1|argon2/);
});

test('leaves a line in the audit log', async () => {
  const browser = await desk.registered('logged@example.org');
  expect((await ask(browser)).status).toBe(200);
  const rows = await desk.on.base.db.selectFrom('audit_log').select(['actor', 'action', 'subject']).where('action', '=', 'person-exported').execute();
  expect(rows.every(({ actor, subject }) => actor === subject)).toBe(true);
  expect(rows.length).toBeGreaterThan(0);
});
