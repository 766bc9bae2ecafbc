/**
 * The supplier's side of contracts: asked by a mailed link once their applicant has signed, they sign the same version or decline it; staff note
 * what was signed on paper. Nothing is confirmed that only one side has signed.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Actor } from '#lib/features/audit/audit.rules.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Acceptance } from '#lib/features/documents/documents.schema.ts';
import type { LinkDoer, SupplierLinksService } from '#lib/features/supplier-links/supplier-links.service.ts';
import type { SupplierLink } from '#lib/features/supplier-links/supplier-links.schema.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { countApart } from '#lib/jobs/apart.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { unprintable } from '#lib/pdf/printable.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { StoredWord } from './contract-words.repository.ts';
import type { OfferChanges } from './offer-changes.service.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { entryOf } from './orders.rules.ts';
import type { Order, SignedContract } from './orders.schema.ts';
import type { SigningService } from './signing.service.ts';
import { canAnswer, isByBoth, unheardBefore, wordThatCounts } from './supplier-signing.rules.ts';
import { contractActs, countersignedIn } from './supplier-signing.schema.ts';
import type { BothSides, ContractAct, SaidOfContract } from './supplier-signing.schema.ts';

type Purpose = { readonly purpose: 'contract' };
const purpose: Purpose = { purpose: 'contract' };

/** Has the supplier of an order asked to sign, as part of the transaction in which the applicant's side is complete. */
export type AskSupplier = (tx: DbTransaction, order: StoredOrder, now: Date) => Promise<void>;

/** Where staff have no address of the supplier, or have written often enough, nobody is asked, and staff see that. */
export const askingBy =
  (links: Pick<SupplierLinksService, 'make'>): AskSupplier =>
  async (tx, order, now) => {
    const actor: Actor = order.userId === undefined ? 'nobody' : `person:${order.userId}`;
    await links.make(tx, order, purpose, { by: 'contract', actor }, now);
  };

/** What a link of a supplier opens. */
export type OpenedContract = {
  readonly order: StoredOrder;
  readonly contract: SignedContract;
  readonly said: SaidOfContract | undefined;
  readonly canAnswer: boolean;
  readonly isByBoth: boolean;
};

export type ContractAnswer = {
  readonly hash: string;
  /** Where it was sent from: kept encrypted, and on no paper of the other side's. */
  readonly address: string;
} & ({ readonly word: 'sign'; readonly name: string; readonly role: string } | { readonly word: 'decline'; readonly reason: string });

/** Signed in letters that papers cannot show. */
type Unprintable = { readonly ok: false; readonly reason: 'unprintable'; readonly field: 'name' | 'role'; readonly sign: string };

type Parts = {
  readonly repository: OrdersRepository;
  readonly changes: OfferChanges;
  readonly signing: Pick<SigningService, 'signed' | 'acceptancesOf' | 'paperOf'>;
  readonly links: Pick<SupplierLinksService, 'make' | 'open' | 'used' | 'ofThing'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells the applicant what the supplier said. */
  readonly tell: (tx: DbTransaction, order: StoredOrder, said: SaidOfContract, now: Date) => Promise<void>;
};

export type SupplierSigningService = ReturnType<typeof createSupplierSigning>;

/** Orders that one run sees to. */
const most = 100;

type Sealed = Partial<Record<'name' | 'role' | 'on' | 'reason' | 'address', string>>;

