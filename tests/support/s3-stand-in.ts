/**
 * A bucket on loopback that speaks S3's REST protocol: objects by path, lists of the second version, and refusal of what is not
 * signed as AWS Signature Version 4 says. The signature is computed here from the request as it arrived, by the letter of the protocol.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BucketKey = { readonly keyId: string; readonly secret: string; readonly region: string };
export type S3StandIn = {
  readonly origin: string;
  readonly objects: Map<string, { readonly body: Buffer; readonly type: string }>;
  /** Answers to give before the service answers by itself; `hang` gives none. */
  readonly trouble: (number | 'hang' | 'redirect')[];
  readonly asked: string[];
  close(): Promise<void>;
};

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encode = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** What is wrong with the signature; undefined when it is right. */
function faultOf(request: IncomingMessage, body: Buffer, { keyId, secret, region }: BucketKey): string | undefined {
  const given = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  if (!given) return 'MissingAuthenticationToken';
  const [, id, date = '', scope, signed = '', signature] = given;
  if (id !== keyId || scope !== region) return 'InvalidAccessKeyId';
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return 'AccessDenied';
  if (request.headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url ?? '/', 'http://bucket');
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [request.method, url.pathname, query.join('&'), headers, signed, sha256(body)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], `${date}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = ['aws4_request'].reduce((one, part) => hmac(one, part), hmac(hmac(hmac(`AWS4${secret}`, date), region), 's3'));
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

/** @param pageSize keys a list gives at once. */
export async function s3StandIn(bucket: string, key: BucketKey, pageSize = 2): Promise<S3StandIn> {
  const objects: S3StandIn['objects'] = new Map();
  const trouble: S3StandIn['trouble'] = [];
  const asked: string[] = [];
  const refuse = (response: ServerResponse, status: number, code: string): void =>
    void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);

  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const all = [...objects.keys()].filter((one) => one.startsWith(prefix) && one > after).sort();
    const page = all.slice(0, pageSize);
    const more =
      all.length > page.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
        : '<IsTruncated>false</IsTruncated>';
    const entries = page.map((one) => `<Contents><Key>${one}</Key><ETag>&quot;e&quot;</ETag><Size>${objects.get(one)?.body.length}</Size></Contents>`).join('');
    response.writeHead(200, { 'content-type': 'application/xml' }).end(`<ListBucketResult>${entries}${more}</ListBucketResult>`);
  }

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://bucket');
    asked.push(`${request.method} ${url.pathname}`);
    const next = trouble.shift();
    if (next === 'hang') return;
    if (next === 'redirect') return void response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end();
    if (next !== undefined) return refuse(response, next, 'SlowDown');
    const fault = faultOf(request, body, key);
    if (fault) return refuse(response, 403, fault);
    const [, named, name = ''] = /^\/([^/]+)\/(.*)$/.exec(url.pathname) ?? [];
    if (named !== bucket) return refuse(response, 404, 'NoSuchBucket');
    if (name === '') return list(url, response);
    const object = objects.get(name);
    switch (request.method) {
      case 'PUT':
        objects.set(name, { body, type: request.headers['content-type'] ?? '' });
        return void response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end();
      case 'DELETE':
        objects.delete(name);
        return void response.writeHead(204).end();
      default:
        if (!object) return refuse(response, 404, 'NoSuchKey');
        response.writeHead(200, { 'content-type': object.type, 'content-length': object.body.length, etag: `"${sha256(object.body).slice(0, 32)}"` });
        response.end(request.method === 'HEAD' ? undefined : object.body);
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    trouble,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
