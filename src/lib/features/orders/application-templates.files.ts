/** Reads what applications ask, which editors keep in `src/content/application-templates`. Runs once, at start. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '#lib/yaml.ts';
import { applicationTemplateSchema } from './application-templates.rules.ts';
import type { ApplicationTemplate } from './application-templates.rules.ts';
import { majoritiesSchema } from './majority.rules.ts';
import type { Majority } from './majority.rules.ts';

/** @throws {ZodError} when a file is not a template. @throws {TypeError} where there is none for homes that no other fits. */
export function readApplicationTemplates(folder: string): readonly ApplicationTemplate[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  const templates = files.map((name) => applicationTemplateSchema.parse(parseYaml(readFileSync(join(folder, name), 'utf8'))));
  if (!templates.some(({ key }) => key === 'default')) throw new TypeError(`${folder} has no template of the key default`);
  return templates;
}

/** From which age somebody signs alone, by place. @throws {ZodError} when the file is not what it should be. */
export const readMajorities = (file: string): readonly Majority[] => majoritiesSchema.parse(parseYaml(readFileSync(file, 'utf8')));
