/** A call that may ask for a captcha: made, and made again with its solution when it does (R8.16). Browser-safe. */
import type * as z from 'zod/mini';
import { ApiError } from './client.ts';
import type { CallOptions, Client, Values } from './client.ts';
import type { Contract, Wire } from './contract.ts';
import { apiErrors } from './envelope.ts';

/** Whoever was to solve the captcha closed it: nothing was sent, and nothing is wrong (R8.19). */
export class CaptchaClosedError extends Error {
  override name = 'CaptchaClosedError';
}

/** Most captchas for one call: a second one when the first was too old by the time it came. */
const most = 2;

/**
 * @param solve has the reader solve a captcha for this call, and gives the token that stands for it.
 * @throws {ApiError} as the call does; {CaptchaClosedError} and whatever else `solve` throws.
 */
export async function callAsPerson<C extends Contract>(
  client: Pick<Client, 'call'>,
  wire: C | Wire<C>,
  values: Values<C>,
  options: CallOptions,
  solve: () => Promise<string>,
): Promise<z.output<C['output']>> {
  for (let solved = 0, more = {}; ; solved++) {
    try {
      return await client.call<C>(wire, { ...values, ...more }, options);
    } catch (error) {
      const isAsked = error instanceof ApiError && error.code === apiErrors['captcha-needed'].code;
      if (!isAsked || solved >= most) throw error;
      more = { captcha_token: await solve() };
    }
  }
}
