/** What is kept of what a person said of homes and of our service, for themselves. Their photographs are told among all files. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { ReviewsService } from './reviews.service.ts';

export function reviewsSource(reviews: Pick<ReviewsService, 'ofUser'>): PersonalSource {
  return {
    name: 'reviews',
    async read(userId) {
      const all = await reviews.ofUser(userId);
      const items: readonly PersonalItem[] = all.map(({ home, text, writtenAt, score }) => [
        { label: 'orders.home', value: home.name },
        { label: 'mydata.given', value: writtenAt.toISOString() },
        { label: 'reviews.score', value: String(score) },
        { label: 'reviews.text', value: text },
      ]);
      const data = all.map(({ code, orderCode, home, kind, state, score, aspects, language, text, writtenAt, reason, reply }) => ({
        code,
        order: orderCode,
        home: home.name,
        kind,
        state,
        score,
        aspects,
        language,
        text,
        written_at: writtenAt,
        reason: reason ?? null,
        reply: reply?.text ?? null,
      }));
      return { title: 'reviews.title', items, data: { written: data } };
    },
  };
}
