/** What the front page names of our guides and answers. */
import { getCollection, getEntry, render } from 'astro:content';
import type { Locale } from '#lib/i18n/locales.ts';
import { memo } from '#lib/memo.ts';

/** Of each. */
const most = 6;

/** The newest guides and the first questions of a language: of the build, so they are read once. */
export const frontPageTexts = memo(async (locale: Locale) => {
  const guides = await getCollection('guides', ({ id }) => id.startsWith(`${locale}/`));
  const faq = await getEntry('help', `${locale}/faq`);
  const questions = faq ? (await render(faq)).headings.filter(({ depth }) => depth === 2) : [];
  return {
    guides: guides
      .map(({ data: { title, description, city, updated } }) => ({ title, description, city, updated }))
      .sort((a, b) => b.updated.localeCompare(a.updated))
      .slice(0, most),
    questions: questions.slice(0, most),
  };
});
