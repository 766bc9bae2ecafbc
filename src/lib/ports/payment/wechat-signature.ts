/**
 * How WeChat Pay (API v3) and merchants know each other: RSA-SHA-256 over a few lines of text in both directions, and AES-256-GCM over what
 * a message is about.
 */
import { createDecipheriv, createPrivateKey, createPublicKey, createSign, createVerify, randomBytes } from 'node:crypto';

/** Seconds by which a clock may differ, or a message be late. */
export const wechatTolerance = 300;

export type WechatMerchant = {
  readonly merchantId: string;
  /** Of the merchant's certificate. */
  readonly serial: string;
  /** The merchant's private key in PEM. */
  readonly privateKey: string;
};

const lines = (...parts: readonly string[]): string => parts.map((part) => `${part}\n`).join('');

/** A signature by the merchant's key, in base64. */
export function signedBy(privateKey: string, ...parts: readonly string[]): string {
  return createSign('RSA-SHA256')
    .update(lines(...parts))
    .sign(createPrivateKey(privateKey), 'base64');
}

export const newNonce = (): string => randomBytes(16).toString('hex');

/** The header by which a request is known to be the merchant's. @param pathAndQuery as the request line has it. */
export function authorizationOf(
  { merchantId, serial, privateKey }: WechatMerchant,
  {
    method,
    pathAndQuery,
    body,
    now,
    nonce,
  }: { readonly method: string; readonly pathAndQuery: string; readonly body: string; readonly now: Date; readonly nonce: string },
): string {
  const seconds = String(Math.floor(now.getTime() / 1_000));
  const signature = signedBy(privateKey, method, pathAndQuery, seconds, nonce, body);
  return `WECHATPAY2-SHA256-RSA2048 mchid="${merchantId}",nonce_str="${nonce}",timestamp="${seconds}",serial_no="${serial}",signature="${signature}"`;
}

/**
 * Whether an answer or a message is theirs, and of now.
 * @param keys their public keys or certificates in PEM, by the id that they name in the header.
 */
export function isTheirs(headers: Headers, body: Buffer, keys: ReadonlyMap<string, string>, now: Date): boolean {
  const said = (name: string): string => headers.get(`wechatpay-${name}`) ?? '';
  const [seconds, nonce, signature] = [said('timestamp'), said('nonce'), said('signature')];
  const key = keys.get(said('serial'));
  if (key === undefined || !/^\d{9,11}$/.test(seconds) || nonce.length > 64 || nonce === '' || signature.length > 1_000) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(seconds)) > wechatTolerance) return false;
  return createVerify('RSA-SHA256').update(`${seconds}\n${nonce}\n`).update(body).update('\n').verify(createPublicKey(key), Buffer.from(signature, 'base64'));
}

/** Bytes of the tag that stands behind what is encrypted. */
const tagLength = 16;

/** What a message is about; undefined where it was not encrypted with this key, or was changed. @param apiKey 32 bytes as text. */
export function openedBy(
  apiKey: string,
  sealed: { readonly ciphertext: string; readonly nonce: string; readonly associated_data: string },
): string | undefined {
  const bytes = Buffer.from(sealed.ciphertext, 'base64');
  if (bytes.length <= tagLength) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(sealed.nonce), { authTagLength: tagLength });
    decipher.setAuthTag(bytes.subarray(-tagLength));
    decipher.setAAD(Buffer.from(sealed.associated_data));
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
