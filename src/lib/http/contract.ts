/** How an API call is declared: once, as data, from which route, client, documentation and test follow. Browser-safe. */
import type { z } from 'zod';

/** The path prefixes of the API; each is a group of calls (architecture, "API"). */
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

export type Contract<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${ApiPrefix}/${string}`;
  readonly input: Input;
  readonly output: Output;
  readonly access: 'public' | 'login' | 'partner';
  /** Register ids this call fulfils. */
  readonly fulfils: readonly `R${string}`[];
};

/** Declares a call. GET never writes. */
export function contract<Input extends z.ZodType, Output extends z.ZodType>(definition: Contract<Input, Output>): Contract<Input, Output> {
  return definition;
}
