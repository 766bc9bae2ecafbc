/** The typed API client of the browser: cookies, 30 s timeout, form-encoded POST, `src=pc` (R9.01). */
import { ofetch } from 'ofetch';
import type { z } from 'zod';
import type { Contract } from './contract.ts';
import { isSuccess } from './envelope.ts';
import type { Envelope } from './envelope.ts';

export type CallOutcome<T> = { readonly ok: true; readonly data: T } | { readonly ok: false; readonly code: number; readonly message: string };

/** Request timeout in milliseconds. */
const timeout = 30_000;

/** Calls the API as its contract says. Failures are values; only a broken connection throws. */
export async function call<Input extends z.ZodType, Output extends z.ZodType>(contract: Contract<Input, Output>, input: z.input<Input>, language: string): Promise<CallOutcome<z.output<Output>>> {
  const given = Object.entries(input as Record<string, string | number>).map(([name, value]) => [name, String(value)] as [string, string]);
  const isPost = contract.method === 'POST';
  const envelope = await ofetch<Envelope<unknown>>(contract.path, {
    method: contract.method,
    timeout,
    credentials: 'include',
    ignoreResponseError: true,
    retry: 0,
    query: { src: 'pc', ...(isPost ? {} : Object.fromEntries(given)) },
    headers: { 'accept-language': language },
    ...(isPost ? { body: new URLSearchParams(given) } : {}),
  });
  if (!isSuccess(envelope)) return { ok: false, code: envelope.error_code, message: envelope.message };
  return { ok: true, data: contract.output.parse(envelope.data) };
}
