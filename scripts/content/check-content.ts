/** Tells what is wrong with texts of editors. */
import { relative } from 'node:path';
import { EntryError, readEntries } from './entries.ts';
import type { Entry } from './entries.ts';
import { findingsIn, pictureFindings, rules } from './rules.ts';

/** Gives the exit status: 0 nothing is wrong, 1 something is. @param given paths of files; all where there is none. */
export async function checkContent(given: readonly string[]): Promise<number> {
  const wanted = given.map((path) => relative(process.cwd(), path));
  let all: Entry[];
  try {
    all = readEntries();
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    console.log(error.message);
    return 1;
  }
  const isWanted = (line: string): boolean => wanted.length === 0 || wanted.some((path) => line.startsWith(`${path}:`));
  const found = [...all.flatMap((entry) => rules.flatMap((rule) => findingsIn(entry, rule, all))), ...(await pictureFindings(all))].filter(isWanted);
  for (const line of found) console.log(line);
  const texts = wanted.length > 0 ? `${wanted.length} of ${all.length} texts` : `${all.length} texts`;
  console.log(
    found.length > 0 ? `\n${found.length} to mend in ${texts}.` : `${texts}: nothing is wrong. npm test -- guards unit looks at words and pages besides.`,
  );
  return found.length > 0 ? 1 : 0;
}
