/** Makes server routes of contracts: parse, call the service, check and wrap the answer. */
import type { Hono } from 'hono';
import type { z } from 'zod';
import { translator } from '#lib/i18n/t.ts';
import { defaultLocale, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Contract } from './contract.ts';
import { apiErrors } from './envelope.ts';
import type { ApiErrorName } from './envelope.ts';

/** An expected outcome of a call: data, or one of the table's errors. */
export type CallResult<T> = { readonly ok: true; readonly data: T } | { readonly ok: false; readonly error: ApiErrorName };

/** A contract with what answers it. */
export type BoundCall = { readonly contract: Contract; readonly answer: (input: unknown, locale: Locale) => Promise<CallResult<unknown>> };

/** Ties a contract to its answer, with the types of both checked against each other. */
export function bind<Input extends z.ZodType, Output extends z.ZodType>(
  contract: Contract<Input, Output>,
  answer: (input: z.output<Input>, locale: Locale) => Promise<CallResult<z.input<Output>>>,
): BoundCall {
  return { contract, answer: (input, locale) => answer(contract.input.parse(input), locale) };
}

/** The reader's locale from `Accept-Language`: an exact locale, else its language, else the default. */
export function localeOfHeader(header: string | undefined): Locale {
  const asked = (header ?? '').toLowerCase().split(',')[0]?.split(';')[0]?.trim() ?? '';
  return locales.find((locale) => locale === asked) ?? (asked.startsWith('en') ? 'en-us' : asked.startsWith('vi') ? 'vi-vn' : defaultLocale);
}

function failure(error: ApiErrorName, locale: Locale): Response {
  const { code, status, message } = apiErrors[error];
  return Response.json({ error_code: code, message: translator(locale)(message), data: null }, { status });
}

const noStore = { 'cache-control': 'no-store' };

/** Mounts calls on a Hono app; unknown calls below a known prefix answer with the envelope too. */
export function mountCalls(app: Hono, calls: readonly BoundCall[], prefixes: readonly string[]): void {
  for (const { contract, answer } of calls) {
    app.on(contract.method, contract.path, async (context) => {
      const locale = localeOfHeader(context.req.header('accept-language'));
      const given: unknown = contract.method === 'POST' ? await context.req.parseBody() : context.req.query();
      const input = contract.input.safeParse(given);
      if (!input.success) return failure('bad-input', locale);
      const result = await answer(input.data, locale);
      if (!result.ok) return failure(result.error, locale);
      return Response.json({ error_code: 0, message: '', data: contract.output.parse(result.data) }, { headers: noStore });
    });
  }
  for (const prefix of prefixes) app.all(`/${prefix}/*`, (context) => failure('not-found', localeOfHeader(context.req.header('accept-language'))));
}
