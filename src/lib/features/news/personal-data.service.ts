/** What was told to a person, for themselves. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { NewsService } from './news.service.ts';

/** More than anybody has within the days for which it is kept. */
const most = 5_000;

export function newsSource(news: Pick<NewsService, 'of' | 'choices'>): PersonalSource {
  return {
    name: 'news',
    async read(userId) {
      const [all, byMail] = await Promise.all([news.of(userId, most), news.choices(userId)]);
      const items: readonly PersonalItem[] = all.map(({ code, what, facts, toldAt }) => [
        { label: 'news.about', value: code },
        { label: 'mydata.given', value: toldAt.toISOString() },
        { label: 'news.what', value: [what, ...Object.values(facts)].join(' · ') },
      ]);
      const told = all.map(({ kind, code, what, facts, toldAt, isRead }) => ({ kind, about: code, what, facts, told_at: toldAt, read: isRead }));
      return { title: 'news.title', items, data: { told, by_mail: byMail } };
    },
  };
}
