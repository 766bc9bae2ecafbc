/** What an applicant is told of their order: in their messages, and by mail where they want it so. Each as part of the transaction that makes it true. */
import type { DbTransaction } from '#lib/db/database.ts';
import { nameFacts, nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { Telling } from '#lib/features/news/news.schema.ts';
import type { Disputed } from '#lib/features/payments/payments.schema.ts';
import type { KeptFile, Mailer } from '#lib/mail/mailer.ts';
import type { Money } from '#lib/money/money.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { CancelAnswer, ClaimAct } from './claims.schema.ts';
import type { ArrearsWord } from './arrears.service.ts';
import { dueDayOf } from './arrears.rules.ts';
import type { DepositWord } from './deposits.service.ts';
import { orderDepositMail } from './mail/order-deposit.mail.ts';
import { orderArrearsMail } from './mail/order-arrears.mail.ts';
import { orderCheckInMail } from './mail/order-check-in.mail.ts';
import { orderClaimMail } from './mail/order-claim.mail.ts';
import { orderContractMail } from './mail/order-contract.mail.ts';
import { orderDeadlineMail } from './mail/order-deadline.mail.ts';
import { orderDisputedMail } from './mail/order-disputed.mail.ts';
import { orderDueMail } from './mail/order-due.mail.ts';
import { orderFeeMail } from './mail/order-fee.mail.ts';
import { orderMovedMail } from './mail/order-moved.mail.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { amountText, asksSomething, isSuppliers, wholeOf } from './orders.rules.ts';
import type { Order, TimelineEntry } from './orders.schema.ts';
import type { SaidOfContract } from './supplier-signing.schema.ts';

type Parts = {
  readonly repository: Pick<OrdersRepository, 'lastSigned' | 'signedFile' | 'wordFile'>;
  readonly telling: Telling;
  readonly mailer: Mailer;
  readonly secrets: Secrets;
};

/** Keepers of the files of signed contracts, for mails: by the student's side, and by both. */
const signedContracts = 'signed-contract';
const contractsByBoth = 'contract-by-both';

/** News that ask for something whatever the state of the order does. */
const asking: ReadonlySet<string> = new Set([
  'due',
  'due-again',
  'late-second',
  'late-last',
  'late-more-time',
  'deposit-propose',
  'deadline',
  'unfound',
  'check-in',
  'dispute-open',
  'claim-open',
]);
/** News that ask for nothing, also where the order waits for its applicant. */
const isNotice = (what: string): boolean =>
  /^(?:dispute-|claim-|provider-|late-arranged$|deposit-(?!propose)|sponsor-paid$|supplier-paid$|fee-withdrawn$)/.test(what);

export function createOrderLetters({ repository, telling, mailer, secrets }: Parts) {
  const houseIn = ({ home, locale }: StoredOrder): string => nameFor(home, locale).slice(0, 200);
  /** Who is named in mails as who collects; empty where the operator does. */
  const supplierIn = (order: Order): string => (isSuppliers(order) ? order.home.supplier.slice(0, 200) : '');
  /** The home as mails show it, with what the lease costs in all. */
  const leaseIn = ({ houseId, home, quote, from, to }: StoredOrder) => ({ houseId, unit: home.unit.slice(0, 200), total: factsOf(wholeOf(quote)), from, to });
  const factsOf = ({ minor, currency }: Money) => ({ minor: String(minor), currency });

  /** Where mails of an order go; undefined where nobody is to have any. */
  function addressOf({ sealed }: StoredOrder): { readonly address: string } | undefined {
    const text = sealed === undefined ? undefined : secrets.decrypt('orders', sealed);
    const { email } = text === undefined ? { email: '' } : (JSON.parse(text) as { readonly email: string });
    return email === '' ? undefined : { address: email };
  }

  /** The contract that was signed, to go along with the mail that says so. */
  async function signedFiles(tx: DbTransaction, { id, code }: StoredOrder): Promise<readonly KeptFile[]> {
    const ref = await repository.lastSigned(tx, id);
    return ref === undefined ? [] : [{ keeper: signedContracts, ref, name: `contract-${code}.pdf` }];
  }
  const fileIn = (sealed: string | undefined): Buffer | undefined => {
    const file = sealed === undefined ? undefined : secrets.decrypt('orders', sealed);
    return file === undefined ? undefined : Buffer.from(file, 'base64');
  };
  mailer.keepsFiles(signedContracts, async (ref) => fileIn(await repository.signedFile(ref)));
  mailer.keepsFiles(contractsByBoth, async (ref) => fileIn(await repository.wordFile(ref)));

  /** In the messages of who applied. Returns where it goes by mail too. */
  async function told(
    tx: DbTransaction,
    order: StoredOrder,
    what: string,
    {
      note = '',
      once,
      amount,
      day,
      reference,
    }: { readonly note?: string; readonly once: string; readonly amount?: Money; readonly day?: string | undefined; readonly reference?: string },
    now: Date,
  ): Promise<{ readonly address: string } | undefined> {
    const { userId, code, state, home, deadline } = order;
    if (userId === undefined) return undefined;
    const facts = {
      ...nameFacts(home),
      zone: home.zone,
      ...(isSuppliers(order) ? { supplier: home.supplier.slice(0, 200) } : {}),
      ...(note === '' ? {} : { note: note.slice(0, 1_000) }),
      ...(amount === undefined ? {} : { amount: amountText(amount) }),
      ...(day === undefined ? {} : { day }),
      ...(reference === undefined ? {} : { reference }),
      ...(deadline ? { until: deadline.toISOString() } : {}),
    };
    const kind = asking.has(what) || (!isNotice(what) && asksSomething(state)) ? 'order-todo' : 'order-done';
    const { byMail } = await telling.tell(tx, { userId, kind, about: 'order', code, what, facts, once: `order ${code} ${once}` }, now);
    return byMail ? addressOf(order) : undefined;
  }

  return {
    /** What happened to it; what staff wrote about that is told with it. */
    async moved(tx: DbTransaction, order: StoredOrder, { note, by, event, at }: TimelineEntry): Promise<void> {
      const isAllBack = event === 'give-all-back';
      const said = by === 'staff' ? note : '';
      const address = await told(tx, order, isAllBack ? event : order.state, { note: said, once: `${event} ${at.toISOString()}` }, at);
      if (!address) return;
      const { code, state, deadline, home } = order;
      const until = deadline && { at: deadline.toISOString(), zone: home.zone };
      const letter = { code, state, home: houseIn(order), ...leaseIn(order), until, note: said, supplier: supplierIn(order), isAllBack };
      await mailer.send(tx, orderMovedMail, address, order.locale, letter, { files: event === 'sign' ? await signedFiles(tx, order) : [] });
    },

    /** The time for the next step runs out. */
    async deadlineNear(tx: DbTransaction, order: StoredOrder, now: Date): Promise<void> {
      const { code, state, home, locale, deadline } = order;
      const address = await told(tx, order, 'deadline', { once: `deadline ${state} ${deadline?.toISOString()}` }, now);
      if (!address || !deadline) return;
      const until = { at: deadline.toISOString(), zone: home.zone };
      const { houseId } = order;
      await mailer.send(tx, orderDeadlineMail, address, locale, {
        code,
        state,
        home: houseIn(order),
        houseId,
        until,
        supplier: supplierIn(order),
        unfound: '',
      });
    },

    /** Staff looked for a transfer in vain: until when it can be paid otherwise. */
    async unfound(tx: DbTransaction, order: StoredOrder, reference: string, now: Date): Promise<void> {
      const { code, state, home, locale, deadline } = order;
      const address = await told(tx, order, 'unfound', { once: `unfound ${reference} ${now.toISOString()}`, reference }, now);
      if (!address || !deadline) return;
      const until = { at: deadline.toISOString(), zone: home.zone };
      const { houseId } = order;
      const letter = { code, state, home: houseIn(order), houseId, until, supplier: supplierIn(order), unfound: reference };
      await mailer.send(tx, orderDeadlineMail, address, locale, letter);
    },

    /** Asks whether they have moved in. */
    async askMovedIn(tx: DbTransaction, order: StoredOrder, now: Date): Promise<void> {
      const { code, locale, from, to } = order;
      const address = await told(tx, order, 'check-in', { once: `check-in ${now.toISOString().slice(0, 10)}` }, now);
      if (address) await mailer.send(tx, orderCheckInMail, address, locale, { code, home: houseIn(order), from, to });
    },

    /** Which proof the rest of what they cancelled for waits for. */
    async claimed(tx: DbTransaction, order: StoredOrder, { later, proofUntil }: Pick<CancelAnswer, 'later' | 'proofUntil'>, now: Date): Promise<void> {
      await told(tx, order, 'claim-open', { once: 'claim', amount: later, day: proofUntil }, now);
    },

    async claimDecided(
      tx: DbTransaction,
      order: StoredOrder,
      { act, amount, note }: { readonly act: ClaimAct; readonly amount: Money; readonly note: string },
      now: Date,
    ): Promise<void> {
      const address = await told(tx, order, act, { note, once: act, amount }, now);
      if (address) await mailer.send(tx, orderClaimMail, address, order.locale, { code: order.code, home: houseIn(order), act, ...factsOf(amount), note });
    },

    /** A sponsor has paid. */
    async sponsored(
      tx: DbTransaction,
      order: StoredOrder,
      { reference, amount }: { readonly reference: string; readonly amount: Money },
      now: Date,
    ): Promise<void> {
      await told(tx, order, 'sponsor-paid', { once: `sponsor ${reference}`, amount }, now);
    },

    /** A part of the price is due. `isAgain`: a bank took back what was paid of it. */
    async due(
      tx: DbTransaction,
      order: StoredOrder,
      { on, amount, isAgain = false }: { readonly on: string; readonly amount: Money; readonly isAgain?: boolean },
      now: Date,
    ): Promise<void> {
      const address = await told(tx, order, isAgain ? 'due-again' : 'due', { once: `due ${on}${isAgain ? ' again' : ''}` }, now);
      const letter = { code: order.code, home: houseIn(order), on, ...factsOf(amount), isAgain, supplier: isAgain ? '' : supplierIn(order) };
      if (address) await mailer.send(tx, orderDueMail, address, order.locale, letter);
    },

    /** A part of the price is late, or something was decided about it. */
    async late(tx: DbTransaction, order: StoredOrder, { what, arrear, until, note = '' }: ArrearsWord, now: Date): Promise<void> {
      const on = until ?? dueDayOf(arrear, order.home.zone);
      const once = `late ${what} ${arrear.part} ${what === 'second' || what === 'last' ? on : now.toISOString()}`;
      const address = await told(tx, order, `late-${what}`, { once, note, amount: arrear.amount, day: on }, now);
      if (!address) return;
      const { code, locale, home } = order;
      const supplier = home.supplier.slice(0, 200);
      const letter = { code, home: houseIn(order), what, on, ...factsOf(arrear.amount), supplier, isTheirs: isSuppliers(order), note };
      await mailer.send(tx, orderArrearsMail, address, locale, letter);
    },

    /** What is proposed of a deposit, that it goes back, or that it is back. */
    async deposit(tx: DbTransaction, order: StoredOrder, { what, deposit, back, by, note }: DepositWord, now: Date): Promise<void> {
      const address = await told(tx, order, `deposit-${what}`, { once: `deposit ${what} ${now.toISOString()}`, note, amount: back, day: by }, now);
      if (!address) return;
      const { code, locale } = order;
      const letter = {
        code,
        home: houseIn(order),
        what,
        currency: deposit.currency,
        deposit: String(deposit.minor),
        back: String(back.minor),
        by: by ?? '',
        note,
      };
      await mailer.send(tx, orderDepositMail, address, locale, letter);
    },

    /** A supplier who collects says that a part of the price is there. */
    async supplierPaid(tx: DbTransaction, order: StoredOrder, { id, amount }: { readonly id: number; readonly amount: Money }, now: Date): Promise<void> {
      await told(tx, order, 'supplier-paid', { once: `supplier due ${id}`, amount }, now);
    },

    /** Our own fee goes back. */
    async feeWithdrawn(tx: DbTransaction, order: StoredOrder, amount: Money, now: Date): Promise<void> {
      const address = await told(tx, order, 'fee-withdrawn', { once: 'fee-withdrawn', amount }, now);
      if (address) await mailer.send(tx, orderFeeMail, address, order.locale, { code: order.code, home: houseIn(order), ...factsOf(amount) });
    },

    /** The supplier has signed the contract, or declined it. */
    async supplierSaid(tx: DbTransaction, order: StoredOrder, { id, word, reason }: Pick<SaidOfContract, 'id' | 'word' | 'reason'>, now: Date): Promise<void> {
      const address = await told(tx, order, `provider-${word}`, { note: reason, once: `contract ${id}` }, now);
      const files = word === 'signed' ? [{ keeper: contractsByBoth, ref: String(id), name: `contract-${order.code}.pdf` }] : [];
      const letter = { code: order.code, home: houseIn(order), ...leaseIn(order), word, reason };
      if (address) await mailer.send(tx, orderContractMail, address, order.locale, letter, { files });
    },

    async guardianAsked(tx: DbTransaction, order: StoredOrder, now: Date): Promise<void> {
      await told(tx, order, 'guardian', { once: 'guardian' }, now);
    },

    /** A bank disputes what was paid, or has decided about it. */
    async disputed(tx: DbTransaction, order: StoredOrder, { name, state, amount }: Disputed, now: Date): Promise<void> {
      const address = await told(tx, order, `dispute-${state}`, { once: `dispute ${name} ${state}` }, now);
      if (address) await mailer.send(tx, orderDisputedMail, address, order.locale, { code: order.code, home: houseIn(order), state, ...factsOf(amount) });
    },
  };
}
