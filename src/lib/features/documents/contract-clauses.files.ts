/** Reads the clauses of contracts. Runs once, at start. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '#lib/yaml.ts';
import { lettingKinds } from '#lib/features/quotes/letting-law.schema.ts';
import type { LettingKind } from '#lib/features/quotes/letting-law.schema.ts';
import { contractClausesSchema } from './contract-clauses.schema.ts';
import type { ContractClauses } from './contract-clauses.schema.ts';

/** @throws {ZodError} when a file is not what it should be. */
export function readContracts(folder: string): ReadonlyMap<LettingKind, ContractClauses> {
  return new Map(lettingKinds.map((kind) => [kind, contractClausesSchema.parse(parseYaml(readFileSync(join(folder, `${kind}.yaml`), 'utf8')))]));
}
