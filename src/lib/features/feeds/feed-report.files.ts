/** The report of an import: every problem as a row of a CSV file beside the feed, written as it is found. */
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { access, constants, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Problem, Severity } from './feed.schema.ts';

const columns = ['line', 'outcome', 'house_ref', 'field', 'value', 'reason'] as const;

/** Rows of one report; whoever has so many mends the cause first. */
const mostRows = 100_000;
const longestCell = 1_000;

/** Without what tells a terminal, or an editor, to do something. Breaks stay. */
const legible = (text: string): string => text.replace(/(?![\t\r\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');

/** A cell that spreadsheets take as text: formulas of strangers must not run on the reader's machine. */
function cell(value: string): string {
  const safe = /^[=+@\t\r\uff1d\uff0b\uff0d\uff20]|^-(?![\d.]+$)/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export type FeedReport = {
  readonly path: string;
  add(problem: Problem): void;
  readonly counts: Readonly<Record<Severity, number>>;
  /** Closes the file. Where nothing was found there is none. */
  close(): Promise<void>;
};

/** Where the report goes: beside the feed, or into `fallbackFolder` when that cannot be written. */
export async function reportPath(feed: string, fallbackFolder: string): Promise<string> {
  const isWritable = await access(dirname(feed), constants.W_OK).then(
    () => true,
    () => false,
  );
  return join(isWritable ? dirname(feed) : fallbackFolder, `${basename(feed)}.report.csv`);
}

/** Starts a report; one of an earlier import of the same file goes. */
export async function openReport(path: string): Promise<FeedReport> {
  await rm(path, { force: true });
  const counts: Record<Severity, number> = { refused: 0, dropped: 0, mended: 0, noticed: 0 };
  let stream: WriteStream | undefined;
  let rows = 0;
  return {
    path,
    counts,
    add({ line, severity, houseRef, field, value, reason }) {
      counts[severity]++;
      if (rows >= mostRows) return;
      if (!stream) {
        stream = createWriteStream(path);
        stream.write(`\ufeff${columns.join(',')}\r\n`);
      }
      const row = ++rows < mostRows ? [String(line), severity, houseRef, field, value, reason] : ['', '', '', '', '', 'the report ends here; there is more'];
      stream.write(`${row.map((one) => cell(legible(one).slice(0, longestCell))).join(',')}\r\n`);
    },
    async close() {
      const open = stream;
      if (open) await new Promise<void>((resolve, reject) => open.once('error', reject).end(resolve));
    },
  };
}

/** A problem as a line for the terminal. */
export function problemLine({ line, severity, houseRef, field, value, reason }: Problem): string {
  const shown = value === '' ? '' : ` ${JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value)}`;
  return legible(`${severity.padEnd(7)} line ${line}${houseRef ? `, house ${houseRef}` : ''}: ${field}${shown} ${reason}`)
    .replace(/[\t\r\n]+/g, ' ')
    .slice(0, longestCell)
    .replace(/ {2,}(?=\S)/g, (spaces, at: number) => (at < 9 ? spaces : ' '));
}
