/**
 * WeChat Pay by its HTTP interface, API v3, without anybody between: a code for the phone's camera on a desk (Native), a page of theirs in a
 * phone's browser (H5), and their own sheet inside WeChat (JSAPI). Merchants of the mainland are asked in CNY at one host, all others at
 * another, whose orders say what trade they are.
 */
import * as z from 'zod/mini';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { createOutside, jsonOf } from '../outside.ts';
import type { OutsideAnswer } from '../outside.ts';
import type { NewPayment, PaymentProvider, ProviderEvent, ProviderLine, RefundAnswer, RefundRefusal, Told, ToldRefund, ToldState } from './payment.ts';
import { billDays, readBill, unpackedBill } from './wechat-bills.ts';
import { authorizationOf, isTheirs, newNonce, openedBy, signedBy } from './wechat-signature.ts';
import type { WechatMerchant } from './wechat-signature.ts';

export type WechatPaySettings = WechatMerchant & {
  /** Bound to the merchant: an official account, for JSAPI. */
  readonly appId: string;
  /** That account's secret; without it a payer inside WeChat is shown the code. */
  readonly appSecret: string | undefined;
  /** The API v3 key: 32 characters. */
  readonly apiKey: string;
  /** Their public keys or certificates in PEM, by the id that they name. */
  readonly theirKeys: ReadonlyMap<string, string>;
  /** What the merchant's contract lets orders be in; CNY alone is a merchant of the mainland. */
  readonly currencies: readonly CurrencyCode[];
  /** Where they tell of payments: a whole address of ours without a query. */
  readonly notifyUrl: string;
};

export type WechatPayHosts = {
  readonly api: string;
  /** Where an account says who has opened a page. */
  readonly accounts: string;
};

const mainland = 'https://api.mch.weixin.qq.com';
const abroad = 'https://apihk.mch.weixin.qq.com';
const opening = 'https://open.weixin.qq.com';
const theirPages = 'https://wx.tenpay.com';
/** Payers wait for this. Milliseconds. */
const within = 7_000;
const most = 262_144;
/** Bytes of a packed list of a day, and how many days are asked for at once. */
const [mostOfBill, billsAtOnce] = [8_388_608, 4] as const;
/** How long one of their pages opens; a little less than they say. */
const pageLasts = 4 * 60_000;
/** Characters of what the payer reads. */
const longestTitle = 40;
/** Letting homes, as their lists of trades have it. */
const trade = '6513';

/** Answers after which nothing is decided: a key that is not good, and theirs that ask to be asked again. */
const isUndecided = (answer: OutsideAnswer): boolean => !answer.ok || answer.status === 401 || answer.status === 409;

const identified = z.string().check(z.minLength(1), z.maxLength(64));
const amount = z.object({ total: z.optional(z.int()), currency: z.optional(z.string()) });
const transaction = z.object({
  out_trade_no: identified,
  trade_state: z.string(),
  mchid: z.optional(z.string()),
  appid: z.optional(z.string()),
  // The one name stands in the mainland, the other abroad.
  transaction_id: z.optional(z.string()),
  id: z.optional(z.string()),
  amount: z.optional(amount),
});
const refundSchema = z.object({ refund_id: z.optional(identified), id: z.optional(identified), status: z.optional(z.string()) });
const refundNews = z.object({
  out_refund_no: identified,
  refund_id: z.optional(identified),
  id: z.optional(identified),
  transaction_id: z.optional(z.string()),
  refund_status: z.optional(z.string()),
  mchid: z.optional(z.string()),
  amount: z.optional(z.object({ refund: z.optional(z.int().check(z.minimum(0))), currency: z.optional(z.string()) })),
});
const refusalSchema = z.object({ code: z.string() });
/** What their codes say of a refund that they did not take; what they do not name waits for a person. */
const refusals: Readonly<Record<string, RefundRefusal>> = {
  NOT_ENOUGH: 'no-balance',
  USER_ACCOUNT_ABNORMAL: 'closed',
  SYSTEM_ERROR: 'unreachable',
  FREQUENCY_LIMITED: 'unreachable',
  FREQUENCY_LIMIT: 'unreachable',
  BIZERR_NEED_RETRY: 'unreachable',
};

/** Their codes of an order that nobody can pay; the mainland and abroad do not spell them alike. */
const closedThere: ReadonlySet<string> = new Set(['ORDER_CLOSED', 'ORDERCLOSED', 'ORDER_NOT_EXIST', 'ORDERNOTEXIST']);

function refusalOf(body: unknown): RefundRefusal {
  const read = refusalSchema.safeParse(body);
  return read.success ? (refusals[read.data.code] ?? 'invalid') : 'unreachable';
}

