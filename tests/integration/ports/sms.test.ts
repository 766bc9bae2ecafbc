/** Providers of messages to phones, against stand-ins that check signature and password as the real ones do. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { canonicalQuery, signedHeaders } from '#lib/ports/aliyun-signature.ts';
import { aliyunSms } from '#lib/ports/sms/aliyun-sms.ts';
import { openSms, routedSms } from '#lib/ports/sms/open-sms.ts';
import { createSmsOutbox } from '#lib/ports/sms/sms-outbox.ts';
import { SmsRefusedError } from '#lib/ports/sms/sms-port.ts';
import type { SmsMessage, SmsPort } from '#lib/ports/sms/sms-port.ts';
import { twilioSms } from '#lib/ports/sms/twilio-sms.ts';
import { aliyunStandIn } from '#tests/support/aliyun-stand-in.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import { twilioStandIn } from '#tests/support/twilio-stand-in.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});
const kept = async <T extends { close(): Promise<void> }>(one: Promise<T>): Promise<T> => {
  open.push(await one);
  return one;
};

const message: SmsMessage = {
  id: 'one',
  to: '+447700900123',
  text: '481516 is your code & nothing else',
  template: 'code',
  values: { code: '481516', minutes: '5' },
  locale: 'en-us',
};
const chinese: SmsMessage = { ...message, to: '+8613812345678', locale: 'zh-cn' };
const account = `AC${'a1'.repeat(16)}`;
const aliyun = {
  keyId: 'LTAI5tExample00000',
  secret: 'a secret & more',
  sign: '栖学',
  templates: new Map([
    ['code', 'SMS_1'],
    ['code.en-us', 'SMS_2'],
  ]),
};
const twilio = { account, token: 'token', from: '+447700900999' };
/** None of what a message holds may be in what is told of its failure. */
const secretive = /481516|900123|12345678/;

async function failureOf(sending: Promise<unknown>): Promise<Error> {
  const failure: unknown = await sending.then(
    () => expect.unreachable('it was sent'),
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) return expect.unreachable('no error');
  expect(failure.message).not.toMatch(secretive);
  return failure;
}

describe('Alibaba Cloud', () => {
  test('the signature is the one its documentation works out', () => {
    const call = {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
      date: '2023-10-26T10:22:32Z',
      nonce: '3156853299f313e23d1673dc12e1703d',
    };
    expect(signedHeaders(call, 'YourAccessKeyId', 'YourAccessKeySecret')['authorization']).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    );
    expect(canonicalQuery({ b: "a b*!'()", a: '栖~-_.' })).toBe('a=%E6%A0%96~-_.&b=a%20b%2A%21%27%28%29');
  });

  test('a registered template goes out signed, by the reader’s language, and its receipt tells how it fared', async () => {
    const service = await kept(aliyunStandIn(aliyun.keyId, aliyun.secret));
    const port = aliyunSms(aliyun, service);
    const at = new Date();
    const { receipt } = await port.send(chinese);
    await port.send(message);
    expect(service.taken).toEqual([
      { number: '13812345678', sign: '栖学', template: 'SMS_1', values: { code: '481516', minutes: '5' }, day: expect.any(String) },
      { number: '447700900123', sign: '栖学', template: 'SMS_2', values: { code: '481516', minutes: '5' }, day: expect.any(String) },
    ]);
    const sent = { receipt: receipt ?? '', to: chinese.to, at };
    expect(await port.delivered(sent)).toBe('unknown');
    service.status = 3;
    expect(await port.delivered(sent)).toBe('yes');
    service.status = 2;
    expect(await port.delivered(sent)).toBe('no');
    expect(await port.delivered({ ...sent, to: '+8613812345679' })).toBe('unknown');
  });

  test('a bad number is refused for good, a bad key or template waits for the operator', async () => {
    const service = await kept(aliyunStandIn(aliyun.keyId, aliyun.secret));
    const port = aliyunSms(aliyun, service);
    service.trouble.push('isv.MOBILE_NUMBER_ILLEGAL', 'isv.BUSINESS_LIMIT_CONTROL', 'isv.AMOUNT_NOT_ENOUGH', 'isv.SMS_SIGNATURE_ILLEGAL');
    expect(await failureOf(port.send(chinese))).toEqual(new SmsRefusedError('Alibaba Cloud refused with isv.MOBILE_NUMBER_ILLEGAL'));
    expect(await failureOf(port.send(chinese))).toBeInstanceOf(SmsRefusedError);
    for (const code of ['isv.AMOUNT_NOT_ENOUGH', 'isv.SMS_SIGNATURE_ILLEGAL'])
      expect(await failureOf(port.send(chinese))).toEqual(new Error(`Alibaba Cloud could not be used: 200, ${code}`));
    const wrong = aliyunSms({ ...aliyun, secret: 'another' }, service);
    expect((await failureOf(wrong.send(chinese))).message).toBe('Alibaba Cloud could not be used: 400, SignatureDoesNotMatch');
    const late = aliyunSms(aliyun, { ...service, now: () => Date.now() - 3_600_000 });
    expect((await failureOf(late.send(chinese))).message).toMatch(/InvalidTimeStamp/);
    const without = aliyunSms({ ...aliyun, templates: new Map() }, service);
    expect((await failureOf(without.send(chinese))).message).toBe('no template is registered for the message "code"');
    expect(service.taken).toEqual([]);
  });
});