export function createSupplierSigning({ repository, changes, signing, links, secrets, audit, transact, tell }: Parts) {
  const seal = (said: Sealed): string => secrets.encrypt('orders', JSON.stringify(said));
  function opened({ sealed, ...word }: StoredWord): SaidOfContract {
    const text = secrets.decrypt('orders', sealed);
    const { name = '', role = '', on = '', reason = '' } = text === undefined ? {} : (JSON.parse(text) as Sealed);
    return { ...word, name, role, on, reason };
  }

  /** What was signed, and what the supplier says of it; undefined where the applicant has signed nothing. */
  async function sidesOf(order: Pick<Order, 'id'>, tx?: DbTransaction) {
    const contract = await repository.signedVersion(order.id, tx);
    if (!contract) return undefined;
    const words = await repository.contractWords(order.id, tx);
    const counts = wordThatCounts(contract, words);
    return { contract, words, counts, isByBoth: isByBoth(counts) };
  }

  /** What the last one of an order's versions says, to be read; undefined where nothing is signed. */
  const textOf = async (order: StoredOrder, hash: string): Promise<SignedContract | undefined> =>
    (await signing.signed(order)).find((one) => one.hash === hash && one.signer === 'applicant');

  async function open(key: string, now: Date): Promise<(OpenedContract & { readonly link: SupplierLink }) | undefined> {
    const link = await links.open('contract', key, now);
    const order = link && (await repository.find(link.code));
    const sides = order && (await sidesOf(order));
    const contract = order && sides && (await textOf(order, sides.contract.hash));
    if (!link || !order || !sides || !contract) return undefined;
    return {
      link,
      order,
      contract,
      said: sides.counts && opened(sides.counts),
      canAnswer: canAnswer(order.state, sides.contract, sides.words, link.id),
      isByBoth: sides.isByBoth,
    };
  }

  /** The student's side without their network addresses: these are on no paper of the other side's. */
  const withoutAddress = (acceptances: readonly Acceptance[]): readonly Acceptance[] => acceptances.map((one) => ({ ...one, ip: undefined }));
  const acceptanceOf = ({ name, role, at, hash }: Pick<SaidOfContract, 'name' | 'role' | 'at' | 'hash'>): Acceptance => ({
    name,
    role: 'provider',
    capacity: role,
    at,
    ip: undefined,
    documentHash: hash,
  });

  async function put(
    tx: DbTransaction,
    order: StoredOrder,
    word: Pick<StoredWord, 'contractId' | 'hash' | 'word' | 'linkId' | 'staffId' | 'at'>,
    said: Sealed,
    file?: string,
  ): Promise<SaidOfContract> {
    const row = { ...word, sealed: seal(said), file };
    return opened({ ...row, id: await repository.addContractWord(tx, order.id, row) });
  }

  /** What staff did stands in the timeline for all; what they wrote beside it is for staff. */
  async function noted(
    tx: DbTransaction,
    order: StoredOrder,
    act: ContractAct,
    { staffId, note }: { readonly staffId: StaffId; readonly note: string },
    now: Date,
  ): Promise<void> {
    await repository.tell(tx, order.id, entryOf(order, act, 'staff', now, { staffId }));
    if (note !== '') await repository.tell(tx, order.id, entryOf(order, 'note', 'staff', now, { staffId, note, isInternal: true }));
  }

  return {
    /** How far both sides are; undefined where the applicant has signed nothing. */
    async of(order: Order, tx?: DbTransaction): Promise<BothSides | undefined> {
      const sides = await sidesOf(order, tx);
      if (!sides) return undefined;
      const sent = (await links.ofThing({ ...purpose, orderId: order.id }, tx)).filter(({ madeAt }) => madeAt >= sides.contract.signedAt);
      return {
        contract: sides.contract,
        said: sides.counts && opened(sides.counts),
        isByBoth: sides.isByBoth,
        askedAt: sent.at(-1)?.madeAt,
        links: sent,
      };
    },

    /** Whether an order can be confirmed: both sides have signed the same version, or there is nothing that was signed. */
    async isReady(order: Pick<Order, 'id'>, tx: DbTransaction): Promise<boolean> {
      const sides = await sidesOf(order, tx);
      return sides === undefined || sides.isByBoth;
    },

    /** What staff can do about it now. */
    async actsFor(order: Pick<Order, 'id' | 'state'>): Promise<readonly ContractAct[]> {
      if (!countersignedIn.includes(order.state)) return [];
      const sides = await sidesOf(order);
      return sides && !sides.isByBoth ? contractActs : [];
    },

    /** What the link of a supplier opens; looking writes nothing down. */
    open: async (key: string, now: Date): Promise<OpenedContract | undefined> => open(key, now),

    /** The contract for who has the link, with the signatures there are. */
    async fileOf(key: string, now: Date): Promise<Buffer | undefined> {
      const found = await open(key, now);
      if (!found || !(found.canAnswer || found.isByBoth)) return undefined;
      const { order, contract, said } = found;
      const theirs = withoutAddress(await signing.acceptancesOf(order, contract.hash));
      return signing.paperOf(order, contract, said?.word === 'signed' ? [...theirs, acceptanceOf(said)] : theirs);
    },

    /** What a supplier says by a link, of the version that they read. */
    async answer(key: string, answer: ContractAnswer, now: Date): Promise<Outcome<null, 'unknown' | 'not-now' | 'changed' | 'offer-changed'> | Unprintable> {
      const seen = await open(key, now);
      if (!seen) return refused('unknown');
      if (!seen.canAnswer) return refused('not-now');
      if (seen.contract.hash !== answer.hash) return refused('changed');
      let file: string | undefined;
      if (answer.word === 'sign') {
        for (const field of ['name', 'role'] as const) {
          const sign = await unprintable(answer[field]);
          if (sign !== undefined) return { ok: false, reason: 'unprintable', field, sign };
        }
        const changed = await changes.of(seen.order, now);
        if (changed && changed.what !== 'declined') return refused('offer-changed');
        const theirs = await signing.acceptancesOf(seen.order, answer.hash);
        const own = acceptanceOf({ name: answer.name, role: answer.role, at: now, hash: answer.hash });
        file = secrets.encrypt('orders', (await signing.paperOf(seen.order, seen.contract, [...theirs, own])).toString('base64'));
      }
      return transact<Outcome<null, 'unknown' | 'not-now' | 'changed'>>(async (tx) => {
        const order = await repository.lock(tx, seen.order.code);
        // Ended, run out or answered since: a link answers once.
        const link = await links.open('contract', key, now, tx);
        if (!order || !link) return refused('unknown');
        const sides = await sidesOf(order, tx);
        if (sides?.contract.hash !== answer.hash) return refused('changed');
        if (!canAnswer(order.state, sides.contract, sides.words, link.id)) return refused('not-now');
        const of = { contractId: sides.contract.id, hash: answer.hash, linkId: link.id, staffId: undefined, at: now };
        const said =
          answer.word === 'sign'
            ? await put(tx, order, { ...of, word: 'signed' }, { name: answer.name, role: answer.role, address: answer.address }, file)
            : await put(tx, order, { ...of, word: 'declined' }, { reason: answer.reason, address: answer.address });
        const isSigned = said.word === 'signed';
        await links.used(tx, link, now);
        await repository.tell(tx, order.id, entryOf(order, isSigned ? 'provider-signed' : 'provider-declined', 'supplier', now, { note: said.reason }));
        await audit.append(tx, {
          actor: 'nobody',
          action: 'contract-answered',
          subject: `order:${order.id}`,
          data: { word: isSigned ? 'signed' : 'declined' },
        });
        await tell(tx, order, said, now);
        return done(null);
      });
    },

    /** What staff do about it, as part of a transaction that has the order locked. `paper`: who signed on paper, and on which day. */
    async act(
      tx: DbTransaction,
      order: StoredOrder,
      act: ContractAct,
      { staffId, note, paper }: { readonly staffId: StaffId; readonly note: string; readonly paper: { readonly name: string; readonly on: string } },
      now: Date,
    ): Promise<Outcome<null, 'not-now' | 'no-address' | 'too-many'>> {
      const sides = await sidesOf(order, tx);
      if (!countersignedIn.includes(order.state) || !sides || sides.isByBoth) return refused('not-now');
      if (act === 'ask-provider') {
        const doer: LinkDoer = { by: 'staff', actor: `staff:${staffId}` };
        const asked = await links.make(tx, order, purpose, doer, now);
        if (asked.ok) await noted(tx, order, act, { staffId, note }, now);
        return asked;
      }
      const word = { contractId: sides.contract.id, hash: sides.contract.hash, word: 'paper' as const, linkId: undefined, staffId, at: now };
      const said = await put(tx, order, word, paper);
      await noted(tx, order, act, { staffId, note }, now);
      await tell(tx, order, said, now);
      return done(null);
    },

    /** Orders that staff have to see to: declined, asked of nobody, or nothing heard for so long. */
    unheard: (now: Date, after: number, count: number): Promise<readonly StoredOrder[]> => repository.withUnheard(unheardBefore(now), after, count),
    countUnheard: (now: Date): Promise<number> => repository.countUnheard(unheardBefore(now)),

    /** Reminds suppliers who have said nothing, once of each contract, by a link that takes the place of the former one. Returns how many. */
    async remind(now: Date): Promise<number> {
      return countApart(await repository.toRemindOfContract(unheardBefore(now), most), (code) =>
        transact(async (tx) => {
          const order = await repository.lock(tx, code);
          const sides = order && (await sidesOf(order, tx));
          if (!order || !sides || sides.counts || !countersignedIn.includes(order.state)) return 0;
          const asked = await links.make(tx, order, purpose, { by: 'clock', actor: 'job:remind-providers' }, now);
          if (!asked.ok) return 0;
          await repository.tell(tx, order.id, entryOf(order, 'ask-provider', 'clock', now));
          return 1;
        }),
      );
    },
  };
}