/** What a message says of a refund, made by us or on pages of theirs. */
function refundToldBy(kind: string, { out_refund_no, refund_id, id, transaction_id, amount: back }: z.infer<typeof refundNews>): ToldRefund {
  return {
    refund: refund_id ?? id ?? out_refund_no,
    reference: out_refund_no,
    chargeRef: transaction_id ?? '',
    amount: { minor: BigInt(back?.refund ?? 0), currency: back?.currency ?? 'CNY' },
    state: kind === 'REFUND.SUCCESS' ? 'sent' : 'failed',
  };
}
const message = z.object({
  id: identified,
  event_type: z.string().check(z.maxLength(60)),
  resource: z.object({ algorithm: z.literal('AEAD_AES_256_GCM'), ciphertext: z.string(), nonce: z.string(), associated_data: z._default(z.string(), '') }),
});
const codeSchema = z.object({ code_url: z.string().check(z.regex(/^weixin:\/\/[\w./?=&%-]{1,300}$/)) });
const pageSchema = z.object({ h5_url: z.string() });
const sheetSchema = z.object({ prepay_id: identified });
const billSchema = z.object({ download_url: z.url(), hash_type: z.literal('SHA1'), hash_value: z.string().check(z.regex(/^[\da-fA-F]{40}$/)) });
/** They say this of a day on which nothing was moved. */
const noBill = z.object({ code: z.literal('NO_STATEMENT_EXIST') });
const accountSchema = z.object({ openid: z.string().check(z.regex(/^[\w-]{10,64}$/)) });

const states: Readonly<Record<string, ToldState>> = {
  SUCCESS: 'succeeded',
  // What went back went by us, and is in our books by itself.
  REFUND: 'succeeded',
  CLOSED: 'expired',
  REVOKED: 'expired',
  PAYERROR: 'failed',
};

function toldBy({ out_trade_no, trade_state, transaction_id, id, amount: paid }: z.infer<typeof transaction>): Told {
  return {
    reference: out_trade_no,
    providerRef: out_trade_no,
    chargeRef: transaction_id ?? id,
    state: states[trade_state] ?? 'pending',
    amount: { minor: BigInt(paid?.total ?? 0), currency: paid?.currency ?? 'CNY' },
  };
}

