/** What the page of applications shows. */
import { referencePattern } from '#lib/ids/patterns.ts';
import type { Reader } from '#lib/reader.ts';
import type { ResumesService } from './resumes.service.ts';

export type OpenedResumeForm = {
  /** Set once it was taken. */
  readonly sent: { readonly reference: string; readonly keptUntil: Date } | undefined;
};

export type ResumesLoader = ReturnType<typeof createResumesLoader>;

export function createResumesLoader(resumes: Pick<ResumesService, 'keptUntil'>) {
  return {
    async open({ query }: Pick<Reader, 'query'>): Promise<OpenedResumeForm> {
      const reference = query.get('sent') ?? '';
      const keptUntil = referencePattern.test(reference) ? await resumes.keptUntil(reference) : undefined;
      return { sent: keptUntil && { reference, keptUntil } };
    },
  };
}
