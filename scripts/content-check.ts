/** `npm run content:check`: texts of editors, checked in a second. */
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { MisuseError, command } from './command.ts';

/** Where texts of editors are. */
const root = 'src/content';

await command({
  name: 'npm run content:check',
  says: 'Checks texts of editors (src/content) and their pictures: front matter, languages, headings, links, placeholders, words, lengths. Says file, line and what to do. Some files may be named; all are read, because translations are compared.',
  operands: { name: 'FILE', says: 'what to tell of; everything unless named', many: true },
  examples: ['npm run content:check', 'npm run content:check -- src/content/help/en-us/faq.md'],
  check({ operands }) {
    for (const given of operands) {
      const path = relative(process.cwd(), given);
      if (!existsSync(path)) throw new MisuseError(`There is no file ${path}.`);
      if (!path.startsWith(`${root}/`)) throw new MisuseError(`${path} is not below ${root}.`);
    }
  },
  async run({ operands }) {
    const { checkContent } = await import('./content/check-content.ts');
    return checkContent(operands);
  },
});
