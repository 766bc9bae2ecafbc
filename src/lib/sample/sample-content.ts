/** The words sample homes are made of: names, streets, suppliers, descriptions and review phrases that editors wrote. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseYaml } from '#lib/yaml.ts';
import { z } from 'zod';
import { reviewAspects } from '#lib/features/catalogue/listings.schema.ts';
import { readQuoteData } from '#lib/features/quotes/letting-law.files.ts';
import { ownPhotographsFolder, readOwnPhotographs } from '#lib/features/photographs/own-photographs.files.ts';
import type { OwnPhotographs } from '#lib/features/photographs/own-photographs.schema.ts';
import type { LettingLaw } from '#lib/features/quotes/letting-law.schema.ts';

/** `tw` and `hk` where the Chinese name with its letters changed is not what people there would say. */
const ending = z.strictObject({ name: z.string(), zh: z.string(), tw: z.string().optional(), hk: z.string().optional() });
const named = z.strictObject({ name: z.string(), zh: z.string(), tw: z.string(), hk: z.string(), vi: z.string() });
const languageNames = z.strictObject({ endings: z.array(ending).min(1), words: z.array(z.strictObject({ word: z.string(), zh: z.string() })).min(1) });

const houseNamesSchema = z.strictObject({
  english: languageNames,
  french: languageNames,
  german: languageNames,
  spanish: languageNames,
  japanese: languageNames,
  korean: languageNames,
  malay: languageNames,
  thai: languageNames,
  shared: z.array(named).min(1),
  homestay: z.array(named).min(1),
});

const streetsSchema = z.record(z.string(), z.strictObject({ address: z.string(), numbers: z.tuple([z.int(), z.int()]), names: z.array(z.string()).min(1) }));

const suppliersSchema = z.array(
  z.strictObject({ name: z.string(), kind: z.enum(['operator', 'landlord', 'homestay-host']), countries: z.array(z.string()).min(1) }),
);

const texts = { en: z.string().min(1), 'zh-CN': z.string().min(1), 'zh-TW': z.string().min(1), 'zh-HK': z.string().min(1), vi: z.string().min(1) };
const group = z.array(z.strictObject(texts)).min(1);
const descriptionSchema = z.strictObject({ opening: group, building: group, rooms: group, life: group });
const descriptionsSchema = z.strictObject({ apartment: descriptionSchema, house: descriptionSchema, homestay: descriptionSchema, long: descriptionSchema });

const phraseSchema = z.strictObject({ tone: z.enum(['good', 'mixed', 'bad']), ...texts });
const reviewsSchema = z.strictObject({
  aspects: z.strictObject(
    Object.fromEntries(reviewAspects.map((aspect) => [aspect, z.array(phraseSchema).min(3)])) as Record<
      (typeof reviewAspects)[number],
      z.ZodArray<typeof phraseSchema>
    >,
  ),
  openings: z.array(phraseSchema).min(3),
  closings: z.array(phraseSchema).min(3),
  replies: z.array(phraseSchema).min(3),
});

export type NamingLanguage = 'english' | 'french' | 'german' | 'spanish' | 'japanese' | 'korean' | 'malay' | 'thai';
export type HouseNames = z.infer<typeof houseNamesSchema>;
export type Streets = z.infer<typeof streetsSchema>;
export type SupplierWords = z.infer<typeof suppliersSchema>[number];
export type DescriptionWords = z.infer<typeof descriptionsSchema>;
export type Phrase = z.infer<typeof phraseSchema>;
export type ReviewWords = z.infer<typeof reviewsSchema>;

export type SampleContent = {
  readonly houseNames: HouseNames;
  readonly streets: Streets;
  readonly suppliers: readonly SupplierWords[];
  readonly descriptions: DescriptionWords;
  readonly reviews: ReviewWords;
  /** What homes of much visited cities show: photographs of no real home. */
  readonly photographs: OwnPhotographs;
  /** Within which sample leases keep. */
  readonly law: readonly LettingLaw[];
};

/** Where the words are. */
export const sampleFolder = join(process.cwd(), 'src/content/sample');

/** Reads the words. Throws when a file does not fit its shape. */
export function readSampleContent(folder: string): SampleContent {
  const read = (name: string): unknown => parseYaml(readFileSync(join(folder, name), 'utf8'));
  return {
    houseNames: houseNamesSchema.parse(read('house-names.yaml')),
    streets: streetsSchema.parse(read('streets.yaml')),
    suppliers: suppliersSchema.parse(read('suppliers.yaml')),
    descriptions: descriptionsSchema.parse(read('descriptions.yaml')),
    reviews: reviewsSchema.parse(read('review-phrases.yaml')),
    photographs: readOwnPhotographs(join(dirname(folder), ownPhotographsFolder)),
    law: readQuoteData(dirname(folder)).law,
  };
}
