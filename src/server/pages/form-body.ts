/** The body of a form that was sent, read within bounds. */
import type { IncomingMessage } from 'node:http';
import { boundedBytes, fieldsIn, formType } from '#lib/api/body.ts';
import { bodyBounds } from '#lib/api/contract.ts';
import type { ApiErrorName } from '#lib/api/envelope.ts';
import { boundaryOf, readMultipart, readTexts } from '#lib/api/multipart.ts';
import type { Parts as MultipartParts, Texts } from '#lib/api/multipart.ts';
import { partsOf } from '#lib/forms/form-parts.rules.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { Field } from '#lib/forms/form.schema.ts';

/** What of some parameters the form of a page asks for, each within its bound. */
export function valuesIn({ definition }: FormPage, given: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    partsOf(definition).flatMap(({ name, maxLength }) => {
      const value = given.get(name);
      return value === null || value === '' || value.length > maxLength ? [] : [[name, value]];
    }),
  );
}

export const isForm = (headers: Headers): boolean => headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === formType;

type FileField = Extract<Field, { readonly kind: 'file' }>;

export const fileFieldsOf = ({ definition }: FormPage): readonly FileField[] => definition.fields.filter((field): field is FileField => field.kind === 'file');

/** Whether the address alone says all that the call is given, and is the proof of it: what is sent besides says nothing. */
export const isWholeInAddress = ({ definition, contract, valuesOf }: FormPage, params: Readonly<Record<string, string>>): boolean => {
  const values = valuesOf(params);
  return contract.csrf === 'never' && partsOf(definition).every(({ name }) => name in values);
};

/** Whether the body may hold files; a form that asks for some may come without, as any other. */
export const comesWithFiles = (form: FormPage, given: Headers): boolean => fileFieldsOf(form).length > 0 && !isForm(given);

/** What a form was sent with, read within bounds; or why it was not. What is left of a body that is too long must not cost the reader the answer. */
export async function readForm(
  request: IncomingMessage,
  given: Headers,
  hasFiles: boolean,
  address: string,
  isIgnored = false,
): Promise<MultipartParts | ApiErrorName> {
  const body = request.iterator({ destroyOnReturn: false });
  if (isIgnored) {
    // Mail programs may post either type (RFC 8058, section 3.2).
    const bytes = await boundedBytes(body, bodyBounds.bytes);
    return typeof bytes === 'string' ? bytes : { texts: {}, files: {}, isCut: false };
  }
  if (hasFiles) {
    const boundary = boundaryOf(given.get('content-type'));
    if (boundary === undefined) return 'wrong-media';
    const parts = await readMultipart(body, boundary, address);
    return parts === 'busy' ? 'unavailable' : parts;
  }
  if (!isForm(given)) return 'wrong-media';
  const bytes = await boundedBytes(body, bodyBounds.bytes);
  if (typeof bytes === 'string') return bytes;
  if (fieldsIn(bytes) > bodyBounds.fields) return 'too-large';
  return { texts: Object.fromEntries(new URLSearchParams(bytes.toString())), files: {}, isCut: false };
}

/** The texts of a form whose files nobody takes now: they pass by unread. Nothing where it cannot be read. */
export async function textsOf(request: IncomingMessage, given: Headers, address: string): Promise<Texts> {
  const none = { texts: {}, withFile: new Set<string>() };
  const boundary = boundaryOf(given.get('content-type'));
  if (boundary === undefined) return none;
  const read = await readTexts(request.iterator({ destroyOnReturn: false }), boundary, address);
  return read === 'busy' ? none : read;
}
