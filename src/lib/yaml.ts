/**
 * Reads YAML as editors write it. The one way to it: js-yaml reads the place files in a tenth of the time that `yaml` takes
 * (docs/decisions/0143-yaml-by-js-yaml.md), which every start of a server, a command and a test feels.
 */
import { CORE_SCHEMA, load } from 'js-yaml';

/**
 * The value of a text in YAML 1.2's core schema; null for an empty one.
 * @throws {YAMLException} that names line and column.
 * @example parseYaml('years: 18') // { years: 18 }
 */
export function parseYaml(text: string): unknown {
  return load(text, { schema: CORE_SCHEMA }) ?? null;
}
