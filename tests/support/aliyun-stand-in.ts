/** Alibaba Cloud's message service on loopback: it refuses what is not signed as the real one wants it, and files what it takes. */
import { createHash, createHmac } from 'node:crypto';
import { answerJson, standIn } from './stand-in.ts';
import type { Asked, StandIn } from './stand-in.ts';

export type AliyunStandIn = StandIn & {
  /** Codes with which the next calls are answered instead; `OK` takes the message and never delivers it. */
  readonly trouble: string[];
  readonly taken: { readonly number: string; readonly sign: string; readonly template: string; readonly values: unknown; readonly day: string }[];
  /** How the messages fare: 1 waits, 2 failed, 3 delivered. */
  status: 1 | 2 | 3;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The signature the service computes over what it received, from the names of headers that the caller says were signed. */
function signatureOf({ method, url, headers, body }: Asked, secret: string): { given: string; wanted: string } {
  const [, names = '', given = ''] = /SignedHeaders=([^,]+),Signature=([\da-f]{64})$/.exec(headers.authorization ?? '') ?? [];
  const query = (url.split('?')[1] ?? '').split('&').sort().join('&');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const request = [method, '/', query, lines.join(''), names, headers['x-acs-content-sha256']].join('\n');
  const isWhole =
    headers['x-acs-content-sha256'] === sha256(body) &&
    ['host', 'x-acs-action', 'x-acs-date', 'x-acs-signature-nonce'].every((one) => names.split(';').includes(one));
  const wanted = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(request)}`)
    .digest('hex');
  return { given: isWhole ? given : 'incomplete', wanted };
}

export async function aliyunStandIn(keyId: string, secret: string): Promise<AliyunStandIn> {
  const nonces = new Set<string>();
  const trouble: string[] = [];
  const taken: AliyunStandIn['taken'] = [];
  const receipts = new Map<string, { number: string; day: string }>();
  const stand = await standIn((asked, response) => {
    const { headers, url } = asked;
    const refuse = (Code: string, status: number): void => answerJson(response, { Code, Message: `about ${url}`, RequestId: 'x' }, status);
    const date = Date.parse(String(headers['x-acs-date']));
    const nonce = String(headers['x-acs-signature-nonce']);
    const { given, wanted } = signatureOf(asked, secret);
    if (headers['x-acs-version'] !== '2017-05-25') return refuse('InvalidVersion', 400);
    if (!headers.authorization?.startsWith(`ACS3-HMAC-SHA256 Credential=${keyId},`)) return refuse('InvalidAccessKeyId.NotFound', 404);
    if (given !== wanted) return refuse('SignatureDoesNotMatch', 400);
    if (!(Math.abs(Date.now() - date) < 900_000)) return refuse('InvalidTimeStamp.Expired', 400);
    if (nonces.has(nonce)) return refuse('SignatureNonceUsed', 400);
    nonces.add(nonce);
    const query = new URL(url, 'http://localhost').searchParams;
    const day = new Date(date + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
    if (headers['x-acs-action'] === 'QuerySendDetails') {
      const filed = receipts.get(query.get('BizId') ?? '');
      const isThere = filed?.number === query.get('PhoneNumber') && filed.day === query.get('SendDate') && query.get('PageSize') && query.get('CurrentPage');
      return answerJson(response, { Code: 'OK', SmsSendDetailDTOs: { SmsSendDetailDTO: isThere ? [{ SendStatus: stand.status, Content: 'x' }] : [] } });
    }
    const code = trouble.shift();
    if (code !== undefined) return refuse(code, code.startsWith('isv.') ? 200 : 400);
    const number = query.get('PhoneNumbers') ?? '';
    const template = query.get('TemplateCode') ?? '';
    if (!/^(?:1[3-9]\d{9}|[2-9]\d{6,14})$/.test(number)) return refuse('isv.MOBILE_NUMBER_ILLEGAL', 200);
    if (!/^SMS_\d+$/.test(template)) return refuse('isv.SMS_TEMPLATE_ILLEGAL', 200);
    const BizId = `${taken.length}^0`;
    taken.push({ number, sign: query.get('SignName') ?? '', template, values: JSON.parse(query.get('TemplateParam') ?? 'null'), day });
    receipts.set(BizId, { number, day });
    return answerJson(response, { Code: 'OK', Message: 'OK', BizId, RequestId: 'x' });
  }).then((one): AliyunStandIn => Object.assign(one, { trouble, taken, status: 1 as const }));
  return stand;
}
