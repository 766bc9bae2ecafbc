/** What is said of applications. Browser-safe. */
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { ResumeRole } from './resumes.schema.ts';

export const roleLabels = {
  adviser: 'resumes.role_adviser',
  editor: 'resumes.role_editor',
  engineer: 'resumes.role_engineer',
  designer: 'resumes.role_designer',
  checker: 'resumes.role_checker',
  other: 'resumes.role_else',
} as const satisfies Record<ResumeRole, MessageKey>;

/** What a note to the operator says: that there is one and where it is read. Who applies, and with what, stays out of mails. */
export const resumeNote = (t: T, { role, reference }: { readonly role: ResumeRole; readonly reference: string }, path: string) => ({
  about: `${t('resumes.title')}: ${t(roleLabels[role])}`.slice(0, 120),
  facts: [[t('resumes.reference'), reference]] as [string, string][],
  path,
});
