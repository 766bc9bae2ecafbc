/** What the desk calls what is done to applications and feedback. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { FeedbackKind } from '#lib/features/feedback/feedback.schema.ts';
import type { SubmissionAct, SubmissionState } from './submissions.schema.ts';

export const submissionActLabels: Readonly<Record<SubmissionAct, MessageKey>> = { settle: 'desk.settle_mark', reopen: 'desk.reopen', remove: 'desk.remove' };

/** What is said when it was done, by the word in the address. */
export const submissionDoneLabels: Readonly<Record<SubmissionAct, MessageKey>> = {
  settle: 'desk.done_settle',
  reopen: 'desk.done_reopen',
  remove: 'desk.done_remove',
};

export const submissionStateLabels: Readonly<Record<SubmissionState, MessageKey>> = { new: 'desk.reports_new', settled: 'desk.reports_settled' };

export const feedbackKindLabels: Readonly<Record<FeedbackKind, MessageKey>> = {
  problem: 'reports.feedback_problem',
  idea: 'reports.feedback_idea',
  praise: 'reports.feedback_praise',
  other: 'reports.other',
};
