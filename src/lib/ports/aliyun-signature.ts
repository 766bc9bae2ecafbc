/** The signature of Alibaba Cloud's API (ACS3-HMAC-SHA256) over a call whose values all stand in the query. */
import { createHash, createHmac } from 'node:crypto';

export type AliyunCall = {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly query: Readonly<Record<string, string>>;
  /** UTC to the second: `2023-10-26T10:22:32Z`. */
  readonly date: string;
  /** Used once. */
  readonly nonce: string;
};

const algorithm = 'ACS3-HMAC-SHA256';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** As RFC 3986 has it: everything but letters, digits and `-_.~` is escaped. */
const escaped = (text: string): string => encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** The query as it is signed, which is how it has to be sent. */
export const canonicalQuery = (query: AliyunCall['query']): string =>
  Object.entries(query)
    .map(([name, value]) => [escaped(name), escaped(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** Headers of the call, `authorization` among them; `host` is signed and sent by whoever asks. The call is a POST to `/` without a body. */
export function signedHeaders({ host, action, version, query, date, nonce }: AliyunCall, keyId: string, secret: string): Readonly<Record<string, string>> {
  const headers = {
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const signed = Object.entries({ host, ...headers });
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`);
  const request = ['POST', '/', canonicalQuery(query), lines.join(''), names, sha256('')].join('\n');
  const signature = createHmac('sha256', secret)
    .update(`${algorithm}\n${sha256(request)}`)
    .digest('hex');
  return { ...headers, authorization: `${algorithm} Credential=${keyId},SignedHeaders=${names},Signature=${signature}` };
}
