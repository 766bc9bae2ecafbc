/** The calls that ask, as clients make them: names of the wire, consents by country, captcha, people whom we know. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverHeaders } from '#lib/api/caller.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import {
  aiSdkCountryCodesContract,
  aiSdkSchoolsContract,
  askQuestionContract,
  createIntentContract,
  enquiryReplyContract,
  onlineStatusContract,
  submitQuestionContract,
} from '#lib/features/enquiries/enquiries.contract.ts';
import { askConsentVersion, askForm } from '#lib/features/enquiries/enquiries.schema.ts';
import { dailyQuestions } from '#lib/features/enquiries/enquiries.service.ts';
import type { EnquiriesService } from '#lib/features/enquiries/enquiries.service.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import { callReader } from '#lib/reader.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { writeLeedsHouses } from '#tests/support/leeds-houses.ts';
import { known } from '#tests/support/list-pages.ts';

let desk: AccountsDesk;
let service: EnquiriesService;
let house = 0;

beforeAll(async () => {
  let ids: ReadonlyMap<string, number> = new Map();
  desk = await openAccountsDesk({ settings: { RATE_LIMIT_FACTOR: '1' }, fill: async (base) => void (ids = await writeLeedsHouses(base)) });
  service = known(desk.on.services.people).enquiries;
  house = known(ids.get('large'));
});
afterAll(() => desk.close());
beforeEach(() => {
  desk.clock.now = testNow;
  desk.letters.length = 0;
});

let people = 0;
const asker = () => ({
  firstname: 'Mai-Anh',
  lastname: 'Nguyễn Văn',
  email: `asking-${(people += 1)}@example.org`,
  country_code: '44',
  mobile: '７７００ 900123',
  content: 'Is the room quiet?\nI work at night.',
});
const inParis = { house_id: '', location: 'Paris' };
const agreed = { consent_terms: askConsentVersion, consent_report: askConsentVersion };
const solved = () => ({ captcha_token: desk.on.services.captcha?.ticket('ask-question', desk.clock.now) ?? '' });
const latest = async () => known((await desk.on.base.db.selectFrom('enquiries').selectAll().orderBy('id', 'desc').limit(1).execute())[0]);
const opened = async (token: string) => known(await service.open({ token }, testNow));
type Faults = { readonly fields?: readonly { readonly name: string; readonly message?: string }[] };
const faultsIn = (data: unknown): readonly (readonly [string, string | undefined])[] =>
  ((data as Faults | null)?.fields ?? []).map(({ name, message }) => [name, message] as const);

describe('asking', () => {
  test('[R7.139] [R3.20] [R3.21] [R9.47] takes the names of the long form, and keeps number, campaign and wishes', async () => {
    const { data } = await desk.on.call(askQuestionContract, {
      ...asker(),
      ...agreed,
      house_id: house,
      is_receive_property_recommend: '1',
      utm_source: 'zalo',
      utm_campaign: 'autumn',
      page: '/vn/uk/leeds?x=1',
    });
    const { contact, messages } = await opened(data.token);
    expect(contact).toMatchObject({ firstName: 'Mai-Anh', lastName: 'Nguyễn Văn', phone: '+447700900123' });
    expect(messages[0]?.text).toBe('Is the room quiet?\nI work at night.');
    expect(await latest()).toMatchObject({
      source: 'page',
      house_id: house,
      topic: 'home',
      page: '/vn/uk/leeds?x=1',
      utm: { utm_source: 'zalo', utm_campaign: 'autumn' },
      consents: { terms: askConsentVersion, report: askConsentVersion, recommend: 'client' },
    });
  });

  test('[R6.04] a visitor without account or cookie asks, and reads the answer’s page by its link', async () => {
    const { error_code, data } = await desk.on.call(askQuestionContract, { ...asker(), ...agreed, house_id: house }, 'en-us', {
      [serverHeaders.address]: '198.51.100.7',
    });
    expect(error_code).toBe(0);
    expect((await latest()).user_id).toBeNull();
    const { enquiry, messages } = await opened(data.token);
    expect([enquiry.reference, enquiry.userId, messages.map(({ sender }) => sender)]).toEqual([data.reference, undefined, ['student']]);
  });

  test('from the many addresses of one network is from one', async () => {
    const codes: number[] = [];
    for (let host = 0; host <= dailyQuestions.unproven.address; host++) {
      const { error_code } = await desk.on.call(askQuestionContract, { ...asker(), ...agreed, house_id: house }, 'en-us', {
        [serverHeaders.address]: `2001:db8:5:5::${host}`,
      });
      codes.push(error_code);
    }
    expect(codes.filter((code) => code === 0)).toHaveLength(dailyQuestions.unproven.address);
  });

  test('[R7.140] [R3.22] takes the names of the short form, and a city in place of a home', async () => {
    await desk.on.call(submitQuestionContract, { ...asker(), id: house, data_sources: '37' });
    expect(await latest()).toMatchObject({ house_id: house, source: 'house-auto-open', consents: { terms: null, report: null, recommend: null } });
    const leeds = known(desk.on.services.geo.cities.find(({ slug }) => slug === 'leeds'));
    await desk.on.call(submitQuestionContract, { ...asker(), cityId: leeds.id });
    expect(await latest()).toMatchObject({ house_id: null, city_id: leeds.id, place_words: '', topic: 'question' });
  });

  test('[R7.175] [R5.33] needs a place where no home is named, and knows it by its name or keeps it in words', async () => {
    const refused = await desk.on.call(createIntentContract, asker());
    expect([refused.error_code, faultsIn(refused.data)]).toEqual([422, [['location', 'forms.required']]]);
    await desk.on.call(createIntentContract, { ...asker(), location: 'University of Leeds' });
    const row = await latest();
    expect(row.school_id).not.toBeNull();
    expect(row.city_id).not.toBeNull();
    await desk.on.call(createIntentContract, { ...asker(), location: 'Atlantis' });
    expect(await latest()).toMatchObject({ city_id: null, school_id: null, place_words: 'Atlantis' });
  });

  test('[R9.58] asks who asks about a home in the United Kingdom whether it may be passed on, and believes no country of a client', async () => {
    const { error_code, data } = await desk.on.call(askQuestionContract, {
      ...asker(),
      house_id: house,
      country_id: '704',
      consent_terms: askConsentVersion,
      consent_report: '',
    });
    expect([error_code, faultsIn(data)]).toEqual([422, [['consent_report', 'forms.tick']]]);
    const paris = { ...asker(), location: 'Paris', consent_terms: askConsentVersion, consent_report: '' };
    expect((await desk.on.call(askQuestionContract, paris)).error_code).toBe(0);
    expect((await latest()).consents).toMatchObject({ report: null });
  });

  test.each([
    ['R5.28', { lastname: 'Ann1' }, 'lastname', 'forms.pattern'],
    ['R5.28', { firstname: '安１' }, 'firstname', 'forms.pattern'],
    ['R5.29', { firstname: 'Ann@home' }, 'firstname', 'forms.pattern'],
    ['R5.29', { firstname: '<b>Ann' }, 'firstname', 'forms.pattern'],
    ['R5.30', { email: '', mobile: '' }, 'reach', 'forms.choose'],
    ['R5.30', { reach: 'email', email: '' }, 'email', 'forms.required'],
    ['R5.30', { email: 'ann@example' }, 'email', 'forms.email'],
    ['R5.30', { email: 'ann@example.org\r\nBcc: all@example.org' }, 'email', 'forms.email'],
    ['R5.31', { country_code: '' }, 'country_code', 'forms.choose'],
    ['R5.32', { content: ' \n ' }, 'content', 'forms.required'],
    ['R5.32', { content: 'x'.repeat(2_001) }, 'content', 'forms.length_max'],
    ['R5.34', { reach: 'phone', mobile: '' }, 'mobile', 'forms.required'],
    ['R5.34', { mobile: '77009x0123' }, 'mobile', 'forms.mobile'],
    ['R5.34', { country_code: '86', mobile: '12345678901' }, 'mobile', 'forms.chinese_mobile'],
    ['R5.35', { ...inParis, consent_terms: '' }, 'consent_terms', 'forms.tick'],
    ['R5.35', { ...inParis, consent_terms: '2020-01' }, 'consent_terms', 'forms.tick'],
    ['R5.35', { consent_report: '2020-01' }, 'consent_report', 'forms.tick'],
  ])('[%s] says what is wrong with %o', async (_, values, field, message) => {
    const { error_code, data } = await desk.on.call(askQuestionContract, { ...asker(), ...agreed, house_id: house, ...values });
    expect([error_code, faultsIn(data)]).toEqual([422, [[field, message]]]);
  });

  test.each(['李', 'Ann', "O'Brien", 'Nguyễn Thị Minh', 'Jean-Luc', '欧阳', 'Müller', 'Jr.'])('takes %s as a name', async (firstname) => {
    expect((await desk.on.call(askQuestionContract, { ...asker(), ...agreed, house_id: house, firstname, ...solved() })).error_code).toBe(0);
  });

  test('takes a question with a phone number and nothing else of whoever asks, and tells the phone nothing yet', async () => {
    const { content, country_code } = asker();
    const mobile = '7700900456';
    const one = { content, country_code, mobile, reach: 'phone', consent_report: askConsentVersion, house_id: house, email: 'left over', ...solved() };
    const before = desk.letters.length;
    const { error_code, data } = await desk.on.call(askQuestionContract, one);
    expect(error_code).toBe(0);
    const { enquiry, contact } = await opened(data.token);
    expect(contact).toEqual({ firstName: '', lastName: '', email: undefined, phone: '+447700900456' });
    // Whose wording says what the other would.
    expect((await latest()).consents).toEqual({ terms: askConsentVersion, report: askConsentVersion, recommend: null });
    expect((await latest()).email_digest).toBe('');
    // Nobody has shown that the number is theirs.
    expect(desk.letters.slice(before)).toEqual([]);
    expect(enquiry.place.houseId).toBe(house);
  });

  test('a name is no part of what has to be told, and what is told of it is kept', async () => {
    const { email, content } = asker();
    const ask = (more: object) => desk.on.call(askQuestionContract, { email, content, ...agreed, house_id: house, ...more, ...solved() });
    const bare = await ask({});
    expect((await opened(bare.data.token)).contact).toEqual({ firstName: '', lastName: '', email, phone: undefined });
    const named = await ask({ firstname: 'Lan', content: 'And the kitchen?' });
    expect((await opened(named.data.token)).contact).toMatchObject({ firstName: 'Lan', lastName: '' });
  });

  test('of both ways that a client gives, each must be right, and both are kept', async () => {
    const wrong = await desk.on.call(askQuestionContract, { ...asker(), ...agreed, house_id: house, email: 'x', mobile: '1' });
    expect(faultsIn(wrong.data)).toEqual([
      ['email', 'forms.email'],
      ['mobile', 'forms.mobile'],
    ]);
  });

  test('[R8.16] one number is asked for a captcha after a few, as one address is', async () => {
    const ask = (number: number) =>
      desk.on.call(
        askQuestionContract,
        { country_code: '44', mobile: '7700900789', reach: 'phone', content: `Question ${number}`, ...agreed, house_id: house },
        'en-us',
        { [serverHeaders.address]: `198.51.100.${100 + number}` },
      );
    const codes = [];
    for (let number = 1; number <= 4; number++) codes.push((await ask(number)).error_code);
    expect(codes).toEqual([0, 0, 0, 13_000]);
  });

  test('[R8.16] asks for a captcha after a few, and takes the same again with it', async () => {
    const one = asker();
    const ask = (number: number, more = {}) =>
      desk.on.call(askQuestionContract, { ...one, ...agreed, house_id: house, content: `Question ${number}`, ...more }, 'en-us', {
        'x-loftling-address': '10.77.0.1',
      });
    const codes = [];
    for (let number = 1; number <= 4; number++) codes.push((await ask(number)).error_code);
    expect(codes).toEqual([0, 0, 0, 13_000]);
    expect((await ask(4, solved())).error_code).toBe(0);
  });

  test('a question that a program filled in is asked for a captcha, and nothing of it is stored', async () => {
    const count = async () => (await desk.on.base.db.selectFrom('enquiries').select('id').execute()).length;
    const before = await count();
    const robot = { ...asker(), ...agreed, location: 'Leeds', content: 'Buy followers?', website: 'https://spam.example' };
    expect((await desk.browser().call(askQuestionContract, robot)).error_code).toBe(13_000);
    expect(await count()).toBe(before);
  });

  test('does not ask who is signed in for what their account has, and gives the question to the account', async () => {
    const email = `asking-${(people += 1)}@example.org`;
    const reader = await desk.registered(email);
    const { data } = await reader.call(askQuestionContract, { ...asker(), email: '', ...agreed, house_id: house, known: '' });
    expect((await opened(data.token)).contact).toMatchObject({ email });
    expect((await latest()).user_id).not.toBeNull();
    // Nobody else is spared the address by saying that it is known.
    const stranger = await desk.on.call(askQuestionContract, { ...asker(), email: '', mobile: '', known: 'both', ...agreed, house_id: house });
    expect(faultsIn(stranger.data)).toEqual([['reach', 'forms.choose']]);
    const other = await desk.registered(`asking-${(people += 1)}@example.org`);
    const reply = { reference: data.reference, token: '', act: 'reply', text: 'Let me in' };
    expect((await other.call(enquiryReplyContract, reply)).error_code).toBe(404);
    expect((await reader.call(enquiryReplyContract, reply)).error_code).toBe(0);
    expect((await reader.call(enquiryReplyContract, { ...reply, act: 'close', text: '' })).data).toEqual({ done: 'close' });
    expect((await opened(data.token)).enquiry.state).toBe('closed');
  });
});

test('[R7.141] says whether somebody is there, and from when', async () => {
  desk.clock.now = new Date('2026-11-23T14:00:00Z');
  expect((await desk.on.call(onlineStatusContract)).data).toEqual({ online_status: 0, next_at: Date.parse('2026-11-24T01:00:00Z') / 1_000 });
  desk.clock.now = new Date('2026-11-24T01:00:00Z');
  expect((await desk.on.call(onlineStatusContract)).data.online_status).toBe(1);
});

test('[R7.173] [R3.23] [R3.24] finds schools and cities as they are typed', async () => {
  const { data } = await desk.on.call(aiSdkSchoolsContract, { keyword: 'leeds' }, 'zh-tw');
  expect(data.cities[0]).toMatchObject({ city_name_lang: expect.stringMatching(/\p{Script=Han}/u), country_name_lang: '英國' });
  expect(data.schools.length).toBeGreaterThan(0);
  expect((await desk.on.call(aiSdkSchoolsContract, { keyword: '' })).data).toEqual({ cities: [], schools: [] });
});

test('[R7.174] gives dial codes, those that readers of the language need first', async () => {
  const { data } = await desk.on.call(aiSdkCountryCodesContract, {}, 'vi-vn');
  expect(data.first).toBe('VN');
  expect(data.usual[0]?.words).toContain('+84');
  expect(data.others.length).toBeGreaterThan(150);
});

test('the page of the form knows home, lease, country and who is signed in; another’s thread is not there', async () => {
  const email = `asking-${(people += 1)}@example.org`;
  const reader = await desk.registered(email);
  await reader.call(askQuestionContract, { ...asker(), email: '', ...agreed, house_id: house });
  const user = known(await known(desk.on.services.people).accounts.service.findBy({ kind: 'email', address: email }));
  const loader = known(desk.on.services.loaders.enquiries);
  const visitor = {
    session: { id: '1', userId: user.id, standing: 'renter' as const, provedAt: testNow },
    staff: undefined,
    owner: 'session:1' as const,
    csrfToken: '',
    submitted: undefined,
    way: undefined,
    userAgent: '',
    country: 'VN',
    whose: undefined,
  };
  const view = (query: string, params: Record<string, string> = {}) => ({
    ...callReader(desk.on.services.site, { locale: 'en-us', now: testNow }),
    page: { listing: undefined, params },
    query: new URLSearchParams(query),
    visitor,
  });
  const asked = known(await loader.ask(view(`house=${house}&source=50&utm_source=zalo`)));
  expect(asked.values).toMatchObject({
    house_id: String(house),
    country_id: '826',
    known: 'both',
    data_sources: '50',
    firstname: 'Mai-Anh',
    country_code: 'VN',
    utm_source: 'zalo',
  });
  expect(asked.known).toBe('a•••' + email.slice(email.indexOf('@') - 1));
  // What they are called is known, and is not asked.
  expect(asked.unasked).toEqual(['firstname']);
  // Who has a phone alone is answered there.
  const kind = (to: 'phone' | 'email') => desk.on.base.db.updateTable('user_contacts').set({ kind: to }).where('user_id', '=', user.id).execute();
  await kind('phone');
  expect(known(await loader.ask(view(`house=${house}`)))).toMatchObject({ values: { known: 'both' }, known: expect.stringContaining('•') });
  await kind('email');
  expect(await loader.ask(view('house=2000000000'))).toBeUndefined();
  expect(known(await loader.ask(view('from=/en/uk/leeds'))).values['page']).toBe('/en/uk/leeds');
  // What is too long to be sent is cut: nobody can mend what they do not see.
  const long = 'x'.repeat(600);
  const cut = known(await loader.ask(view(`house=${house}&utm_source=${long}&utm_term=${long}&source=${long}&from=/en/uk/leeds?${long}`))).values;
  const checked = checkForm(askForm, { ...cut, content: 'Is it quiet?', consent_terms: askConsentVersion, consent_report: askConsentVersion });
  expect(checked.ok ? [] : checked.problems.map(({ field }) => field)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:utm|data|page)/)]));
  expect([cut['utm_source']?.length, cut['data_sources']?.length, cut['page']?.length]).toEqual([80, 3, 500]);
  // A home that goes while somebody writes takes nothing with it.
  const written = { values: { house_id: '2000000000', content: 'Is it quiet?' }, problems: [], failed: 'not-found' as const };
  const lost = known(await loader.ask({ ...view('house=2000000000&unit=1&source=50'), visitor: { ...visitor, submitted: written } }));
  expect([lost.house, lost.values['house_id'], lost.query]).toEqual([undefined, '', 'source=50']);
  // The address of a private page can be a key to it.
  const secret = known(await loader.ask(view('from=/en/enquiry/17-20600-secret&source=50')));
  expect([secret.values['page'], secret.query]).toEqual(['', 'source=50']);
  await reader.call(askQuestionContract, { ...asker(), email: '', ...agreed, house_id: house, content: 'And the lift?', page: '/en/shared-list/secret' });
  expect((await latest()).page).toBe('');
  const [thread] = await loader.threads(view(''));
  expect(thread?.state).toBe('new');
  expect((await loader.thread(view('', { reference: known(thread).reference })))?.messages).toHaveLength(1);
  expect(await loader.thread(view('', { reference: '0000-0000' }))).toBeUndefined();
  expect(await loader.thread({ ...view('', { reference: known(thread).reference }), visitor: { ...visitor, session: undefined } })).toBeUndefined();
});

test('a call that writes back without the token of a visit is refused', async () => {
  const refused = await desk.on.call(enquiryReplyContract, { token: '1-20000-x.y', text: 'x' }, 'en-us', { [wireHeaders.antiForgery]: 'none' }).catch(String);
  expect(typeof refused === 'string' || refused.error_code !== 0).toBe(true);
});
