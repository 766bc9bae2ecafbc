/** What is kept of a person's applications, for themselves. Their files are told among all files. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { ResumesService } from './resumes.service.ts';

export function resumesSource(resumes: Pick<ResumesService, 'ofUser'>): PersonalSource {
  return {
    name: 'applications',
    async read(userId) {
      const all = await resumes.ofUser(userId);
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