describe('Twilio', () => {
  test('a text goes out as it is, and its resource tells how it fared', async () => {
    const service = await kept(twilioStandIn(account, 'token'));
    const port = twilioSms(twilio, service);
    const { receipt } = await port.send({ ...message, text: 'Mã: 481516 & 验证码+€' });
    expect(service.taken).toEqual([{ sid: receipt, to: '+447700900123', from: '+447700900999', text: 'Mã: 481516 & 验证码+€' }]);
    const sent = { receipt: receipt ?? '', to: message.to, at: new Date() };
    for (const [status, answer] of Object.entries({ queued: 'unknown', sent: 'unknown', delivered: 'yes', undelivered: 'no', failed: 'no' })) {
      service.status = status;
      expect(await port.delivered(sent), status).toBe(answer);
    }
    expect(await port.delivered({ ...sent, receipt: '../../x' })).toBe('unknown');
    await twilioSms({ ...twilio, from: `MG${'0'.repeat(32)}` }, service).send(message);
    expect(service.taken[1]?.from).toBe(`MG${'0'.repeat(32)}`);
  });

  test('a bad number is refused for good, a wrong password waits for the operator', async () => {
    const service = await kept(twilioStandIn(account, 'token'));
    service.trouble.push({ status: 400, code: 21_610 }, { status: 403, code: 20_005 }, { status: 429, code: 20_429 });
    const port = twilioSms(twilio, service);
    expect(await failureOf(port.send(message))).toEqual(new SmsRefusedError('Twilio refused with 21610'));
    expect(await failureOf(port.send(message))).toEqual(new Error('Twilio could not be used: 403, 20005'));
    expect(await failureOf(port.send(message))).toEqual(new Error('Twilio could not be used: failed'));
    expect((await failureOf(twilioSms({ ...twilio, token: 'wrong' }, service).send(message))).message).toBe('Twilio could not be used: 401, 20003');
    expect(service.taken).toEqual([]);
  });
});

describe('any provider', () => {
  const ports: Readonly<Record<string, (origin: string) => SmsPort>> = {
    aliyun: (origin) => aliyunSms(aliyun, { origin, within: 200 }),
    twilio: (origin) => twilioSms(twilio, { origin, within: 200 }),
  };
  test('one that hangs, breaks, raves, redirects or sends without end is tried again later, and knows nothing of receipts', async () => {
    const faults: Readonly<Record<string, Parameters<typeof standIn>[0]>> = {
      hang: () => undefined,
      broken: (_, response) => answerJson(response, { Code: 'OK', BizId: '1', sid: `SM${'0'.repeat(32)}`, status: 'sent' }, 500),
      garbage: (_, response) => answerJson(response, '<html>'),
      otherShape: (_, response) => answerJson(response, { Code: 1, sid: 'x', status: [] }),
      redirect: (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      huge: (_, response) => answerJson(response, `"${'x'.repeat(500_000)}"`),
    };
    for (const [name, fault] of Object.entries(faults)) {
      const { origin } = await kept(standIn(fault));
      for (const [provider, make] of Object.entries(ports)) {
        const port = make(origin);
        const failure = await failureOf(port.send(chinese));
        expect(failure, `${provider} ${name}`).not.toBeInstanceOf(SmsRefusedError);
        expect(await port.delivered({ receipt: `SM${'0'.repeat(32)}`, to: chinese.to, at: new Date() }), `${provider} ${name}`).toBe('unknown');
      }
    }
  });

  test('what is no message is refused before anybody is asked', async () => {
    const service = await kept(standIn((_, response) => answerJson(response, {})));
    const bad: Partial<SmsMessage>[] = [
      { to: '07700900123' },
      { to: '+44 7700900123' },
      { to: '+447700900123,+447700900124' },
      { text: ' ' },
      { text: 'a\u202eb' },
      { text: 'a'.repeat(671) },
      { id: '../x' },
      { template: 'Code' },
      { values: { code: '1\n2' } },
    ];
    for (const make of Object.values(ports))
      for (const one of bad) expect(await failureOf(make(service.origin).send({ ...message, ...one })), JSON.stringify(one)).toBeInstanceOf(SmsRefusedError);
    expect(service.asked).toEqual([]);
  });

  test('+86 goes to the one provider, every other code to the other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loftling-sms-'));
    try {
      const mainland = createSmsOutbox(join(folder, 'a'));
      const elsewhere = createSmsOutbox(join(folder, 'b'), 2);
      const port = routedSms(mainland, elsewhere);
      for (const [id, to] of Object.entries({ one: '+8613812345678', two: '+85261234567', three: '+447700900123', four: '+81312345678' }))
        await port.send({ ...message, id, to });
      expect((await mainland.list(9)).map(({ id }) => id)).toEqual(['one']);
      expect(await elsewhere.list(9)).toHaveLength(2);
      expect(await port.delivered({ receipt: 'one', to: '+8613812345678', at: new Date() })).toBe('yes');
      expect(await port.delivered({ receipt: 'one', to: '+447700900123', at: new Date() })).toBe('unknown');
      await port.close();
      const settings = { mainland: { kind: 'aliyun', ...aliyun }, elsewhere: { kind: 'outbox' }, dailySegments: 1 } as const;
      const opened = openSms({ dataDir: folder, sms: settings }, ['code', 'note']);
      expect([opened.sendsTo('+8613812345678'), opened.sendsTo('+85261234567'), opened.outbox === undefined]).toEqual([true, false, false]);
      expect(opened.notes).toEqual(['ALIYUN_SMS_TEMPLATES names no template for "note": those messages will not be sent.']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
