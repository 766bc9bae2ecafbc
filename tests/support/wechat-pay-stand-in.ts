/**
 * WeChat Pay's API v3 as far as it is used here, on loopback: orders of three kinds, their query, refunds, and who has opened a page. It
 * believes only what the merchant's key has signed, signs what it answers and tells, and encrypts what its messages are about; written from
 * their documentation.
 */
import { createCipheriv, createHash, createPublicKey, createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { answerJson, standIn } from './stand-in.ts';
import type { Asked, StandIn } from './stand-in.ts';
import type { WechatPaySettings } from '#lib/ports/payment/wechat-pay.ts';

type Row = Record<string, unknown>;
export type WechatNews = { readonly id: string; readonly event_type: string; readonly about: Row };
export type WechatMessage = { readonly headers: Headers; readonly body: Buffer };
type Change = {
  readonly at?: Date;
  readonly serial?: string;
  readonly apiKey?: string;
  /** Signed by somebody else. */
  readonly isForged?: boolean;
};

export type WechatPayStandIn = StandIn & {
  readonly settings: WechatPaySettings;
  readonly hosts: { readonly api: string; readonly accounts: string };
  readonly orders: ReadonlyMap<string, Row>;
  readonly refunds: ReadonlyMap<string, Row>;
  /** Somebody has paid. */
  pay(reference: string, change?: { readonly total?: number; readonly currency?: string; readonly mchid?: string }): WechatNews;
  lapse(reference: string): WechatNews;
  /** It got there. */
  bring(reference: string): void;
  failRefund(reference: string, how?: 'ABNORMAL' | 'CLOSED'): WechatNews;
  /** It got there, and they tell of it. */
  sendRefund(reference: string): WechatNews;
  /** Somebody sends so much back on pages of theirs, under a number of that page's. */
  refundThere(order: string, sum: number): WechatNews;
  /** What the file of a day of Beijing is given out as, in place of what it holds; `elsewhere`: it lies at another host. */
  forge(change: { readonly text?: (text: string) => string; readonly hash?: string; readonly elsewhere?: string } | undefined): void;
  message(news: WechatNews, change?: Change): WechatMessage;
  /** Answers the next request so, once it was done (`late`) or without doing it; `unsigned`: as asked, without their signature. */
  fault(how: number | 'unsigned', when?: 'instead' | 'late'): void;
};

const pair = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
/** Made once: it takes a while. */
const [ours, theirs, strangers] = [pair(), pair(), pair()];
let ids = 0;

/** @param now whose clock it goes by. */
export async function openWechatPay(now: () => Date, currencies: WechatPaySettings['currencies'] = ['GBP']): Promise<WechatPayStandIn> {
  const [merchantId, appId, serial, theirId, apiKey] = [
    '1900000109',
    'wx8888888888888888',
    '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
    'PUB_KEY_ID_0119000001092026',
    'k'.repeat(32),
  ];
  const isMainland = currencies.every((one) => one === 'CNY');
  const prefix = isMainland ? '/v3/pay/transactions' : '/v3/global/transactions';
  const orders = new Map<string, Row>();
  const refunds = new Map<string, Row>();
  let forged: Parameters<WechatPayStandIn['forge']>[0];
  const faults: { readonly how: number | 'unsigned'; readonly when: 'instead' | 'late' }[] = [];
  const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1_000));
  const refusal = (status: number, code: string): [number, Row] => [status, { code, message: code }];

  function signed(body: string, { at = now(), serial: named = theirId, isForged = false }: Change = {}): Record<string, string> {
    const [timestamp, nonce] = [seconds(at), randomBytes(16).toString('hex')];
    const signature = createSign('RSA-SHA256')
      .update(`${timestamp}\n${nonce}\n${body}\n`)
      .sign(isForged ? strangers.privateKey : theirs.privateKey, 'base64');
    return { 'wechatpay-timestamp': timestamp, 'wechatpay-nonce': nonce, 'wechatpay-signature': signature, 'wechatpay-serial': named };
  }

  /** Whether the request is signed by the merchant's key, over what it asks. */
  function isOurs({ method, url, headers, body }: Asked): boolean {
    const header = headers.authorization ?? '';
    const said = new Map([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value] as const));
    const [timestamp = '', nonce = '', signature = ''] = ['timestamp', 'nonce_str', 'signature'].map((name) => said.get(name) ?? '');
    if (!header.startsWith('WECHATPAY2-SHA256-RSA2048 ') || said.get('mchid') !== merchantId || said.get('serial_no') !== serial) return false;
    if (Math.abs(now().getTime() / 1_000 - Number(timestamp)) > 300) return false;
    const text = `${method}\n${url}\n${timestamp}\n${nonce}\n${body}\n`;
    return createVerify('RSA-SHA256').update(text).verify(createPublicKey(ours.publicKey), Buffer.from(signature, 'base64'));
  }

  function create(kind: string, asked: Row): [number, Row] {
    const reference = String(asked['out_trade_no'] ?? '');
    const amount = asked['amount'] as { readonly total?: unknown; readonly currency?: unknown } | undefined;
    const trade = ({ native: 'NATIVE', h5: 'MWEB', mweb: 'MWEB', jsapi: 'JSAPI' } as const)[kind];
    if (!trade || (kind === 'h5') !== (isMainland && trade === 'MWEB')) return refusal(404, 'NOT_FOUND');
    if (asked['appid'] !== appId || asked['mchid'] !== merchantId) return refusal(400, 'APPID_MCHID_NOT_MATCH');
    if (!/^[\w*-]{6,32}$/.test(reference) || !String(asked['notify_url']).startsWith('https://') || String(asked['notify_url']).includes('?'))
      return refusal(400, 'PARAM_ERROR');
    if (!Number.isInteger(amount?.total) || Number(amount?.total) <= 0 || !currencies.some((one) => one === amount?.currency))
      return refusal(400, 'PARAM_ERROR');
    if (Buffer.byteLength(String(asked['description'] ?? '')) > 127 || asked['description'] === '') return refusal(400, 'PARAM_ERROR');
    if (!(Date.parse(String(asked['time_expire'])) > now().getTime() + 60_000)) return refusal(400, 'PARAM_ERROR');
    if (!isMainland && (asked['trade_type'] !== trade || asked['merchant_category_code'] === undefined)) return refusal(400, 'PARAM_ERROR');
    const scene = asked['scene_info'] as { readonly payer_client_ip?: string } | undefined;
    if (trade === 'MWEB' && !scene?.payer_client_ip) return refusal(400, 'PARAM_ERROR');
    if (trade === 'JSAPI' && !(asked['payer'] as { readonly openid?: string } | undefined)?.openid) return refusal(400, 'PARAM_ERROR');
    const known = orders.get(reference);
    if (known && (known['trade_type'] !== trade || JSON.stringify(known['amount']) !== JSON.stringify(amount))) return refusal(403, 'OUT_TRADE_NO_USED');
    if (known?.['trade_state'] === 'SUCCESS') return refusal(400, 'ORDERPAID');
    orders.set(reference, { appid: appId, mchid: merchantId, out_trade_no: reference, trade_type: trade, trade_state: 'NOTPAY', amount });
    ids += 1;
    if (trade === 'NATIVE') return [200, { code_url: `weixin://wxpay/bizpayurl?pr=${reference}` }];
    if (trade === 'MWEB') return [200, { h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx${ids}&package=${ids}` }];
    return [200, { prepay_id: `wx${String(ids).padStart(10, '0')}` }];
  }

  function giveBack(asked: Row): [number, Row] {
    const name = String(asked['out_refund_no'] ?? '');
    const of = orders.get(String(asked['out_trade_no']));
    const { refund, total, currency } = asked['amount'] as { readonly refund: number; readonly total: number; readonly currency: string };
    const paid = of?.['amount'] as { readonly total: number; readonly currency: string } | undefined;
    if (!of || of['trade_state'] === 'NOTPAY' || !paid) return refusal(404, 'RESOURCE_NOT_EXISTS');
    if (total !== paid.total || currency !== paid.currency) return refusal(400, 'PARAM_ERROR');
    const known = refunds.get(name);
    if (known) return known['sum'] === refund ? [200, known] : refusal(400, 'PARAM_ERROR');
    const gone = [...refunds.values()].filter((one) => one['out_trade_no'] === of['out_trade_no']).reduce((sum, one) => sum + Number(one['sum']), 0);
    if (gone + refund > paid.total) return refusal(403, 'NOT_ENOUGH');
    const made = {
      [isMainland ? 'refund_id' : 'id']: `5030${(ids += 1)}`,
      out_refund_no: name,
      out_trade_no: of['out_trade_no'],
      status: 'PROCESSING',
      sum: refund,
      made_at: now(),
    };
    refunds.set(name, made);
    of['trade_state'] = 'REFUND';
    // Abroad the answer does not say how far it is.
    const { status, ...unsaid } = made;
    return [200, isMainland ? { ...unsaid, status } : unsaid];
  }

  function close(reference: string, asked: Row): [number, Row | undefined] {
    const found = orders.get(reference);
    if (asked['mchid'] !== merchantId) return refusal(400, 'PARAM_ERROR');
    if (!found) return refusal(404, 'ORDER_NOT_EXIST');
    if (found['trade_state'] === 'CLOSED') return refusal(400, 'ORDER_CLOSED');
    if (found['trade_state'] !== 'NOTPAY') return refusal(400, 'ORDERPAID');
    found['trade_state'] = 'CLOSED';
    return [204, undefined];
  }

  /** A moment as clocks in Beijing show it. */
  const beijing = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const yuan = (fen: number, digits = 2): string => (fen / 100).toFixed(digits);
  const heads =
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
  /** Their fee is 0.6 %, and goes back with a refund. */
  const feeOf = (fen: number): string => yuan(fen * 0.006, 5);

  /** The file of a day of Beijing; undefined where nothing was moved. */
  function billOf(date: string): string | undefined {
    const rows: string[][] = [];
    for (const order of orders.values()) {
      const at = order['success_at'] as Date | undefined;
      const amount = order['amount'] as { readonly total: number; readonly currency: string };
      if (!at || !beijing(at).startsWith(date)) continue;
      const { total } = amount;
      rows.push([
        beijing(at),
        appId,
        merchantId,
        '0',
        '',
        String(order['transaction_id']),
        String(order['out_trade_no']),
        'oUpF8u',
        'NATIVE',
        'SUCCESS',
        'OTHERS',
        amount.currency,
        yuan(total),
        '0.00',
        '0',
        '0',
        '0.00',
        '0.00',
        '',
        '',
        'A home, 2 beds',
        '',
        feeOf(total),
        '0.60%',
        yuan(total),
        '0.00',
        '',
      ]);
    }
    for (const refund of refunds.values()) {
      const at = refund['made_at'] as Date;
      if (!beijing(at).startsWith(date)) continue;
      const sum = Number(refund['sum']);
      const of = orders.get(String(refund['out_trade_no'])) ?? {};
      rows.push([
        beijing(at),
        appId,
        merchantId,
        '0',
        '',
        String(of['transaction_id']),
        String(refund['out_trade_no']),
        'oUpF8u',
        'NATIVE',
        'REFUND',
        'OTHERS',
        'CNY',
        '0.00',
        '0.00',
        String(refund['refund_id']),
        String(refund['out_refund_no']),
        yuan(sum),
        '0.00',
        'ORIGINAL',
        String(refund['status']),
        'A home, 2 beds',
        '',
        feeOf(-sum),
        '0.60%',
        '0.00',
        yuan(sum),
        '',
      ]);
    }
    if (rows.length === 0) return undefined;
    const line = (cells: readonly string[]): string => cells.map((cell) => `\`${cell}`).join(',');
    const sums = [String(rows.length), '0.00', '0.00', '0.00', '0.00000', '0.00', '0.00'];
    return [
      '\uFEFF' + line(heads.split(',')),
      ...rows.map(line),
      line('总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'.split(',')),
      line(sums),
      '',
    ].join('\r\n');
  }

  /** Where the file of a day is and what its digest is; it is made from ten o'clock of the next morning there. */
  function tellBill(date: string): [number, Row] {
    if (!(now().getTime() >= Date.parse(`${date}T00:00:00+08:00`) + 34 * 3_600_000)) return refusal(400, 'STATEMENT_CREATING');
    const text = billOf(date);
    if (text === undefined) return refusal(400, 'NO_STATEMENT_EXIST');
    const hash = forged?.hash ?? createHash('sha1').update(text).digest('hex');
    return [200, { hash_type: 'SHA1', hash_value: hash, download_url: `${forged?.elsewhere ?? at.origin}/v3/billdownload/file?token=${date}` }];
  }

  function answerTo(asked: Asked): [number, Row | undefined] {
    const { pathname, searchParams } = new URL(asked.url, 'http://wechat.test');
    if (!isOurs(asked)) return refusal(401, 'SIGN_ERROR');
    const body = asked.method === 'POST' ? (JSON.parse(asked.body) as Row) : {};
    if (isMainland && pathname === '/v3/bill/tradebill') {
      const isAsked = searchParams.get('tar_type') === 'GZIP' && searchParams.get('bill_type') === 'ALL';
      return isAsked ? tellBill(searchParams.get('bill_date') ?? '') : refusal(400, 'PARAM_ERROR');
    }
    if (pathname === (isMainland ? '/v3/refund/domestic/refunds' : '/v3/global/refunds')) return giveBack(body);
    const refund = (isMainland ? /^\/v3\/refund\/domestic\/refunds\/([\w-]+)$/ : /^\/v3\/global\/refunds\/out-refund-no\/([\w-]+)$/).exec(pathname)?.[1];
    if (refund !== undefined) {
      const found = refunds.get(refund);
      return found && (isMainland || searchParams.get('mchid') === merchantId) ? [200, found] : refusal(404, 'RESOURCE_NOT_EXISTS');
    }
    const kind = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length + 1) : '';
    const closing = /^out-trade-no\/([\w*-]+)\/close$/.exec(kind)?.[1];
    if (closing !== undefined) return close(closing, body);
    const named = /^out-trade-no\/([\w*-]+)$/.exec(kind)?.[1];
    if (named === undefined) return create(kind, body);
    const found = orders.get(named);
    return found && searchParams.get('mchid') === merchantId ? [200, found] : refusal(404, 'ORDER_NOT_EXIST');
  }

  const at = await standIn((asked, response) => {
    const { pathname, searchParams } = new URL(asked.url, 'http://wechat.test');
    if (pathname === '/sns/oauth2/access_token') {
      const isGood = searchParams.get('secret') === 's'.repeat(32) && searchParams.get('appid') === appId && searchParams.get('code') === 'code-of-lan';
      return answerJson(response, isGood ? { access_token: 'x', openid: 'oUpF8uMuAJO_M2pxb1Q9' } : { errcode: 40_029, errmsg: 'invalid code' });
    }
    if (pathname === '/v3/billdownload/file') {
      if (!isOurs(asked)) return answerJson(response, { code: 'SIGN_ERROR' }, 401);
      const text = billOf(searchParams.get('token') ?? '') ?? '';
      response.writeHead(200, { 'content-type': 'application/x-gzip' });
      return response.end(gzipSync(forged?.text?.(text) ?? text));
    }
    const fault = faults.shift();
    const [status, body] = fault?.when === 'instead' && fault.how !== 'unsigned' ? [fault.how, { code: 'SYSTEM_ERROR' }] : answerTo(asked);
    // An answer without content is signed all the same.
    const text = body === undefined ? '' : JSON.stringify(body);
    const said = fault?.when === 'late' && fault.how !== 'unsigned' ? fault.how : status;
    // Their public key signs for who names it; for all others a certificate does.
    const by = asked.headers['wechatpay-serial'] === theirId ? theirId : 'A00000000000000000000000000000000000000B';
    return answerJson(response, text, said, fault?.how === 'unsigned' ? {} : signed(text, { serial: by }));
  });

  const news = (event_type: string, about: Row): WechatNews => ({ id: `EV-${(ids += 1)}`, event_type, about });
  /** What they tell of a refund: the mainland names no currency there, abroad the names of both sides' numbers are shorter. */
  function refundNews(reference: string, status: string): WechatNews {
    const refund = refunds.get(reference);
    const order = orders.get(String(refund?.['out_trade_no'])) ?? {};
    const { total, currency } = order['amount'] as { readonly total: number; readonly currency: string };
    const about = {
      mchid: merchantId,
      out_trade_no: refund?.['out_trade_no'],
      transaction_id: order['transaction_id'] ?? order['id'],
      out_refund_no: reference,
      refund_id: refund?.['refund_id'] ?? refund?.['id'],
      refund_status: status,
      amount: { total, refund: Number(refund?.['sum']), ...(isMainland ? {} : { currency }) },
    };
    return news(`REFUND.${status}`, about);
  }
  function bring(reference: string): void {
    const refund = refunds.get(reference);
    if (!refund) throw new Error(`there is no refund ${reference}`);
    refund['status'] = 'SUCCESS';
  }
  function sendRefund(reference: string): WechatNews {
    bring(reference);
    return refundNews(reference, 'SUCCESS');
  }
  return {
    ...at,
    settings: {
      merchantId,
      serial,
      privateKey: ours.privateKey,
      appId,
      appSecret: 's'.repeat(32),
      apiKey,
      theirKeys: new Map([[theirId, theirs.publicKey]]),
      currencies,
      notifyUrl: 'https://site.example/_upay/webhook/wechat-pay',
    },
    hosts: { api: at.origin, accounts: at.origin },
    orders,
    refunds,
    pay(reference, { total, currency, mchid = merchantId } = {}) {
      const order = orders.get(reference);
      if (!order) throw new Error(`there is no order ${reference}`);
      const amount = order['amount'] as { readonly total: number; readonly currency: string };
      order['trade_state'] = 'SUCCESS';
      order['success_at'] = now();
      order[isMainland ? 'transaction_id' : 'id'] = `4200${(ids += 1)}`;
      order['amount'] = { ...amount, total: total ?? amount.total, currency: currency ?? amount.currency };
      return news('TRANSACTION.SUCCESS', { ...order, mchid });
    },
    lapse(reference) {
      const order = orders.get(reference) ?? {};
      order['trade_state'] = 'CLOSED';
      return news('TRANSACTION.CLOSED', order);
    },
    bring,
    failRefund(reference, how = 'ABNORMAL') {
      const refund = refunds.get(reference) ?? {};
      refund['status'] = how;
      return refundNews(reference, how);
    },
    sendRefund,
    refundThere(order, sum) {
      const of = orders.get(order)?.['amount'] as { readonly total: number; readonly currency: string } | undefined;
      const reference = `T${(ids += 1)}`;
      const [status] = giveBack({ out_refund_no: reference, out_trade_no: order, amount: { refund: sum, total: of?.total, currency: of?.currency } });
      if (status !== 200) throw new Error(`${order} has no ${sum} to send back`);
      return sendRefund(reference);
    },
    forge: (change) => void (forged = change),
    message({ id, event_type, about }, change = {}) {
      const nonce = randomBytes(6).toString('hex');
      const cipher = createCipheriv('aes-256-gcm', change.apiKey ?? apiKey, nonce);
      cipher.setAAD(Buffer.from('transaction'));
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(about)), cipher.final(), cipher.getAuthTag()]).toString('base64');
      const resource = { original_type: 'transaction', algorithm: 'AEAD_AES_256_GCM', ciphertext, associated_data: 'transaction', nonce };
      const body = JSON.stringify({ id, create_time: now().toISOString(), resource_type: 'encrypt-resource', event_type, resource });
      return { headers: new Headers(signed(body, change)), body: Buffer.from(body) };
    },
    fault: (how, when = 'instead') => void faults.push({ how, when }),
  };
}
