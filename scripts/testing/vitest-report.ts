/** A reporter of vitest for what fails beside tests, as the process of a file that ends: its own JSON does not have it. */
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

const hasMessage = (value: unknown): value is { readonly message: string } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

/** Writes `{ errors: string[] }` to the file that `VITEST_ERRORS_FILE` names. */
export default class ErrorsReporter implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly { readonly message: string; readonly cause?: unknown }[]): void {
    const file = process.env['VITEST_ERRORS_FILE'];
    if (!file) return;
    const said = errors.map(({ message, cause }) => (hasMessage(cause) ? `${message} ${cause.message}` : message));
    writeFileSync(file, JSON.stringify({ errors: said }));
  }
}
