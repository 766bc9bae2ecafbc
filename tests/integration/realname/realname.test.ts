/** The real-name check, over a real database and a register that speaks as the real one does. */
import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError, createClient } from '#lib/api/client.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import { aliyunRegistry } from '#lib/ports/registry/aliyun-registry.ts';
import type { RegistryAnswer } from '#lib/ports/registry/registry.ts';
import { checkIdCardContract, realnameStatusContract } from '#lib/features/realname/realname.contract.ts';
import { createRealname } from '#lib/features/realname/realname.feature.ts';
import { realnameConsentVersion } from '#lib/features/realname/realname.schema.ts';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { translator } from '#lib/i18n/t.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { StandIn } from '#tests/support/stand-in.ts';
import { solvedToken } from '#tests/support/solved.ts';

const [keyId, secret] = ['LTAI5testtesttest', 'the-secret-of-the-key'];
const card = { name: '王小明', idcard_no: '11010519491231002X' };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let desk: AccountsDesk;
let register: StandIn;
/** What the register says next; a name it is asked about. */
const said: { biz: string; code: string; silent: boolean; mute: string } = { biz: '1', code: '200', silent: false, mute: '' };
const asked: string[] = [];

beforeAll(async () => {
  desk = await openAccountsDesk({ settings: { REAL_NAME_CHECK: 'on' } });
  register = await standIn(({ method, url, headers }, response) => {
    const query = new URL(url, 'http://localhost').searchParams;
    const [, names = '', given = ''] = /SignedHeaders=([^,]+),Signature=([\da-f]{64})$/.exec(headers.authorization ?? '') ?? [];
    const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
    const request = [method, '/', (url.split('?')[1] ?? '').split('&').sort().join('&'), lines.join(''), names, sha256('')].join('\n');
    const wanted = createHmac('sha256', secret)
      .update(`ACS3-HMAC-SHA256\n${sha256(request)}`)
      .digest('hex');
    if (given !== wanted || headers['x-acs-action'] !== 'Id2MetaVerify' || headers['x-acs-version'] !== '2019-03-07')
      return answerJson(response, { Code: 'SignatureDoesNotMatch' }, 400);
    asked.push(`${query.get('UserName')} ${query.get('IdentifyNum')} ${query.get('ParamType')}`);
    if (said.silent) return undefined;
    if (query.get('IdentifyNum') === said.mute) return answerJson(response, { Code: '500', Message: 'x' });
    return answerJson(response, {
      RequestId: 'x',
      Message: 'success',
      Code: said.code,
      ...(said.code === '200' ? { ResultObject: { BizCode: said.biz } } : {}),
    });
  });
});
afterAll(async () => {
  await desk.close();
  await register.close();
});
beforeEach(async () => {
  desk.clock.now = testNow;
  // A number serves one person, and the tests use the same few.
  await desk.on.base.db.deleteFrom('user_realnames').execute();
  Object.assign(said, { biz: '1', code: '200', silent: false, mute: '' });
  asked.length = 0;
});

let people = 0;
const someone = (): Promise<Browser> => desk.registered(`card${(people += 1)}@example.org`);
const proof = () => solvedToken(desk.secrets, 'check-id-card', desk.clock.now);
const check = (by: Browser, values: Readonly<Record<string, string>> = {}) =>
  by.call(checkIdCardContract, { ...card, consent_realname: realnameConsentVersion, captcha_token: proof(), ...values });
const numberOf = async (by: Browser): Promise<UserId> => asId<UserId>((await by.call(sessionContract)).data.cust_id);
const feature = (rateLimitFactor = 0) =>
  createRealname({
    db: desk.on.base.db,
    secrets: desk.secrets,
    registry: aliyunRegistry({ keyId, secret }, { origin: register.origin, within: 3_000 }),
    realNameCheck: true,
    phonesOf: async () => [],
    accounts: known(desk.on.services.people).accounts.byStaff,
    colleagues: async () => [],
    agreed: async () => undefined,
    counters: desk.on.services.limits.counters,
    rateLimitFactor,
  }).service;
const given = { name: card.name, number: card.idcard_no };

