/**
 * Encryption of fields, bodies and answers on the wire: JWE in compact form, ECDH-ES over P-256 with A256GCM (RFC 7516,
 * 7518). It hides personal data from what logs requests between browser and server; it authorises nothing.
 */
import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { JWK } from 'jose';
import { sealRuleOf } from './sealing.rules.ts';

const header = { alg: 'ECDH-ES', enc: 'A256GCM' } as const;

type PublicKey = Awaited<ReturnType<typeof importJWK>>;

const encrypt = (text: string, key: PublicKey): Promise<string> => new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key);

/** Encrypts text to a public key. @throws when nothing can be encrypted to it. */
export async function seal(text: string, publicKey: JWK): Promise<string> {
  return encrypt(text, await importJWK(publicKey, header.alg));
}

/** Encrypts text to one public key. */
export type Sealer = (text: string) => Promise<string>;

/** As `seal`, for a key that is tried at once. @throws when nothing can be encrypted to it. */
export async function sealerTo(publicKey: JWK): Promise<Sealer> {
  const key = await importJWK(publicKey, header.alg);
  // Some keys can be imported and yet not be encrypted to.
  await encrypt('', key);
  return (text) => encrypt(text, key);
}

/** One key, or several of which the newest comes first: clients may still have an older one. */
export type SealKeys = JWK | readonly JWK[];

const isOne = (keys: SealKeys): keys is JWK => !Array.isArray(keys);

/** The key that clients are given. */
export const newestOf = (keys: SealKeys): JWK => (isOne(keys) ? keys : (keys[0] ?? {}));

/** @throws when the text was encrypted to none of these keys. */
export async function unseal(sealed: string, privateKeys: SealKeys): Promise<string> {
  let failure: unknown = new TypeError('no key to decrypt with');
  for (const privateKey of isOne(privateKeys) ? [privateKeys] : privateKeys) {
    try {
      const { plaintext } = await compactDecrypt(sealed, await importJWK(privateKey, header.alg), {
        keyManagementAlgorithms: [header.alg],
        contentEncryptionAlgorithms: [header.enc],
      });
      return new TextDecoder().decode(plaintext);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

export async function newSealKeys(): Promise<{ readonly publicKey: JWK; readonly privateKey: JWK }> {
  const pair = await generateKeyPair(header.alg, { crv: 'P-256', extractable: true });
  return { publicKey: await exportJWK(pair.publicKey), privateKey: await exportJWK(pair.privateKey) };
}

/** The values of a request as they travel, in its body or its query. Calls without a rule travel as they are. */
export async function sealRequest(path: string, values: Readonly<Record<string, string>>, publicKey: JWK): Promise<Record<string, string>> {
  const rule = sealRuleOf(path);
  if (!rule) return { ...values };
  if (rule.seal === 'body') return { [rule.field]: await seal(JSON.stringify(values), publicKey) };
  const sealed = { ...values };
  for (const field of rule.fields) if (values[field]) sealed[field] = await seal(values[field], publicKey);
  return sealed;
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');
}

/**
 * The values of a request as the call wants them. What is not encrypted is taken as it is: so the forms of pages send it.
 * @throws when something encrypted cannot be read.
 */
export async function unsealRequest(path: string, values: Readonly<Record<string, string>>, privateKeys: SealKeys): Promise<Record<string, string>> {
  const rule = sealRuleOf(path);
  if (!rule) return { ...values };
  if (rule.seal === 'body') {
    const { [rule.field]: sealed, ...others } = values;
    if (!sealed) return others;
    const inner: unknown = JSON.parse(await unseal(sealed, privateKeys));
    if (!isTextRecord(inner)) throw new TypeError('the sealed body is no record of texts');
    return { ...others, ...inner };
  }
  const open = { ...values };
  // A compact JWE has five parts; anything else is a plain value.
  for (const field of rule.fields) if (open[field]?.split('.').length === 5) open[field] = await unseal(open[field], privateKeys);
  return open;
}
