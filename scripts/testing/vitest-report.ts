/**
 * A reporter of vitest for what its own JSON lacks: what fails outside of tests, as when the process of a file ends, and what each file
 * took of the clock and of the processor. `npm test` reads it.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileTime } from './times.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Milliseconds of the processor that a file took in its own process; `tests/support/each-file.ts` writes it. */
    processor?: number;
  }
}

const hasMessage = (value: unknown): value is { readonly message: string } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

function timeOf(module: TestModule): FileTime {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  const { processor } = module.meta();
  return {
    file: relative(process.cwd(), module.moduleId),
    seconds: (duration + collectDuration + setupDuration) / 1_000,
    ...(processor === undefined ? {} : { processor: processor / 1_000 }),
  };
}

/** Writes `{ errors: string[], files: FileTime[] }` to the file that `VITEST_REPORT_FILE` names. */
export default class FilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string; readonly cause?: unknown }[]): void {
    const file = process.env['VITEST_REPORT_FILE'];
    if (!file) return;
    const said = errors.map(({ message, cause }) => (hasMessage(cause) ? `${message} ${cause.message}` : message));
    writeFileSync(file, JSON.stringify({ errors: said, files: modules.map(timeOf) }));
  }
}
