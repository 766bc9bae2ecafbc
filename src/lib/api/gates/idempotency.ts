/** Repeats of a write under one key: one execution, and the same answer for everybody who asks it again. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Claim, IdempotencyStore, KeptAnswer, Worked } from '../idempotency.schema.ts';
import type { Caller } from '../caller.ts';

/** An execution, in a transaction of its own making (`plain`), or in the one that also keeps its answer (`within`). */
export type Execution<T, Tx> =
  | { readonly kind: 'plain'; readonly run: () => Promise<Worked<T>> }
  | { readonly kind: 'within'; readonly run: (tx: Tx) => Promise<Worked<T>> };

export type Asked<T, Tx> = {
  /** The asker's Idempotency-Key. */
  readonly key: string;
  /** Whose key it is and for which call; see `scopeOf`. */
  readonly scope: string;
  /** What was asked, in short: another content under the same key is refused. */
  readonly digest: string;
  readonly execution: Execution<T, Tx>;
};

/** `reused`: the key came with other content. `busy`: the first call is still under way; ask again in so many seconds. */
export type Outcome<T> =
  | { readonly kind: 'first'; readonly value: T }
  | { readonly kind: 'repeat'; readonly answer: KeptAnswer }
  | { readonly kind: 'reused' }
  | { readonly kind: 'busy'; readonly retryAfter: number };

export type Idempotency<Tx> = {
  once<T>(asked: Asked<T, Tx>): Promise<Outcome<T>>;
  /** A call without a key whose answer takes a transaction. */
  unkeyed<T>(run: (tx: Tx) => Promise<Worked<T>>): Promise<T>;
};

export type IdempotencyOptions = {
  /** How long a claim holds without a sign of life, in seconds. */
  readonly leaseSeconds?: number;
  /** How long a repeat waits for the first's answer, in milliseconds. */
  readonly patience?: number;
  /** Told when something was done and its answer could not be kept. */
  readonly onUnkept?: (error: unknown) => void;
};

/**
 * Whose keys a caller's keys are: the session's, before sign-in the pre-session's, else the device's, else the address's.
 * The client names the device itself, so what needs a person must need a session.
 */
export function scopeOf(contract: string, { session, staff, preSession, deviceId, address }: Caller): string {
  const owner = staff
    ? `staff ${staff.id}`
    : session
      ? `session ${session.id}`
      : preSession
        ? `pre ${preSession}`
        : deviceId
          ? `device ${deviceId}`
          : `address ${address}`;
  return `${contract} ${owner}`;
}

/** Milliseconds between looks at an answer that is not there yet; the last one stays. */
const looks = [20, 30, 50, 80, 120, 200, 300, 400] as const;
const last = looks.at(-1) ?? 400;

export function createIdempotency<Tx>(
  store: IdempotencyStore<Tx>,
  { leaseSeconds = 60, patience = 10_000, onUnkept = () => undefined }: IdempotencyOptions = {},
): Idempotency<Tx> {
  /** Runs under a claim, which lives as long as the run does, however long that is. */
  async function claimed<T>(key: string, claimId: string, run: () => Promise<Worked<T>>): Promise<T> {
    const pulse = setInterval(() => void store.renew(key, claimId, leaseSeconds).catch(() => undefined), (leaseSeconds * 1_000) / 3);
    try {
      const { value, answer, keep } = await run();
      if (!keep) await store.release(key, claimId);
      else {
        try {
          if (!(await store.finish(key, claimId, answer)))
            onUnkept(new Error('The claim was lost while the call ran: its process stood still for longer than the lease'));
        } catch (error) {
          // It is done all the same: the asker hears so, and the key stays claimed.
          onUnkept(error);
        }
      }
      return value;
    } catch (error) {
      await store.release(key, claimId).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(pulse);
    }
  }

  async function attempt<T>(key: string, digest: string, execution: Execution<T, Tx>): Promise<{ kind: 'done'; value: T } | Exclude<Claim, { kind: 'new' }>> {
    if (execution.kind === 'within') return store.within(key, digest, execution.run);
    const claim = await store.claim(key, digest, leaseSeconds);
    return claim.kind === 'new' ? { kind: 'done', value: await claimed(key, claim.claimId, execution.run) } : claim;
  }

  return {
    async once({ key: given, scope, digest, execution }) {
      // A digest, because a session's or a pre-session's id must not be readable in the table.
      const key = createHash('sha256')
        .update(JSON.stringify([scope, given]))
        .digest('base64url');
      const until = performance.now() + patience;
      for (let look = 0; ; look++) {
        const got = await attempt(key, digest, execution);
        if (got.kind === 'done') return { kind: 'first', value: got.value };
        if (got.kind === 'known') return got.digest === digest ? { kind: 'repeat', answer: got.answer } : { kind: 'reused' };
        const pause = looks[look] ?? last;
        if (performance.now() + pause > until) return { kind: 'busy', retryAfter: 2 };
        await wait(pause);
      }
    },
    unkeyed: store.transact,
  };
}
