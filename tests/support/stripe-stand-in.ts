/**
 * Stripe as far as it is used here, on loopback: Checkout Sessions, refunds, disputes and balance transactions, with its keys, versions,
 * idempotency, pages of lists and shapes of errors; and its messages, signed by its scheme, written anew here from their documentation.
 */
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { answerJson, standIn } from './stand-in.ts';
import type { Asked, StandIn } from './stand-in.ts';

type Row = Record<string, unknown> & { id: string; created: number };
export type StripeEvent = {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: Row };
};
export type Message = { readonly headers: Headers; readonly body: Buffer };

export type StripeStandIn = StandIn & {
  readonly key: string;
  readonly secret: string;
  /** Answers the next request so, once it has done (`late`) or without doing what was asked. */
  fault(status: number | 'hang', how?: 'instead' | 'late'): void;
  sessionOf(reference: string): Row;
  /** Somebody has paid on their page. `later`: by a way that takes its time. */
  pay(reference: string, change?: { readonly amount?: number; readonly currency?: string; readonly later?: boolean }): StripeEvent;
  /** What became of one that took its time. */
  settle(reference: string, outcome: 'succeeded' | 'failed'): StripeEvent;
  expire(reference: string): StripeEvent;
  /** A bank disputes: what is told of it, in order. `asks`: without taking money. */
  dispute(reference: string, change?: { readonly amount?: number; readonly asks?: boolean }): readonly StripeEvent[];
  decide(reference: string, outcome: 'won' | 'lost' | 'warning_closed'): readonly StripeEvent[];
  failRefund(reference: string): StripeEvent;
  /** Somebody sends money back on pages of theirs: what they tell of it, in order. */
  refundThere(reference: string, amount: number): readonly StripeEvent[];
  /** One of those does not get there. */
  failRefundThere(id: string): readonly StripeEvent[];
  warn(reference: string): StripeEvent;
  /** They bring so much to our bank, or keep it for themselves. */
  move(kind: 'payout' | 'payout_reversal' | 'fee' | 'other_adjustment', amount: number, currency?: string): void;
  /** From now on what payers pay is changed into this currency, at so many thousandths. */
  settleIn(currency: string, thousandths: number): void;
  /** What they hold for us by their own lines. */
  holds(currency: string): bigint;
  /** What they hold for us from now on refuses to send anything back, or holds enough again. */
  empty(isEmpty: boolean): void;
  /** A message of an event, as their endpoint sends it. */
  message(event: StripeEvent, change?: { readonly secret?: string; readonly at?: Date; readonly type?: string; readonly amount?: number }): Message;
  readonly refunds: Row[];
  /** Their list of what they moved begins anew. */
  forget(): void;
};

const apiVersion = '2025-09-30.clover';
const wallets = ['cny', 'aud', 'cad', 'eur', 'gbp', 'hkd', 'jpy', 'myr', 'nzd', 'sgd', 'usd'];

/** Their three decimals: the last is to be nought. */
const ofThree = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];
const isMoved = (currency: unknown, amount: number): boolean => !ofThree.includes(String(currency)) || amount % 10 === 0;

/** Names are unique over all accounts, as theirs are. */
let ids = 0;

