/**
 * Stripe by its HTTP interface: Checkout Sessions, on pages of theirs, so that no card number comes near us. Plain requests rather
 * than their library: four calls and one signature, bounded in time and size as everything that is asked outside.
 */
import * as z from 'zod/mini';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import { createOutside, jsonOf } from '../outside.ts';
import type { OutsideAnswer } from '../outside.ts';
import type { PaymentProvider, ProviderEvent, ProviderLine, Told } from './payment.ts';
import { isSigned } from './signed-message.ts';

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
/** Pages of a hundred that are read for one list. */
const mostPages = 20;

const typeOf = { card: 'card', alipay: 'alipay', 'wechat-pay': 'wechat_pay' } as const;
type Here = keyof typeof typeOf;
/** Where the two take money in besides their own; Stripe settles them in the account's own currency. */
const ofWallets: readonly CurrencyCode[] = ['CNY', 'AUD', 'CAD', 'EUR', 'GBP', 'HKD', 'JPY', 'MYR', 'NZD', 'SGD', 'USD'];
/** Their words for our languages. */
const languages: Readonly<Record<Locale, string>> = { 'en-us': 'en', 'vi-vn': 'vi', 'zh-cn': 'zh', 'zh-hk': 'zh-HK', 'zh-tw': 'zh-TW' };

const sessionSchema = z.object({
  id: z.string(),
  client_reference_id: z.nullish(z.string()),
  status: z.nullish(z.string()),
  payment_status: z.nullish(z.string()),
  amount_total: z.nullish(z.int()),
  currency: z.nullish(z.string()),
  payment_intent: z.nullish(z.string()),
  url: z.nullish(z.string()),
});
type Session = z.infer<typeof sessionSchema>;
const disputeSchema = z.object({ id: z.string(), payment_intent: z.nullish(z.string()), amount: z.int(), currency: z.string() });
const eventSchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)), type: z.string(), data: z.object({ object: z.unknown() }) });
const refundSchema = z.object({
  id: z.string(),
  status: z.nullish(z.string()),
  amount: z.int(),
  currency: z.string(),
  metadata: z.nullish(z.record(z.string(), z.string())),
});
const listSchema = z.object({ has_more: z.boolean(), data: z.array(z.unknown()) });

function stateOf({ status, payment_status }: Session): Told['state'] {
  if (payment_status === 'paid') return 'succeeded';
  return status === 'expired' ? 'expired' : 'pending';
}

const amountOf = (minor: number, currency: string) => ({ minor: BigInt(minor), currency: currency.toUpperCase() });

function toldBy(session: Session, state: Told['state'] = stateOf(session)): Told {
  const { client_reference_id, id, amount_total, currency, payment_intent } = session;
  return {
    reference: client_reference_id ?? '',
    providerRef: id,
    chargeRef: payment_intent ?? undefined,
    state,
    amount: amountOf(amount_total ?? 0, currency ?? ''),
  };
}

const succeeded = (answer: OutsideAnswer): answer is Extract<OutsideAnswer, { readonly ok: true }> => answer.ok && answer.status === 200;

