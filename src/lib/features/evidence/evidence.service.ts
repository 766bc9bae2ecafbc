/**
 * Writes down what a home was like when somebody moved in or out, so that it can be shown later. The proof is the order of things: each
 * entry has our time and the digest of the one before, and nothing is changed or taken back.
 */
import { createHash } from 'node:crypto';
import type { DbTransaction } from '#lib/db/database.ts';
import type { OrdersService } from '#lib/features/orders/orders.service.ts';
import type { Order } from '#lib/features/orders/orders.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { OrderId, UserId } from '#lib/ids/ids.ts';
import { apart } from '#lib/jobs/apart.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { EvidenceRepository, StoredEntry } from './evidence.repository.ts';
import { canonical, chainStart, takesEvidence } from './evidence.rules.ts';
import { keptDays, mostEntries } from './evidence.schema.ts';
import type { EvidenceEntry, EvidencePhoto } from './evidence.schema.ts';

/** What somebody writes down. */
export type GivenEvidence = Pick<EvidenceEntry, 'occasion' | 'place' | 'item' | 'condition' | 'note'> & {
  /** A file that was taken before. */
  readonly photo: string | undefined;
};

/**
 * All of an order. `isWhole`: whether its digests are what they would be if nothing had been touched; undefined where a note was encrypted
 * with a secret that is gone, so that nobody can say.
 */
export type Evidence = { readonly order: Order; readonly entries: readonly EvidenceEntry[]; readonly isWhole: boolean | undefined };

/** What is in a photograph; undefined where its file is gone or is another than was kept. */
export type OpenedPhoto = { readonly hash: string; readonly content: Buffer | undefined };

export type EvidenceService = ReturnType<typeof createEvidenceService>;

type Parts = {
  readonly repository: EvidenceRepository;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly uploads: Pick<UploadsService, 'claim' | 'open' | 'release'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>, lockOf?: string) => Promise<T>;
};

const day = 86_400_000;
const batch = 200;
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Milliseconds within which the same again is the same. */
const twice = 60_000;
const isSame = (one: EvidenceEntry, other: Omit<GivenEvidence, 'photo'>): boolean =>
  one.photos.length === 0 &&
  one.occasion === other.occasion &&
  one.place === other.place &&
  one.item === other.item &&
  one.condition === other.condition &&
  one.note === other.note;

export function createEvidenceService({ repository, orders, uploads, secrets, transact }: Parts) {
  const opened = ({ sealed, ...entry }: StoredEntry): EvidenceEntry => ({ ...entry, note: secrets.decrypt('orders', sealed) ?? '' });
  const linked = (before: string, entry: Omit<EvidenceEntry, 'hash'>): string =>
    sha256(
      `${before}\n${canonical(
        entry,
        entry.photos.map(({ hash }) => hash),
      )}`,
    );

  function areWhole(code: string, entries: readonly EvidenceEntry[]): boolean {
    let before = sha256(chainStart(code));
    return entries.every((entry, at) => {
      before = linked(before, entry);
      return entry.number === at + 1 && entry.hash === before;
    });
  }

  async function of(userId: UserId, code: string): Promise<Evidence | undefined> {
    const order = await orders.own(userId, code);
    if (!order) return undefined;
    const stored = await repository.ofOrder(order.id);
    if (stored.length === 0 && !takesEvidence(order.state)) return undefined;
    const entries = stored.map(opened);
    const isReadable = stored.every(({ sealed }) => secrets.decrypt('orders', sealed) !== undefined);
    return { order, entries, isWhole: isReadable ? areWhole(code, entries) : undefined };
  }

  return {
    of,

    /** Whether there is something to see, or to write down. */
    async isThere(userId: UserId, code: string): Promise<boolean> {
      const order = await orders.own(userId, code);
      return order !== undefined && (takesEvidence(order.state) || (await repository.isAny(order.id)));
    },

    async add(
      { userId, visit }: { readonly userId: UserId; readonly visit: string | undefined },
      code: string,
      { photo: file, ...said }: GivenEvidence,
      now: Date,
    ): Promise<Outcome<{ readonly number: number; readonly hash: string }, 'unknown' | 'not-now' | 'enough' | 'no-file'>> {
      const order = await orders.own(userId, code);
      if (!order) return refused('unknown');
      if (!takesEvidence(order.state)) return refused('not-now');
      const found = file === undefined ? undefined : await uploads.open(file, { userId, visit }, now);
      if (file !== undefined && !found) return refused('no-file');
      const photos: readonly EvidencePhoto[] = file !== undefined && found ? [{ file, hash: sha256(found.content) }] : [];
      return transact(async (tx) => {
        const before = await repository.ofOrder(order.id, tx);
        const last = before.at(-1);
        // Pressed twice, it is written down once: nobody could take the second away.
        if (last && photos.length === 0 && isSame(opened(last), said) && now.getTime() - last.madeAt.getTime() < twice) return done(last);
        if (before.length >= mostEntries) return refused('enough');
        if (file !== undefined && !(await uploads.claim(tx, file, 'evidence', { userId, visit }, now))) return refused('no-file');
        const entry = { ...said, number: before.length + 1, photos, madeAt: last && last.madeAt > now ? last.madeAt : now };
        const hash = linked(last?.hash ?? sha256(chainStart(code)), entry);
        const { note, ...rest } = entry;
        await repository.add(tx, order.id, userId, { ...rest, hash, sealed: secrets.encrypt('orders', note) });
        return done({ number: entry.number, hash });
      }, lockOf(order.id));
    },

    /** What is in the photographs of an entry, each held against its digest. */
    async photosOf(userId: UserId, { photos }: EvidenceEntry, now: Date): Promise<readonly OpenedPhoto[]> {
      const found: OpenedPhoto[] = [];
      for (const { file, hash } of photos) {
        const content = (await uploads.open(file, { userId, visit: undefined }, now))?.content;
        found.push({ hash, content: content && sha256(content) === hash ? content : undefined });
      }
      return found;
    },

    async ofUser(userId: UserId): Promise<readonly (EvidenceEntry & { readonly code: string })[]> {
      return (await repository.ofUser(userId)).map((entry) => ({ ...opened(entry), code: entry.code }));
    },

    /** Takes entries of leases that ended long ago, with their photographs. Returns how many. */
    async forget(now: Date): Promise<number> {
      const before = new Date(now.getTime() - keptDays * day).toISOString().slice(0, 10);
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

const lockOf = (orderId: OrderId): string => `evidence of ${orderId}`;
