/** Text messages, payments, payouts, storage, the scanner, and the other servers that the settings name. */
import { randomBytes } from 'node:crypto';
import type { Config } from '#lib/config.ts';
import { createOutside, jsonOf } from '#lib/ports/outside.ts';
import { wechatPayProvider } from '#lib/ports/payment/wechat-pay.ts';
import { clamd } from '#lib/ports/scanner/clamd.ts';
import { aliyunSms } from '#lib/ports/sms/aliyun-sms.ts';
import type { SmsProvider } from '#lib/ports/sms/open-sms.ts';
import { isE164 } from '#lib/ports/sms/sms-port.ts';
import { twilioSms } from '#lib/ports/sms/twilio-sms.ts';
import { openStorage } from '#lib/ports/storage/open-storage.ts';
import { codeSms } from '#lib/sms/code.sms.ts';
import { failed, notSet, ok, reasonOf, timed } from './finding.ts';
import type { Finding } from './finding.ts';

/** Where services are asked instead; of tests. */
export type Origins = { readonly stripe?: string; readonly twilio?: string; readonly aliyun?: string };

const within = 8_000;
const day = 86_400_000;

/** Sends one message to a phone of the operator's, as a code goes out. */
export async function smsFindings(
  { sms, operatorLocale }: Pick<Config, 'sms' | 'operatorLocale'>,
  phone: string | undefined,
  origins: Origins = {},
): Promise<Finding[]> {
  const set = [sms.mainland, sms.elsewhere].filter(({ kind }) => kind !== 'outbox');
  if (set.length === 0) return [notSet('SMS_PROVIDER: no message reaches a phone, and codes go by mail alone.')];
  const kinds = [...new Set(set.map(({ kind }) => kind))].join(' and ');
  if (phone === undefined) return [notSet(`${kinds}: give --phone NUMBER, and one message is sent to it. Nothing was tried.`)];
  if (!isE164(phone)) return [failed('--phone: give the number with its country code, such as +447700900123.')];
  const provider: SmsProvider = phone.startsWith('+86') ? sms.mainland : sms.elsewhere;
  if (provider.kind === 'outbox') return [failed(`Messages to ${phone.slice(0, 3)}… stay in DATA_DIR/outbox-sms: no provider is set for them.`)];
  const port =
    provider.kind === 'twilio'
      ? twilioSms(provider, origins.twilio === undefined ? {} : { origin: origins.twilio })
      : aliyunSms(provider, origins.aliyun === undefined ? {} : { origin: origins.aliyun });
  try {
    const written = codeSms.write({ code: '000000', minutes: 5 }, operatorLocale);
    const id = `check-live-${randomBytes(6).toString('hex')}`;
    const { took } = await timed(() => port.send({ id, to: phone, template: codeSms.name, locale: operatorLocale, ...written }));
    return [ok(`${provider.kind} took one message with the code 000000 in ${took}. See that the phone got it.`)];
  } catch (error) {
    return [failed(`${provider.kind} sent nothing: ${reasonOf(error)}. See the account’s balance, the sender, and the countries that it may send to.`)];
  } finally {
    await port.close();
  }
}

async function stripeFinding(key: string, origin: string): Promise<Finding> {
  const mode = /_live_/.test(key) ? 'live' : 'test';
  const outside = createOutside({ within });
  const { value: answer, took } = await timed(() =>
    outside.ask(`${origin}/v1/balance_transactions?limit=1`, { headers: { authorization: `Bearer ${key}`, 'stripe-version': '2025-09-30.clover' } }),
  );
  if (!answer.ok) return failed(`Stripe could not be asked: ${answer.why}. See whether this server may reach api.stripe.com.`);
  if (answer.status === 200) return ok(`Stripe takes the ${mode} key: its list of movements was read in ${took}. Nothing was paid.`);
  if (answer.status === 401) return failed('Stripe refuses STRIPE_SECRET_KEY (401): it was rolled, or belongs to another account.');
  if (answer.status === 403)
    return failed('STRIPE_SECRET_KEY may not read movements (403): give the restricted key Checkout Sessions, refunds, disputes and balance.');
  return failed(`Stripe answered ${answer.status}.`);
}

/** Reads from those who take payments; nothing is paid. */
export async function paymentFindings(
  { stripe, wechatPay, transferAccounts, siteUrl }: Pick<Config, 'stripe' | 'wechatPay' | 'transferAccounts' | 'siteUrl'>,
  now: Date,
  origins: Origins = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (stripe) findings.push(await stripeFinding(stripe.key, origins.stripe ?? 'https://api.stripe.com'));
  if (wechatPay) {
    const provider = wechatPayProvider({ ...wechatPay, notifyUrl: `${siteUrl}/_upay/webhook/wechat-pay` });
    // The day before yesterday's list is there at any hour; merchants abroad have none.
    const read = await provider.list?.(new Date(now.getTime() - 3 * day), new Date(now.getTime() - 2 * day));
    if (!provider.list) findings.push(notSet('WeChat Pay: merchants outside the mainland have no list to read. Make a payment of the smallest amount.'));
    else
      findings.push(
        read ? ok(`WeChat Pay gave its signed list of a day: ${read.lines.length} lines.`) : failed('WeChat Pay gave no list that is signed by its keys.'),
      );
  }
  if (transferAccounts.length > 0)
    findings.push(ok(`${transferAccounts.length} accounts for transfers are shown. Nothing tries them: check each number twice.`));
  return findings.length > 0 ? findings : [notSet('STRIPE_SECRET_KEY, WECHAT_PAY_MERCHANT_ID, TRANSFER_ACCOUNTS: nobody can pay here.')];
}

