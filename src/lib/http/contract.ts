/** How an API call is declared: once, as data, from which route, client, documentation and test follow. Browser-safe. */
import type * as z from 'zod/mini';
import type { ApiErrorName } from './envelope.ts';

/** The path prefixes of the API; each is a group of calls (R7.001). */
export const apiPrefixes = [
  '_buserApi',
  '_appApi',
  '_api',
  '_houseApi',
  '_pApi',
  '_appLive',
  '_ucmApi',
  '_wxappApi',
  '_upay',
  '_aiSdkApi',
  '_appTempApi',
  '_miniApi',
  '_track',
  '_mapboxApi',
] as const;
export type ApiPrefix = (typeof apiPrefixes)[number];

/** How many calls an address may make: see `rate-limits.ts`. */
export type LimitName = 'read' | 'suggest' | 'map' | 'write' | 'track' | 'outside';

export type Contract<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> = {
  /** Unique, in kebab-case. */
  readonly name: string;
  /** What it does, in one English sentence, for the reference. */
  readonly summary: string;
  /** GET never writes. */
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `{name}` stands for a parameter, which `input` names too. */
  readonly path: `/${ApiPrefix}/${string}`;
  /** Of text values: they come from the query, the form or the path. */
  readonly input: Input;
  readonly output: Output;
  readonly access: 'public' | 'login' | 'partner';
  /** Errors to expect besides those of every call. */
  readonly errors?: readonly ApiErrorName[];
  /** `read` by default for GET, `write` for others. */
  readonly limit?: LimitName;
  /** Seconds for which browsers and caches may keep the answer; none by default. Only for what is the same for everybody. */
  readonly keepFor?: number;
  /** A write that takes an Idempotency-Key: a repeat gets the first answer and changes nothing. */
  readonly repeatable?: true;
  /** The answer's data travels encrypted to the asker's key (R7.025). */
  readonly sealed?: true;
  /** Register ids this call fulfils. */
  readonly fulfils: readonly `R${string}`[];
};

/** Declares a call. */
export function contract<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(definition: Contract<Input, Output>): Contract<Input, Output> {
  return definition;
}

/** @example pathFor('/_mapboxApi/directions/{type}', { type: 'walking', x: '1' }) // { path: '/_mapboxApi/directions/walking', rest: { x: '1' } } */
export function pathFor(path: string, values: Readonly<Record<string, string>>): { path: string; rest: Record<string, string> } {
  const rest = { ...values };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    // R8.36
    if (!value) throw new TypeError('missing url parameter');
    return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3B', ';');
  });
  return { path: filled, rest };
}
