/** Tells people once of what happened to things of theirs. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { NewsId, UserId } from '#lib/ids/ids.ts';
import type { NewsRepository } from './news.repository.ts';
import { mostNews, newsDays, newsKinds } from './news.schema.ts';
import type { News, NewsKind, Telling } from './news.schema.ts';

type Parts = { readonly repository: NewsRepository; readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T> };

export type NewsService = ReturnType<typeof createNewsService>;

export function createNewsService({ repository, transact }: Parts) {
  const telling: Telling = {
    async tell(tx, news, now) {
      const { isNew, byMail } = await repository.add(tx, news, now);
      return { byMail: isNew && byMail };
    },
  };
  return {
    ...telling,
    of: (userId: UserId, most = mostNews): Promise<readonly News[]> => repository.ofUser(userId, most),
    unread: (userId: UserId): Promise<number> => repository.unread(userId),

    /** Returns how many are new after that. */
    async read(userId: UserId, upTo: NewsId, now: Date): Promise<number> {
      await repository.read(userId, upTo, now);
      return repository.unread(userId);
    },

    /** Which kinds go by mail. */
    async choices(userId: UserId): Promise<Readonly<Record<NewsKind, boolean>>> {
      const silent = await repository.silent(userId);
      return Object.fromEntries(newsKinds.map((kind) => [kind, !silent.has(kind)])) as Record<NewsKind, boolean>;
    },
    choose: (userId: UserId, wanted: Readonly<Record<NewsKind, boolean>>): Promise<void> => transact((tx) => repository.choose(tx, userId, wanted)),
    forget: (now: Date): Promise<void> => repository.forget(new Date(now.getTime() - newsDays * dayMs)),
  };
}