/** Reads from who brings rent to landlords; nothing is sent. */
export async function payoutFindings({ wise }: Pick<Config, 'wise'>): Promise<Finding[]> {
  if (!wise) return [notSet('WISE_TOKEN: rent is brought to landlords by hand.')];
  const { value: answer, took } = await timed(() =>
    createOutside({ within }).ask(`${wise.server}/v1/transfers?profile=${wise.profile}&limit=1&offset=0`, {
      headers: { authorization: `Bearer ${wise.token}` },
    }),
  );
  if (!answer.ok) return [failed(`Wise could not be asked: ${answer.why}.`)];
  if (answer.status !== 200) return [failed(`Wise answered ${answer.status}: see WISE_TOKEN and WISE_PROFILE.`)];
  return [ok(`Wise gave the transfers of profile ${wise.profile} in ${took}. Nothing was sent.`)];
}

/** Writes, reads and removes one file. */
export async function storageFindings(config: Pick<Config, 'dataDir' | 'storage'>): Promise<Finding[]> {
  const storage = openStorage(config);
  const where = config.storage ? `The bucket ${config.storage.bucket}` : 'DATA_DIR/storage';
  const key = `check-live/${randomBytes(8).toString('hex')}.txt`;
  const content = randomBytes(64).toString('hex');
  try {
    const { took } = await timed(async () => {
      await storage.put(key, Buffer.from(content), { type: 'text/plain' });
      const back = await storage.get(key);
      await storage.delete(key);
      if (back?.bytes.toString() !== content) throw new Error('what was read is not what was written');
      if ((await storage.head(key)) !== undefined) throw new Error('the file is still there after it was removed');
    });
    return [ok(`${where} took a file, gave it back and removed it in ${took}.`)];
  } catch (error) {
    await storage.delete(key).catch(() => undefined);
    return [failed(`${where}: ${reasonOf(error)}. The key needs to read, write, delete and list.`)];
  }
}

/** A harmless file that every scanner reports (EICAR), in two parts so that none reports this one. */
const eicar = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-`, 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'];

/** Whether the scanner finds what every scanner knows, and lets a plain text pass. */
export async function scannerFindings({ clamd: at }: Pick<Config, 'clamd'>): Promise<Finding[]> {
  if (!at) return [notSet('CLAMD_ADDRESS: nobody scans documents.')];
  const scanner = clamd(at);
  try {
    const { value, took } = await timed(() => scanner.scan(Buffer.from(eicar.join(''))));
    if (value === 'clean') return [failed('The scanner did not find the EICAR test file: its signatures are missing. Run freshclam.')];
    if ((await scanner.scan(Buffer.from('A plain text.'))) !== 'clean')
      return [failed('The scanner reports a plain text as harmful: no document would be taken.')];
    return [ok(`The scanner found the EICAR test file (${value.found}) in ${took}.`)];
  } catch (error) {
    return [failed(`The scanner at ${at.host}:${at.port} does not answer: ${reasonOf(error)}. Documents are refused meanwhile.`)];
  }
}

/** Each by a question that costs nothing and changes nothing. */
function questions(
  config: Pick<Config, 'tiles' | 'translate' | 'meilisearch' | 'valhallaUrl' | 'assistant'>,
): { readonly setting: string; readonly address: string; readonly key?: string | undefined; readonly isAnswer?: (said: unknown) => boolean }[] {
  const { tiles, translate, meilisearch, valhallaUrl, assistant } = config;
  const bare = (url: string): string => url.replace(/\/+$/, '');
  return [
    ...(tiles
      ? [{ setting: 'TILES_URL', address: tiles.address, isAnswer: (said: unknown) => Array.isArray((said as { tiles?: unknown } | undefined)?.tiles) }]
      : []),
    ...(translate ? [{ setting: 'TRANSLATE_URL', address: `${bare(translate.url)}/languages`, isAnswer: Array.isArray }] : []),
    ...(meilisearch ? [{ setting: 'MEILISEARCH_URL', address: `${meilisearch.url}/indexes?limit=1`, key: meilisearch.key }] : []),
    ...(valhallaUrl ? [{ setting: 'VALHALLA_URL', address: `${bare(valhallaUrl)}/status` }] : []),
    ...(assistant ? [{ setting: 'ASSISTANT_URL', address: `${bare(assistant.base)}/models`, key: assistant.key }] : []),
  ];
}

/** The other servers that the settings name, which pages do without while they are away. */
export async function serviceFindings(config: Pick<Config, 'tiles' | 'translate' | 'meilisearch' | 'valhallaUrl' | 'assistant'>): Promise<Finding[]> {
  const all = questions(config);
  if (all.length === 0) return [notSet('TILES_URL, TRANSLATE_URL, MEILISEARCH_URL, VALHALLA_URL, ASSISTANT_URL: none is set.')];
  return Promise.all(
    all.map(async ({ setting, address, key, isAnswer = () => true }) => {
      const { value: answer, took } = await timed(() =>
        createOutside({ within }).ask(address, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }),
      );
      if (!answer.ok) return failed(`${setting}: no answer (${answer.why}).`);
      if (answer.status !== 200) return failed(`${setting}: answered ${answer.status}.`);
      return isAnswer(jsonOf(answer.bytes)) ? ok(`${setting}: answered in ${took}.`) : failed(`${setting}: answered something else than was asked for.`);
    }),
  );
}
