/**
 * The headers of every call (R7.008–R7.021) and their signature. A compatibility layer, never authorisation: the keys are
 * published with the client, and a call is allowed or refused by other means. Browser-safe.
 */
import { isChinese } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';

/** Where a client runs and which edition it belongs to (R7.008, R7.009). 63 and 64 are the network edition's. */
export const appIds = { main: { pc: 13, mobile: 4 }, net: { pc: 63, mobile: 64 } } as const;
export type SiteVariant = keyof typeof appIds;

export const apiVersion = '7.63';

/** Published keys (R7.010): 4 and 64 sign with the h5 secret, 13 and 63 with the PC one. */
const secrets = { pc: 'loftling-pc-signature', h5: 'loftling-h5-signature' } as const;

/** The key of a client; undefined when there is none for it. @example secretOf(64) === secretOf(4) // true */
export function secretOf(appId: number): string | undefined {
  if (appId === 13 || appId === 63) return secrets.pc;
  if (appId === 4 || appId === 64) return secrets.h5;
  return undefined;
}

/** The language an API is asked in: `zh` or `en` (R7.018); vi-vn counts as en-us (R7.019). */
export function wireLanguage(locale: Locale): 'zh' | 'en' {
  return isChinese(locale) ? 'zh' : 'en';
}

export type Signed = { readonly appId: number; readonly deviceId: string; readonly apiVersion: string; readonly platform: string; readonly timestamp: number };

/** What is signed, in fixed order (R7.016). `timestamp` in milliseconds since 1970. */
export function signedText({ appId, deviceId, apiVersion: version, platform, timestamp }: Signed): string {
  return `app_id=${appId}&device_id=${deviceId}&api_version=${version}&platform=${platform}&timestamp=${timestamp}`;
}

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** HMAC-SHA-256 in hexadecimal. Undefined where the browser offers no cryptography (pages over plain http). */
export async function signatureOf(signed: Signed): Promise<string | undefined> {
  const secret = secretOf(signed.appId);
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!secret || !subtle) return undefined;
  const text = new TextEncoder();
  const key = await subtle.importKey('raw', text.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return hex(await subtle.sign('HMAC', key, text.encode(signedText(signed))));
}

/** Header names of the wire. */
export const wireHeaders = {
  appId: 'app-id',
  deviceId: 'device-id',
  traceId: 'trace-id',
  timestamp: 'timestamp',
  authorization: 'authorization',
  newAuthorization: 'x-client-authorization',
  signature: 'signature',
  apiVersion: 'api-version',
  platform: 'platform',
  source: 'source',
  language: 'language',
  antiForgery: 'x-csrf-token',
  xcode: 'x-client-xcode',
  idempotencyKey: 'idempotency-key',
  /** Public key, as JSON, to which a sealed answer is encrypted. */
  answerKey: 'answer-key',
} as const;
