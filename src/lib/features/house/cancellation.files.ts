/** Reads the cancellation policies editors keep in `src/content/cancellation-policies`. Runs once, at start. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '#lib/yaml.ts';
import { cancellationPolicySchema } from './cancellation.schema.ts';
import type { CancellationPolicy } from './cancellation.schema.ts';

export type CancellationPolicies = ReadonlyMap<CancellationPolicy['code'], CancellationPolicy>;

/** @throws {ZodError} when a file is not a policy. */
export function readCancellationPolicies(folder: string): CancellationPolicies {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return new Map(
    files.map((name) => {
      const policy = cancellationPolicySchema.parse(parseYaml(readFileSync(join(folder, name), 'utf8')));
      return [policy.code, policy];
    }),
  );
}
