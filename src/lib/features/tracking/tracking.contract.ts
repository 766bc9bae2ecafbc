/** The call that records what happens on pages (R7.178, R7.179). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import type { MarketingName } from './marketing.rules.ts';
import { trackPath } from './sending.rules.ts';
import { batchLimits } from './tracking.rules.ts';

const json = z.transform((text: string, context): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.issues.push({ code: 'custom', message: 'not JSON', input: text });
    return undefined;
  }
});
const short = z.optional(z.string().check(z.maxLength(64)));
const marketing = { xcode: short, semcode: short, utm_source: short, utm_tracker: short, channel: short } satisfies Record<MarketingName, typeof short>;
const tooLong = z.maxLength(batchLimits.size);

export const trackContract = contract({
  name: 'track-log',
  summary: `Records events of a visit, one or up to ${batchLimits.events} at once; only known ones, with known fields, and only after the reader’s yes to optional cookies.`,
  method: 'POST',
  path: trackPath,
  input: z.object({
    source: z.literal('pc'),
    version: z.literal('3'),
    /** Code of a single event, such as `PC_00372`, with its fields as a JSON object. */
    event: short,
    fields: z.optional(z.pipe(z.string().check(z.maxLength(4_096)), json)),
    id: short,
    /** Milliseconds since 1970. */
    at: z.optional(z.coerce.number()),
    /** The page's path, without query. */
    path: z.optional(z.string().check(z.maxLength(500))),
    /** Several events: a JSON array of objects with id, event, at, path, fields. */
    logs: z.optional(z.pipe(z.pipe(z.string().check(tooLong), json), z.array(z.unknown()).check(z.maxLength(batchLimits.events)))),
    /** Device info: whether the window is as narrow as a phone. */
    screen: z.optional(z.enum(['narrow', 'wide'])),
    ...marketing,
  }),
  output: z.object({ recorded: z.number(), dropped: z.number() }),
  access: 'public',
  // A view is of a device and in nobody's name; pages that are kept have no token for it.
  csrf: 'never',
  limit: 'track',
  // Each byte of JSON may take three as a form.
  body: { bytes: 3 * batchLimits.size + 8_192 },
  fulfils: ['R7.178', 'R7.179'],
});
