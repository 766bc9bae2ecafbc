/** Countries from an HTTP service that answers JSON with `country`, `country_code` or `countryCode`, as ipinfo.io and its like do. */
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { dayMs } from '#lib/dates/dates.ts';
import { createOutside, jsonOf } from '../outside.ts';
import type { GeoIp } from './geo-ip.ts';

const code = z.string().check(z.regex(/^[A-Za-z]{2}$/));
const answerSchema = z.union([z.object({ country: code }), z.object({ country_code: code }), z.object({ countryCode: code })]);

/** Addresses kept, and for how long: a day, in milliseconds. */
const mostKept = 50_000;

/** For how long an address is not asked about again when nobody could tell, in milliseconds. */
const failureMs = 600_000;
/** Readers wait for this, so not for long. Milliseconds. */
const within = 2_000;

/** Addresses that are in no country: of one's own machine or network. */
function isPrivate(address: string): boolean {
  return /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.|::1$|::$|f[cd][0-9a-f]{2}:|fe80:|::ffff:)/i.test(address);
}

/** @param template address of the service with `{ip}` where the client's address belongs. */
export function httpGeoIp(template: string, options: { readonly within?: number; readonly now?: () => number } = {}): GeoIp {
  const outside = createOutside({ within: options.within ?? within, atMost: 65_536, ...(options.now ? { now: options.now } : {}) });
  const known = new LRUCache<string, { readonly country: string | undefined }>({
    max: mostKept,
    ttl: dayMs,
    ttlResolution: 0,
    ...(options.now ? { perf: { now: options.now } } : {}),
  });
  const asked = new Map<string, Promise<string | undefined>>();

  /** What the service says; `resting` when it is not asked at all. */
  async function answerOf(address: string): Promise<string | 'resting' | undefined> {
    const answer = await outside.ask(template.replaceAll('{ip}', encodeURIComponent(address)));
    if (!answer.ok) return answer.why === 'resting' ? 'resting' : undefined;
    const read = answer.status === 200 ? answerSchema.safeParse(jsonOf(answer.bytes)) : undefined;
    const country = read?.success ? Object.values(read.data).find((one) => typeof one === 'string') : undefined;
    return country?.toUpperCase();
  }

  async function ask(address: string): Promise<string | undefined> {
    const country = await answerOf(address);
    if (country === 'resting') return undefined;
    known.set(address, { country }, { ttl: country === undefined ? failureMs : dayMs });
    return country;
  }

  return {
    async countryOf(given) {
      const address = given.replace(/^::ffff:(?=\d+\.)/i, '');
      if (isIP(address) === 0 || isPrivate(address)) return undefined;
      const kept = known.get(address);
      if (kept) return kept.country;
      // One question at a time for an address, however many readers share it.
      const running = asked.get(address) ?? ask(address).finally(() => asked.delete(address));
      asked.set(address, running);
      return running;
    },
  };
}
