/** Whom another site leads here with a form of its own, and what that does. */
import type { IncomingMessage } from 'node:http';
import { boundedBytes, fieldsIn } from '#lib/api/body.ts';
import { bodyBounds } from '#lib/api/contract.ts';
import type { ApiErrorName } from '#lib/api/envelope.ts';
import { tokenOwnerOf } from '#lib/api/gates/csrf.ts';
import type { Csrf } from '#lib/api/gates/csrf.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import { headersOf } from '../request-headers.ts';
import { isForm, valuesIn } from './form-body.ts';
import { nameOfCode } from './form-files.ts';
import type { ReaderCalls, Sending } from './reader-calls.ts';
import type { Visitors } from './visitors.ts';

/** Somebody whom another site led here, with what it sent along. */
type Arrival = Sending & { readonly values: Readonly<Record<string, string>> };

/** Where they go now, with what their browser is to keep. */
type LedOn = { readonly path: string; readonly cookies: readonly string[] };

export type ArrivalsParts = {
  readonly csrf: Csrf;
  readonly origin: string;
  /** Encrypts what stands in an address for a moment and says something of a person; left out without it. */
  readonly seal?: (text: string) => string;
};

type Parts = ArrivalsParts & { readonly visitors: Pick<Visitors, 'known'>; readonly calls: Pick<ReaderCalls, 'call'> };

/** Longest value that is encrypted for an address, in UTF-16 units. */
const longestSealed = 500;

export function createArrivals({ csrf, visitors, calls, origin, seal }: Parts) {
  return {
    /** Takes what another site sent along. That it is theirs is for the call to prove: their browser alone is vouched for here. */
    async arrive(arrival: Arrival): Promise<LedOn> {
      const { request, form, paths, params } = arrival;
      const given = headersOf(request);
      const owner = tokenOwnerOf(await visitors.known(given, form.contract.access));
      const values = { ...arrival.values, ...form.valuesOf(params) };
      const refused = (error: ApiErrorName): string => form.refused?.(error, { paths, values }) ?? paths.to('index');
      if (owner === undefined) return { path: refused('stale-form'), cookies: [] };
      given.set('origin', origin);
      given.set('sec-fetch-site', 'same-origin');
      const { asked, code, data, cookies } = await calls.call(arrival, arrival.values, csrf.tokenFor(owner), given);
      return { path: code === 0 ? form.done(data, { paths, values: asked }) : refused(nameOfCode(code)), cookies };
    },

    /** What another site's form holds, as far as the form of the page asks for it. */
    async formOf(request: IncomingMessage, form: FormPage): Promise<Readonly<Record<string, string>>> {
      if (!isForm(headersOf(request))) return {};
      const bytes = await boundedBytes(request.iterator({ destroyOnReturn: false }), bodyBounds.bytes);
      if (typeof bytes === 'string' || fieldsIn(bytes) > bodyBounds.fields) return {};
      const given = new URLSearchParams(bytes.toString());
      for (const name of form.seals ?? []) {
        const value = given.get(name);
        if (value && seal && value.length <= longestSealed) given.set(name, seal(value));
        else given.delete(name);
      }
      return valuesIn(form, given);
    },
  };
}