describe('by the number alone', () => {
  test('[R7.095] [R3.60] [R5.58] what could be somebody’s is kept, and told by its first sign and last places', async () => {
    const by = await someone();
    expect((await by.call(realnameStatusContract)).data).toEqual({ name: '', idcard_no: '', is_check: false, is_on: true, is_auth: false });
    expect((await check(by, { captcha_token: '' })).error_code).toBe(13_000);
    expect((await check(by)).data).toEqual({ name: '王**', idcard_no: '002X', is_check: true });
    expect((await by.call(realnameStatusContract)).data).toMatchObject({ name: '王**', idcard_no: '002X', is_check: true, is_auth: false });
    // Nobody compared it, so a slip of the pen can still be mended.
    expect((await check(by, { name: '李四', idcard_no: '440524188001010014' })).data).toMatchObject({ name: '李*', idcard_no: '0014' });
  });

  test('[R5.55] [R5.56] [R5.57] [R8.28] what is missing or cannot be is said beside its field', async () => {
    const by = await someone();
    const faults = async (values: Readonly<Record<string, string>>) =>
      ((await check(by, values)).data as unknown as { fields: { name: string; message: string }[] }).fields.map(({ name, message }) => [name, message]);
    expect(await faults({ name: '' })).toEqual([['name', 'forms.required']]);
    expect(await faults({ idcard_no: '' })).toEqual([['idcard_no', 'forms.required']]);
    expect(await faults({ consent_realname: '' })).toEqual([['consent_realname', 'realname.agree']]);
    expect(await faults({ name: 'Ann Lee' })).toEqual([['name', 'realname.bad_name']]);
    expect(await faults({ idcard_no: '110105194912310021' })).toEqual([['idcard_no', 'realname.bad_number']]);
    expect((await by.call(realnameStatusContract)).data.is_check).toBe(false);
  });

  test('[R5.58] a number serves one person, who may give it again, and a ticket proves nobody', async () => {
    const [one, other] = [await someone(), await someone()];
    const number = { idcard_no: '110101199003070134' };
    expect((await check(one, number)).error_code).toBe(0);
    expect((await check(one, number)).error_code, 'the same person').toBe(0);
    const taken = await check(other, { ...number, name: '李小明' });
    expect(taken.data).toMatchObject({ fields: [{ name: 'idcard_no', message: 'realname.number_taken' }] });
    const ticket = desk.on.services.captcha?.ticket('check-id-card', desk.clock.now) ?? '';
    expect((await check(other, { captcha_token: ticket })).error_code).toBe(13_000);
  });

  test('name and number are in no table as they were written, and go with the account', async () => {
    const by = await someone();
    await check(by, { name: '欧阳娜娜', idcard_no: '440524188001010014' });
    const id = await numberOf(by);
    const rows = await desk.on.base.db.selectFrom('user_realnames').selectAll().where('user_id', '=', id).execute();
    expect(rows).toHaveLength(1);
    for (const canary of ['欧阳', '440524188001010014', '"0014"']) expect(JSON.stringify(rows)).not.toContain(canary);
    await desk.on.base.db.deleteFrom('users').where('id', '=', id).execute();
    expect(await desk.on.base.db.selectFrom('user_realnames').select('user_id').where('user_id', '=', id).execute()).toEqual([]);
  });
});