/** @param now whose clock it goes by. */
export async function openStripe(now: () => Date): Promise<StripeStandIn> {
  const key = 'sk_test_loftling';
  const secret = 'whsec_stand_in';
  const rows = { sessions: [] as Row[], refunds: [] as Row[], disputes: [] as Row[], balance: [] as Row[], charges: [] as Row[] };
  const answered = new Map<string, { readonly asked: string; readonly status: number; readonly body: unknown }>();
  let isEmpty = false;
  let settling: { readonly currency: string; readonly thousandths: number } | undefined;
  let faults: { readonly status: number | 'hang'; readonly how: 'instead' | 'late' }[] = [];
  const seconds = (): number => Math.floor(now().getTime() / 1_000);
  const idOf = (prefix: string): string => `${prefix}_${String(++ids).padStart(6, '0')}`;
  const refusal = (type: string, message: string, more: Readonly<Record<string, string>> = {}) => ({ error: { type, message, ...more } });

  function balance(category: string, type: string, sign: 1 | -1, source: Row, fee = 0): Row {
    const amount = sign * Math.round((Number(source['amount']) * (settling?.thousandths ?? 1_000)) / 1_000);
    const currency = settling?.currency ?? source['currency'];
    const row = { id: idOf('txn'), object: 'balance_transaction', created: seconds(), amount, currency, fee, net: amount - fee };
    const line = { ...row, type, reporting_category: category, source: source.id };
    rows.balance.unshift(line);
    return line;
  }

  function createSession(form: URLSearchParams): [number, unknown] {
    const bad = (message: string, param: string): [number, unknown] => [400, refusal('invalid_request_error', message, { param })];
    const method = form.get('payment_method_types[0]') ?? '';
    const currency = form.get('line_items[0][price_data][currency]') ?? '';
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'));
    const expiresAt = Number(form.get('expires_at'));
    if (form.get('mode') !== 'payment') return bad('Invalid mode', 'mode');
    if (!['card', 'alipay', 'wechat_pay'].includes(method)) return bad('Invalid payment method type', 'payment_method_types');
    if (method !== 'card' && !wallets.includes(currency)) return bad('The currency is not supported', 'line_items');
    if (method === 'wechat_pay' && form.get('payment_method_options[wechat_pay][client]') !== 'web') return bad('Missing client', 'payment_method_options');
    if (!/^[a-z]{3}$/.test(currency) || !Number.isInteger(amount) || amount <= 0 || !isMoved(currency, amount)) return bad('Invalid amount', 'line_items');
    if (amount > (currency === 'idr' ? 999_999_999_999 : 99_999_999)) return bad('Amount is too large', 'line_items');
    if (form.get('line_items[0][price_data][product_data][name]') === '') return bad('Missing name', 'line_items');
    if (expiresAt < seconds() + 30 * 60 || expiresAt > seconds() + 24 * 3_600) return bad('expires_at is too early or too late', 'expires_at');
    if (!URL.canParse(form.get('success_url') ?? '')) return bad('Not a valid URL', 'success_url');
    const id = idOf('cs_test');
    const reference = form.get('client_reference_id');
    const session = { id, object: 'checkout.session', created: seconds(), client_reference_id: reference, status: 'open', payment_status: 'unpaid' };
    const of = { amount_total: amount, currency, payment_intent: null, url: `${at.origin}/c/pay/${id}`, payment_method_types: [method], livemode: false };
    const whole = { ...session, ...of, metadata: { reference: form.get('payment_intent_data[metadata][reference]') } };
    rows.sessions.unshift(whole);
    return [200, whole];
  }

  function createRefund(form: URLSearchParams): [number, unknown] {
    const charge = rows.charges.find((one) => one['payment_intent'] === form.get('payment_intent'));
    if (!charge) return [404, refusal('invalid_request_error', 'No such payment_intent', { code: 'resource_missing' })];
    if (charge['disputed'] === true) return [400, refusal('invalid_request_error', 'The charge has been charged back', { code: 'charge_disputed' })];
    const amount = Number(form.get('amount'));
    const left = Number(charge['amount']) - Number(charge['amount_refunded']);
    if (isEmpty) return [400, refusal('invalid_request_error', 'Insufficient funds', { code: 'balance_insufficient' })];
    if (left === 0) return [400, refusal('invalid_request_error', 'Already refunded', { code: 'charge_already_refunded' })];
    if (!Number.isInteger(amount) || amount <= 0 || amount > left || !isMoved(charge['currency'], amount))
      return [400, refusal('invalid_request_error', 'Too much', { param: 'amount' })];
    charge['amount_refunded'] = Number(charge['amount_refunded']) + amount;
    const refund: Row = { id: idOf('re'), created: seconds(), object: 'refund', amount, currency: charge['currency'], status: 'succeeded' };
    Object.assign(refund, { payment_intent: charge['payment_intent'], metadata: { reference: form.get('metadata[reference]') } });
    rows.refunds.unshift(refund);
    balance('refund', 'refund', -1, refund);
    return [200, refund];
  }

  /** Newest first, page by page. */
  function list(all: readonly Row[], query: URLSearchParams): [number, unknown] {
    const limit = Number(query.get('limit') ?? 10);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) return [400, refusal('invalid_request_error', 'Invalid limit', { param: 'limit' })];
    const within = all.filter(
      (one) => one.created >= Number(query.get('created[gte]') ?? 0) && one.created < Number(query.get('created[lt]') ?? Number.POSITIVE_INFINITY),
    );
    const after = query.get('starting_after');
    const from = after === null ? 0 : within.findIndex(({ id }) => id === after) + 1;
    const data = within.slice(from, from + limit);
    return [200, { object: 'list', has_more: from + limit < within.length, data }];
  }

  function answerTo({ method, url, body }: Asked): [number, unknown] {
    const { pathname, searchParams } = new URL(url, 'http://stripe.test');
    const form = new URLSearchParams(body);
    const expiring = method === 'POST' ? /^\/v1\/checkout\/sessions\/([\w]+)\/expire$/.exec(pathname)?.[1] : undefined;
    if (expiring !== undefined) {
      const open = rows.sessions.find(({ id }) => id === expiring);
      if (open?.['status'] !== 'open') return [400, refusal('invalid_request_error', 'Only Checkout Sessions with a status in ["open"] can be expired')];
      Object.assign(open, { status: 'expired', url: null });
      return [200, open];
    }
    if (method === 'POST') return pathname === '/v1/checkout/sessions' ? createSession(form) : pathname === '/v1/refunds' ? createRefund(form) : [404, {}];
    const session = /^\/v1\/checkout\/sessions\/([\w]+)$/.exec(pathname)?.[1];
    const found = session === undefined ? undefined : rows.sessions.find(({ id }) => id === session);
    if (session !== undefined) return found ? [200, found] : [404, refusal('invalid_request_error', 'No such checkout.session', { code: 'resource_missing' })];
    switch (pathname) {
      case '/v1/refunds':
        return list(
          rows.refunds.filter((one) => !searchParams.has('payment_intent') || one['payment_intent'] === searchParams.get('payment_intent')),
          searchParams,
        );
      case '/v1/disputes':
        return list(rows.disputes, searchParams);
      case '/v1/balance_transactions': {
        const sources = [...rows.charges, ...rows.refunds, ...rows.disputes];
        const isExpanded = searchParams.getAll('expand[]').includes('data.source');
        return list(
          rows.balance.map((one) => (isExpanded ? { ...one, source: sources.find(({ id }) => id === one['source']) ?? null } : one)),
          searchParams,
        );
      }
      default:
        return [404, refusal('invalid_request_error', `Unrecognized request URL (${method}: ${pathname})`)];
    }
  }

  function serve(asked: Asked, response: ServerResponse): void {
    const { headers } = asked;
    const [fault] = faults;
    faults = faults.slice(1);
    if (fault?.how === 'instead') {
      if (fault.status !== 'hang') answerJson(response, refusal('api_error', 'Something went wrong'), fault.status);
      return;
    }
    if (headers.authorization !== `Bearer ${key}`) return answerJson(response, refusal('invalid_request_error', 'Invalid API Key provided'), 401);
    if (headers['stripe-version'] !== apiVersion) return answerJson(response, refusal('invalid_request_error', 'Invalid Stripe API version'), 400);
    const named = headers['idempotency-key'];
    const name = typeof named === 'string' ? named : undefined;
    const before = name === undefined ? undefined : answered.get(name);
    if (before && before.asked !== `${asked.url} ${asked.body}`)
      return answerJson(response, refusal('idempotency_error', 'Keys for idempotent requests can only be used with the same parameters'), 400);
    const [status, body] = before ? [before.status, before.body] : answerTo(asked);
    // What was refused before anything was done is not kept under its name.
    if (name !== undefined && status < 400) answered.set(name, { asked: `${asked.url} ${asked.body}`, status, body });
    if (fault?.status === 'hang') return;
    answerJson(response, body, fault?.status ?? status, { 'stripe-version': apiVersion, ...(before ? { 'idempotent-replayed': 'true' } : {}) });
  }

  const at = await standIn(serve);
  const sessionOf = (reference: string): Row => {
    const found = rows.sessions.find((one) => one['client_reference_id'] === reference);
    if (!found) throw new Error(`no session of ${reference}`);
    return found;
  };
  const event = (type: string, object: Row): StripeEvent => ({
    id: idOf('evt'),
    object: 'event',
    type,
    created: seconds(),
    data: { object: structuredClone(object) },
  });
  function charged(session: Row, { amount = Number(session['amount_total']), currency = String(session['currency']) } = {}): void {
    const intent = idOf('pi');
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent, amount_total: amount, currency });
    const charge: Row = { id: idOf('ch'), object: 'charge', created: seconds(), amount, amount_refunded: 0, currency, payment_intent: intent };
    Object.assign(charge, { disputed: false, metadata: session['metadata'] });
    rows.charges.unshift(charge);
    balance('charge', 'charge', 1, charge, Math.round(amount * 0.02) + 20);
  }
  const chargeOf = (reference: string): Row => {
    const intent = sessionOf(reference)['payment_intent'];
    const found = rows.charges.find((one) => one['payment_intent'] === intent);
    if (!found) throw new Error(`${reference} was not paid`);
    return found;
  };

  return {
    ...at,
    key,
    secret,
    refunds: rows.refunds,
    forget: () => void rows.balance.splice(0),
    fault: (status, how = 'instead') => void faults.push({ status, how }),
    sessionOf,
    pay(reference, { later = false, ...change } = {}) {
      const session = sessionOf(reference);
      if (later) Object.assign(session, { status: 'complete', payment_intent: idOf('pi') });
      else charged(session, change);
      return event('checkout.session.completed', session);
    },
    settle(reference, outcome) {
      const session = sessionOf(reference);
      if (outcome === 'succeeded') charged(session);
      return event(`checkout.session.async_payment_${outcome}`, session);
    },
    expire(reference) {
      const session = sessionOf(reference);
      Object.assign(session, { status: 'expired', url: null });
      return event('checkout.session.expired', session);
    },
    dispute(reference, { amount, asks = false } = {}) {
      const charge = chargeOf(reference);
      const dispute: Row = { id: idOf('dp'), object: 'dispute', created: seconds(), amount: amount ?? charge['amount'], currency: charge['currency'] };
      Object.assign(dispute, { charge: charge.id, payment_intent: charge['payment_intent'], reason: 'fraudulent', balance_transactions: [] });
      Object.assign(dispute, {
        status: asks ? 'warning_needs_response' : 'needs_response',
        evidence_details: { due_by: seconds() + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
      });
      rows.disputes.unshift(dispute);
      if (asks) return [event('charge.dispute.created', dispute)];
      charge['disputed'] = true;
      const created = event('charge.dispute.created', dispute);
      dispute['balance_transactions'] = [balance('dispute', 'adjustment', -1, dispute, 1_500)];
      return [created, event('charge.dispute.funds_withdrawn', dispute)];
    },
    decide(reference, outcome) {
      const charge = chargeOf(reference);
      const dispute = rows.disputes.find((one) => one['charge'] === charge.id);
      if (!dispute) throw new Error(`nobody disputes ${reference}`);
      Object.assign(dispute, { status: outcome });
      const closed = event('charge.dispute.closed', dispute);
      if (outcome !== 'won') return [closed];
      charge['disputed'] = false;
      dispute['balance_transactions'] = [...(dispute['balance_transactions'] as Row[]), balance('dispute_reversal', 'adjustment', 1, dispute)];
      return [closed, event('charge.dispute.funds_reinstated', dispute)];
    },
    failRefund(reference) {
      const refund = rows.refunds.find((one) => (one['metadata'] as { readonly reference: string }).reference === reference);
      if (!refund) throw new Error(`no refund ${reference}`);
      Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
      balance('refund_failure', 'refund_failure', 1, refund);
      return event('refund.failed', refund);
    },
    refundThere(reference, amount) {
      const charge = chargeOf(reference);
      charge['amount_refunded'] = Number(charge['amount_refunded']) + amount;
      const refund: Row = { id: idOf('re'), created: seconds(), object: 'refund', amount, currency: charge['currency'], status: 'succeeded' };
      Object.assign(refund, { payment_intent: charge['payment_intent'], metadata: {} });
      rows.refunds.unshift(refund);
      balance('refund', 'refund', -1, refund);
      return [event('refund.created', refund), event('charge.refunded', charge), event('refund.updated', refund)];
    },
    failRefundThere(id) {
      const refund = rows.refunds.find((one) => one.id === id);
      const charge = rows.charges.find((one) => one['payment_intent'] === refund?.['payment_intent']);
      if (!refund || !charge) throw new Error(`no refund ${id}`);
      Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
      charge['amount_refunded'] = Number(charge['amount_refunded']) - Number(refund['amount']);
      balance('refund_failure', 'refund_failure', 1, refund);
      return [event('refund.failed', refund), event('refund.updated', refund), event('charge.refund.updated', refund)];
    },
    warn(reference) {
      const charge = chargeOf(reference);
      const warning: Row = { id: idOf('issfr'), object: 'radar.early_fraud_warning', created: seconds(), actionable: true };
      return event(
        'radar.early_fraud_warning.created',
        Object.assign(warning, { charge: charge.id, payment_intent: charge['payment_intent'], fraud_type: 'made_with_stolen_card' }),
      );
    },
    move(kind, amount, currency = 'gbp') {
      const row = { id: idOf('txn'), object: 'balance_transaction', created: seconds(), amount, currency, fee: 0, net: amount };
      rows.balance.unshift({ ...row, type: kind, reporting_category: kind, source: null });
    },
    settleIn: (currency, thousandths) => void (settling = { currency, thousandths }),
    holds: (currency) => rows.balance.filter((one) => one['currency'] === currency).reduce((sum, one) => sum + BigInt(Number(one['net'])), 0n),
    empty: (now) => void (isEmpty = now),
    message(told, { secret: by = secret, at: sentAt = now(), type = told.type, amount } = {}) {
      const object = amount === undefined ? told.data.object : { ...told.data.object, amount_total: amount };
      const body = Buffer.from(JSON.stringify({ ...told, api_version: apiVersion, livemode: false, type, data: { object } }, undefined, 2));
      const stamp = String(Math.floor(sentAt.getTime() / 1_000));
      const v1 = createHmac('sha256', by).update(`${stamp}.${body.toString()}`).digest('hex');
      return { headers: new Headers({ 'stripe-signature': `t=${stamp},v1=${v1},v0=${'0'.repeat(64)}`, 'content-type': 'application/json' }), body };
    },
  };
}
