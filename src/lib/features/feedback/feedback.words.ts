/** Feedback in words, for the operator. */
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { FeedbackKind, StoredFeedback } from './feedback.schema.ts';

export const kindWords = {
  problem: 'reports.feedback_problem',
  idea: 'reports.feedback_idea',
  praise: 'reports.feedback_praise',
  other: 'reports.other',
} as const satisfies Record<FeedbackKind, MessageKey>;

/** What a note to the operator says. The reader's own words stay as they are; a screenshot is looked at by staff alone. */
export function feedbackNote(t: T, { kind, text, page, screenshot, reply, reference }: StoredFeedback) {
  const fact = (label: MessageKey, value: string | undefined): [string, string][] => (value === undefined || value === '' ? [] : [[t(label), value]]);
  return {
    about: `${t('reports.feedback_title')}: ${t(kindWords[kind])}`.slice(0, 120),
    facts: [
      ...fact('reports.feedback_text', text),
      ...fact('reports.feedback_page', page),
      ...fact('reports.email', reply?.email),
      ...fact('reports.reference', reference),
    ],
    ...(screenshot === undefined ? {} : { path: `/staff/files/${screenshot}` }),
  };
}
