/** `npm run bench`: figures, into docs/benchmarks.md. */
import { command } from './command.ts';

await command({
  name: 'npm run bench',
  says: 'Measures, and writes what it found to docs/benchmarks.md. Sections of parts that are not measured stay as they are. Let nothing else run beside it.',
  operands: {
    name: 'PART',
    says: 'what to measure instead of everything',
    many: true,
    oneOf: [
      'cached',
      'uncached',
      'rendering',
      'memory',
      'lists',
      'map',
      'map-steps',
      'search',
      'import',
      'import-beside',
      'start',
      'booking',
      'desk',
      'desk-find',
      'sign-in',
      'weights',
      'lighthouse',
      'export',
    ],
  },
  examples: ['npm run bench', 'npm run bench -- cached lists'],
  async run({ operands }) {
    const { measure } = await import('./bench/measure.ts');
    return measure(operands);
  },
});
