/** Takes files that readers bring, keeps them for a day until a form is sent with them, and gives them back to whom they belong. */
import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { DbTransaction } from '#lib/db/database.ts';
import { senderOf } from '#lib/daily-senders.ts';
import { filePurposes, fileIdPattern } from '#lib/forms/files.schema.ts';
import type { FilePurpose, GivenFile } from '#lib/forms/files.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import type { Secrets } from '#lib/secrets.ts';
import { faultOfDocx, faultOfPdf, kindOf } from './file-content.files.ts';
import type { DocumentFault } from './file-content.files.ts';
import { encodePicture, mostPoints } from './upload-pictures.files.ts';
import { isHostileName, nameFor } from './uploads.rules.ts';
import { endingOfType, isPicture, mostWaiting, mostWaitingOf, typeOfEnding, waitsFor } from './uploads.schema.ts';
import { ScannerError } from '#lib/ports/scanner/scanner.ts';
import type { Scanner } from '#lib/ports/scanner/scanner.ts';
import type { FileFault, FileOwner, TakenFile, Upload } from './uploads.schema.ts';
import type { RowOwner, UploadRow, UploadsRepository } from './uploads.repository.ts';

export type UploadsService = ReturnType<typeof createUploadsService>;

type Parts = {
  readonly repository: UploadsRepository;
  readonly storage: Pick<Storage, 'put' | 'get' | 'delete' | 'list'>;
  readonly scanner: Scanner;
  readonly secrets: Pick<Secrets, 'digests' | 'encrypt' | 'decrypt'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

const prefix = 'uploads/';
/** Files that are looked at together, and that may wait for it. */
const atOnce = { working: 2, waiting: 20 } as const;
/** Rows that one sweep takes at a time. */
const batch = 200;

const fault = (message: FileFault['message'], values: FileFault['values'] = {}): FileFault => ({ message, values });
const faultOf: Readonly<Record<DocumentFault, FileFault>> = {
  damaged: fault('files.damaged'),
  active: fault('files.active'),
  mixed: fault('files.mixed'),
};

/** What is kept of a file for this purpose, or what is wrong with it. */
async function taken(purpose: FilePurpose, bytes: Buffer): Promise<TakenFile | FileFault> {
  const { called, takes }: { readonly called: string; readonly takes: readonly string[] } = filePurposes[purpose];
  const kind = kindOf(bytes);
  if (kind === undefined || !takes.includes(kind)) return fault('files.type', { kinds: called });
  if (isPicture(kind)) {
    const made = await encodePicture(bytes, purpose);
    if (made === 'points') return fault('files.points', { most: mostPoints });
    return made === 'damaged' ? faultOf.damaged : { bytes: made, ending: 'webp' };
  }
  const wrong = kind === 'pdf' ? faultOfPdf(bytes) : faultOfDocx(bytes);
  return wrong ? faultOf[wrong] : { bytes, ending: kind };
}

export function createUploadsService({ repository, storage, scanner, secrets, transact }: Parts) {
  const working = pLimit(atOnce.working);

  async function scanned(file: TakenFile): Promise<TakenFile | FileFault> {
    return (await scanner.scan(file.bytes)) === 'clean' ? file : faultOf.active;
  }

  const rowOwner = ({ userId, visit }: FileOwner): RowOwner => ({ userId, visits: visit === undefined ? [] : secrets.digests('uploads', visit) });

  const uploadOf = ({ id, purpose, type, bytes, name, createdAt }: UploadRow): Upload => ({
    id,
    purpose,
    type,
    bytes,
    createdAt,
    // Its secret is gone from the ring: the file is still theirs.
    name: secrets.decrypt('uploads', name) ?? nameFor('', endingOfType(type) ?? 'bin'),
  });

  const isSealed = (purpose: FilePurpose): boolean => 'sealed' in filePurposes[purpose];
  const sealed = (bytes: Buffer): Buffer => Buffer.from(secrets.encrypt('uploads', bytes.toString('base64')));
  /** Undefined where it was encrypted with a secret that is gone. */
  function unsealed(bytes: Buffer): Buffer | undefined {
    const text = secrets.decrypt('uploads', bytes.toString('latin1'));
    return text === undefined ? undefined : Buffer.from(text, 'base64');
  }

  async function withBytes(row: UploadRow | undefined): Promise<(Upload & { readonly content: Buffer }) | undefined> {
    const file = row && (await storage.get(row.key));
    const content = file && (isSealed(row.purpose) ? unsealed(file.bytes) : file.bytes);
    return content && { ...uploadOf(row), content };
  }

  return {
    /** A visit's files that wait go along to its new name. */
    follow: (from: string, to: string): Promise<void> => repository.follow(secrets.digests('uploads', from), secrets.digests('uploads', to)[0]),

    /**
     * Takes a file that waits for its form from now on. The row comes before the file, so that a file without a row is one that a
     * sweep may take. `enough`: too many of this owner or network address wait; `busy`: too much waits in all, or is being looked at.
     * @throws {StorageError}
     */
    async keep(
      purpose: FilePurpose,
      { name, bytes }: GivenFile,
      owner: FileOwner & { readonly address: string },
      now: Date,
    ): Promise<Outcome<Upload, 'enough' | 'busy'> | { readonly ok: false; readonly reason: 'fault'; readonly fault: FileFault }> {
      const { megabytes } = filePurposes[purpose];
      const wrong = (why: FileFault) => ({ ok: false, reason: 'fault', fault: why }) as const;
      if (bytes.length === 0) return wrong(fault('files.empty'));
      if (bytes.length > megabytes * 1_048_576) return wrong(fault('files.size', { most: megabytes }));
      if (isHostileName(name)) return wrong(fault('files.name'));
      if (working.pendingCount >= atOnce.waiting) return refused('busy');
      const file = await working(async () => {
        const made = await taken(purpose, bytes);
        // A picture is made anew and holds nothing of what came. What nobody could look at is not handed to staff.
        return 'message' in made || made.ending === 'webp' ? made : await scanned(made);
      }).catch((error: unknown) => {
        if (error instanceof ScannerError) return undefined;
        throw error;
      });
      if (!file) return refused('busy');
      if ('message' in file) return wrong(file);
      const id = randomUUID();
      const called = nameFor(name, file.ending);
      const row: UploadRow = {
        id,
        purpose,
        key: `${prefix}${id}.${file.ending}`,
        type: typeOfEnding[file.ending],
        bytes: file.bytes.length,
        name: secrets.encrypt('uploads', called),
        createdAt: now,
      };
      const whose = rowOwner(owner);
      const [address] = secrets.digests('uploads', `address ${senderOf(owner.address)}`);
      const refusal = await transact(async (tx) => {
        await repository.inTurn(tx);
        if ((await repository.countWaiting(tx, whose, now)) >= mostWaiting) return 'enough';
        const waiting = await repository.allWaiting(tx, address, now);
        if (waiting.ofAddress >= mostWaitingOf.address) return 'enough';
        if (waiting.bytes + row.bytes > mostWaitingOf.bytes) return 'busy';
        await repository.add(tx, row, whose, address, new Date(now.getTime() + waitsFor));
        return undefined;
      });
      if (refusal) return refused(refusal);
      try {
        await storage.put(row.key, isSealed(purpose) ? sealed(file.bytes) : file.bytes, { type: row.type });
      } catch (error) {
        await repository.remove([id]);
        throw error;
      }
      return done(uploadOf(row));
    },

    /** A file of one's own; another's is as good as none. */
    async find(id: string, owner: FileOwner, now: Date): Promise<Upload | undefined> {
      const row = fileIdPattern.test(id) ? await repository.find(id, rowOwner(owner), now) : undefined;
      return row && uploadOf(row);
    },

    /** As `find`, with what is in it. @throws {StorageError} */
    async open(id: string, owner: FileOwner, now: Date): Promise<(Upload & { readonly content: Buffer }) | undefined> {
      return withBytes(fileIdPattern.test(id) ? await repository.find(id, rowOwner(owner), now) : undefined);
    },

    /** A file that came with something and is still kept, for staff who may see what it came with. @throws {StorageError} */
    async openForStaff(id: string, now: Date): Promise<(Upload & { readonly content: Buffer }) | undefined> {
      return withBytes(fileIdPattern.test(id) ? await repository.claimed(id, now) : undefined);
    },

    /** As `openForStaff`, without what is in it. */
    async describe(id: string, now: Date): Promise<Upload | undefined> {
      const row = fileIdPattern.test(id) ? await repository.claimed(id, now) : undefined;
      return row && uploadOf(row);
    },

    /**
     * Takes a waiting file of the owner for something that is stored in the same transaction.
     * @param keptUntil undefined for as long as the owner is there.
     * @returns whether there was such a file.
     */
    claim: (tx: DbTransaction, id: string, purpose: FilePurpose, owner: FileOwner, now: Date, keptUntil?: Date): Promise<boolean> =>
      fileIdPattern.test(id) ? repository.claim(tx, id, purpose, rowOwner(owner), now, keptUntil ?? null) : Promise.resolve(false),

    /** Gives what somebody sent before they signed in, with what it came with, to their account. */
    give: (tx: DbTransaction, id: string, userId: UserId): Promise<void> => repository.give(tx, id, userId),

    /** Makes a file that was claimed in this transaction another person's, whoever brought it: it belongs to what they have. */
    pass: (tx: DbTransaction, id: string, userId: UserId): Promise<void> => repository.pass(tx, id, userId),

    /** Lets waiting files go that their owner has brought and does not want to send any more; others of these names stay. */
    async withdraw(tx: DbTransaction, ids: readonly string[], owner: FileOwner, now: Date): Promise<void> {
      const named = ids.filter((id) => fileIdPattern.test(id));
      if (named.length > 0) await repository.withdraw(tx, named, rowOwner(owner), now);
    },

    /** Lets a file go. */
    release: (tx: DbTransaction, id: string, now: Date): Promise<void> => repository.expire(tx, id, now),

    async ofUser(userId: UserId): Promise<readonly Upload[]> {
      return (await repository.ofUser(userId)).map(uploadOf);
    },

    /** Takes files whose time is over. The file goes before its row, so that one that could not be taken is taken the next time. Returns how many. */
    async sweep(now: Date): Promise<number> {
      let count = 0;
      for (;;) {
        const rows = await repository.due(now, batch);
        for (const { key } of rows) await storage.delete(key);
        await repository.remove(rows.map(({ id }) => id));
        count += rows.length;
        if (rows.length < batch) return count;
      }
    },

    /** Takes files that no row knows of. Returns how many. */
    async sweepStray(): Promise<number> {
      let count = 0;
      let keys: string[] = [];
      const take = async (): Promise<void> => {
        const known = await repository.known(keys);
        for (const key of keys.filter((one) => !known.has(one))) {
          await storage.delete(key);
          count++;
        }
        keys = [];
      };
      for await (const { key } of storage.list(prefix)) {
        keys.push(key);
        if (keys.length >= batch) await take();
      }
      await take();
      return count;
    },
  };
}