/** @param hosts for tests, which ask a stand-in. @param now for tests. */
export function wechatPayProvider(settings: WechatPaySettings, hosts?: WechatPayHosts, now: () => Date = () => new Date()): PaymentProvider {
  const { merchantId, appId, appSecret, apiKey, theirKeys, currencies, notifyUrl, privateKey } = settings;
  const isMainland = currencies.every((one) => one === 'CNY');
  const api = hosts?.api ?? (isMainland ? mainland : abroad);
  const paths = isMainland
    ? { orders: '/v3/pay/transactions', page: 'h5', refunds: '/v3/refund/domestic/refunds', refund: '/v3/refund/domestic/refunds' }
    : { orders: '/v3/global/transactions', page: 'mweb', refunds: '/v3/global/refunds', refund: '/v3/global/refunds/out-refund-no' };
  const outside = createOutside({ within, atMost: most });
  const files = createOutside({ within, atMost: mostOfBill });
  // Named in what is asked, it signs the answer; where none is named, a certificate does, even for who has moved on to a public key.
  const answersBy = [...theirKeys.keys()].find((id) => id.startsWith('PUB_KEY_ID_')) ?? [...theirKeys.keys()][0];
  const opensSheet = appSecret !== undefined;

  /** Asks, signed; an answer that is not signed by them is none. */
  async function ask(path: string, json?: unknown): Promise<OutsideAnswer> {
    const method = json === undefined ? 'GET' : 'POST';
    const body = json === undefined ? '' : JSON.stringify(json);
    const authorization = authorizationOf(settings, { method, pathAndQuery: path, body, now: now(), nonce: newNonce() });
    const answer = await outside.ask(`${api}${path}`, {
      method,
      json,
      headers: { authorization, ...(answersBy === undefined ? {} : { 'wechatpay-serial': answersBy }) },
    });
    if (!answer.ok || answer.status === 401) return answer;
    return isTheirs(answer.headers, answer.bytes, theirKeys, now()) ? answer : { ok: false, why: 'failed' };
  }

  const succeeded = (answer: OutsideAnswer): Extract<OutsideAnswer, { readonly ok: true }> | undefined =>
    answer.ok && answer.status >= 200 && answer.status < 300 ? answer : undefined;

  function orderOf({ reference, amount: asked, title, expiresAt }: Pick<NewPayment, 'reference' | 'amount' | 'title' | 'expiresAt'>, type: string) {
    return {
      appid: appId,
      mchid: merchantId,
      out_trade_no: reference,
      description: [...title].slice(0, longestTitle).join(''),
      notify_url: notifyUrl,
      time_expire: `${expiresAt.toISOString().slice(0, 19)}+00:00`,
      amount: { total: Number(asked.minor), currency: asked.currency },
      ...(isMainland ? {} : { trade_type: type, merchant_category_code: trade }),
    };
  }

  /** How far a refund is, as they say it; abroad, the answer to a new one does not say. */
  function refundIn({ bytes }: Extract<OutsideAnswer, { readonly ok: true }>): RefundAnswer {
    const read = refundSchema.safeParse(jsonOf(bytes));
    const name = read.success ? (read.data.refund_id ?? read.data.id) : undefined;
    if (!read.success || name === undefined) return { ok: false, why: 'unreachable' };
    const { status } = read.data;
    if (status === 'CLOSED' || status === 'ABNORMAL') return { ok: false, why: 'closed' };
    return status === 'SUCCESS' ? { ok: true, providerRef: name } : { ok: false, why: 'unreachable' };
  }

  const order = (reference: string): Promise<OutsideAnswer> => ask(`${paths.orders}/out-trade-no/${encodeURIComponent(reference)}?mchid=${merchantId}`);

  async function orderNamed(reference: string): Promise<z.infer<typeof transaction> | undefined> {
    const answer = succeeded(await order(reference));
    const read = answer && transaction.safeParse(jsonOf(answer.bytes));
    return read?.success && read.data.out_trade_no === reference ? read.data : undefined;
  }

  /** What they moved on a day of Beijing; undefined where it cannot be had. */
  async function bill(date: string): Promise<readonly ProviderLine[] | undefined> {
    const answer = await ask(`/v3/bill/tradebill?${new URLSearchParams({ bill_date: date, bill_type: 'ALL', tar_type: 'GZIP' })}`);
    if (!answer.ok) return undefined;
    const told = jsonOf(answer.bytes);
    if (answer.status === 400 && noBill.safeParse(told).success) return [];
    const read = succeeded(answer) && billSchema.safeParse(told);
    const url = read?.success ? URL.parse(read.data.download_url) : null;
    // The merchant's signature goes to nobody else.
    if (!read?.success || url?.origin !== new URL(api).origin) return undefined;
    const path = `${url.pathname}${url.search}`;
    const authorization = authorizationOf(settings, { method: 'GET', pathAndQuery: path, body: '', now: now(), nonce: newNonce() });
    const file = succeeded(await files.ask(url.href, { headers: { authorization } }));
    // The file itself is not signed; its digest is.
    const text = file && unpackedBill(file.bytes, read.data.hash_value);
    return text === undefined ? undefined : readBill(text);
  }

  return {
    name: 'wechat-pay',
    // They have no place to try it.
    isLive: true,
    leadsTo: [theirPages, opening],
    methods: (currency) => (currencies.includes(currency) ? ['wechat-pay'] : []),

    goesOn({ address, createdAt }, { device }, at) {
      // Nobody knows whether they have it: it is asked for under the same name.
      if (address === undefined) return true;
      if (address.startsWith('weixin:')) return device === 'desktop' || (device === 'wechat' && !opensSheet);
      if (address.startsWith(opening)) return device === 'wechat';
      return device === 'phone' && at.getTime() - createdAt.getTime() < pageLasts;
    },

    async create(payment) {
      const { reference, payer, backTo } = payment;
      const isSheet = payer.device === 'wechat' && opensSheet;
      if (isSheet) {
        // Whose account it is they say to the page that the payer comes back to; the order is made then.
        const query = new URLSearchParams({ appid: appId, redirect_uri: backTo.done, response_type: 'code', scope: 'snsapi_base', state: reference });
        return { ok: true, providerRef: reference, address: `${opening}/connect/oauth2/authorize?${query}#wechat_redirect` };
      }
      const isPage = payer.device === 'phone';
      const scene = isPage ? { scene_info: { payer_client_ip: payer.address, h5_info: { type: 'Wap' } } } : {};
      const answer = await ask(`${paths.orders}/${isPage ? paths.page : 'native'}`, { ...orderOf(payment, isPage ? 'MWEB' : 'NATIVE'), ...scene });
      if (isUndecided(answer)) return { ok: false, why: 'unreachable' };
      const said = succeeded(answer);
      const read = said && jsonOf(said.bytes);
      if (!isPage) {
        const code = codeSchema.safeParse(read);
        return code.success ? { ok: true, providerRef: reference, address: code.data.code_url } : { ok: false, why: 'refused' };
      }
      const page = pageSchema.safeParse(read);
      const url = page.success ? URL.parse(page.data.h5_url) : null;
      // Payers are led to nobody else.
      if (url?.origin !== theirPages) return { ok: false, why: 'refused' };
      url.searchParams.set('redirect_url', backTo.done);
      return { ok: true, providerRef: reference, address: url.href };
    },

    async sheet(payment, code) {
      if (appSecret === undefined || !/^[\w-]{8,512}$/.test(code)) return undefined;
      const query = new URLSearchParams({ appid: appId, secret: appSecret, code, grant_type: 'authorization_code' });
      const told = await outside.ask(`${hosts?.accounts ?? 'https://api.weixin.qq.com'}/sns/oauth2/access_token?${query}`);
      const account = told.ok ? accountSchema.safeParse(jsonOf(told.bytes)) : undefined;
      if (!account?.success) return undefined;
      const answer = succeeded(await ask(`${paths.orders}/jsapi`, { ...orderOf(payment, 'JSAPI'), payer: { openid: account.data.openid } }));
      const prepaid = answer && sheetSchema.safeParse(jsonOf(answer.bytes));
      if (!prepaid?.success) return undefined;
      const [timeStamp, nonceStr] = [String(Math.floor(now().getTime() / 1_000)), newNonce()];
      const wanted = `prepay_id=${prepaid.data.prepay_id}`;
      return { appId, timeStamp, nonceStr, package: wanted, signType: 'RSA', paySign: signedBy(privateKey, appId, timeStamp, nonceStr, wanted) };
    },

    async query({ reference }) {
      const found = await orderNamed(reference);
      return found && toldBy(found);
    },

    async refund({ reference, payment, amount: back }) {
      // It counts as sent once they have brought it there: until then it is looked at again, so that none that fails is missed.
      const before = await ask(`${paths.refund}/${encodeURIComponent(reference)}${isMainland ? '' : `?mchid=${merchantId}`}`);
      if (isUndecided(before)) return { ok: false, why: 'unreachable' };
      const sent = succeeded(before);
      if (sent) return refundIn(sent);
      const paid = await orderNamed(payment.reference);
      if (!paid) return { ok: false, why: 'unreachable' };
      const total = paid.amount?.total;
      if (total === undefined) return { ok: false, why: 'invalid' };
      // Asked again under the same name, it is sent back once, however long ago that was.
      const answer = await ask(paths.refunds, {
        ...(isMainland ? {} : { appid: appId, mchid: merchantId }),
        out_trade_no: payment.reference,
        out_refund_no: reference,
        notify_url: notifyUrl,
        amount: { refund: Number(back.minor), total, currency: back.currency },
      });
      if (isUndecided(answer)) return { ok: false, why: 'unreachable' };
      const said = succeeded(answer);
      return said ? refundIn(said) : { ok: false, why: answer.ok ? refusalOf(jsonOf(answer.bytes)) : 'unreachable' };
    },

    async close({ reference }) {
      const answer = await ask(`${paths.orders}/out-trade-no/${encodeURIComponent(reference)}/close`, { mchid: merchantId });
      if (succeeded(answer)) return true;
      // One that is over there by itself, or that they never had, as where the payer's sheet never opened, cannot be paid either.
      const read = answer.ok ? refusalSchema.safeParse(jsonOf(answer.bytes)) : undefined;
      return read?.success === true && closedThere.has(read.data.code);
    },

    verifyWebhook(headers, body, at): ProviderEvent | undefined {
      if (!isTheirs(headers, body, theirKeys, at)) return undefined;
      const read = message.safeParse(jsonOf(body));
      if (!read.success) return undefined;
      const { id, event_type: kind, resource } = read.data;
      const text = openedBy(apiKey, resource);
      if (text === undefined) return undefined;
      const nothing: ProviderEvent = { id, kind, about: 'nothing' };
      const said = jsonOf(Buffer.from(text));
      if (kind.startsWith('TRANSACTION.')) {
        const told = transaction.safeParse(said);
        // Of another merchant or account: it is not for us to book.
        return told.success && told.data.mchid === merchantId && told.data.appid === appId ? { id, kind, about: 'payment', told: toldBy(told.data) } : nothing;
      }
      if (kind === 'REFUND.SUCCESS' || kind === 'REFUND.ABNORMAL' || kind === 'REFUND.CLOSED') {
        const told = refundNews.safeParse(said);
        return told.success && told.data.mchid === merchantId ? { id, kind, about: 'refund', told: refundToldBy(kind, told.data) } : nothing;
      }
      return nothing;
    },

    // The list of merchants abroad has columns that they do not describe for certain.
    ...(isMainland
      ? {
          async list(from: Date, to: Date) {
            const { days, until } = billDays(from, to, now());
            const lines: ProviderLine[] = [];
            for (let first = 0; first < days.length; first += billsAtOnce) {
              const read = await Promise.all(days.slice(first, first + billsAtOnce).map(bill));
              for (const one of read) {
                if (!one) return undefined;
                lines.push(...one);
              }
            }
            return { lines: lines.filter(({ at }) => at >= from && at < to), isWhole: true, ...(until < to ? { until } : {}) };
          },
        }
      : {}),
    // Their payers complain to them, and no money moves by it.
    disputes: async () => [],
  };
}
