/**
 * What suites and files of tests take: read from a run, compared with what was recorded, and cut into shards of equal weight.
 * The record (`tests/times.json`) is written by `npm test -- --record` and says where a new minute came from.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Shard } from './shard.ts';

/** Seconds of the clock that a file of tests took, and of the processor in its own process where that is known. */
export type FileTime = { readonly file: string; readonly seconds: number; readonly processor?: number };

/** What a suite took: seconds of the clock, and of the processor with every process that it started. */
export type SuiteTime = { readonly suite: string; readonly seconds: number; readonly processor: number | undefined; readonly files: readonly FileTime[] };

const recordFile = 'tests/times.json';

const recordShape = z.object({
  /** Of the machine when suites were recorded (`pace.ts`). Milliseconds. */
  pace: z.optional(z.number()),
  /** By suite: seconds of the clock, and of the processor. */
  suites: z.record(z.string(), z.object({ seconds: z.number(), processor: z.number() })),
  /** By suite and file: seconds of the clock. */
  files: z.record(z.string(), z.record(z.string(), z.number())),
});

export type TimesRecord = z.infer<typeof recordShape>;

const nothing: TimesRecord = { suites: {}, files: {} };

/** What was recorded last; nothing where there is no record. */
export function readRecord(file = recordFile): TimesRecord {
  return existsSync(file) ? recordShape.parse(JSON.parse(readFileSync(file, 'utf8'))) : nothing;
}

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;

/** Names in order, so that a record differs from the one before only where times do. */
const inOrder = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> => Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

const median = (values: readonly number[]): number | undefined => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Keeps what suites took; of suites that did not run, what was recorded before. @param paces of the machine, between the suites. */
export function writeRecord(times: readonly SuiteTime[], paces: readonly number[] = [], file = recordFile): void {
  const before = readRecord(file);
  const suites = times.map(({ suite, seconds, processor = 0 }) => [suite, { seconds: rounded(seconds), processor: rounded(processor) }] as const);
  const files = times
    .filter((one) => one.files.length > 0)
    .map((one) => [one.suite, inOrder(one.files.map(({ file: path, seconds }) => [path, rounded(seconds)] as const))] as const);
  const pace = median(paces) ?? before.pace;
  const record: TimesRecord = {
    ...(pace === undefined ? {} : { pace: rounded(pace) }),
    suites: inOrder([...Object.entries(before.suites).filter(([name]) => !times.some(({ suite }) => suite === name)), ...suites]),
    files: inOrder([...Object.entries(before.files).filter(([name]) => !files.some(([suite]) => suite === name)), ...files]),
  };
  writeFileSync(file, `${JSON.stringify(record, undefined, 2)}\n`);
}

/** One of a run's files, or a suite that is run whole. */
export type Piece = { readonly suite: string; readonly file: string | undefined };

/** Seconds that a suite takes before its first file: it compiles, starts a database, a site or a browser. */
const startOf = 15;
/** Seconds of a file that no record knows, where no other file of its suite is recorded. */
const usual = 3;

/** Seconds that a piece is expected to take. */
export function weightOf({ suite, file }: Piece, { suites, files }: TimesRecord): number {
  if (file === undefined) return suites[suite]?.seconds ?? usual;
  const known = files[suite] ?? {};
  return known[file] ?? median(Object.values(known)) ?? usual;
}

/**
 * The pieces of shard `index` of `count`, from 1: the heaviest first, each to the shard that is lightest so far. All shards together have
 * every piece once, and each machine works out the same shards.
 */
export function shardOf<P extends Piece>(pieces: readonly P[], { index, count }: Shard, record: TimesRecord): P[] {
  const shards = Array.from({ length: count }, () => ({ weight: 0, suites: new Set<string>(), pieces: [] as P[] }));
  const weighed = pieces.map((piece, at) => ({ piece, at, weight: weightOf(piece, record) })).toSorted((a, b) => b.weight - a.weight || a.at - b.at);
  for (const { piece, weight } of weighed) {
    const withStart = (one: (typeof shards)[number]): number => one.weight + weight + (one.suites.has(piece.suite) ? 0 : startOf);
    const lightest = shards.reduce((best, one) => (withStart(one) < withStart(best) ? one : best));
    lightest.weight = withStart(lightest);
    lightest.suites.add(piece.suite);
    lightest.pieces.push(piece);
  }
  const own = new Set(shards[index - 1]?.pieces);
  return pieces.filter((piece) => own.has(piece));
}

/** Seconds of the processor that a whole run may take. Twenty minutes are the aim: docs/plan.md says what is left. */
export const processorBudget = 60 * 60;

const growth = (now: number, before: number): string =>
  `${now.toFixed(0)} s of the processor, ${before === 0 ? 'not recorded before' : `${before.toFixed(0)} s recorded`}`;

/**
 * How much slower the machine was in a run than when times were recorded; 1 where nobody knows.
 * @param paces between the suites of the run.
 */
export const slowness = (paces: readonly number[], { pace }: TimesRecord): number => (pace === undefined ? 1 : (median(paces) ?? pace) / pace);

/**
 * What is wrong with a whole run's processor time: nothing, or a text that names the suites that grew most since the record, and their files.
 * @param slower how much slower the machine was: what a run took is divided by it.
 * @param budget in seconds.
 */
export function overBudget(taken: readonly SuiteTime[], record: TimesRecord, slower = 1, budget = processorBudget): string | undefined {
  const times = taken.map((one) => ({ ...one, processor: (one.processor ?? 0) / slower }));
  const sum = times.reduce((all, { processor }) => all + processor, 0);
  if (sum <= budget) return undefined;
  const grown = times
    .map((one) => ({ ...one, before: record.suites[one.suite]?.processor ?? 0 }))
    .map((one) => ({ ...one, more: one.processor - one.before }))
    .filter(({ more }) => more > 0)
    .toSorted((a, b) => b.more - a.more)
    .slice(0, 3);
  const lines = grown.flatMap(({ suite, processor, before, files }) => [
    `  ${suite}: ${growth(processor, before)}`,
    ...files
      .map(({ file, seconds }) => ({ file, seconds, former: record.files[suite]?.[file] }))
      .toSorted((a, b) => b.seconds - (b.former ?? 0) - (a.seconds - (a.former ?? 0)))
      .slice(0, 3)
      .map(({ file, seconds, former }) => `    ${file}: ${seconds.toFixed(1)} s, ${former === undefined ? 'new' : `${former.toFixed(1)} s recorded`}`),
  ]);
  return [
    `The run took ${sum.toFixed(0)} s of the processor of the recorded machine; ${budget} s is the limit. What grew since tests/times.json:`,
    ...lines,
  ].join('\n');
}

/** Lines for a person: the slowest files of a run, and how much of each one's time its own process worked rather than waited. */
export function slowest(times: readonly SuiteTime[], count = 10): string[] {
  return times
    .flatMap(({ suite, files }) => files.map((file) => ({ suite, ...file })))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ suite, file, seconds, processor }) => {
      const waited = processor === undefined ? '' : `, of which it waited ${Math.max(0, seconds - processor).toFixed(1)} s`;
      return `  ${seconds.toFixed(1).padStart(6)} s  ${file} (${suite}${waited})`;
    });
}
