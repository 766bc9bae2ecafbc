/**
 * Writes down what a home was like when somebody moved in or out, so that it can be shown later: who lives there, and who lets it by a
 * link. The proof is the order of things: each entry has our time and the digest of what stands before it, nothing is changed or taken
 * back, and who signs it is part of the same chain.
 */
import { createHash, randomBytes } from 'node:crypto';
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { OrdersService } from '#lib/features/orders/orders.service.ts';
import type { Order } from '#lib/features/orders/orders.schema.ts';
import type { LinkDoer, SupplierLinksService } from '#lib/features/supplier-links/supplier-links.service.ts';
import type { LinkedThing, SupplierLink } from '#lib/features/supplier-links/supplier-links.schema.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import { apart } from '#lib/jobs/apart.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import { canonical, canonicalSignature, chainOf, isWhole, lastHash, linked } from './evidence-chain.rules.ts';
import type { EvidenceRepository, StoredEntry, StoredSignature } from './evidence.repository.ts';
import { takesEvidence } from './evidence.rules.ts';
import { keptDays, mostEntries, mostSignatures } from './evidence.schema.ts';
import type { EvidenceEntry, EvidenceLinkAct, EvidencePhoto, EvidenceSignature, Party } from './evidence.schema.ts';

/** What somebody writes down. */
export type GivenEvidence = Pick<EvidenceEntry, 'occasion' | 'place' | 'item' | 'condition' | 'note'> & {
  /** A file that was taken before. */
  readonly photo: string | undefined;
};
/** What somebody says of an entry of the other party. */
export type GivenRemark = Pick<EvidenceEntry, 'condition' | 'note'> & { readonly about: number };
/** What somebody signs, by the digest of the last entry that they read, and from where. */
export type GivenSignature = Pick<EvidenceSignature, 'name' | 'address'> & { readonly hash: string };

/**
 * All of an order. `isWhole`: whether its digests are what they would be if nothing had been touched; undefined where something was
 * encrypted with a secret that is gone, so that nobody can say.
 */
export type Evidence = {
  readonly order: Order;
  readonly entries: readonly EvidenceEntry[];
  readonly signatures: readonly EvidenceSignature[];
  readonly isWhole: boolean | undefined;
};

/** An order whose person is still there. */
type OwnedOrder = Order & { readonly userId: UserId };
/** Who writes: which party, with whose file, and what of the link they came by is to be noted in the same transaction. */
type Writer = { readonly party: Party; readonly files: FileOwner; readonly came: (tx: DbTransaction) => Promise<boolean> };

/** What is in a photograph; undefined where its file is gone or is another than was kept. */
export type OpenedPhoto = { readonly hash: string; readonly content: Buffer | undefined };
type Added = { readonly code: string; readonly number: number; readonly hash: string };
type Signed = { readonly code: string; readonly entries: number; readonly hash: string };

export type EvidenceService = ReturnType<typeof createEvidenceService>;

type Parts = {
  readonly repository: EvidenceRepository;
  readonly orders: Pick<OrdersService, 'own' | 'find'>;
  readonly uploads: Pick<UploadsService, 'claim' | 'open' | 'pass' | 'release'>;
  readonly links: SupplierLinksService;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>, lockOf?: string) => Promise<T>;
  /** Tells who lives there that their provider has signed. */
  readonly tell: (tx: DbTransaction, order: OwnedOrder, signature: Signed) => Promise<void>;
};

const batch = 200;
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Milliseconds within which the same again is the same. */
const twice = 60_000;
type Unlinked = Omit<EvidenceEntry, 'hash' | 'number' | 'photos' | 'madeAt'>;
const isSame = (one: EvidenceEntry, other: Unlinked): boolean =>
  one.photos.length === 0 &&
  one.party === other.party &&
  one.about === other.about &&
  one.occasion === other.occasion &&
  one.place === other.place &&
  one.item === other.item &&
  one.condition === other.condition &&
  one.note === other.note;

