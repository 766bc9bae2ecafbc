/** Files that come with a form: each is brought by the call that takes files, and the form goes on with the name of it. */
import { cookieIn } from '#lib/api/caller.ts';
import type { ApiErrorName } from '#lib/api/envelope.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import { sessionCookie, staffCookie } from '#lib/api/gates/session.ts';
import type { Parts as MultipartParts } from '#lib/api/multipart.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import { uploadContract, uploadFactsContract } from '#lib/features/uploads/uploads.contract.ts';
import { fileIdPattern, mostMegabytes, removalOf } from '#lib/forms/files.schema.ts';
import type { KeptFile } from '#lib/forms/files.schema.ts';
import { problemsIn } from '#lib/forms/form-check.rules.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FieldProblem } from '#lib/forms/form.schema.ts';
import { preSessionOf } from '#lib/pre-session.ts';
import { fileFieldsOf } from './form-body.ts';

/** Makes a call for a reader: a POST where there is a body, else a GET. */
export type AskForReader = <Data>(path: string, body?: FormData) => Promise<{ readonly code: number; readonly data: Data }>;

/** The error of an answer's code. */
export const nameOfCode = (code: number): ApiErrorName => (Object.keys(apiErrors) as ApiErrorName[]).find((name) => apiErrors[name].code === code) ?? 'unknown';

/**
 * Brings the files that came with a form, and looks up those that came before.
 * @param ask makes a call for the reader who sent the form.
 * @returns the form's values with the names of its files; or why it has to stop.
 */
export async function bringFiles(form: FormPage, { texts, files, isCut }: MultipartParts, ask: AskForReader) {
  const values: Record<string, string> = { ...texts };
  const kept: Record<string, KeptFile> = {};
  const problems: FieldProblem[] = [];
  // Of a body that was too long the file did not come whole, and none after it.
  let isMissed = isCut;
  const fields = fileFieldsOf(form);
  for (const field of fields) {
    const { name, purpose } = field;
    const most = mostMegabytes(field);
    const [file, former, isTakenAway] = [files[name], values[name] ?? '', values[removalOf(name)] !== undefined];
    values[name] = '';
    delete values[removalOf(name)];
    if (file && file.bytes.length > most * 1_048_576) {
      problems.push({ field: name, message: 'files.size', values: { most } });
    } else if (file) {
      const body = new FormData();
      body.set('purpose', purpose);
      body.set(uploadContract.file ?? '', new Blob([new Uint8Array(file.bytes)]), file.name);
      const { code, data } = await ask<unknown>(uploadContract.path, body);
      if (code === 0) {
        const { id } = (kept[name] = data as KeptFile);
        values[name] = id;
        continue;
      }
      if (nameOfCode(code) !== 'bad-input') return { failed: nameOfCode(code), values, kept };
      const [problem] = problemsIn(
        { ...form.definition, id: name, fields: [{ kind: 'file', name: 'file', label: 'forms.choose_file', purpose }], consents: [] },
        data,
      );
      problems.push({ field: name, message: problem?.message ?? 'files.damaged', ...(problem?.values ? { values: problem.values } : {}) });
    } else if (isMissed) {
      isMissed = false;
      problems.push({ field: name, message: fields.length > 1 ? 'files.together' : 'files.size', values: { most } });
    } else if (former !== '' && !isTakenAway) {
      const known = fileIdPattern.test(former) ? await ask<KeptFile>(uploadFactsContract.path.replace('{id}', former)) : undefined;
      if (known?.code === 0) {
        kept[name] = known.data;
        values[name] = former;
      } else problems.push({ field: name, message: 'files.gone' });
    }
  }
  return { failed: undefined, values, kept, problems };
}

/**
 * Why files are not taken: a body with them holds memory while it comes, so whoever has no cookie of ours sends none, and of nobody
 * many in a row are held.
 */
export async function refusalOfFiles(given: Headers, address: string, limits: RateLimits | undefined): Promise<'stale-form' | 'too-many' | undefined> {
  const cookies = given.get('cookie') ?? '';
  const isKnown = preSessionOf(cookies) !== undefined || [sessionCookie, staffCookie].some((name) => cookieIn(cookies, name) !== undefined);
  if (!isKnown) return 'stale-form';
  return (await limits?.spend('write', address)) === undefined ? undefined : 'too-many';
}
