/** What is kept of a person's applications, for themselves. Their files are told among all files. */
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { ResumesService } from './resumes.service.ts';

/** @param contactsOf what somebody has proved to be theirs: what was sent with it is theirs too. */
export function resumesSource(resumes: Pick<ResumesService, 'ofUser'>, contactsOf: (userId: UserId) => Promise<readonly Contact[]>): PersonalSource {
  return {
    name: 'applications',
    async read(userId) {
      const all = await resumes.ofUser(userId, await contactsOf(userId));
      const items: readonly PersonalItem[] = all.map(({ reference, createdAt, keptUntil, applicant }) => [
        { label: 'resumes.reference', value: reference },
        { label: 'mydata.given', value: createdAt.toISOString() },
        { label: 'resumes.kept_until', value: keptUntil.toISOString() },
        ...(applicant
          ? ([
              { label: 'resumes.name', value: applicant.name },
              { label: 'resumes.email', value: applicant.email },
              { label: 'resumes.message', value: applicant.message },
              { label: 'resumes.links', value: applicant.links.join(' ') },
            ] as const)
          : []),
      ]);
      const data = all.map(({ reference, role, file, locale, consent, createdAt, keptUntil, applicant }) => ({
        reference,
        role,
        file,
        locale,
        consent,
        created_at: createdAt,
        kept_until: keptUntil,
        ...applicant,
      }));
      return { title: 'resumes.yours', items, data: { sent: data } };
    },
  };
}
