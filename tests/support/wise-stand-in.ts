/**
 * Wise as far as it is used here, on loopback: quotes, recipients, transfers and their release, with its statuses, its idempotency and the
 * refusals of its documentation, written anew from that.
 */
import { answerJson, standIn } from './stand-in.ts';
import type { Asked, StandIn } from './stand-in.ts';

type Row = Record<string, unknown> & { readonly id: number | string };
export type WiseTransfer = {
  readonly id: number;
  status: string;
  readonly customerTransactionId: string;
  readonly targetValue: number;
  readonly reference: string;
};

export type WiseStandIn = StandIn & {
  readonly token: string;
  readonly profile: string;
  readonly transfers: WiseTransfer[];
  readonly recipients: Row[];
  /** Programs may not release what they made, as in the European Union and the United Kingdom. */
  releases: boolean;
  /** The bank knows the next account under another name. */
  knowsNames: boolean;
  /** Answers the next posting to a path so: without doing it, or (`late`) once it has done it. */
  fault(path: string, status: number, how?: 'instead' | 'late'): void;
};

export async function openWise(): Promise<WiseStandIn> {
  const token = 'wise-token-of-the-stand-in';
  const profile = '30000000';
  const transfers: WiseTransfer[] = [];
  const quotes: Row[] = [];
  const recipients: Row[] = [];
  let faults: { readonly path: string; readonly status: number; readonly how: 'instead' | 'late' }[] = [];
  let ids = 40_000_000;
  const refusal = (code: string): [number, unknown] => [422, { errors: [{ code, message: code }] }];

  function addRecipient(body: Record<string, unknown>): [number, unknown] {
    const details = (body['details'] ?? {}) as Record<string, string>;
    const wanted = { iban: ['IBAN'], sort_code: ['sortCode', 'accountNumber'], australian: ['bsbCode', 'accountNumber'], newzealand: ['accountNumber'] };
    const fields = wanted[body['type'] as keyof typeof wanted];
    if (body['profile'] !== Number(profile) || !fields || fields.some((field) => !details[field])) return refusal('NOT_VALID');
    // Whole names alone, of two words.
    if (!['PRIVATE', 'BUSINESS'].includes(details['legalType'] ?? '') || !/\S \S/.test(String(body['accountHolderName']))) return refusal('NOT_VALID');
    const row = { ...body, id: (ids += 1), confirmations: { acceptedOutcomes: false, requiresCustomerAcceptance: !self.knowsNames } };
    recipients.push(row);
    return [200, row];
  }

  function addTransfer(body: Record<string, unknown>): [number, unknown] {
    const key = String(body['customerTransactionId']);
    if (!/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(key)) return refusal('error.invalid.customerTransactionId');
    const before = transfers.find(({ customerTransactionId }) => customerTransactionId === key);
    if (before) return [200, before];
    const quote = quotes.find(({ id }) => id === body['quoteUuid']);
    if (!quote || !recipients.some(({ id }) => id === body['targetAccount'])) return refusal('error.invalid');
    const { reference } = body['details'] as { reference: string };
    const row = { id: (ids += 1), status: 'incoming_payment_waiting', customerTransactionId: key, targetValue: Number(quote['targetAmount']), reference };
    transfers.push(row);
    return [200, row];
  }

  function answerTo({ method, url, body: text }: Asked): [number, unknown] {
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const path = url.split('?')[0] ?? '';
    const idIn = (pattern: RegExp): number => Number(pattern.exec(path)?.[1]);
    if (method === 'GET' && path === '/v1/transfers') return [200, transfers.toReversed()];
    if (method === 'GET') {
      const one = transfers.find(({ id }) => id === idIn(/^\/v1\/transfers\/(\d+)$/));
      return one ? [200, one] : [404, {}];
    }
    if (path === `/v3/profiles/${profile}/quotes`) {
      if (body['sourceCurrency'] !== body['targetCurrency'] || typeof body['targetAmount'] !== 'number') return refusal('NOT_VALID');
      const quote = { ...body, id: `quote-${(ids += 1)}` };
      quotes.push(quote);
      return [200, quote];
    }
    if (path === '/v1/accounts') return addRecipient(body);
    if (path === '/v1/transfers') return addTransfer(body);
    const one = transfers.find(({ id }) => id === idIn(/\/transfers\/(\d+)\/payments$/));
    if (!one || body['type'] !== 'BALANCE') return [404, {}];
    if (!self.releases) return [403, { errors: [{ code: 'unauthorized' }] }];
    one.status = 'processing';
    return [201, { type: 'BALANCE', status: 'COMPLETED', errorCode: null }];
  }

  const server = await standIn((asked, response) => {
    const path = asked.url.split('?')[0] ?? '';
    const fault = asked.method === 'POST' ? faults.find((one) => path.endsWith(one.path)) : undefined;
    if (asked.headers.authorization !== `Bearer ${token}`) return answerJson(response, {}, 401);
    if (!fault) {
      const [status, body] = answerTo(asked);
      return answerJson(response, body, status);
    }
    faults = faults.filter((one) => one !== fault);
    if (fault.how === 'late') answerTo(asked);
    answerJson(response, {}, fault.status);
  });
  const self: WiseStandIn = {
    ...server,
    token,
    profile,
    transfers,
    recipients,
    releases: true,
    knowsNames: true,
    fault: (path, status, how = 'instead') => void (faults = [...faults, { path, status, how }]),
  };
  return self;
}
