/** Names and numbers compared by Alibaba Cloud (Cloudauth, Id2MetaVerify). */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { canonicalQuery, signedHeaders } from '../aliyun-signature.ts';
import { createOutside, jsonOf } from '../outside.ts';
import type { Registry, RegistryAnswer } from './registry.ts';

const home = 'https://cloudauth.aliyuncs.com';
const version = '2019-03-07';
/** Somebody waits for it. */
const usually = 6_000;

const answerSchema = z.object({ Code: z.string(), ResultObject: z.optional(z.object({ BizCode: z.string() })) });
/** 1: they belong together; 2: they do not; 3: nobody is known by the number. */
const meanings: Readonly<Record<string, RegistryAnswer>> = { '1': 'match', '2': 'mismatch', '3': 'mismatch' };

/** What it says of a number that it takes for none, instead of an answer. */
const noSuchCard = new Set(['400', '401']);

/** @param options `origin`, `within` (milliseconds) and `now` are for tests. */
export function aliyunRegistry(
  { keyId, secret }: { readonly keyId: string; readonly secret: string },
  options: { readonly origin?: string; readonly within?: number; readonly now?: () => number } = {},
): Registry {
  const { origin = home, within = usually, now = Date.now } = options;
  const outside = createOutside({ within, atMost: 16_384, now });
  const { host } = new URL(origin);
  return {
    isOfficial: true,
    async compare(name, number) {
      const query = { ParamType: 'normal', UserName: name, IdentifyNum: number };
      const date = `${new Date(now()).toISOString().slice(0, 19)}Z`;
      const call = { host, action: 'Id2MetaVerify', version, query, date, nonce: randomBytes(16).toString('hex') };
      const answer = await outside.ask(`${origin}/?${canonicalQuery(query)}`, { method: 'POST', headers: signedHeaders(call, keyId, secret) });
      const read = answer.ok ? answerSchema.safeParse(jsonOf(answer.bytes)) : undefined;
      if (read?.success && noSuchCard.has(read.data.Code)) return 'mismatch';
      if (!read?.success || (answer.ok && answer.status !== 200)) return 'unavailable';
      return (read.data.Code === '200' && meanings[read.data.ResultObject?.BizCode ?? '']) || 'unavailable';
    },
  };
}
