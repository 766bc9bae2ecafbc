/** Checks that tests name existing rows of the register, and that none is run alone by oversight. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { namedTests, readRegister } from './register.ts';

const known = new Set(readRegister().map(({ id }) => id));
const tests = namedTests();
const problems = tests.flatMap(({ file, line, ids }) =>
  ids.filter((id) => !known.has(id)).map((id) => `${file}:${line}: ${id} is no row of docs/requirements.tsv. Mend the id; ranges are written out one by one.`),
);
for (const entry of readdirSync('tests', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (/\b(?:test|it|describe)\.only\(/.test(line)) problems.push(`${file}:${index + 1}: .only keeps every other test from running. Remove it.`);
  }
}

for (const problem of problems) console.error(problem);
console.log(`${tests.length} tests name rows of the register; ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
