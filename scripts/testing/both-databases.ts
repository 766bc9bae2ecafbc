/** Whether every statement that files ask which run on Postgres alone was asked of the embedded database too, by others. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const line = z.object({ file: z.string(), engine: z.enum(['pglite', 'postgres']), forms: z.array(z.string()) });
export type Asked = Omit<z.infer<typeof line>, 'forms'> & { readonly forms: readonly string[] };

const mostShown = 20;

/** Reads what `tests/support/statements.ts` wrote into a folder. */
export function readStatements(folder: string): readonly Asked[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((one) => one !== '')
      .map((one) => line.parse(JSON.parse(one))),
  );
}

/**
 * Statements that files ask which run on Postgres alone, and that no file asks of the embedded database; each with a file that asks it. A file
 * that runs on both asks both the same, but for what depends on who comes first.
 */
export function unproven(asked: readonly Asked[], alone: readonly string[]): readonly { readonly form: string; readonly file: string }[] {
  const proven = new Set(asked.filter(({ engine }) => engine === 'pglite').flatMap(({ forms }) => forms));
  const found = new Map<string, string>();
  for (const { file, forms } of asked.filter((one) => alone.includes(one.file))) for (const form of forms) if (!proven.has(form)) found.set(form, file);
  return [...found].map(([form, file]) => ({ form, file }));
}

/** What is wrong, for a person; nothing where each statement was asked of both. */
export function complaint(asked: readonly Asked[], alone: readonly string[]): string | undefined {
  const found = unproven(asked, alone);
  if (found.length === 0) return undefined;
  return [
    `${found.length} statements ran on Postgres alone. Let a file that asks them run on both: take it out of onPostgresAlone in tests/support/one-database.ts.`,
    ...found.slice(0, mostShown).map(({ form, file }) => `  ${file}: ${form.slice(0, 160)}`),
    ...(found.length > mostShown ? [`  … and ${found.length - mostShown} more`] : []),
  ].join('\n');
}
