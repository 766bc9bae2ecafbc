/** What `npm start` gives Node, read from package.json. */
import { readFileSync } from 'node:fs';

/** The bounds of its memory: arenas of the allocator, and flags. */
export function startCommand(): { readonly allocator: string; readonly flags: readonly string[] } {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [, allocator = '', flags = ''] = /MALLOC_ARENA_MAX=(\d+) exec node ((?:--\S+ )+)/.exec(scripts['start'] ?? '') ?? [];
  return { allocator, flags: flags.trim().split(' ') };
}
