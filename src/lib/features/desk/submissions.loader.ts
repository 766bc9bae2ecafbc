/** What the pages about applications and feedback show to staff. */
import { refusalOf } from '#lib/access.ts';
import { feedbackKinds } from '#lib/features/feedback/feedback.schema.ts';
import type { FeedbackKind, SeenFeedback } from '#lib/features/feedback/feedback.schema.ts';
import type { FeedbackService } from '#lib/features/feedback/feedback.service.ts';
import { resumeRoles } from '#lib/features/resumes/resumes.schema.ts';
import type { ListedResume, Resume, ResumeRole } from '#lib/features/resumes/resumes.schema.ts';
import type { ResumesService } from '#lib/features/resumes/resumes.service.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { ResumeId, StaffId } from '#lib/ids/ids.ts';
import type { Visitor } from '#lib/visitor.ts';
import { submissionStates } from './submissions.schema.ts';
import type { SubmissionState } from './submissions.schema.ts';
import type { SubmissionsService } from './submissions.service.ts';

type Asked = { readonly state: SubmissionState; readonly language: Locale | ''; readonly before: number | undefined };
export type ShownResumes = {
  readonly asked: Asked & { readonly role: ResumeRole | '' };
  readonly rows: readonly ListedResume[];
  readonly next: number | undefined;
};
export type ShownFeedback = {
  readonly asked: Asked & { readonly kind: FeedbackKind | '' };
  readonly rows: readonly SeenFeedback[];
  readonly next: number | undefined;
};

/** On a page. */
const pageLength = 30;

type Parts = {
  readonly submissions: Pick<SubmissionsService, 'seeResume' | 'seeFeedback'>;
  readonly resumes: Pick<ResumesService, 'list'>;
  readonly feedback: Pick<FeedbackService, 'list'>;
};

export type SubmissionsLoader = ReturnType<typeof createSubmissionsLoader>;

export function createSubmissionsLoader({ submissions, resumes, feedback }: Parts) {
  function memberOf(visitor: Visitor | undefined): StaffId | undefined {
    const staff = visitor?.staff;
    return staff && refusalOf('staff-desk', staff.standing) === undefined ? asId<StaffId>(staff.staffId) : undefined;
  }
  const read = (query: URLSearchParams): Asked => ({
    state: submissionStates.find((one) => one === query.get('state')) ?? 'new',
    language: locales.find((one) => one === query.get('language')) ?? '',
    before: parseId(query.get('before')),
  });
  const paged = <R extends { readonly id: number }>(rows: readonly R[]) => {
    const shown = rows.slice(0, pageLength);
    return { rows: shown, next: rows.length > pageLength ? shown.at(-1)?.id : undefined };
  };

  return {
    async resumes(visitor: Visitor | undefined, query: URLSearchParams): Promise<ShownResumes | undefined> {
      if (memberOf(visitor) === undefined) return undefined;
      const asked = { ...read(query), role: resumeRoles.find((one) => one === query.get('role')) ?? ('' as const) };
      const { state, language, role, before } = asked;
      const filter = {
        settled: state === 'settled',
        role: role || undefined,
        locale: language || undefined,
        before: before === undefined ? undefined : asId<ResumeId>(before),
      };
      return { asked, ...paged(await resumes.list(filter, pageLength + 1)) };
    },

    async resume(visitor: Visitor | undefined, id: string | undefined): Promise<Resume | undefined> {
      const [me, resumeId] = [memberOf(visitor), parseId<ResumeId>(id)];
      return me === undefined || resumeId === undefined ? undefined : submissions.seeResume(resumeId, me);
    },

    async feedback(visitor: Visitor | undefined, query: URLSearchParams): Promise<ShownFeedback | undefined> {
      if (memberOf(visitor) === undefined) return undefined;
      const asked = { ...read(query), kind: feedbackKinds.find((one) => one === query.get('kind')) ?? ('' as const) };
      const { state, language, kind, before } = asked;
      const filter = { settled: state === 'settled', kind: kind || undefined, locale: language || undefined, before };
      return { asked, ...paged(await feedback.list(filter, pageLength + 1)) };
    },

    async feedbackEntry(visitor: Visitor | undefined, id: string | undefined): Promise<SeenFeedback | undefined> {
      const [me, entry] = [memberOf(visitor), parseId(id)];
      return me === undefined || entry === undefined ? undefined : submissions.seeFeedback(entry, me);
    },
  };
}
