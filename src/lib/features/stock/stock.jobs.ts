/** Beds whose time is over are let go by the clock, and what nobody asks for any more is forgotten. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';

type Chores = {
  readonly expire: (now: Date) => Promise<unknown>;
  readonly follow: (now: Date) => Promise<unknown>;
  readonly forget: (now: Date) => Promise<unknown>;
};

export function stockJobs({ expire, follow, forget }: Chores): readonly KnownJob[] {
  return [
    job({
      name: 'stock.expire',
      input: z.object({}),
      every: '* * * * *',
      async handle(_, { now }) {
        await expire(now);
        // What a node had begun to follow when it died is left for this one.
        await follow(now);
      },
    }),
    job({
      name: 'stock.forget',
      input: z.object({}),
      every: '13 4 * * *',
      async handle(_, { now }) {
        await forget(now);
      },
    }),
  ];
}