describe('by a register of people', () => {
  test('[R4.046] [R5.59] a match is certified, anything else is not, and who cannot be asked is asked again', async () => {
    const service = feature();
    await desk.on.base.db.deleteFrom('user_realnames').execute();
    const [one, two] = [await numberOf(await someone()), await numberOf(await someone())];
    expect(await service.check(one, given, testNow)).toMatchObject({ ok: true, value: { isCertified: true, isOfficial: true } });
    expect(asked).toEqual([`${card.name} ${card.idcard_no} normal`]);
    for (const biz of ['2', '3']) {
      said.biz = biz;
      expect([biz, await service.check(two, given, testNow)]).toEqual([biz, { ok: false, reason: 'mismatch' }]);
    }
    said.code = '500';
    // Another card: a number serves one person.
    expect(await service.check(two, { name: '李四', number: '440524188001010014' }, testNow)).toMatchObject({ ok: true, value: { isCertified: false } });
    expect(await service.stateOf(two)).toEqual({ isOn: true, isCertified: false, isAuthorised: true });
    expect(await service.askAgain(testNow)).toBe(0);
    Object.assign(said, { code: '200', biz: '1' });
    expect(await service.askAgain(testNow)).toBe(1);
    expect(await service.stateOf(two)).toEqual({ isOn: true, isCertified: true, isAuthorised: false });
  });

  test('five questions a day are one person’s, whatever the answers are', async () => {
    const service = feature(1);
    const one = await numberOf(await someone());
    said.biz = '2';
    const answers = [];
    for (let tried = 0; tried < 7; tried++) answers.push((await service.check(one, given, testNow)) as { readonly reason?: string });
    expect(answers.map(({ reason }) => reason)).toEqual([...Array<string>(5).fill('mismatch'), 'too-many', 'too-many']);
    expect(asked).toHaveLength(5);
  });

  test('what a register found right is changed by nobody; what the number said alone is asked about once there is one', async () => {
    const service = feature();
    const one = await numberOf(await someone());
    await service.check(one, given, testNow);
    expect(await service.check(one, { name: '李四', number: '440524188001010014' }, testNow)).toEqual({ ok: false, reason: 'settled' });

    const by = await someone();
    await check(by, { name: '李四', idcard_no: '440524188001010014' });
    const id = await numberOf(by);
    expect(await service.stateOf(id)).toEqual({ isOn: true, isCertified: false, isAuthorised: true });
    await service.askAgain(testNow);
    expect(await service.stateOf(id)).toEqual({ isOn: true, isCertified: true, isAuthorised: false });
  });

  test('one card that nobody answers for does not stand before the others', async () => {
    const service = feature();
    await desk.on.base.db.deleteFrom('user_realnames').execute();
    const [one, two] = [await numberOf(await someone()), await numberOf(await someone())];
    said.code = '500';
    await service.check(one, { name: '张三丰', number: '53010219200508011X' }, testNow);
    await service.check(two, given, testNow);
    Object.assign(said, { code: '200', biz: '1', mute: '53010219200508011X' });
    await service.askAgain(testNow);
    expect([(await service.stateOf(one)).isCertified, (await service.stateOf(two)).isCertified]).toEqual([false, true]);
    // A number that the register takes for none is as good as wrong.
    Object.assign(said, { mute: '', code: '401' });
    await service.askAgain(testNow);
    expect(await service.find(one)).toBeUndefined();
  });

  test('a name that turns out wrong later is forgotten, unless another was given meanwhile', async () => {
    const service = feature();
    await desk.on.base.db.deleteFrom('user_realnames').execute();
    const one = await numberOf(await someone());
    said.code = '500';
    await service.check(one, given, testNow);
    Object.assign(said, { code: '200', biz: '2' });
    expect(await service.askAgain(testNow)).toBe(1);
    expect(await service.find(one)).toBeUndefined();
  });

  test.each([
    ['silence', { silent: true }, 'unavailable'],
    ['an error of theirs', { code: '500' }, 'unavailable'],
    ['a number they take for none', { code: '401' }, 'mismatch'],
    ['a meaning nobody knows', { biz: '9' }, 'unavailable'],
    ['a match', {}, 'match'],
  ] as const)('%s is %j → %s', async (_, more, answer: RegistryAnswer) => {
    Object.assign(said, more);
    expect(await aliyunRegistry({ keyId, secret }, { origin: register.origin, within: 3_000 }).compare(card.name, card.idcard_no)).toBe(answer);
  });

  test('a key that is wrong, and nobody there, are no answer either', async () => {
    expect(await aliyunRegistry({ keyId, secret: 'other' }, { origin: register.origin, within: 3_000 }).compare(card.name, card.idcard_no)).toBe('unavailable');
    expect(await aliyunRegistry({ keyId, secret }, { origin: 'http://127.0.0.1:9', within: 3_000 }).compare(card.name, card.idcard_no)).toBe('unavailable');
  });
});

test('where names are not checked there is no such call and no page', async () => {
  const service = createRealname({
    db: desk.on.base.db,
    secrets: desk.secrets,
    registry: { isOfficial: false, compare: async () => 'match' },
    realNameCheck: false,
    phonesOf: async () => [],
    accounts: known(desk.on.services.people).accounts.byStaff,
    colleagues: async () => [],
    agreed: async () => undefined,
    counters: desk.on.services.limits.counters,
    rateLimitFactor: 0,
  });
  const one = await numberOf(await someone());
  expect(await service.service.check(one, given, testNow)).toEqual({ ok: false, reason: 'off' });
  expect(service.loader.isOn).toBe(false);
});

test('[R8.37] whoever asks whether names are checked, and gets no answer, is told so in the words of the server', async () => {
  const by = await someone();
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const server = await standIn(({ url }, response) => {
    const asking = desk.on.api.fetch(new Request(`http://localhost${url}`, { headers: { cookie, 'accept-language': 'vi-vn' } }));
    void Promise.resolve(asking).then(async (answer) => answerJson(response, await answer.text(), answer.status));
  });
  const nobody = () => undefined;
  const client = createClient({
    locale: 'vi-vn',
    siteVariant: 'main',
    isMobile: () => false,
    deviceId: () => 'device-1234',
    traceId: () => 'trace-5678',
    xcode: nobody,
    accessToken: nobody,
    isOnline: () => true,
    messages: { offline: 'no net', slow: 'too slow', garbled: 'unreadable' },
    react: nobody,
    origin: server.origin,
  });
  const ask = () => client.call(realnameStatusContract, {});
  expect(await ask()).toMatchObject({ is_on: true });
  await sql`alter table user_realnames rename to away`.execute(desk.on.base.db);
  try {
    const said: unknown = await ask().catch((error: unknown) => error);
    expect(said).toBeInstanceOf(ApiError);
    expect(said).toMatchObject({ message: translator('vi-vn')(apiErrors.unknown.message), code: apiErrors.unknown.code });
  } finally {
    await sql`alter table away rename to user_realnames`.execute(desk.on.base.db);
    await server.close();
    desk.on.failures.length = 0;
  }
});
