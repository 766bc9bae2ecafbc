/** How readers ask, as editors keep it in `src/content/assistant/<language>.yaml`. Read once for each language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '#lib/yaml.ts';
import { z } from 'zod';
import type { Locale } from '#lib/i18n/locales.ts';
import { folded } from '#lib/search-text/text.ts';
import type { AskedWords } from './passages.index.ts';

const fileSchema = z.strictObject({
  stop: z.string(),
  same: z.array(z.array(z.coerce.string().min(1)).min(1)),
  home: z.record(z.string().regex(/^[a-z]+$/), z.string()),
  asked: z.record(z.string().regex(/^[a-z]+\/(?:[a-z\d-]+|\*)\/\d+$/), z.string()),
});

/** Chinese is compared in one script, so its three locales share a file. */
const files = { 'zh-cn': 'zh', 'zh-hk': 'zh', 'zh-tw': 'zh', 'en-us': 'en', 'vi-vn': 'vi' } as const satisfies Record<Locale, string>;

/** @throws {ZodError} when the file has another shape. */
export function readAskedWords(folder: string, locale: Locale): AskedWords {
  const { stop, same, home, asked } = fileSchema.parse(parseYaml(readFileSync(join(folder, `${files[locale]}.yaml`), 'utf8')));
  return {
    stop: new Set(stop.split(/\s+/).filter(Boolean).map(folded)),
    same: new Map(same.flatMap((group) => group.map((one) => [folded(one), folded(group[0] ?? one)] as const))),
    home,
    asked,
  };
}
