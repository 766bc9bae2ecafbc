/**
 * Wise by its HTTP interface: a quote in one currency, a recipient, a transfer, and its release from the balance that the operator keeps
 * there. In the European Union and the United Kingdom Wise lets no program release a transfer that was made with a personal token: it
 * waits then for a person on their site, up to fourteen days, and what became of it is asked for as of every other.
 */
import * as z from 'zod/mini';
import { toDecimal } from '#lib/money/money.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { createOutside, jsonOf } from '../outside.ts';
import type { OutsideAnswer } from '../outside.ts';
import type { Payee, PayoutProvider, PayoutState } from './payout.ts';

export type WiseSettings = {
  readonly token: string;
  /** The number of the operator's business profile. */
  readonly profile: string;
  /** Theirs, or their sandbox. */
  readonly server: string;
  readonly isLive: boolean;
};

/** A job waits for this. Milliseconds. */
const within = 8_000;
/** Their transfers of the last days, looked through for one of ours. */
const mostListed = 100;

const transferSchema = z.object({ id: z.number(), status: z.string(), customerTransactionId: z.nullish(z.string()) });
const transfersSchema = z.array(transferSchema);
const quoteSchema = z.object({ id: z.string() });
const recipientSchema = z.object({
  id: z.number(),
  confirmations: z.nullish(z.object({ requiresCustomerAcceptance: z.nullish(z.boolean()) })),
});

/** Their words for where a transfer is; what is not here is under way. A transfer that bounced is still to be refunded. */
const states: Readonly<Record<string, PayoutState>> = {
  incoming_payment_waiting: 'waiting',
  incoming_payment_initiated: 'under-way',
  processing: 'under-way',
  funds_converted: 'under-way',
  outgoing_payment_sent: 'sent',
  bounced_back: 'under-way',
  cancelled: 'returned',
  funds_refunded: 'returned',
};

const ibanCurrencies: readonly CurrencyCode[] = ['EUR', 'GBP', 'CHF', 'DKK', 'NOK', 'PLN', 'SEK'];
const isIban = (account: string): boolean => /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(account);

/** How Wise describes an account; undefined where it asks for more than a tenant is asked here. */
function detailsOf(currency: CurrencyCode, { account, bankCode }: Pick<Payee, 'account' | 'bankCode'>) {
  if (isIban(account)) return ibanCurrencies.includes(currency) ? { type: 'iban', details: { IBAN: account } } : undefined;
  if (currency === 'GBP' && /^\d{8}$/.test(account) && /^\d{6}$/.test(bankCode))
    return { type: 'sort_code', details: { sortCode: bankCode, accountNumber: account } };
  if (currency === 'AUD' && /^\d{4,9}$/.test(account) && /^\d{6}$/.test(bankCode))
    return { type: 'australian', details: { bsbCode: bankCode, accountNumber: account } };
  if (currency === 'NZD' && /^\d{15,16}$/.test(account)) return { type: 'newzealand', details: { accountNumber: account } };
  return undefined;
}

const read = <T extends z.ZodMiniType>(answer: OutsideAnswer, schema: T): z.output<T> | undefined => {
  const parsed = answer.ok && (answer.status === 200 || answer.status === 201) ? schema.safeParse(jsonOf(answer.bytes)) : undefined;
  return parsed?.success ? parsed.data : undefined;
};
/** Whether it may have been done all the same; after what was made before was looked for, every other no is one. */
const isUndecided = (answer: OutsideAnswer): boolean => !answer.ok || answer.status === 409;

export function wisePayouts({ token, profile, server, isLive }: WiseSettings): PayoutProvider {
  const outside = createOutside({ within });
  const headers = { authorization: `Bearer ${token}` };
  const get = (path: string) => outside.ask(`${server}${path}`, { headers });
  const post = (path: string, json: unknown) => outside.ask(`${server}${path}`, { method: 'POST', headers, json });
  const refusedOr = (answer: OutsideAnswer) => ({ ok: false, why: isUndecided(answer) ? 'unreachable' : 'refused' }) as const;

  /** Releases it where a program may; where not, a person does, and the transfer says so by itself. */
  const release = (id: number) => post(`/v3/profiles/${profile}/transfers/${id}/payments`, { type: 'BALANCE' });

  return {
    name: 'wise',
    title: 'Wise',
    isLive,
    reaches: (currency, payee) => detailsOf(currency, payee) !== undefined,

    async send({ reference, amount, payee, message }) {
      const account = detailsOf(amount.currency, payee);
      if (!account) return { ok: false, why: 'refused' };
      // An answer that was lost: what was made then is gone on with, under a quote that may have ended since.
      const listed = await get(`/v1/transfers?profile=${profile}&limit=${mostListed}&offset=0`);
      const before = read(listed, transfersSchema);
      if (!before) return { ok: false, why: 'unreachable' };
      const made = before.find(({ customerTransactionId }) => customerTransactionId === reference);
      if (made) {
        if (states[made.status] === 'waiting') await release(made.id);
        return { ok: true, providerRef: String(made.id) };
      }
      const quoted = await post(`/v3/profiles/${profile}/quotes`, {
        sourceCurrency: amount.currency,
        targetCurrency: amount.currency,
        targetAmount: Number(toDecimal(amount)),
        payOut: 'BANK_TRANSFER',
      });
      const quote = read(quoted, quoteSchema);
      if (!quote) return refusedOr(quoted);
      const added = await post('/v1/accounts', {
        profile: Number(profile),
        accountHolderName: payee.holder,
        currency: amount.currency,
        type: account.type,
        details: { legalType: payee.isCompany ? 'BUSINESS' : 'PRIVATE', ...account.details },
      });
      const recipient = read(added, recipientSchema);
      if (!recipient) return refusedOr(added);
      if (recipient.confirmations?.requiresCustomerAcceptance) return { ok: false, why: 'wrong-name' };
      const sent = await post('/v1/transfers', {
        targetAccount: recipient.id,
        quoteUuid: quote.id,
        customerTransactionId: reference,
        details: { reference: message },
      });
      const transfer = read(sent, transferSchema);
      if (!transfer) return refusedOr(sent);
      await release(transfer.id);
      return { ok: true, providerRef: String(transfer.id) };
    },

    async query(providerRef) {
      const transfer = read(await get(`/v1/transfers/${encodeURIComponent(providerRef)}`), transferSchema);
      return transfer && (states[transfer.status] ?? 'under-way');
    },
  };
}
