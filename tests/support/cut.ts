/**
 * Work that is cut in the middle: from one statement on the database hears no more of it, as where its process was killed there, and what it had not
 * committed is undone. Faster than killing a process, so that a test can cut at each statement in turn.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConnectionSource } from '#lib/db/connection.ts';

/** `before`: the statement is not carried out any more. `after`: it is, and nobody hears that it was. */
export type CutAt = { readonly statement: number; readonly when: 'before' | 'after' };

class Cut extends Error {
  override name = 'Cut';
}

type Work = CutAt & { count: number; cutAt: string | undefined };

const underWay = new AsyncLocalStorage<Work>();

/** A source whose connections can be cut for one piece of work, and serve everybody else. */
export function withCuts(source: ConnectionSource): ConnectionSource {
  return {
    ...source,
    async connect() {
      const connection = await source.connect();
      return {
        ...connection,
        async query(sql, parameters) {
          const work = underWay.getStore();
          // A database undoes by itself what a dead process had begun.
          if (!work || sql === 'rollback') return connection.query(sql, parameters);
          work.count += 1;
          const isHere = work.count === work.statement;
          if (work.cutAt !== undefined || (isHere && work.when === 'before')) {
            work.cutAt ??= sql;
            throw new Cut(`cut at statement ${work.statement}`);
          }
          const answer = await connection.query(sql, parameters);
          if (!isHere) return answer;
          work.cutAt = sql;
          throw new Cut(`cut after statement ${work.statement}`);
        },
      };
    },
  };
}

/** Does the work and cuts it there. @returns the statement; undefined for work that came to its end before. */
export async function cut(at: CutAt, work: () => Promise<unknown>): Promise<string | undefined> {
  const own: Work = { ...at, count: 0, cutAt: undefined };
  // What catches its own errors (a row apart, an answer to a failed part) is cut all the same.
  await underWay.run(own, work).catch((error: unknown) => {
    if (own.cutAt === undefined) throw error;
  });
  return own.cutAt;
}

/**
 * Does something that is done as a whole or not at all, and is cut at each of its statements in turn, until it was kept and nobody heard.
 * @param step does it; tells whether it was done.
 * @param now what is kept, as a text.
 * @returns what is wrong: that something was kept in part, or that it was done twice when it was asked for once more; undefined where nothing is.
 */
export async function cutEverywhere(step: () => Promise<boolean>, now: () => Promise<string>): Promise<string | undefined> {
  const before = await now();
  for (let statement = 1; ; statement++) {
    const at = await cut({ statement, when: 'before' }, step);
    if (at === undefined) return 'it came to its end before anything was kept';
    if ((await now()) !== before) return `before "${at}" something was kept`;
    // Cut after any other statement it is as cut before the next one.
    if (at !== 'commit') continue;
    await cut({ statement, when: 'after' }, step);
    const after = await now();
    if (after === before) continue;
    if (await step()) return 'it was done twice';
    return (await now()) === after ? undefined : 'it left something when it was asked for once more';
  }
}

/** Does something that is kept part by part, cut at each of its statements, before and after, until it comes to its end. */
export async function cutThrough(step: () => Promise<unknown>): Promise<void> {
  for (let statement = 1; ; statement++) {
    const cuts = [await cut({ statement, when: 'before' }, step), await cut({ statement, when: 'after' }, step)];
    if (cuts.every((at) => at === undefined)) return;
  }
}
