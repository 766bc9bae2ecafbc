/**
 * The typed client of the API. It signs, times out, retries what is safe once, reads the envelope and does what the
 * error catalogue says (R7.003–R7.024, R8.01–R8.09). Browser-safe; what belongs to the page comes as an argument.
 */
import type * as z from 'zod/mini';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Contract, Wire } from './contract.ts';
import { pathFor } from './contract.ts';
import { apiErrors, behaviourOf, everyCall, isSuccess } from './envelope.ts';
import type { ApiErrorName, CommonError, ErrorBehaviour } from './envelope.ts';
import type { sealKeyContract } from './seal-key.contract.ts';
import { sealRuleOf } from './sealing.rules.ts';
import { apiVersion, appIds, signatureOf, wireHeaders, wireLanguage } from './signing.ts';
import type { SiteVariant } from './signing.ts';

/** Milliseconds until a call is given up (R9.01). */
export const timeout = 30_000;
const sealKeyWire = { method: 'GET', path: '/_api/seal-key' } as const;
/** Milliseconds before a read that met no server is tried once more. */
const secondTryAfter = 400;

/** How a call can fail besides the server saying so. */
export type Trouble = 'offline' | 'slow' | 'garbled' | 'aborted';

export class ApiError extends Error {
  override name = 'ApiError';
  /** The wire's error code; undefined when no usable answer came. */
  readonly code: number | undefined;
  readonly trouble: Trouble | undefined;
  readonly data: unknown;

  constructor(message: string, facts: { code?: number; trouble?: Trouble; data?: unknown }) {
    super(message);
    this.code = facts.code;
    this.trouble = facts.trouble;
    this.data = facts.data;
  }
}

/**
 * The name of what a call was refused with, for code that does something about it.
 * @param named the contract, or as much of it as names its errors.
 * @returns undefined for what is no answer of the call itself: no answer at all, or one of the wire.
 */
export function errorNameOf<Errors extends ApiErrorName = never>(
  named: { readonly errors?: readonly Errors[] },
  error: unknown,
): Errors | CommonError | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return [...(named.errors ?? []), ...everyCall].find((name) => apiErrors[name].code === error.code);
}

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** No toast when it fails (R7.024). */
  readonly clientToastHide?: boolean;
  /** No login overlay on 403. */
  readonly noJump?: boolean;
  /** Sent also when the page is left meanwhile. */
  readonly keepalive?: boolean;
  /** The token of the page's visit, for calls before sign-in; else that of the session. */
  readonly antiForgery?: string;
  /** Names this write, so that sending it again changes nothing. */
  readonly idempotencyKey?: string;
};

export type ClientSettings = {
  readonly locale: Locale;
  readonly siteVariant: SiteVariant;
  readonly isMobile: () => boolean;
  readonly deviceId: () => string;
  readonly traceId: () => string;
  readonly xcode: () => string | undefined;
  /** Readable half of the session, also the anti-forgery token (R7.014, R7.015, R7.020). */
  readonly accessToken: () => string | undefined;
  readonly isOnline: () => boolean;
  /** What to say when no usable answer came. */
  readonly messages: Readonly<Record<Exclude<Trouble, 'aborted'>, string>>;
  /**
   * Does what an error asks for: toast, login, home, token. Resolves to true where the same person has signed in for it meanwhile: the call
   * that was refused is then made once more (R4.040).
   */
  readonly react: (behaviour: ErrorBehaviour, message: string) => Promise<boolean> | undefined;
  /** Where the API is, when that is not the page's own origin. */
  readonly origin?: string;
  /** Milliseconds until a call is given up; `timeout` by default. */
  readonly patience?: number;
};

/** Values of inputs as they are written before they travel. */
export type Values<C extends Contract> = {
  readonly [Name in keyof z.output<C['input']>]?: string | number | boolean | readonly (string | number)[] | undefined;
};

export type Client = {
  /**
   * Makes a call, given its contract, or the `Wire` of the contract whose type is named: `call<typeof aContract>(aWire, …)`.
   * @throws {ApiError}
   */
  call<C extends Contract>(wire: C | Wire<C>, values: Values<C>, options?: CallOptions): Promise<z.output<C['output']>>;
};

function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    texts[name] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return texts;
}

type Answer = { readonly error_code?: number | null; readonly code?: number | null; readonly message?: string; readonly data?: unknown };

