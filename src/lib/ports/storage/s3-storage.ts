/** Files in a bucket of any service that speaks S3's REST protocol, for several nodes. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { boundedBody } from '../bounded-body.ts';
import { StorageError, checkPrefix, checkType, contentOf, largestFile, typeOfKey } from './storage.ts';
import type { Storage, StoredFile } from './storage.ts';

export type S3Options = {
  readonly bucket: string;
  /** What all keys begin with in the bucket; empty, or ends in a slash. */
  readonly prefix: string;
  /** An origin such as `https://s3.example.org`. */
  readonly endpoint: string;
  readonly region: string;
  /** The bucket is named in the path instead of the host. */
  readonly pathStyle: boolean;
  readonly keyId: string;
  readonly secret: string;
};

/** Milliseconds for an answer, per attempt. */
const within = 20_000;
/** Tries in all, for faults of the service and of the way to it; every request here may be repeated. */
const tries = 3;
const largestList = 8 * 1_048_576;

const tag = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Bucket over `fetch`; requests are signed, redirects are not followed. */
export function s3Storage({ bucket, prefix, endpoint, region, pathStyle, keyId, secret }: S3Options): Storage {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 });
  const origin = new URL(endpoint);
  if (!pathStyle) origin.hostname = `${bucket}.${origin.hostname}`;
  const base = `${origin.origin}${pathStyle ? `/${bucket}` : ''}`;
  const addressOf = (key: string): string => `${base}/${prefix}${key}`;

  /** An answer of the service, also one that says no. @throws {StorageError} when there is none. */
  async function ask(method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', address: string, body?: Buffer<ArrayBuffer>, type?: string): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await client
        .fetch(address, {
          method,
          redirect: 'manual',
          signal: AbortSignal.timeout(within),
          headers: {
            'x-amz-content-sha256': createHash('sha256')
              .update(body ?? '')
              .digest('hex'),
            ...(type === undefined ? {} : { 'content-type': type }),
          },
          ...(body === undefined ? {} : { body }),
        })
        .catch((error: unknown) => new StorageError(`the storage at ${origin.host} does not answer`, { cause: error }));
      const isFault = outcome instanceof Error || outcome.status >= 500 || outcome.status === 429;
      if (!isFault) return outcome;
      if (attempt === tries) {
        if (outcome instanceof Error) throw outcome;
        throw await refusal(outcome);
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      await pause(100 * 4 ** (attempt - 1));
    }
  }

  async function refusal(answer: Response): Promise<StorageError> {
    const xml = (await boundedBody(answer, 65_536).catch(() => undefined))?.toString() ?? '';
    return new StorageError(`the storage at ${origin.host} refused with status ${answer.status} ${tag(xml, 'Code')?.slice(0, 60) ?? ''}`.trim());
  }

  const factsOf = (key: string, answer: Response): StoredFile => ({
    type: typeOfKey(key),
    size: Number(answer.headers.get('content-length') ?? 0),
    etag: answer.headers.get('etag') ?? '',
  });

  return {
    async put(key, content, { type }) {
      checkType(key, type);
      const answer = await ask('PUT', addressOf(key), Buffer.from(await contentOf(content)), type);
      if (!answer.ok) throw await refusal(answer);
      await answer.body?.cancel();
    },

    async get(key) {
      typeOfKey(key);
      const answer = await ask('GET', addressOf(key));
      if (answer.status === 404) return void (await answer.body?.cancel());
      if (!answer.ok) throw await refusal(answer);
      const bytes = await boundedBody(answer, largestFile).catch((error: unknown) => {
        throw new StorageError(`the storage at ${origin.host} broke off`, { cause: error });
      });
      if (!bytes) throw new StorageError(`${key} is larger than ${largestFile / 1_048_576} MB`);
      return { ...factsOf(key, answer), size: bytes.length, bytes };
    },

    async head(key) {
      typeOfKey(key);
      const answer = await ask('HEAD', addressOf(key));
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw await refusal(answer);
      return factsOf(key, answer);
    },

    async delete(key) {
      typeOfKey(key);
      const answer = await ask('DELETE', addressOf(key));
      if (!answer.ok && answer.status !== 404) throw await refusal(answer);
      await answer.body?.cancel();
    },

    async *list(wanted) {
      checkPrefix(wanted);
      for (let next: string | undefined = ''; next !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + wanted, ...(next === '' ? {} : { 'continuation-token': next }) });
        const answer = await ask('GET', `${base}/?${query}`);
        if (!answer.ok) throw await refusal(answer);
        const xml = (await boundedBody(answer, largestList))?.toString();
        if (xml === undefined) throw new StorageError(`the storage at ${origin.host} gave a list that is too long`);
        for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = tag(entry, 'Key');
          if (key?.startsWith(prefix)) yield { key: key.slice(prefix.length), size: Number(tag(entry, 'Size') ?? 0) };
        }
        next = tag(xml, 'IsTruncated') === 'true' ? tag(xml, 'NextContinuationToken') : undefined;
      }
    },
  };
}
