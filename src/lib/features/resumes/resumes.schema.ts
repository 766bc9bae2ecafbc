/** What people send who want to work here, and the form they send it in. Browser-safe. */
import { fileMessages } from '#lib/forms/files.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { ResumeId, StaffId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';

/** What somebody wants to do. */
export const resumeRoles = ['adviser', 'editor', 'engineer', 'designer', 'checker', 'other'] as const;
export type ResumeRole = (typeof resumeRoles)[number];

/** Of the wording of the consent; it changes whenever that does. */
export const resumeConsentVersion = '2026-12-01';
/** Days for which an application is kept, with its file. */
export const keptDays = 180;
/** In a day (UTC). `unproven`, `unverified`: of an address, without a captcha solved, or with a ticket for one. */
export const dailyResumes = { visitor: 3, address: 15, unproven: 2, unverified: 5 } as const;
/** Links of an application, and characters of each. */
export const linkBounds = { most: 5, length: 300 } as const;

export const resumeForm = formDefinition({
  id: 'resume',
  fields: [
    { kind: 'text', name: 'name', label: 'resumes.name', required: true, maxLength: 100, autocomplete: 'name' },
    { kind: 'email', name: 'email', label: 'resumes.email', required: true, autocomplete: 'email' },
    {
      kind: 'select',
      name: 'role',
      label: 'resumes.role',
      required: true,
      choices: [
        { value: 'adviser', label: 'resumes.role_adviser' },
        { value: 'editor', label: 'resumes.role_editor' },
        { value: 'engineer', label: 'resumes.role_engineer' },
        { value: 'designer', label: 'resumes.role_designer' },
        { value: 'checker', label: 'resumes.role_checker' },
        { value: 'other', label: 'resumes.role_else' },
      ],
    },
    { kind: 'file', name: 'file', purpose: 'resume', label: 'resumes.file', hint: 'resumes.file_hint', required: true },
    { kind: 'textarea', name: 'message', label: 'resumes.message', hint: 'resumes.message_hint', maxLength: 3_000 },
    { kind: 'textarea', name: 'links', label: 'resumes.links', hint: 'resumes.links_hint', maxLength: 1_000, rows: 2 },
  ],
  consents: [{ id: 'keep', version: resumeConsentVersion, text: 'resumes.consent_keep', required: true }],
  submit: 'resumes.submit',
  answers: [...fileMessages, 'resumes.links_wrong'],
});

/** Who it is, in their own words. */
export type Applicant = {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  /** Whole addresses of the web. */
  readonly links: readonly string[];
};

export type NewResume = {
  readonly applicant: Applicant;
  readonly role: ResumeRole;
  /** Names a file of the sender's. */
  readonly file: string;
  /** Version of the wording that was agreed to. */
  readonly consent: string;
  readonly locale: Locale;
};

/** An application in a list: nothing that says whose it is. */
export type ListedResume = {
  readonly id: ResumeId;
  readonly reference: string;
  readonly role: ResumeRole;
  readonly locale: Locale;
  readonly createdAt: Date;
  readonly keptUntil: Date;
  /** Set once staff have seen to it. */
  readonly settled: { readonly at: Date; readonly by: StaffId } | undefined;
};

export type Resume = ListedResume & {
  /** Undefined where it was encrypted with a secret that is gone. */
  readonly applicant: Applicant | undefined;
  /** An upload; undefined where it is gone. */
  readonly file: string | undefined;
};

/** Which applications staff look at; `before`: those with a lower number. */
export type ResumeFilter = {
  readonly settled: boolean;
  readonly role?: ResumeRole | undefined;
  readonly locale?: Locale | undefined;
  readonly before?: ResumeId | undefined;
};
