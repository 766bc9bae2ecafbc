/** What somebody told us of the site while they were signed in, for themselves. Screenshots are told among all files. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { translator } from '#lib/i18n/t.ts';
import type { FeedbackRepository } from './feedback.repository.ts';
import { kindWords } from './feedback.words.ts';

export function feedbackSource(feedback: Pick<FeedbackRepository, 'ofUser'>): PersonalSource {
  return {
    name: 'feedback',
    async read(userId) {
      const all = await feedback.ofUser(userId);
      const items: readonly PersonalItem[] = all.map(({ reference, createdAt, kind, text, page, reply, locale }) => [
        { label: 'reports.reference', value: reference },
        { label: 'mydata.given', value: createdAt.toISOString() },
        { label: 'reports.feedback_kind', value: translator(locale)(kindWords[kind]) },
        { label: 'reports.feedback_text', value: text },
        ...(page === '' ? [] : [{ label: 'reports.feedback_page', value: page } as const]),
        ...(reply ? [{ label: 'reports.email', value: reply.email } as const] : []),
      ]);
      const sent = all.map(({ reference, kind, text, page, screenshot, reply, locale, createdAt }) => ({
        reference,
        kind,
        text,
        page,
        screenshot,
        email: reply?.email,
        consent: reply?.consent,
        locale,
        created_at: createdAt,
      }));
      return { title: 'reports.feedback_title', items, data: { sent } };
    },
  };
}
