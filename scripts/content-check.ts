/** `npm run content:check`: texts of editors, checked in a second. */
import { command } from './command.ts';

await command({
  name: 'npm run content:check',
  says: 'Checks texts of editors (src/content) and their pictures: front matter, languages, headings, links, placeholders, words, lengths. Says file, line and what to do. Some files may be named; all are read, because translations are compared.',
  operands: { name: 'FILE', says: 'what to tell of; everything unless named', many: true },
  examples: ['npm run content:check', 'npm run content:check -- src/content/help/en-us/faq.md'],
  async run({ operands }) {
    const { checkContent } = await import('./content/check-content.ts');
    return checkContent(operands);
  },
});
