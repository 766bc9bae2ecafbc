import { readFileSync, readdirSync } from 'node:fs';

/** One part of the benchmarks: measures something and says it in a section of docs/benchmarks.md. */
export type BenchPart = {
  readonly name: string;
  readonly title: string;
  /** How it is measured, in a sentence or two. */
  readonly method: string;
  /** Gives the section's Markdown. */
  run(say: (line: string) => void): Promise<string>;
};

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** The value below which `share` of the values lie. @example percentile([1, 2, 3, 4], 0.5) // 2 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const kilobytes = (bytes: number): string => (bytes / 1_024).toFixed(1);

/** Nanoseconds of processor time that all threads of a process have had; threads that ended are not among them. */
export function processorTime(pid: number): bigint {
  return readdirSync(`/proc/${pid}/task`)
    .map((task) => BigInt(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0] ?? 0))
    .reduce((sum, one) => sum + one, 0n);
}
