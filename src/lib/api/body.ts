/** What a call was given: read within its contract's bounds, and of that only what the contract names. */
import type * as z from 'zod/mini';
import { bodyBounds, proofFields } from './contract.ts';
import type { Contract } from './contract.ts';
import { serverHeaders } from './caller.ts';
import { boundaryOf, readMultipart } from './multipart.ts';
import type { GivenFile } from '#lib/forms/files.schema.ts';
import { traps } from '#lib/forms/traps.rules.ts';
import { sealRuleOf } from './sealing.rules.ts';

export type Given =
  | { readonly values: Readonly<Record<string, string>>; readonly file?: GivenFile | undefined }
  | { readonly refused: 'too-large' | 'wrong-media' | 'bad-input' | 'unavailable' };

const ampersand = '&'.charCodeAt(0);
/** The one kind of body that is read (R7.006). */
export const formType = 'application/x-www-form-urlencoded';

/** The names an input has; undefined when any name may come. */
export function namesOf({ def }: Pick<z.ZodMiniType, 'def'>): ReadonlySet<string> | undefined {
  if ('shape' in def && typeof def.shape === 'object' && def.shape !== null)
    return 'catchall' in def && def.catchall ? undefined : new Set(Object.keys(def.shape));
  return 'in' in def ? namesOf(def.in as z.ZodMiniType) : undefined;
}

const kept = new WeakMap<Contract, ReadonlySet<string> | undefined>();

/** The names read of a call: those of its input, of a captcha's proof and of a program's traps where it takes one, and the one its whole body may be sealed under. */
function readNames(contract: Contract): ReadonlySet<string> | undefined {
  if (!kept.has(contract)) {
    const names = namesOf(contract.input);
    const rule = sealRuleOf(contract.path);
    const more = [...(rule?.seal === 'body' ? [rule.field] : []), ...(contract.captcha ? [...Object.keys(proofFields), ...Object.values(traps)] : [])];
    kept.set(contract, names && new Set([...names, ...more]));
  }
  return kept.get(contract);
}

/** First values by name; a name given twice is read once. Names that objects inherit are left out. */
function textsOf(entries: Iterable<[string, string]>, names: ReadonlySet<string> | undefined): Record<string, string> {
  const texts: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of entries) if (!names || names.has(name)) texts[name] ??= value;
  return texts;
}

/** The whole body, or why not: it is longer, or breaks off. */
export async function boundedBytes(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | 'too-large' | 'bad-input'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > most) return 'too-large';
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    return 'bad-input';
  }
}

/** How many fields a form has, counted before anything is made of it. */
export function fieldsIn(bytes: Buffer): number {
  let count = bytes.length === 0 ? 0 : 1;
  for (const byte of bytes) if (byte === ampersand) count++;
  return count;
}

/**
 * The parameters of a call, whatever they came by.
 * @param inPath those the path holds.
 */
export async function givenTo(contract: Contract, request: Request, inPath: Readonly<Record<string, string>>): Promise<Given> {
  const names = readNames(contract);
  const query = textsOf(new URL(request.url).searchParams, names);
  if (contract.method !== 'POST') return { values: { ...query, ...inPath } };
  if (contract.file !== undefined) {
    if (!request.body) return { values: { ...query, ...inPath } };
    const boundary = boundaryOf(request.headers.get('content-type'));
    if (boundary === undefined) return { refused: 'wrong-media' };
    const parts = await readMultipart(request.body, boundary, request.headers.get(serverHeaders.address) ?? 'unknown');
    if (typeof parts === 'string') return { refused: parts === 'busy' ? 'unavailable' : parts };
    if (parts.isCut) return { refused: 'too-large' };
    return { values: { ...query, ...textsOf(Object.entries(parts.texts), names), ...inPath }, file: parts.files[contract.file] };
  }
  const { bytes: most, fields } = { ...bodyBounds, ...contract.body };
  // R7.006. A body without type is empty or nothing we know.
  const isForm = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === formType;
  if (Number(request.headers.get('content-length') ?? 0) > most) return { refused: 'too-large' };
  const bytes = request.body ? await boundedBytes(request.body, most) : Buffer.alloc(0);
  if (typeof bytes === 'string') return { refused: bytes };
  if (isForm && fieldsIn(bytes) > fields) return { refused: 'too-large' };
  if (bytes.length > 0 && !isForm) return { refused: 'wrong-media' };
  return { values: { ...query, ...textsOf(new URLSearchParams(bytes.toString()), names), ...inPath } };
}
