import type { Db } from '#lib/db/database.ts';
import { createTodayLoader } from './today.loader.ts';
import type { TodayLoader } from './today.loader.ts';
import { createTodayRepository } from './today.repository.ts';
import { createTodayService } from './today.service.ts';

export type Today = { readonly loader: TodayLoader };

/** The first page of the desk. It only reads, over the tables of all features that have something to wait. */
export const createToday = ({ db, ...parts }: { readonly db: Db } & Omit<Parameters<typeof createTodayLoader>[0], 'service'>): Today => ({
  loader: createTodayLoader({ ...parts, service: createTodayService(createTodayRepository(db)) }),
});
