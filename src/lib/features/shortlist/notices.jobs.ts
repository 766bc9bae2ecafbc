/** When people are told what is new: soon after homes of a city changed, and once a day. */
import { z } from 'zod';
import type { DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, UserId } from '#lib/ids/ids.ts';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { JobQueue } from '#lib/jobs/job-store.ts';
import type { NoticesService } from './notices.service.ts';
import { spanEnd } from './saved-searches.rules.ts';

/** People whose jobs are made due in one transaction. */
const batch = 200;

type Parts = {
  readonly notices: Pick<NoticesService, 'tell' | 'waiting' | 'waitingIn'>;
  readonly queue: JobQueue;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Told what operators should know. */
  readonly onTrouble: (line: string) => void;
};

export function noticeJobs({ notices, queue, transact, onTrouble }: Parts): {
  readonly jobs: readonly KnownJob[];
  readonly onChange: (tags: readonly string[], now?: Date) => Promise<void>;
} {
  const tell = job({
    name: 'shortlist.tell',
    input: z.object({ user: z.int() }),
    async handle({ user }, { now }) {
      await notices.tell(asId<UserId>(user), now);
    },
  });

  async function tellAll(users: readonly UserId[], why: string): Promise<void> {
    for (let start = 0; start < users.length; start += batch) {
      const some = users.slice(start, start + batch);
      await transact(async (tx) => {
        for (const user of some) await queue.enqueue(tx, tell, { user }, { once: `${user} ${why}` });
      });
    }
  }

  const look = job({
    name: 'shortlist.look',
    input: z.object({ city: z.int() }),
    async handle({ city }, { id, now }) {
      await tellAll(await notices.waitingIn(asId<CityId>(city), now), id);
    },
  });
  const daily = job({
    name: 'shortlist.daily',
    input: z.object({}),
    every: '17 7 * * *',
    async handle(_, { id, now }) {
      await tellAll(await notices.waiting(now), id);
    },
  });

  return {
    jobs: [tell, look, daily],
    /** Every node hears of a change, and the job is made once. What is missed here is found once a day. */
    async onChange(tags, now = new Date()) {
      const cities = [...new Set(tags.flatMap((tag) => /^city:([1-9]\d{0,8})$/.exec(tag)?.[1] ?? []))];
      if (cities.length === 0) return;
      const after = spanEnd(now);
      try {
        await transact(async (tx) => {
          for (const city of cities) await queue.enqueue(tx, look, { city: Number(city) }, { after, once: `${city} ${after.toISOString()}` });
        });
      } catch (error) {
        onTrouble(`news of homes is told once a day alone: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}
