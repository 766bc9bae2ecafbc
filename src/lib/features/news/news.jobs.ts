/** News go after some time. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { NewsService } from './news.service.ts';

export function newsJobs(news: Pick<NewsService, 'forget'>): readonly KnownJob[] {
  return [
    job({
      name: 'news.forget',
      input: z.object({}),
      every: '17 3 * * *',
      async handle(_, { now }) {
        await news.forget(now);
      },
    }),
  ];
}
