/** What pages show of news. */
import { momentForReaders } from '#lib/dates/reader-zones.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { NewsId, UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { newsFields, newsKinds } from './news.schema.ts';
import type { News, NewsAbout, NewsWords, SayNews } from './news.schema.ts';
import type { NewsService } from './news.service.ts';

type PageReader = Reader & { readonly visitor: Visitor | undefined };
export type ShownNews = NewsWords & { readonly id: NewsId; readonly at: string; readonly machineAt: string; readonly isRead: boolean };

export type NewsLoader = ReturnType<typeof createNewsLoader>;

/** In the words of whose it is. */
export const sayNews = (says: Readonly<Record<NewsAbout, SayNews>>, news: News, reader: Parameters<SayNews>[1]): NewsWords | undefined =>
  says[news.about](news, reader);

export function createNewsLoader(news: NewsService, says: () => Readonly<Record<NewsAbout, SayNews>>) {
  const userOf = ({ visitor }: Pick<PageReader, 'visitor'>): UserId | undefined => visitor?.session && asId<UserId>(visitor.session.userId);
  return {
    /** The latest; undefined where nobody is signed in. */
    async list(view: PageReader) {
      const userId = userOf(view);
      if (userId === undefined) return undefined;
      const all = await news.of(userId);
      const rows = all.flatMap((one): readonly ShownNews[] => {
        const words = sayNews(says(), one, view);
        const at = momentForReaders(one.toldAt, view);
        return words ? [{ ...words, id: one.id, at, machineAt: one.toldAt.toISOString(), isRead: one.isRead }] : [];
      });
      return { rows, unread: await news.unread(userId), upTo: all[0]?.id };
    },

    async unread(view: Pick<PageReader, 'visitor'>): Promise<number> {
      const userId = userOf(view);
      return userId === undefined ? 0 : news.unread(userId);
    },

    /** The values of the form in which mails are chosen. */
    async choices(view: PageReader): Promise<Readonly<Record<string, string>> | undefined> {
      const userId = userOf(view);
      if (userId === undefined) return undefined;
      const chosen = await news.choices(userId);
      return Object.fromEntries(newsKinds.map((kind) => [newsFields[kind], chosen[kind] ? ticked : '']));
    },
  };
}
