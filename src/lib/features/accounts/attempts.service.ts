/** What somebody has told in an earlier step of signing in, for those whose browser keeps nothing: encrypted, bound to their visit, half an hour. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '#lib/secrets.ts';
import { codeEvents, contactKinds } from './accounts.schema.ts';
import type { CodeOwner } from './codes.service.ts';
import type { CodesRepository } from './codes.repository.ts';

const shape = z.object({
  event: z.enum(codeEvents),
  contact: z.object({ kind: z.enum(contactKinds), address: z.string() }),
  /** Where they go when they are signed in: a path of ours. */
  redirect: z.string(),
  /** Whether the code was right. What it was exchanged for lies in a cookie of that browser alone. */
  isProved: z.boolean().optional(),
});
export type Attempt = z.infer<typeof shape>;

export type AttemptsService = ReturnType<typeof createAttemptsService>;

const lifeMs = 30 * 60_000;
const keyOf = (owner: CodeOwner): string => createHash('sha256').update(owner).digest('base64url');

type Parts = { readonly repository: Pick<CodesRepository, 'putAttempt' | 'attempt' | 'endAttempt'>; readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'> };

export function createAttemptsService({ repository, secrets }: Parts) {
  return {
    /** @param former under which it was kept before: whoever knows that name alone finds nothing any more. */
    async put(owner: CodeOwner, attempt: Attempt, now: Date, former: CodeOwner = owner): Promise<void> {
      await repository.putAttempt(keyOf(owner), secrets.encrypt('contacts', JSON.stringify(attempt)), new Date(now.getTime() + lifeMs));
      if (former !== owner) await repository.endAttempt(keyOf(former));
    },
    async find(owner: CodeOwner, now: Date): Promise<Attempt | undefined> {
      const sealed = await repository.attempt(keyOf(owner), now);
      const text = sealed === undefined ? undefined : secrets.decrypt('contacts', sealed);
      return text === undefined ? undefined : shape.parse(JSON.parse(text));
    },
    end: (owner: CodeOwner): Promise<void> => repository.endAttempt(keyOf(owner)),
  };
}
