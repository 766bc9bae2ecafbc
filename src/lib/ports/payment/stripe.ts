/**
 * Stripe by its HTTP interface: Checkout Sessions, on pages of theirs, so that no card number comes near us. Plain requests rather
 * than their library: four calls and one signature, bounded in time and size as everything that is asked outside.
 */
import type * as z from 'zod/mini';
import { currencies } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import { createOutside, jsonOf } from '../outside.ts';
import type { OutsideAnswer } from '../outside.ts';
import type { PaymentProvider, ToldDispute, ToldRefund } from './payment.ts';
import { stripeLeast, stripeMost } from './stripe-limits.ts';
import { isSigned } from './signed-message.ts';
import {
  balanceSchema,
  disputeBy,
  disputeSchema,
  eventIn,
  isRefused,
  lineOf,
  listSchema,
  moveOf,
  refundBy,
  refundSchema,
  refusalOf,
  sessionSchema,
  toldBy,
} from './stripe-shapes.ts';

export type StripeSettings = {
  readonly key: string;
  /** Newest first; two while one is changed. */
  readonly webhookSecrets: readonly string[];
};

/** The version whose shapes are read here; theirs change with it and not before. */
const version = '2025-09-30.clover';
const endpoint = 'https://api.stripe.com';
/** A payer waits for this. Milliseconds. */
const within = 7_000;
const most = 262_144;
/** Lists hold a hundred objects, each with what it is about. */
const mostOfList = 4_194_304;
/** Pages of a hundred that are read for one list. */
const mostPages = 20;

const typeOf = { card: 'card', alipay: 'alipay', 'wechat-pay': 'wechat_pay' } as const;
type Here = keyof typeof typeOf;
/** Where the two take money in besides their own; Stripe settles them in the account's own currency. */
const ofWallets: readonly CurrencyCode[] = ['CNY', 'AUD', 'CAD', 'EUR', 'GBP', 'HKD', 'JPY', 'MYR', 'NZD', 'SGD', 'USD'];
/** Their words for our languages. */
const languages: Readonly<Record<Locale, string>> = { 'en-us': 'en', 'vi-vn': 'vi', 'zh-cn': 'zh', 'zh-hk': 'zh-HK', 'zh-tw': 'zh-TW' };

/**
 * Of currencies with three decimals they move tens of the smallest unit alone. Nothing is rounded for that, as the payer would owe another
 * sum than was asked: what ends in another digit goes another way. Where the amount is not known, it may end in any.
 */
const isMoved = (currency: CurrencyCode, minor: bigint | undefined): boolean =>
  currencies[currency].exponent < 3 || (minor !== undefined && minor % 10n === 0n);

/** Whether they take so much by one payment. What they do not is offered by others. */
const isTaken = (currency: CurrencyCode, minor: bigint | undefined): boolean =>
  isMoved(currency, minor) && (minor === undefined || (minor >= stripeLeast(currency) && minor <= stripeMost(currency)));

type Answered = Extract<OutsideAnswer, { readonly ok: true }>;
const succeeded = (answer: OutsideAnswer): answer is Answered => answer.ok && answer.status === 200;
/**
 * Whether nothing was decided about what was asked: a key that is not good (401, 403), and the same asked at the same time (409), say
 * nothing of the payment. To take them for a no would have staff send by bank what they send too.
 */
const isUndecided = (answer: OutsideAnswer): boolean => !answer.ok || [401, 403, 409].includes(answer.status);

