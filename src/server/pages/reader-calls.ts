/** Calls that the server makes for the reader who sends a form: with what their browser keeps, and where they come from. */
import type { IncomingMessage } from 'node:http';
import type { Hono } from 'hono';
import { formType } from '#lib/api/body.ts';
import { serverHeaders } from '#lib/api/caller.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import { partsOf } from '#lib/forms/form-parts.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Paths } from '#lib/paths.ts';
import type { AskForReader } from './form-files.ts';
import type { Visitors } from './visitors.ts';

/** A form as it was sent. */
export type Sending = {
  readonly request: IncomingMessage;
  readonly form: FormPage;
  readonly params: Readonly<Record<string, string>>;
  readonly locale: Locale;
  readonly paths: Paths;
  readonly address: string;
  readonly trace: string;
};

export type ReaderCallsParts = { readonly api: Pick<Hono, 'fetch'>; readonly origin: string };

export type ReaderCalls = ReturnType<typeof createReaderCalls>;

/** Headers of the reader's that the call gets too: who they are, and where they come from, which is told by origin and host together. */
const passedOn = ['cookie', 'host', 'origin', 'sec-fetch-site', 'user-agent'];

export function createReaderCalls({ api, origin, visitors }: ReaderCallsParts & { readonly visitors: Pick<Visitors, 'countryIn'> }) {
  /** Headers of a call for the reader, with what their browser keeps. @param token of their visit. */
  function headersFor({ locale, address, trace }: Sending, token: string, headers: Headers): Headers {
    const own = new Headers({ 'accept-language': locale, [serverHeaders.address]: address, [serverHeaders.trace]: trace });
    // The call asks for the token too, where it asks for one.
    own.set(wireHeaders.antiForgery, token);
    const country = visitors.countryIn(headers);
    if (country !== undefined) own.set(serverHeaders.country, country);
    for (const name of passedOn) {
      const value = headers.get(name);
      if (value !== null) own.set(name, value);
    }
    return own;
  }

  return {
    /** Calls for the reader who sends a form. @param token of their visit. */
    askFor:
      (sending: Sending, token: string, given: Headers): AskForReader =>
      async <Data>(path: string, body?: FormData) => {
        const headers = headersFor(sending, token, given);
        const answer = await api.fetch(new Request(new URL(path, origin), body ? { method: 'POST', headers, body } : { headers }));
        const { error_code: code, data }: { error_code: number; data: Data } = await answer.json();
        return { code, data };
      },

    /** Makes the form's call, for the reader and with what their browser keeps. @param token of their visit. */
    async call(sending: Sending, values: Readonly<Record<string, string>>, token: string, headers: Headers) {
      const { form, params } = sending;
      const own = headersFor(sending, token, headers);
      own.set('content-type', formType);
      // Browsers leave out what nobody chose or ticked; the form's check says which of it is missing.
      const blank = Object.fromEntries(partsOf(form.definition).map(({ name }) => [name, '']));
      const asked = { ...blank, ...values, ...form.valuesOf(params) };
      const body = new URLSearchParams(asked).toString();
      const answer = await api.fetch(new Request(new URL(form.contract.path, origin), { method: form.contract.method, headers: own, body }));
      const { error_code: code, data }: { error_code: number; data: unknown } = await answer.json();
      return { asked, code, data, cookies: answer.headers.getSetCookie(), wait: Number(answer.headers.get('retry-after') ?? 0) };
    },
  };
}
