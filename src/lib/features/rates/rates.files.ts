/** Reads the editors' rate table. */
import { readFileSync } from 'node:fs';
import { parseYaml } from '#lib/yaml.ts';
import { rateTableSchema } from './rates.schema.ts';
import type { RateTable } from './rates.schema.ts';

/** The rate file cannot be used; the message names the field. */
export class RateFileError extends Error {
  override name = 'RateFileError';
}

/** @throws {RateFileError} when a currency is missing, unknown or not a decimal. */
export function readRateFile(path: string): RateTable {
  const parsed = rateTableSchema.safeParse(parseYaml(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RateFileError(`${path}: ${issue?.path.join('.')}: ${issue?.message}`);
}