/** @param base for tests, which ask a stand-in. */
export function stripeProvider({ key, webhookSecrets }: StripeSettings, base = endpoint): PaymentProvider {
  const outside = createOutside({ within, atMost: most });
  const lists = createOutside({ within, atMost: mostOfList });
  const headers = { authorization: `Bearer ${key}`, 'stripe-version': version };

  async function get<T extends z.ZodMiniType>(path: string, schema: T, from = outside): Promise<z.output<T> | undefined> {
    const answer = await from.ask(`${base}${path}`, { headers });
    const read = succeeded(answer) ? schema.safeParse(jsonOf(answer.bytes)) : undefined;
    return read?.success ? read.data : undefined;
  }

  /** A list, page after page, as far as it is read; undefined where a page is missing. */
  async function all<T extends z.ZodMiniType<{ readonly id: string }>>(
    path: string,
    item: T,
  ): Promise<{ readonly items: readonly z.output<T>[]; readonly isWhole: boolean } | undefined> {
    const items: z.output<T>[] = [];
    for (let page = 0; page < mostPages; page++) {
      const last = items.at(-1);
      const read = await get(`${path}&limit=100${last ? `&starting_after=${encodeURIComponent(last.id)}` : ''}`, listSchema, lists);
      if (!read) return undefined;
      for (const one of read.data) {
        const parsed = item.safeParse(one);
        if (!parsed.success) return undefined;
        items.push(parsed.data);
      }
      if (!read.has_more || read.data.length === 0) return { items, isWhole: true };
    }
    return { items, isWhole: false };
  }

  const spanOf = (from: Date, to: Date): string => `created[gte]=${Math.floor(from.getTime() / 1_000)}&created[lt]=${Math.floor(to.getTime() / 1_000)}`;

  return {
    name: 'stripe',
    isLive: /^(?:sk|rk)_live_/.test(key),
    leadsTo: ['https://checkout.stripe.com'],
    methods: (currency, minor) =>
      (!isTaken(currency, minor) ? [] : ofWallets.includes(currency) ? ['card', 'alipay', 'wechat-pay'] : ['card']) satisfies readonly PaymentMethod[],

    async create({ reference, method, amount, title, backTo, locale, expiresAt }) {
      if (!Object.hasOwn(typeOf, method) || !isTaken(amount.currency, amount.minor)) return { ok: false, why: 'refused' };
      const form = new URLSearchParams({
        mode: 'payment',
        client_reference_id: reference,
        'payment_method_types[0]': typeOf[method as Here],
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': amount.currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': String(amount.minor),
        'line_items[0][price_data][product_data][name]': title.slice(0, 250),
        success_url: backTo.done,
        cancel_url: backTo.given,
        locale: languages[locale],
        expires_at: String(Math.floor(expiresAt.getTime() / 1_000)),
        'metadata[reference]': reference,
        'payment_intent_data[metadata][reference]': reference,
        ...(method === 'wechat-pay' ? { 'payment_method_options[wechat_pay][client]': 'web' } : {}),
      });
      // Asked again under the same name, they give the same session.
      const answer = await outside.ask(`${base}/v1/checkout/sessions`, {
        method: 'POST',
        form,
        headers: { ...headers, 'idempotency-key': `payment-${reference}` },
      });
      if (isUndecided(answer)) return { ok: false, why: 'unreachable' };
      const read = succeeded(answer) ? sessionSchema.safeParse(jsonOf(answer.bytes)) : undefined;
      const url = read?.success ? URL.parse(read.data.url ?? '') : null;
      // Payers are led to nobody else.
      const isTheirs = url && (base === endpoint ? url.origin === 'https://checkout.stripe.com' : true);
      return read?.success && url && isTheirs ? { ok: true, providerRef: read.data.id, address: url.href } : { ok: false, why: 'refused' };
    },

    async query({ providerRef }) {
      const session = await get(`/v1/checkout/sessions/${encodeURIComponent(providerRef)}`, sessionSchema);
      return session && toldBy(session);
    },

    async refund({ reference, payment, amount }) {
      // What they cannot move by its last digit, they never will.
      if (!isMoved(amount.currency, amount.minor)) return { ok: false, why: 'closed' };
      const session = await get(`/v1/checkout/sessions/${encodeURIComponent(payment.providerRef)}`, sessionSchema);
      if (!session) return { ok: false, why: 'unreachable' };
      if (typeof session.payment_intent !== 'string') return { ok: false, why: 'invalid' };
      // They forget what was asked under a name after a day: what was sent under ours is looked for first.
      const before = await get(`/v1/refunds?payment_intent=${encodeURIComponent(session.payment_intent)}&limit=100`, listSchema);
      if (!before) return { ok: false, why: 'unreachable' };
      const sent = before.data.flatMap((one) => refundSchema.safeParse(one).data ?? []).find((one) => one.metadata?.['reference'] === reference);
      if (sent) return isRefused(sent) ? { ok: false, why: 'closed' } : { ok: true, providerRef: sent.id };
      const form = new URLSearchParams({ payment_intent: session.payment_intent, amount: String(amount.minor), 'metadata[reference]': reference });
      const answer = await outside.ask(`${base}/v1/refunds`, {
        method: 'POST',
        form,
        headers: { ...headers, 'idempotency-key': `refund-${reference}-${amount.minor}` },
      });
      if (isUndecided(answer)) return { ok: false, why: 'unreachable' };
      const said = answer.ok ? jsonOf(answer.bytes) : undefined;
      if (!succeeded(answer)) return { ok: false, why: refusalOf(said) };
      const read = refundSchema.safeParse(said);
      if (!read.success) return { ok: false, why: 'unreachable' };
      return isRefused(read.data) ? { ok: false, why: 'closed' } : { ok: true, providerRef: read.data.id };
    },

    async refundsOf(chargeRef) {
      const read = await all(`/v1/refunds?payment_intent=${encodeURIComponent(chargeRef)}`, refundSchema);
      return read?.items.map((one): ToldRefund => refundBy(one));
    },

    async refundsSince(from, to) {
      const read = await all(`/v1/refunds?${spanOf(from, to)}`, refundSchema);
      return read?.items.map((one): ToldRefund => refundBy(one));
    },

    async close({ providerRef }) {
      const answer = await outside.ask(`${base}/v1/checkout/sessions/${encodeURIComponent(providerRef)}/expire`, {
        method: 'POST',
        form: new URLSearchParams(),
        headers,
      });
      const read = succeeded(answer) ? sessionSchema.safeParse(jsonOf(answer.bytes)) : undefined;
      if (read?.success === true) return read.data.status === 'expired';
      // One that is over there by itself cannot be closed once more.
      return (await get(`/v1/checkout/sessions/${encodeURIComponent(providerRef)}`, sessionSchema))?.status === 'expired';
    },

    verifyWebhook: (given, body, now) => (isSigned(given.get('stripe-signature'), webhookSecrets, body, now) ? eventIn(body) : undefined),

    async list(from, to) {
      const read = await all(`/v1/balance_transactions?${spanOf(from, to)}&expand[]=data.source`, balanceSchema);
      return read && { lines: read.items.flatMap((one) => lineOf(one) ?? []), moves: read.items.flatMap((one) => moveOf(one) ?? []), isWhole: read.isWhole };
    },

    async disputes(from, to) {
      const read = await all(`/v1/disputes?${spanOf(from, to)}`, disputeSchema);
      return read?.items.map((one): ToldDispute => disputeBy(one));
    },
  };
}
