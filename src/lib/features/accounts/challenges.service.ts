/** What a browser has begun and finishes later, once: encrypted, found by a secret that the browser alone has, for some minutes. */
import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { ChallengesRepository } from './challenges.repository.ts';

type Parts = { readonly repository: ChallengesRepository; readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt' | 'digests'> };

const idOf = (kind: string, key: string): string => createHash('sha256').update(`${kind} ${key}`).digest('base64url');

export type ChallengesService = ReturnType<typeof createChallengesService>;

export function createChallengesService({ repository, secrets }: Parts) {
  /** Everything of one kind, in one shape. What was put in another shape, by another version, is as good as gone. */
  function of<T>(kind: string, shape: z.ZodType<T>) {
    const read = (sealed: string | undefined): T | undefined => {
      const text = sealed === undefined ? undefined : secrets.decrypt('sign-in', sealed);
      const value = text === undefined ? undefined : shape.safeParse(JSON.parse(text));
      return value?.success ? value.data : undefined;
    };
    const sealedOf = (value: T): string => secrets.encrypt('sign-in', JSON.stringify(value));
    const putUnder = (key: string, value: T, until: Date): Promise<void> => repository.put(idOf(kind, key), sealedOf(value), until);
    return {
      /** @param seconds for which it can be taken. @returns the secret to find it by. */
      async put(value: T, seconds: number, now: Date): Promise<string> {
        const key = randomBytes(24).toString('base64url');
        await putUnder(key, value, new Date(now.getTime() + seconds * 1_000));
        return key;
      },
      putUnder,
      /** Puts it in the place of what was there. */
      replaceUnder: (key: string, value: T, until: Date): Promise<void> => repository.replace(idOf(kind, key), sealedOf(value), until),
      find: async (key: string, now: Date): Promise<T | undefined> => read(await repository.find(idOf(kind, key), now)),
      /** Gives it once, whoever asks at the same moment. @param tx what it belongs to: undone, it can be taken again. */
      take: async (key: string, now: Date, tx?: DbTransaction): Promise<T | undefined> => read(await repository.take(idOf(kind, key), now, tx)),
    };
  }

  return {
    of,
    /** Whether a text of somebody else's, such as a token, comes for the first time within the seconds. */
    isFirst: (text: string, seconds: number, now: Date): Promise<boolean> =>
      repository.putOnce(secrets.digests('sign-in', text)[0], secrets.encrypt('sign-in', ''), new Date(now.getTime() + seconds * 1_000)),
    forgetOld: (now: Date): Promise<number> => repository.forget(now),
  };
}
