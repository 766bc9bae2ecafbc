/** Contracts: written in the applicant's language and in English, read, signed as they were read, and kept as a file from then on. */
import { createHash } from 'node:crypto';
import { todayIn } from '#lib/dates/dates.ts';
import { refusalOf } from '#lib/access.ts';
import type { Standing } from '#lib/access.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Acceptance, ContractPrinter } from '#lib/features/documents/documents.schema.ts';
import type { NoBed } from '#lib/features/stock/stock.schema.ts';
import type { OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import type { OfferChanges } from './offer-changes.service.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import type { OrdersService } from './orders.service.ts';
import type { Guardian, Order, SignedContract } from './orders.schema.ts';
import { isSignedAs } from './signed-name.rules.ts';

/** A contract that can be read and, once somebody said yes to it, printed. */
export type WrittenContract = ReturnType<ContractPrinter['contractWords']> & { readonly print: (acceptances: readonly Acceptance[]) => Promise<Buffer> };

type Parts = {
  readonly changes: OfferChanges;
  readonly repository: OrdersRepository;
  readonly orders: Pick<OrdersService, 'own' | 'move' | 'find'>;
  /** The contract of an order, made out on a day; undefined where its home is gone. */
  readonly write: (order: StoredOrder, now: Date) => Promise<WrittenContract | undefined>;
  /** Who has to sign with an applicant, and asks them to. */
  readonly guardians: Pick<ApplicationAnswers, 'needsGuardian' | 'guardianOf'> & {
    readonly ask: (tx: DbTransaction, order: StoredOrder, guardian: Guardian, now: Date) => Promise<void>;
  };
  /** Names of an applicant in their application, that of the passport first; none where they are not told. */
  readonly namesOf: (order: StoredOrder) => readonly string[];
  /** Prints a text that was kept, where a contract cannot be made out again as it was. */
  readonly copy: ContractPrinter['contractCopy'];
  /** Has the supplier asked to sign what their applicant has. */
  readonly askSupplier: (tx: DbTransaction, order: StoredOrder, now: Date) => Promise<void>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

/** Signed in another name than that of who signs; `names`: those in which they can, one at least. */
export type OtherName = { readonly ok: false; readonly reason: 'other-name'; readonly names: readonly string[] };

export type SigningService = ReturnType<typeof createSigningService>;

/** The language in which a contract holds where its two languages differ. */
export const bindingLanguage = 'en';

/** Hours for which what was read can be signed as it was. */
const readHours = 24;

/** @example hashOf('') // 'e3b0c442…' */
const hashOf = (document: string): string => createHash('sha256').update(document, 'utf8').digest('hex');

export function createSigningService({ repository, orders, changes, write, guardians, namesOf, copy, askSupplier, secrets, audit, transact }: Parts) {
  const documentOf = async (order: StoredOrder, now: Date) => {
    const written = await write(order, now);
    return written && { ...written, hash: hashOf(written.text) };
  };
  /** What was read with this hash, now or within the last day: a contract says the day on which it was made out, which midnight ends while somebody reads. */
  async function readBefore(order: StoredOrder, hash: string, now: Date) {
    const seen = new Set<string>();
    for (let hours = 0; hours <= readHours; hours++) {
      const at = new Date(now.getTime() - hours * 3_600_000);
      const days = `${todayIn('UTC', at)} ${todayIn(order.home.zone, at)}`;
      if (seen.has(days)) continue;
      seen.add(days);
      const document = await documentOf(order, at);
      if (!document) return 'gone';
      if (document.hash === hash) return document;
    }
    return undefined;
  }

  const hasSigned = async (order: Pick<Order, 'id'>, signer: SignedContract['signer'], tx?: DbTransaction): Promise<boolean> =>
    (await repository.signatures(order.id, tx)).some((one) => one.signer === signer);

  async function printed(order: Pick<Order, 'id'>, hash: string): Promise<Buffer | undefined> {
    const sealed = await repository.contractFile(order.id, hash);
    const file = sealed === undefined ? undefined : secrets.decrypt('orders', sealed);
    return file === undefined ? undefined : Buffer.from(file, 'base64');
  }

  return {
    documentOf,
    readBefore,
    hasSigned,

    /** Who has signed a version on the student's side, as papers say it. */
    async acceptancesOf(order: Pick<Order, 'id'>, hash: string): Promise<readonly Acceptance[]> {
      const signers = await repository.signersOf(order.id, hash);
      return signers.flatMap(({ signer, sealed, at }) => {
        const text = secrets.decrypt('orders', sealed);
        if (text === undefined) return [];
        const { name, address } = JSON.parse(text) as { readonly name: string; readonly address: string };
        return [{ name, role: signer === 'guardian' ? ('guardian' as const) : ('student' as const), at, ip: address, documentHash: hash }];
      });
    },

    /** What was signed, with these signatures: as it was made out, or its text alone where the home is told otherwise by now. */
    async paperOf(order: StoredOrder, { document: text, hash, signedAt }: SignedContract, acceptances: readonly Acceptance[]): Promise<Buffer> {
      const document = await readBefore(order, hash, signedAt);
      if (document && document !== 'gone') return document.print(acceptances);
      return copy({ locale: order.locale, number: order.code, at: signedAt, text, acceptances });
    },

    /** What was signed of each of these orders, and when; without the texts, which take time to open. */
    signaturesOf: (of: readonly Pick<Order, 'id'>[]): Promise<ReadonlyMap<OrderId, readonly Omit<SignedContract, 'document'>[]>> =>
      repository.signaturesOf(of.map(({ id }) => id)),

    /** What was signed of an order, to be read. */
    async signed(order: Pick<Order, 'id'>): Promise<readonly SignedContract[]> {
      return (await repository.contracts(order.id)).map((one) => ({ ...one, document: secrets.decrypt('orders', one.document) ?? '' }));
    },

    /** The file of a contract that somebody signed, as it was made then; another's is as good as none. */
    async fileOf(userId: UserId, code: string, hash: string): Promise<Buffer | undefined> {
      const order = await orders.own(userId, code);
      return order && printed(order, hash);
    },

    /** The same file, for staff who see to orders; that they fetched it is written down. */
    async fileForStaff(
      code: string,
      hash: string,
      { staffId, standing }: { readonly staffId: StaffId; readonly standing: Standing },
    ): Promise<Buffer | undefined> {
      if (refusalOf('staff-orders', standing) !== undefined) return undefined;
      const order = await orders.find(code);
      const file = order && (await printed(order, hash));
      if (!file) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'contract-seen', subject: `order:${order.id}`, data: {} }));
      return file;
    },

    /**
     * Accepts an offer, where that was not done yet, and signs.
     * @param hash of what was read: another contract than that is not signed.
     */
    async sign(
      userId: UserId,
      code: string,
      { hash, name, address }: { readonly hash: string; readonly name: string; readonly address: string },
      now: Date,
    ): Promise<Outcome<'signing' | 'to_pay', 'unknown' | 'not-now' | 'no-guardian' | 'changed' | 'offer-changed' | 'no-coupon' | NoBed> | OtherName> {
      const seen = await orders.own(userId, code);
      if (!seen) return refused('unknown');
      if (seen.state !== 'offered' && seen.state !== 'signing') return refused('not-now');
      if (await hasSigned(seen, 'applicant')) return refused('not-now');
      if (await changes.of(seen, now)) return refused('offer-changed');
      const names = namesOf(seen);
      if (names.length > 0 && !isSignedAs(name, names)) return { ok: false, reason: 'other-name', names };
      const isWithGuardian = guardians.needsGuardian(seen, now);
      const guardian = guardians.guardianOf(seen);
      if (isWithGuardian && !guardian) return refused('no-guardian');
      const document = await readBefore(seen, hash, now);
      if (document === 'gone') return refused('gone');
      if (!document) return refused('changed');
      const seal = (text: string): string => secrets.encrypt('orders', text);
      const file = await document.print([{ name, role: 'student', at: now, ip: address, documentHash: hash }]);
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order || order.state !== seen.state) return refused('not-now');
        // Two clicks: where a guardian signs too, the first one left the state as it was.
        if (await hasSigned(order, 'applicant', tx)) return refused('not-now');
        if (order.state === 'offered') {
          const accepted = await orders.move(tx, order, 'accept', { by: 'applicant' }, now);
          if (!accepted.ok) return accepted;
        }
        await repository.sign(tx, order.id, {
          signer: 'applicant',
          document: seal(document.text),
          hash,
          language: bindingLanguage,
          signedAt: now,
          sealed: seal(JSON.stringify({ name, address })),
          file: seal(file.toString('base64')),
        });
        if (isWithGuardian && guardian) {
          await guardians.ask(tx, order, guardian, now);
          return done('signing');
        }
        const signed = await orders.move(tx, { ...order, state: 'signing' }, 'sign', { by: 'applicant' }, now);
        // What is refused here would leave half of it behind.
        if (!signed.ok) throw new Error(`a contract could not be signed: ${signed.reason}`);
        await askSupplier(tx, order, now);
        return done('to_pay');
      });
    },
  };
}
