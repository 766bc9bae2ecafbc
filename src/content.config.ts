import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { blogSchema, guideSchema, helpSchema, pageSchema, policySchema, providerPageSchema, topicSchema } from './lib/features/editorial/editorial.schema.ts';
import { cancellationPolicySchema } from './lib/features/house/cancellation.schema.ts';

/**
 * Ids are paths without their ending: `zh-cn/london`. The loader's own rule would take a `slug`
 * from the front matter instead, and lose the locale.
 */
const files = (collection: string, pattern: string) =>
  glob({
    base: `./src/content/${collection}`,
    pattern,
    generateId: ({ entry }) => entry.replace(/\.(?:md|yaml)$/, ''),
  });

/**
 * What was parsed of a text is kept between builds until the text or this file changes; a shape alone, which is in another file, is not
 * looked at. So the day on which a shape was last changed is written here: 2026-12-01, sources of helps and topics.
 */
export const collections = {
  blog: defineCollection({ loader: files('blog', '*/*.md'), schema: blogSchema }),
  policies: defineCollection({ loader: files('policies', '*/*.md'), schema: policySchema }),
  help: defineCollection({ loader: files('help', '*/*.md'), schema: helpSchema }),
  guides: defineCollection({ loader: files('guides', '*/*.md'), schema: guideSchema }),
  pages: defineCollection({ loader: files('pages', '*/*.md'), schema: pageSchema }),
  providers: defineCollection({ loader: files('providers', 'en-us/*.md'), schema: providerPageSchema }),
  topics: defineCollection({ loader: files('topics', '*/*.md'), schema: topicSchema }),
  'cancellation-policies': defineCollection({ loader: files('cancellation-policies', '*.yaml'), schema: cancellationPolicySchema }),
};