function readAnswer(text: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

function serverTimeOf(data: unknown): number | undefined {
  const time = typeof data === 'object' && data !== null && 'server_time' in data ? data.server_time : undefined;
  return typeof time === 'number' ? time : undefined;
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function createClient(settings: ClientSettings): Client {
  /** Milliseconds the server's clock is ahead of this device's. */
  let clockOffset = 0;
  let answerKeys: Promise<{ publicKey: object; privateKey: object }> | undefined;
  // Encryption is for a few calls; its code is loaded with the first of them.
  const sealing = () => import('./sealing.ts');

  async function headersOf(contract: Wire, options: CallOptions): Promise<Record<string, string>> {
    const mobile = settings.isMobile();
    const signed = {
      appId: appIds[settings.siteVariant][mobile ? 'mobile' : 'pc'],
      deviceId: settings.deviceId(),
      apiVersion,
      platform: mobile ? 'h5' : 'pc',
      timestamp: Date.now() + clockOffset,
    };
    const signature = await signatureOf(signed);
    const token = settings.accessToken();
    const xcode = settings.xcode();
    const keys = contract.sealed ? await (answerKeys ??= sealing().then(({ newSealKeys }) => newSealKeys())) : undefined;
    return {
      [wireHeaders.appId]: String(signed.appId),
      [wireHeaders.deviceId]: signed.deviceId,
      [wireHeaders.traceId]: settings.traceId(),
      [wireHeaders.timestamp]: String(signed.timestamp),
      [wireHeaders.apiVersion]: signed.apiVersion,
      [wireHeaders.platform]: signed.platform,
      [wireHeaders.source]: 'pc',
      [wireHeaders.language]: wireLanguage(settings.locale),
      'accept-language': settings.locale,
      ...(signature ? { [wireHeaders.signature]: signature } : {}),
      ...(token ? { [wireHeaders.authorization]: token, [wireHeaders.newAuthorization]: token, [wireHeaders.antiForgery]: token } : {}),
      ...(options.antiForgery ? { [wireHeaders.antiForgery]: options.antiForgery } : {}),
      ...(xcode ? { [wireHeaders.xcode]: xcode } : {}),
      ...(options.idempotencyKey ? { [wireHeaders.idempotencyKey]: options.idempotencyKey } : {}),
      ...(keys ? { [wireHeaders.answerKey]: JSON.stringify(keys.publicKey) } : {}),
    };
  }

  async function sealed(contract: Wire, values: Record<string, string>): Promise<Record<string, string>> {
    if (!sealRuleOf(contract.path)) return values;
    const [{ sealRequest }, key] = await Promise.all([sealing(), client.call<typeof sealKeyContract>(sealKeyWire, {}, { clientToastHide: true })]);
    try {
      return await sealRequest(contract.path, values, key);
    } catch {
      // What came is no key.
      throw new ApiError(settings.messages.garbled, { trouble: 'garbled' });
    }
  }

  /** Sends once. Resolves to the envelope. */
  async function send(contract: Wire, values: Record<string, string>, options: CallOptions): Promise<Answer> {
    const xcode = settings.xcode();
    const { path, rest } = pathFor(contract.path, { ...(xcode ? { xcode } : {}), ...values });
    const reads = contract.method !== 'POST';
    const limit = AbortSignal.timeout(settings.patience ?? timeout);
    // Of what is read only what travels whole is encrypted.
    const texts = reads && sealRuleOf(path)?.seal !== 'body' ? rest : await sealed(contract, rest);
    try {
      const query = new URLSearchParams({ ...(reads ? texts : {}), src: 'pc' });
      const response = await fetch(`${settings.origin ?? ''}${path}?${query}`, {
        method: contract.method,
        ...(reads ? {} : { body: new URLSearchParams(texts) }),
        headers: await headersOf(contract, options),
        credentials: 'include',
        keepalive: options.keepalive ?? false,
        signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      });
      // Whatever its status, an answer of ours is an envelope.
      const answer = readAnswer(await response.text());
      if (!answer) throw new ApiError(settings.messages.garbled, { trouble: 'garbled' });
      return answer;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (options.signal?.aborted) throw new ApiError('aborted', { trouble: 'aborted' });
      const trouble = limit.aborted ? 'slow' : 'offline';
      throw new ApiError(settings.messages[trouble], { trouble });
    }
  }

  /** Sends, and where that is safe once more: a read that met nobody, or a call whose clock was wrong. */
  async function sendTwice(contract: Wire, values: Record<string, string>, options: CallOptions): Promise<Answer> {
    try {
      const answer = await send(contract, values, options);
      const serverTime = serverTimeOf(answer.data);
      if ((answer.error_code ?? answer.code) !== apiErrors['clock-skew'].code || serverTime === undefined) return answer;
      clockOffset = serverTime - Date.now();
      return await send(contract, values, options);
    } catch (error) {
      const again = error instanceof ApiError && error.trouble === 'offline' && contract.method === 'GET' && settings.isOnline();
      if (!again) throw error;
      await wait(secondTryAfter);
      return send(contract, values, options);
    }
  }

  async function dataOf(contract: Wire, answer: Answer): Promise<unknown> {
    if (!contract.sealed || typeof answer.data !== 'string' || !answerKeys) return answer.data;
    const [{ unseal }, { privateKey }] = await Promise.all([sealing(), answerKeys]);
    return JSON.parse(await unseal(answer.data, privateKey));
  }

  async function callOnce<C extends Contract>(contract: C | Wire<C>, texts: Record<string, string>, options: CallOptions): Promise<z.output<C['output']>> {
    const answer = await sendTwice(contract, texts, options);
    if (!isSuccess(answer)) {
      const code = answer.error_code ?? answer.code ?? 0;
      throw new ApiError(answer.message ?? '', { code, data: answer.data });
    }
    const data = await dataOf(contract, answer);
    const parsed = contract.output ? contract.output.safeParse(data) : { success: true, data };
    if (!parsed.success) throw new ApiError(settings.messages.garbled, { trouble: 'garbled' });
    return parsed.data as z.output<C['output']>;
  }

  /** Does what an error asks for. Whether somebody has signed in for it meanwhile. */
  async function answerTo(error: unknown, options: CallOptions): Promise<boolean> {
    if (!(error instanceof ApiError) || error.trouble === 'aborted') return false;
    const behaviour =
      error.code === undefined ? { dropToken: false, login: false, home: false, toast: !options.clientToastHide } : behaviourOf(error.code, options);
    return (await settings.react(behaviour, error.message)) ?? false;
  }

  const client: Client = {
    async call<C extends Contract>(contract: C | Wire<C>, values: Values<C>, options: CallOptions = {}) {
      const texts = textsOf(values);
      try {
        return await callOnce(contract, texts, options);
      } catch (error) {
        if (!(await answerTo(error, options))) throw error;
      }
      try {
        return await callOnce(contract, texts, options);
      } catch (error) {
        // Once: whoever is refused again hears why, and is asked for nothing more.
        await answerTo(error, { ...options, noJump: true });
        throw error;
      }
    },
  };
  return client;
}
