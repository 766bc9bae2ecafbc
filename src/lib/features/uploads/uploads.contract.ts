/** Calls that bring files. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { fileIdPattern, filePurposeNames } from '#lib/forms/files.schema.ts';

const kept = z.object({
  id: z.string().check(z.describe('Names the file in the form that it is sent with, within a day')),
  name: z.string(),
  bytes: z.int().check(z.describe('Of what is kept: pictures are made anew')),
});

/** R7.164: a resume is brought by it as any other file. */
export const uploadContract = contract({
  name: 'upload',
  summary: 'Brings a file for a form. What it is, is told by its content; pictures are made anew, and documents must hold nothing that runs.',
  method: 'POST',
  path: '/_api/upload',
  file: 'file',
  input: z.object({ purpose: z.enum(filePurposeNames) }),
  output: kept,
  access: 'public',
  csrf: 'always',
  limit: 'write-heavy',
  errors: ['too-large', 'wrong-media', 'enough-for-today', 'cross-site', 'stale-form'],
  fulfils: ['R7.164'],
});

export const uploadFactsContract = contract({
  name: 'upload-facts',
  summary: 'Name and size of a file that the one who asks has brought.',
  method: 'GET',
  path: '/_api/upload/{id}',
  input: z.object({ id: z.string().check(z.regex(fileIdPattern)) }),
  output: kept,
  access: 'public',
  errors: ['not-found'],
  fulfils: ['R7.164'],
});
