/** Photographs that came with the project: rendered rooms of no real home, which homes of the sample show. */
import { z } from 'zod';
import { amenityCodes, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { bedSizes } from '#lib/features/catalogue/listings.schema.ts';

const text = z.string().min(1);
const texts = z.strictObject({ en: text, 'zh-CN': text, 'zh-TW': text, 'zh-HK': text, vi: text });

const ownPhotographSchema = z.strictObject({
  shows: z.enum(['room', 'bath', 'kitchen', 'shared', 'building']),
  /** Kinds of units that it may stand for; none: it is shown of the home. */
  units: z.optional(z.array(z.enum(unitTypes)).min(1)),
  /** Beds of such a unit; any where none is named. */
  beds: z.optional(z.array(z.enum(bedSizes)).min(1)),
  /** Storeys that the home has at least: the room is high up. */
  floors: z.optional(z.int().min(2)),
  /** What the home must have to show it. */
  amenity: z.optional(z.enum(amenityCodes)),
  /** What is in sight, in each language; goes on after the name of the home. */
  alt: texts,
});

export const ownPhotographsSchema = z.strictObject({
  photographs: z.record(z.string().regex(/^[a-z]+-\d{1,3}$/), ownPhotographSchema),
  /** What one home of a city shows, its first picture first. */
  homes: z.array(z.array(z.string()).min(1)).min(1),
});

export type OwnPhotograph = z.infer<typeof ownPhotographSchema> & {
  readonly key: string;
  /** As it stands in `media`: named by its content, so that another picture is another address. */
  readonly path: string;
  /** Where its one file is. */
  readonly file: string;
};

export type OwnPhotographs = {
  readonly byPath: ReadonlyMap<string, OwnPhotograph>;
  readonly homes: readonly (readonly OwnPhotograph[])[];
};
