/** Guardians of applicants that are not of age: named, asked by a link of their own, and signing what the applicant signed. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Acceptance } from '#lib/features/documents/documents.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import type { OfferChanges } from './offer-changes.service.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import type { OrdersService } from './orders.service.ts';
import { guardianLinkDays, orderCodePattern } from './orders.schema.ts';
import type { Guardian, GuardianState, SignedContract } from './orders.schema.ts';
import { bindingLanguage } from './signing.service.ts';
import { isSignedAs } from './signed-name.rules.ts';
import type { OtherName, SigningService } from './signing.service.ts';

/** What the link of a guardian opens. */
export type OpenedSignature = {
  readonly order: StoredOrder;
  readonly guardian: Guardian;
  readonly contract: SignedContract;
  readonly isSigned: boolean;
};

type Parts = {
  readonly changes: OfferChanges;
  readonly repository: OrdersRepository;
  readonly orders: Pick<OrdersService, 'own' | 'move'>;
  readonly answering: Pick<ApplicationAnswers, 'needsGuardian' | 'guardianOf' | 'putGuardian' | 'emailFor'>;
  readonly signing: Pick<SigningService, 'signed' | 'hasSigned' | 'acceptancesOf' | 'paperOf'>;
  /** Has the supplier asked to sign what both have. */
  readonly askSupplier: (tx: DbTransaction, order: StoredOrder, now: Date) => Promise<void>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt' | 'sign' | 'verify'>;
  /** Sends a guardian their link. */
  readonly send: (tx: DbTransaction, order: StoredOrder, guardian: Guardian, token: string, now: Date) => Promise<void>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type GuardiansService = ReturnType<typeof createGuardiansService>;

const signedText = (code: string, email: string, until: number): string => `guardian ${code} ${email} ${until}`;

/** The last part of a guardian's link: another address, or another secret, ends it. */
export function guardianToken(secrets: Pick<Secrets, 'sign'>, code: string, { email }: Pick<Guardian, 'email'>, now: Date): string {
  const until = Math.floor(now.getTime() / dayMs) + guardianLinkDays;
  return `${code}.${until}.${secrets.sign('orders', signedText(code, email, until))}`;
}

export function createGuardiansService({ repository, changes, orders, answering, signing, askSupplier, secrets, send, transact }: Parts) {
  /** What of a guardian is there and what is missing; undefined where none is needed. */
  async function stateOf(order: StoredOrder, now: Date, tx?: DbTransaction): Promise<GuardianState | undefined> {
    if (await signing.hasSigned(order, 'guardian', tx)) return 'signed';
    if (!answering.needsGuardian(order, now)) return undefined;
    if (!answering.guardianOf(order)) return 'unnamed';
    return (await signing.hasSigned(order, 'applicant', tx)) ? 'asked' : 'named';
  }

  /** What a link opens; undefined for one that is none, has expired, or is of an order that went another way. */
  async function open(token: string, now: Date): Promise<OpenedSignature | undefined> {
    const [, code = '', until = '', signature = ''] = /^([\dA-Z-]{9})\.(\d{5})\.([\w.-]{10,200})$/.exec(token) ?? [];
    if (!orderCodePattern.test(code) || Number(until) * dayMs < now.getTime()) return undefined;
    const order = await repository.find(code);
    const guardian = order && answering.guardianOf(order);
    if (!guardian || !secrets.verify('orders', signedText(code, guardian.email, Number(until)), signature)) return undefined;
    const contracts = await signing.signed(order);
    const contract = contracts.find(({ signer }) => signer === 'applicant');
    const isSigned = contracts.some(({ signer }) => signer === 'guardian');
    return contract && (isSigned || order.state === 'signing') ? { order, guardian, contract, isSigned } : undefined;
  }

  /** The paper with both names. */
  async function printed({ order, contract }: OpenedSignature, guardian: Acceptance): Promise<string> {
    const applicant = await signing.acceptancesOf(order, contract.hash);
    return secrets.encrypt('orders', (await signing.paperOf(order, contract, [...applicant, guardian])).toString('base64'));
  }

  return {
    stateOf,
    open,

    /**
     * Names who signs with an applicant. Once the applicant has signed, the name stands in the contract: the link goes to another address
     * or in another language, and the former one opens no more.
     */
    async name(
      userId: UserId,
      code: string,
      given: Guardian,
      now: Date,
    ): Promise<Outcome<{ readonly isAsked: boolean }, 'unknown' | 'not-now' | 'own-address'>> {
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order) return refused('unknown');
        const state = await stateOf(order, now, tx);
        if ((order.state !== 'offered' && order.state !== 'signing') || state === undefined || state === 'signed') return refused('not-now');
        if (given.email.toLowerCase() === answering.emailFor(order).toLowerCase()) return refused('own-address');
        const isAsked = state === 'asked';
        const guardian = isAsked ? { ...given, name: answering.guardianOf(order)?.name ?? given.name } : given;
        await answering.putGuardian(tx, order, guardian);
        if (isAsked) await send(tx, order, guardian, guardianToken(secrets, code, guardian, now), now);
        return done({ isAsked });
      });
    },

    /** The file as it was signed so far, for who has the link. */
    async fileOf(token: string, now: Date): Promise<Buffer | undefined> {
      const opened = await open(token, now);
      const sealed = opened && (await repository.contractFile(opened.order.id, opened.contract.hash));
      const file = sealed === undefined ? undefined : secrets.decrypt('orders', sealed);
      return file === undefined ? undefined : Buffer.from(file, 'base64');
    },

    /** @param hash of what was read: what the applicant signed, or nothing is signed. */
    async sign(
      token: string,
      { hash, name, address }: { readonly hash: string; readonly name: string; readonly address: string },
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now' | 'changed' | 'offer-changed'> | OtherName> {
      const opened = await open(token, now);
      if (!opened) return refused('unknown');
      if (opened.isSigned) return refused('not-now');
      if (opened.contract.hash !== hash) return refused('changed');
      if (await changes.of(opened.order, now)) return refused('offer-changed');
      if (!isSignedAs(name, [opened.guardian.name])) return { ok: false, reason: 'other-name', names: [opened.guardian.name] };
      const file = await printed(opened, { name, role: 'guardian', at: now, ip: address, documentHash: hash });
      return transact(async (tx) => {
        const order = await repository.lock(tx, opened.order.code);
        // One that was signed, left or gone since: nothing is signed.
        if (order?.state !== 'signing') return refused('not-now');
        await repository.sign(tx, order.id, {
          signer: 'guardian',
          document: secrets.encrypt('orders', opened.contract.document),
          hash,
          language: bindingLanguage,
          signedAt: now,
          sealed: secrets.encrypt('orders', JSON.stringify({ name, address })),
          file,
        });
        const moved = await orders.move(tx, order, 'sign', { by: 'guardian' }, now);
        // What is refused here would leave half of it behind.
        if (!moved.ok) throw new Error(`a guardian's signature could not be taken: ${moved.reason}`);
        await askSupplier(tx, order, now);
        return done(null);
      });
    },
  };
}
