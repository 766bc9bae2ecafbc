/** What a call must pass before it is answered: where it comes from, its signature, its clock, whether it was seen before. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiErrorName } from './envelope.ts';
import { signatureOf, wireHeaders } from './signing.ts';

/** A client's clock may be wrong by this much, in milliseconds. */
const clockTolerance = 5 * 60_000;
/** Signed writes remembered at once; the oldest go first. */
const mostRemembered = 50_000;

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Whether a write was sent by a page of another site. Browsers say where a page comes from, by `Sec-Fetch-Site` or at
 * least by `Origin`; clients that are no browsers say neither, and bring no cookies either.
 * @param ownOrigins of the site, scheme included: `http://` is another site than `https://`, unless no setting gives the name.
 */
export function isCrossSite(headers: Headers, ownOrigins: ReadonlySet<string>): boolean {
  const [site, origin] = [headers.get('sec-fetch-site'), headers.get('origin')];
  if (site !== null && site !== 'same-origin' && site !== 'same-site' && site !== 'none') return true;
  if (origin === null) return site === null ? headers.has('cookie') : site === 'same-site';
  if (ownOrigins.has(origin)) return false;
  const [url, host] = [URL.parse(origin), headers.get('host')];
  if (url?.host !== host) return true;
  // The browser vouches for the scheme. Without that, only a name that no setting gives may be asked by plain http.
  return site !== 'same-origin' && (url?.protocol !== 'http:' || [...ownOrigins].some((own) => URL.parse(own)?.host === host));
}

/** What a call was given, in short: the same for the same values in any order. */
export function digestOf(values: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
}

/** Signed writes of the last minutes, to notice one that is sent again. */
export class SeenCalls {
  readonly #seen = new Map<string, number>();

  /** True when it was seen within the tolerance of clocks. */
  isRepeat(key: string, now: number): boolean {
    for (const [oldest, at] of this.#seen) {
      if (now - at < 2 * clockTolerance && this.#seen.size < mostRemembered) break;
      this.#seen.delete(oldest);
    }
    if (this.#seen.has(key)) return true;
    this.#seen.set(key, now);
    return false;
  }
}

/** Checks the signature if there is one (R7.016). A call without one is an unsigned call, not a wrong one. */
export async function signatureFault(headers: Headers, now: number): Promise<Extract<ApiErrorName, 'bad-signature' | 'clock-skew'> | undefined> {
  const signature = headers.get(wireHeaders.signature);
  if (signature === null) return undefined;
  const timestamp = Number(headers.get(wireHeaders.timestamp));
  if (!Number.isSafeInteger(timestamp)) return 'bad-signature';
  const expected = await signatureOf({
    appId: Number(headers.get(wireHeaders.appId)),
    deviceId: headers.get(wireHeaders.deviceId) ?? '',
    apiVersion: headers.get(wireHeaders.apiVersion) ?? '',
    platform: headers.get(wireHeaders.platform) ?? '',
    timestamp,
  });
  if (!expected || !sameText(expected, signature)) return 'bad-signature';
  return Math.abs(now - timestamp) > clockTolerance ? 'clock-skew' : undefined;
}