/** @param base for tests, which ask a stand-in. */
export function stripeProvider({ key, webhookSecrets }: StripeSettings, base = endpoint): PaymentProvider {
  const outside = createOutside({ within, atMost: most });
  const headers = { authorization: `Bearer ${key}`, 'stripe-version': version };

  async function get<T extends z.ZodMiniType>(path: string, schema: T): Promise<z.output<T> | undefined> {
    const answer = await outside.ask(`${base}${path}`, { headers });
    const read = succeeded(answer) ? schema.safeParse(jsonOf(answer.bytes)) : undefined;
    return read?.success ? read.data : undefined;
  }

  /** All of a list, page after page; undefined where one is missing. */
  async function all<T extends z.ZodMiniType<{ readonly id: string }>>(path: string, item: T): Promise<readonly z.output<T>[] | undefined> {
    const found: z.output<T>[] = [];
    for (let page = 0; page < mostPages; page++) {
      const last = found.at(-1);
      const read = await get(`${path}&limit=100${last ? `&starting_after=${encodeURIComponent(last.id)}` : ''}`, listSchema);
      if (!read) return undefined;
      for (const one of read.data) {
        const parsed = item.safeParse(one);
        if (!parsed.success) return undefined;
        found.push(parsed.data);
      }
      if (!read.has_more || read.data.length === 0) return found;
    }
    return undefined;
  }

  return {
    name: 'stripe',
    isLive: /^(?:sk|rk)_live_/.test(key),
    leadsTo: ['https://checkout.stripe.com'],
    methods: (currency) => (ofWallets.includes(currency) ? ['card', 'alipay', 'wechat-pay'] : ['card']) satisfies readonly PaymentMethod[],

    async create({ reference, method, amount, title, backTo, locale, expiresAt }) {
      if (!Object.hasOwn(typeOf, method)) return { ok: false, why: 'refused' };
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
      if (!answer.ok) return { ok: false, why: 'unreachable' };
      const read = answer.status === 200 ? sessionSchema.safeParse(jsonOf(answer.bytes)) : undefined;
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
      const session = await get(`/v1/checkout/sessions/${encodeURIComponent(payment.providerRef)}`, sessionSchema);
      if (!session) return { ok: false, why: 'unreachable' };
      if (typeof session.payment_intent !== 'string') return { ok: false, why: 'refused' };
      const form = new URLSearchParams({ payment_intent: session.payment_intent, amount: String(amount.minor), 'metadata[reference]': reference });
      const answer = await outside.ask(`${base}/v1/refunds`, { method: 'POST', form, headers: { ...headers, 'idempotency-key': `refund-${reference}` } });
      if (!answer.ok) return { ok: false, why: 'unreachable' };
      const read = answer.status === 200 ? refundSchema.safeParse(jsonOf(answer.bytes)) : undefined;
      return read?.success && read.data.status !== 'failed' && read.data.status !== 'canceled'
        ? { ok: true, providerRef: read.data.id }
        : { ok: false, why: 'refused' };
    },

    verifyWebhook(given, body, now): ProviderEvent | undefined {
      if (!isSigned(given.get('stripe-signature'), webhookSecrets, body, now)) return undefined;
      const event = eventSchema.safeParse(jsonOf(body));
      if (!event.success) return undefined;
      const { id, type, data } = event.data;
      const session = sessionSchema.safeParse(data.object);
      if (type.startsWith('checkout.session.') && session.success) {
        const known = { id, kind: type, about: 'payment' } as const;
        switch (type) {
          // A method that takes its time completes the page before the money is there.
          case 'checkout.session.completed':
          case 'checkout.session.async_payment_succeeded':
            return { ...known, told: toldBy(session.data) };
          case 'checkout.session.async_payment_failed':
            return { ...known, told: toldBy(session.data, 'failed') };
          case 'checkout.session.expired':
            return { ...known, told: toldBy(session.data, 'expired') };
          default:
            return { id, kind: type, about: 'nothing' };
        }
      }
      const dispute = disputeSchema.safeParse(data.object);
      if (type === 'charge.dispute.funds_withdrawn' && dispute.success) {
        const { id: disputeId, payment_intent, amount, currency } = dispute.data;
        return { id, kind: type, about: 'chargeback', dispute: disputeId, chargeRef: payment_intent ?? '', amount: amountOf(amount, currency) };
      }
      return { id, kind: type, about: 'nothing' };
    },

    async list(from, to) {
      const span = `created[gte]=${Math.floor(from.getTime() / 1_000)}&created[lt]=${Math.floor(to.getTime() / 1_000)}`;
      const sessions = await all(`/v1/checkout/sessions?${span}`, sessionSchema);
      const refunds = sessions && (await all(`/v1/refunds?${span}`, refundSchema));
      if (!sessions || !refunds) return undefined;
      return [
        ...sessions
          .filter(({ payment_status }) => payment_status === 'paid')
          .map((one): ProviderLine => ({ kind: 'payment', providerRef: one.id, reference: one.client_reference_id ?? '', amount: toldBy(one).amount })),
        ...refunds
          .filter(({ status }) => status !== 'failed' && status !== 'canceled')
          .map(
            (one): ProviderLine => ({
              kind: 'refund',
              providerRef: one.id,
              reference: one.metadata?.['reference'] ?? '',
              amount: amountOf(one.amount, one.currency),
            }),
          ),
      ];
    },
  };
}
