/**
 * Tokens of apps of others (R6.25, R7.176). An app proves itself by its secret and gets a token; who comes with it to a page that takes
 * one has for a week (R9.03) what that page is for, in the name of the app and of no account. A token is taken once, the database has its
 * digest alone, and an app that is no longer set has nothing.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ChallengesService } from './challenges.service.ts';
import { externalLife } from './external-access.schema.ts';

const tokenShape = z.object({ app: z.string() });
/** `page`: name of the route that was opened. */
const visitShape = z.object({ app: z.string(), page: z.string() });

export type ExternalAccess = ReturnType<typeof createExternalAccess>;

type Parts = {
  /** Secrets by the ids of apps. */
  readonly apps: ReadonlyMap<string, string>;
  readonly challenges: Pick<ChallengesService, 'of'>;
};

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export function createExternalAccess({ apps, challenges }: Parts) {
  const tokens = challenges.of('external-token', tokenShape);
  const visits = challenges.of('external-visit', visitShape);

  return {
    /** A token for an app that shows its secret; undefined for every other. An unknown app takes as long as a wrong secret. */
    async tokenFor(app: string, secret: string, now: Date): Promise<string | undefined> {
      const known = apps.get(app);
      const isRight = timingSafeEqual(digestOf(known ?? ''), digestOf(secret)) && known !== undefined;
      return isRight ? tokens.put({ app }, externalLife.token, now) : undefined;
    },

    /**
     * Takes a token, whatever comes of it: once, and for the app that asked for it.
     * @param page name of the route it came to. @returns what the browser keeps for that page.
     */
    async redeem(token: string, app: string, page: string, now: Date): Promise<string | undefined> {
      const taken = token.length > 128 ? undefined : await tokens.take(token, now);
      return taken && taken.app === app && apps.has(app) ? visits.put({ app, page }, externalLife.page, now) : undefined;
    },

    /** The app in whose name somebody is on a page; undefined for none. @param kept what the browser kept. */
    async appOf(kept: string | undefined, page: string, now: Date): Promise<string | undefined> {
      const visit = kept === undefined || kept.length > 128 ? undefined : await visits.find(kept, now);
      return visit && visit.page === page && apps.has(visit.app) ? visit.app : undefined;
    },
  };
}
