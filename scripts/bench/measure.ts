/** Measures part by part and writes docs/benchmarks.md; sections of the other parts stay as they are, and so do notes below a section's line of measuring. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { booking } from './booking.ts';
import { desk } from './desk.ts';
import { deskFind } from './desk-find.ts';
import { feed, feedBesideReaders } from './feed.ts';
import { intro } from './intro.ts';
import { lighthouse } from './lighthouse.ts';
import { lists } from './lists.ts';
import { map } from './map.ts';
import { mapSteps } from './map-steps.ts';
import { memory } from './memory.ts';
import { pagesAsFiles } from './pages-as-files.ts';
import { cached, uncached } from './pages.ts';
import { rendering } from './rendering.ts';
import { search } from './search.ts';
import { signIn } from './sign-in.ts';
import { start } from './start.ts';
import { weights } from './weights.ts';

const file = 'docs/benchmarks.md';
export const parts = [
  cached,
  uncached,
  rendering,
  memory,
  lists,
  map,
  mapSteps,
  search,
  feed,
  feedBesideReaders,
  start,
  booking,
  desk,
  deskFind,
  signIn,
  weights,
  lighthouse,
  pagesAsFiles,
];

/** The sections of the file by title. */
function sections(): Map<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section): [string, string] => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]),
  );
}

const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;

const measuredLine = /^Measured on \d{4}-\d\d-\d\d: .*$/m;
/** What was written by hand below a section's own line: earlier figures, and what they tell. */
const notesOf = (section = ''): string => section.split(measuredLine).slice(1).join('').trim();

/** Runs the parts named, all when none is. Gives the exit status. */
export async function measure(wanted: readonly string[]): Promise<number> {
  let status = 0;
  for (const part of parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    console.log(`${part.title} …`);
    try {
      const text = await part.run((line) => console.log(`  ${line}`));
      const known = sections();
      const measured = `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}.`;
      const notes = notesOf(known.get(part.title));
      known.set(part.title, [part.method, text, measured, ...(notes === '' ? [] : [notes])].join('\n\n'));
      const titles = new Set(parts.map(({ title }) => title));
      // Sections that no part writes were measured by hand, and stay behind the others.
      const order = [...titles, ...[...known.keys()].filter((title) => !titles.has(title))];
      const ordered = order.flatMap((title) => (known.has(title) ? [`## ${title}\n\n${known.get(title)}`] : []));
      writeFileSync(file, `${[intro, ...ordered].join('\n\n')}\n`);
    } catch (error) {
      console.error(`  ${part.name} failed: ${(error as Error).message}`);
      status = 1;
    }
  }
  return status;
}
