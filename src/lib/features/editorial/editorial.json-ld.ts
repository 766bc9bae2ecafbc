/** Structured data that only editorial pages carry. */
import type { FAQPage } from 'schema-dts';
import type { Question } from './editorial.rules.ts';

/** Questions that stand on the page with their answers (docs/domain.md, "Search engines"). */
export function faqPart(questions: readonly Question[]): Exclude<FAQPage, string> {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } })),
  };
}
