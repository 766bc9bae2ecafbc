/** Decisions about applications, and the page of their form. Pure, browser-safe. */
import { dayMs } from '#lib/dates/dates.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import { sendResumeContract } from './resumes.contract.ts';
import { keptDays, linkBounds, resumeForm } from './resumes.schema.ts';

/**
 * The links that somebody wrote, with blanks or lines between them; undefined when one is no address of the web, or there are too many.
 * @example readLinks('https://a.example/me\nhttp://b.example') // ['https://a.example/me', 'http://b.example/']
 * @example readLinks('javascript:alert(1)') // undefined
 */
export function readLinks(text: string): readonly string[] | undefined {
  const given = text.split(/\s+/).filter((one) => one !== '');
  const links = given.flatMap((one) => {
    const url = URL.parse(one);
    const isOfWeb = url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
    return isOfWeb && url.hostname.includes('.') && url.href.length <= linkBounds.length ? [url.href] : [];
  });
  return links.length === given.length && given.length <= linkBounds.most ? [...new Set(links)] : undefined;
}

/** When an application goes, with its file. */
export const keptUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + keptDays * dayMs);

export const resumePage: FormPage = formPage({
  definition: resumeForm,
  contract: sendResumeContract,
  done: ({ reference }, { paths }) => `${paths.to('send_resume')}?${new URLSearchParams({ sent: reference })}`,
});
