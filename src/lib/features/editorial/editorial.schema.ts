/**
 * Front matter of what editors write under `src/content/<collection>/<locale>/<slug>.md`.
 * Browser-safe: shapes only, no reading of files.
 */
import { z } from 'zod';
import type { Locale } from '#lib/i18n/locales.ts';

/** Words an editor may leave for the page to fill from the operator's configuration, written `{brand}`. */
export const placeholders = ['brand', 'company', 'operator', 'email', 'phone', 'hours'] as const;
export type Placeholder = (typeof placeholders)[number];

/** Documents with a fixed number (R2.051, R2.053, R2.054); the privacy policy and the other helps have numbers of ours. */
export const faqId = 123888;
export const cookiePolicyId = 180720;
export const privacyPolicyId = 180721;
export const serviceAgreementId = 158809;

/** Search engines cut a description after about this many Latin characters. */
export const descriptionMaxLength = 155;

const isoDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a date is written YYYY-MM-DD');

/**
 * A calendar day as `YYYY-MM-DD`. A YAML reader that turns an unquoted day into a `Date` at
 * midnight UTC is undone here, so that a day never shifts with the server's time zone.
 */
export const daySchema = z.union([isoDay, z.date().transform((date) => date.toISOString().slice(0, 10))]);

const title = z.string().min(2).max(100);
const description = z.string().min(12).max(descriptionMaxLength);
const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'a slug has lower-case letters, digits and single hyphens');

const cityPath = z.string().regex(/^[a-z]+\/[a-z0-9-]+$/, 'a city is written country/city, as in its path');

/** Where what a text says can be looked up: what it is called in the text's language, and its address. */
export const sourceSchema = z.strictObject({ title: z.string().min(4).max(140), url: z.url({ protocol: /^https$/, error: 'a source has an https address' }) });

/** Where a text can be checked; a text that states no law and no figure has none. */
const sources = z.array(sourceSchema).max(20).default([]);

/** Who writes: a role, never a person made up. The page puts the operator's name to it. */
export const authors = ['editors'] as const;

/** Views that a cover may be drawn of. */
export const coverViews = ['room', 'lounge', 'street', 'corner', 'courtyard'] as const;

/**
 * A drawing of the product's own: which view, and the number of the drawing.
 * @example coverSchema.parse('room-12') // { view: 'room', drawing: 12 }
 */
export const coverSchema = z
  .string()
  .regex(new RegExp(`^(?:${coverViews.join('|')})-\\d{1,3}$`), `a cover is a view and a number, like room-12; views are ${coverViews.join(', ')}`)
  .transform((cover) => {
    const [view = '', drawing = ''] = cover.split('-');
    return { view: view as (typeof coverViews)[number], drawing: Number(drawing) };
  });

/** What posts are about, in the order of their links. */
export const postTopics = ['tenancy', 'deposit', 'cost', 'safety', 'guarantor', 'law'] as const;
export type PostTopic = (typeof postTopics)[number];

/** `cities`: those whose homes and rents stand below the text, as in their paths; none where it is about no city in particular. */
export const blogSchema = z
  .strictObject({
    title,
    description,
    published: daySchema,
    updated: daySchema,
    author: z.enum(authors),
    topics: z.array(z.enum(postTopics)).min(1),
    cover: coverSchema,
    cities: z.array(cityPath).max(3).default([]),
    sources,
  })
  .refine(({ published, updated }) => published <= updated, 'an entry is updated on or after the day it is published');

/** `updated`: last change of the text. `effective`: the day from which it binds. */
export const policySchema = z.strictObject({ id: z.int().positive(), title, description, updated: daySchema, effective: daySchema });

/** Where in their journey readers need a text, in the order in which that happens. */
export const stages = ['looking', 'booking', 'changes'] as const;
export type Stage = (typeof stages)[number];

/** `order` is the place in the list of helps, from 1. Without a `stage` a help stands outside of all, as the FAQ does. */
export const helpSchema = z.strictObject({
  id: z.int().positive(),
  title,
  description,
  updated: daySchema,
  stage: z.enum(stages).optional(),
  order: z.int().min(1),
  sources,
});

/** `city` is the country and city slug of a place file: `uk/london`. */
export const guideSchema = z.strictObject({ city: cityPath, title, description, updated: daySchema, sources });

/** `order` is the place in the list of topics, from 1. */
export const topicSchema = z.strictObject({ title, description, updated: daySchema, stage: z.enum(stages), order: z.int().min(1), sources });

export const pageSchema = z.strictObject({ title, description, updated: daySchema });

export const providerPageSchema = z.strictObject({ slug, title, description, updated: daySchema });

export type Source = z.infer<typeof sourceSchema>;
export type Cover = z.infer<typeof coverSchema>;
export type BlogEntry = z.infer<typeof blogSchema>;
export type PolicyEntry = z.infer<typeof policySchema>;
export type HelpEntry = z.infer<typeof helpSchema>;
export type GuideEntry = z.infer<typeof guideSchema>;
export type TopicEntry = z.infer<typeof topicSchema>;
export type PageEntry = z.infer<typeof pageSchema>;
export type ProviderPageEntry = z.infer<typeof providerPageSchema>;

export type EditorialKind = (typeof editorialKinds)[number];

export type EditorialEntry = {
  readonly kind: EditorialKind;
  readonly locale: Locale;
  /** What the address names: a slug, a document's number, or `country/city` of a guide. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  /** YYYY-MM-DD. */
  readonly updated: string;
};

/** A text whole, as it was written. `order`: its place among its kind; 0 where that has none. */
export type EditorialBody = EditorialEntry & { readonly markdown: string; readonly order: number };

export const editorialKinds = ['blog', 'guides', 'help', 'pages', 'policies', 'providers', 'topics'] as const;
