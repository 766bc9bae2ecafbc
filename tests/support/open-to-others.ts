/** Which paths below a folder, and the folder itself, have any right for its group or for others. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export function openToOthers(folder: string): string[] {
  return ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0);
}