export function createEvidenceService({ repository, orders, uploads, links, secrets, transact, tell }: Parts) {
  const opened = ({ sealed, ...entry }: StoredEntry): EvidenceEntry => ({ ...entry, note: secrets.decrypt('orders', sealed) ?? '' });
  const sealedSigner = ({ name, address, salt }: Pick<EvidenceSignature, 'name' | 'address' | 'salt'>): string =>
    secrets.encrypt('orders', JSON.stringify([name, address, salt]));
  function openedSignature({ sealed, ...signature }: StoredSignature): EvidenceSignature {
    const [name = '', address = '', salt = ''] = JSON.parse(secrets.decrypt('orders', sealed) ?? '[]') as readonly string[];
    return { ...signature, name, address, salt };
  }
  const hasUser = (order: Order | undefined): order is OwnedOrder => order?.userId !== undefined;

  async function read(order: Order, tx?: DbTransaction): Promise<Evidence> {
    const [stored, signed] = [await repository.ofOrder(order.id, tx), await repository.signaturesOf(order.id, tx)];
    const [entries, signatures] = [stored.map(opened), signed.map(openedSignature)];
    const isReadable = [...stored, ...signed].every(({ sealed }) => secrets.decrypt('orders', sealed) !== undefined);
    return { order, entries, signatures, isWhole: isReadable ? isWhole(order.code, entries, signatures, sha256) : undefined };
  }

  async function of(userId: UserId, code: string): Promise<Evidence | undefined> {
    const order = await orders.own(userId, code);
    if (!order) return undefined;
    const found = await read(order);
    return found.entries.length === 0 && !takesEvidence(order.state) ? undefined : found;
  }

  /** What a provider's link opens; undefined for one that is none, has ended, or whose order nobody has any more. */
  async function openLink(key: string, now: Date): Promise<(Evidence & { readonly order: OwnedOrder; readonly link: SupplierLink }) | undefined> {
    const link = await links.open('condition', key, now);
    const order = link && (await orders.find(link.code));
    if (!link || !hasUser(order)) return undefined;
    const found = await read(order);
    return found.entries.length === 0 && !takesEvidence(order.state) ? undefined : { ...found, order, link };
  }

  const student = (userId: UserId, visit: string | undefined): Writer => ({ party: 'student', files: { userId, visit }, came: async () => true });
  /** A link that was ended meanwhile writes nothing. */
  const provider = (key: string, link: Pick<SupplierLink, 'id'>, files: FileOwner, now: Date): Writer => ({
    party: 'provider',
    files,
    async came(tx) {
      const still = await links.open('condition', key, now, tx);
      if (still) await links.used(tx, link, now);
      return still !== undefined;
    },
  });

  async function write(
    order: OwnedOrder,
    { party, files, came }: Writer,
    { photo: file, ...given }: Omit<GivenEvidence, 'photo'> & { readonly photo?: string | undefined; readonly about: number | undefined },
    now: Date,
  ): Promise<Outcome<Added, 'unknown' | 'not-now' | 'enough' | 'no-file' | 'no-entry'>> {
    if (!takesEvidence(order.state)) return refused('not-now');
    const found = file === undefined ? undefined : await uploads.open(file, files, now);
    if (file !== undefined && !found) return refused('no-file');
    const photos: readonly EvidencePhoto[] = file !== undefined && found ? [{ file, hash: sha256(found.content) }] : [];
    return transact(async (tx) => {
      if (!(await came(tx))) return refused('unknown');
      const { entries: before, signatures } = await read(order, tx);
      const said: Unlinked = { ...given, party };
      const last = before.at(-1);
      // Pressed twice, it is written down once: nobody could take the second away.
      if (last && photos.length === 0 && isSame(last, said) && now.getTime() - last.madeAt.getTime() < twice)
        return done({ code: order.code, number: last.number, hash: last.hash });
      if (before.filter((one) => one.party === party).length >= mostEntries) return refused('enough');
      if (file !== undefined) {
        if (!(await uploads.claim(tx, file, 'evidence', files, now))) return refused('no-file');
        await uploads.pass(tx, file, order.userId);
      }
      const chain = chainOf(before, signatures);
      const latest = Math.max(now.getTime(), ...[...before, ...signatures].map(({ madeAt }) => madeAt.getTime()));
      const entry = { ...said, number: before.length + 1, photos, madeAt: new Date(latest) };
      const text = canonical(
        entry,
        photos.map(({ hash }) => hash),
      );
      const hash = linked(lastHash(order.code, chain, sha256), text, sha256);
      const { note, ...rest } = entry;
      await repository.add(tx, order.id, order.userId, { ...rest, hash, sealed: secrets.encrypt('orders', note) });
      return done({ code: order.code, number: entry.number, hash });
    }, lockOf(order.id));
  }

  async function remark(found: Evidence & { readonly order: OwnedOrder }, writer: Writer, { about, condition, note }: GivenRemark, now: Date) {
    const entry = found.entries.find(({ number, party }) => number === about && party !== writer.party);
    if (!entry) return refused('no-entry');
    const { occasion, place, item } = entry;
    return write(found.order, writer, { occasion, place, item, condition, note, about }, now);
  }

  async function sign(
    order: OwnedOrder,
    { party, came }: Writer,
    { hash: readHash, name, address }: GivenSignature,
    now: Date,
  ): Promise<Outcome<Signed, 'unknown' | 'changed' | 'nothing' | 'enough'>> {
    return transact(async (tx) => {
      if (!(await came(tx))) return refused('unknown');
      const { entries, signatures, isWhole: whole } = await read(order, tx);
      const last = entries.at(-1);
      if (!last) return refused('nothing');
      // Nobody signs what they have not read, nor what is not as it was written.
      if (last.hash !== readHash || whole !== true) return refused('changed');
      const before = signatures.find((one) => one.party === party && one.entries === last.number);
      if (before) return done({ code: order.code, entries: last.number, hash: before.hash });
      if (signatures.filter((one) => one.party === party).length >= mostSignatures) return refused('enough');
      const latest = Math.max(now.getTime(), ...[...entries, ...signatures].map(({ madeAt }) => madeAt.getTime()));
      const salt = randomBytes(16).toString('hex');
      const signature = { number: signatures.length + 1, party, entries: last.number, name, address, salt, madeAt: new Date(latest) };
      const hash = linked(lastHash(order.code, chainOf(entries, signatures), sha256), canonicalSignature(signature, last.hash, sha256), sha256);
      const { number, madeAt } = signature;
      await repository.sign(tx, order.id, order.userId, { number, party, entries: last.number, sealed: sealedSigner(signature), madeAt, hash });
      const signed = { code: order.code, entries: last.number, hash };
      if (party === 'provider') await tell(tx, order, signed);
      return done(signed);
    }, lockOf(order.id));
  }

  const thingOf = (order: Order): LinkedThing => ({ purpose: 'condition', orderId: order.id });

  async function link(
    order: OwnedOrder,
    act: EvidenceLinkAct,
    doer: LinkDoer,
    now: Date,
  ): Promise<Outcome<{ readonly code: string; readonly act: EvidenceLinkAct }, 'not-now' | 'no-address' | 'too-many'>> {
    if (act === 'send' && !takesEvidence(order.state)) return refused('not-now');
    return transact(async (tx) => {
      const outcome = act === 'send' ? await links.make(tx, order, { purpose: 'condition' }, doer, now) : await links.end(tx, thingOf(order), doer, now);
      return outcome.ok ? done({ code: order.code, act }) : outcome;
    }, lockOf(order.id));
  }

  return {
    of,
    openLink,

    /** Links to what was written down of an order, newest first, and whether there is an address to send one to. */
    async linksOf(order: Order): Promise<{ readonly links: readonly SupplierLink[]; readonly hasAddress: boolean }> {
      return { links: await links.ofThing(thingOf(order)), hasAddress: (await links.contactOf(order)) !== undefined };
    },

    /** Whether there is something to see, or to write down. */
    async isThere(userId: UserId, code: string): Promise<boolean> {
      const order = await orders.own(userId, code);
      return order !== undefined && (takesEvidence(order.state) || (await repository.isAny(order.id)));
    },

    async add({ userId, visit }: { readonly userId: UserId; readonly visit: string | undefined }, code: string, given: GivenEvidence, now: Date) {
      const order = await orders.own(userId, code);
      return hasUser(order) ? write(order, student(userId, visit), { ...given, about: undefined }, now) : refused('unknown');
    },

    async addByLink(key: string, files: FileOwner, given: GivenEvidence, now: Date) {
      const found = await openLink(key, now);
      return found ? write(found.order, provider(key, found.link, files, now), { ...given, about: undefined }, now) : refused('unknown');
    },

    async remark(userId: UserId, code: string, given: GivenRemark, now: Date) {
      const found = await of(userId, code);
      if (!found || !hasUser(found.order)) return refused('unknown');
      return remark({ ...found, order: found.order }, student(userId, undefined), given, now);
    },

    async remarkByLink(key: string, given: GivenRemark, now: Date) {
      const found = await openLink(key, now);
      return found ? remark(found, provider(key, found.link, nobody, now), given, now) : refused('unknown');
    },

    async sign(userId: UserId, code: string, given: GivenSignature, now: Date) {
      const order = await orders.own(userId, code);
      return hasUser(order) ? sign(order, student(userId, undefined), given, now) : refused('unknown');
    },

    async signByLink(key: string, given: GivenSignature, now: Date) {
      const found = await openLink(key, now);
      return found ? sign(found.order, provider(key, found.link, nobody, now), given, now) : refused('unknown');
    },

    /** Sends the provider a link, or ends the open one, for whose order it is. */
    async linkByOwner(userId: UserId, code: string, act: EvidenceLinkAct, now: Date) {
      const order = await orders.own(userId, code);
      return hasUser(order) ? link(order, act, { by: 'student', actor: `person:${userId}` }, now) : refused('unknown');
    },

    /** The same, for staff. */
    async linkByStaff(staffId: StaffId, code: string, act: EvidenceLinkAct, now: Date) {
      const order = await orders.find(code);
      return hasUser(order) ? link(order, act, { by: 'staff', actor: `staff:${staffId}` }, now) : refused('unknown');
    },

    /** All of an order, whosever it is: for how far it is alone, which staff see; what stands in it is the parties'. */
    async ofAnybody(code: string): Promise<Evidence | undefined> {
      const order = await orders.find(code);
      return order && read(order);
    },

    /** What is in the photographs of an entry, each held against its digest. @param userId whose order it is. */
    async photosOf(userId: UserId, { photos }: EvidenceEntry, now: Date): Promise<readonly OpenedPhoto[]> {
      const found: OpenedPhoto[] = [];
      for (const { file, hash } of photos) {
        const content = (await uploads.open(file, { userId, visit: undefined }, now))?.content;
        found.push({ hash, content: content && sha256(content) === hash ? content : undefined });
      }
      return found;
    },

    /** A photograph of the order that a link opens; undefined for any other file. */
    async photoByLink(key: string, file: string, now: Date): Promise<Awaited<ReturnType<UploadsService['open']>>> {
      const found = await openLink(key, now);
      if (!found?.entries.some(({ photos }) => photos.some((one) => one.file === file))) return undefined;
      return uploads.open(file, { userId: found.order.userId, visit: undefined }, now);
    },

    async ofUser(userId: UserId) {
      return {
        entries: (await repository.ofUser(userId)).map((entry) => ({ ...opened(entry), code: entry.code })),
        signatures: (await repository.signaturesOfUser(userId)).map((one) => ({ ...openedSignature(one), code: one.code })),
      };
    },

    /** Takes entries of leases that ended long ago, with their photographs and signatures. Returns how many entries. */
    async forget(now: Date): Promise<number> {
      const before = new Date(now.getTime() - keptDays * dayMs).toISOString().slice(0, 10);
      const rows = apart();
      let count = 0;
      for (let taken = batch; taken === batch; ) {
        taken =
          (await rows.run(() =>
            transact(async (tx) => {
              const gone = await repository.forget(tx, before, batch);
              for (const { file } of gone.photos) await uploads.release(tx, file, now);
              return gone.count;
            }),
          )) ?? 0;
        count += taken;
      }
      rows.end();
      return count;
    },
  };
}

const nobody: FileOwner = { userId: undefined, visit: undefined };
const lockOf = (orderId: OrderId): string => `evidence of ${orderId}`;
