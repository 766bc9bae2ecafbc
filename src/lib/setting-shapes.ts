/** Shapes that settings have (config.ts). */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { currencyCodes, isCurrency } from '#lib/money/currencies.ts';
import { parseDecimal } from '#lib/money/money.ts';
import { transferMethods } from '#lib/money/payment-methods.ts';
import { accountLineNames } from '#lib/ports/payment/offline.ts';
import type { TransferAccount } from '#lib/ports/payment/offline.ts';
import { isMailAddress } from '#lib/ports/mail/mail-port.ts';

/** Scheme, host and perhaps port. */
export const origin = z.string().regex(/^https?:\/\/[^/\s?#]+$/, 'an origin such as https://homes.example.org, without a path');
export const flag = z.enum(['on', 'off']).transform((value) => value === 'on');

/** `locale=origin,…`. */
export const localeHosts = z.string().transform((text, context) => {
  const hosts = new Map<Locale, string>();
  for (const pair of text.split(',').filter(Boolean)) {
    const [locale, host] = pair.split('=', 2);
    const known = locales.find((one) => one === locale?.trim());
    const parsed = origin.safeParse(host?.trim());
    if (!known || !parsed.success) {
      context.addIssue({ code: 'custom', message: `"${pair}" is not locale=origin, as in en-us=https://en.example.org` });
      return z.NEVER;
    }
    hosts.set(known, parsed.data);
  }
  return hosts as ReadonlyMap<Locale, string>;
});

/** A private JWK. */
export const sealKey = z.string().transform((text, context) => {
  try {
    const key: unknown = JSON.parse(text);
    const { kty, crv, d, x, y } = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), d: z.string(), x: z.string(), y: z.string() }).parse(key);
    return { kty, crv, d, x, y };
  } catch {
    context.addIssue({ code: 'custom', message: 'a private JWK of kty EC and crv P-256' });
    return z.NEVER;
  }
});

/** A private key of P-256 in PEM (PKCS #8); in one line, its breaks are written as \n. */
export const signingKey = z.string().transform((text, context) => {
  const pem = text.replaceAll(String.raw`\n`, '\n');
  try {
    if (createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1') return pem;
  } catch {
    // Said below, without a word of what was given.
  }
  context.addIssue({ code: 'custom', message: 'a private key of P-256 in PEM, as in the .p8 file' });
  return z.NEVER;
});

/** A private RSA key in PEM. */
export const rsaKey = z.string().transform((text, context) => {
  const pem = text.replaceAll(String.raw`\n`, '\n');
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem;
  } catch {
    // Said below, without a word of what was given.
  }
  context.addIssue({ code: 'custom', message: 'a private RSA key in PEM' });
  return z.NEVER;
});

/** Public RSA keys, or certificates with one, in PEM by their id. */
export const rsaPublicKeys = z.string().transform((text, context) => {
  try {
    const read = z.record(z.string().regex(/^\w{8,100}$/), z.string()).parse(JSON.parse(text));
    const keys = new Map(Object.entries(read));
    if (keys.size > 0 && [...keys.values()].every((pem) => createPublicKey(pem).asymmetricKeyType === 'rsa')) return keys;
  } catch {
    // Said below.
  }
  context.addIssue({ code: 'custom', message: 'JSON of public RSA keys or certificates in PEM by their id' });
  return z.NEVER;
});

/** Currencies with commas between. */
export const currencyList = z.string().transform((text, context) => {
  const codes = [...new Set(text.split(',').map((one) => one.trim().toUpperCase()))];
  const known = codes.filter((one) => isCurrency(one));
  if (known.length === codes.length) return known;
  context.addIssue({ code: 'custom', message: 'currencies such as GBP,EUR' });
  return z.NEVER;
});

export const wechatAppId = z.string().regex(/^wx[0-9a-f]{16}$/, 'wx and 16 hexadecimal digits');
export const wechatSecret = z.string().regex(/^[0-9a-f]{32}$/, '32 hexadecimal digits');

/** An amount with its currency, such as `25 GBP`. */
export const amount = z.string().transform((text, context) => {
  const [decimal = '', currency = ''] = text.trim().split(/\s+/, 2);
  const read = isCurrency(currency) ? parseDecimal(decimal, currency) : undefined;
  if (read) return read;
  context.addIssue({ code: 'custom', message: 'an amount with its currency, such as 25 GBP' });
  return z.NEVER;
});

/** Words on one line. */
export const lineOfText = z
  .string()
  .max(300)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{2,}$/u, 'two characters or more on one line');
export const mailAddress = z.string().refine(isMailAddress, 'an address such as hello@example.org');
/** An address that has room for a token after its name: `reply@in.example.org`. */
export const repliesAddress = z
  .string()
  .regex(
    /^[a-z][a-z\d]{0,15}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+$/,
    'an address such as reply@in.example.org, in lower case, with at most 16 letters and digits before the @',
  );

/** `name=SMS_1,name.locale=SMS_2`. */
export const smsTemplates = z.string().transform((text, context) => {
  const templates = new Map<string, string>();
  for (const pair of text.split(',').filter(Boolean)) {
    const [, name, locale, code] = /^\s*([a-z][a-z\d-]{1,59})(?:\.([a-z]{2}-[a-z]{2}))?=(SMS_\d{1,20})\s*$/.exec(pair) ?? [];
    if (!name || !code || (locale !== undefined && !locales.some((one) => one === locale))) {
      context.addIssue({ code: 'custom', message: `"${pair}" is not name=SMS_… or name.locale=SMS_…, as in code=SMS_123456789` });
      return z.NEVER;
    }
    templates.set(locale === undefined ? name : `${name}.${locale}`, code);
  }
  return templates as ReadonlyMap<string, string>;
});

/** Apps of others: `id=secret,id=secret`. Ids are lower-case words, secrets 32 letters, digits, `-` and `_` or more. */
export const externalApps = z.string().transform((text, context) => {
  const apps = new Map<string, string>();
  for (const pair of text.split(',').filter(Boolean)) {
    const [, id, secret] = /^\s*([a-z][a-z\d-]{2,39})=([\w-]{32,128})\s*$/.exec(pair) ?? [];
    if (!id || !secret || apps.has(id)) {
      // The pair itself may hold a secret.
      context.addIssue({ code: 'custom', message: 'each is id=secret: a lower-case word of 3 to 40, given once, and 32 to 128 letters, digits, - or _' });
      return z.NEVER;
    }
    apps.set(id, secret);
  }
  return apps as ReadonlyMap<string, string>;
});

/** `GBP:25,USD:40`: sums by currency, in minor units. */
export const sums = z.string().transform((text, context) => {
  const found = new Map<string, bigint>();
  for (const pair of text.split(',').filter(Boolean)) {
    const [currency = '', amount = ''] = pair.split(':', 2).map((part) => part.trim());
    const parsed = isCurrency(currency) ? parseDecimal(amount, currency) : undefined;
    if (!parsed) {
      context.addIssue({ code: 'custom', message: `"${pair}" is no sum such as GBP:25` });
      return z.NEVER;
    }
    found.set(currency, parsed.minor);
  }
  return found as ReadonlyMap<string, bigint>;
});

/** `uk:20:GB123456789,au:10:51 824 753 556`: country, percent and tax number. */
export const feeTaxes = z.string().transform((text, context) => {
  const found = new Map<string, { readonly number: string; readonly basisPoints: number }>();
  for (const one of text.split(',').filter(Boolean)) {
    const [, country, whole, fraction = '', number] = /^\s*([a-z][a-z-]{1,39}):(\d{1,2})(?:\.(\d{1,2}))?:([A-Z0-9][A-Za-z0-9 ./-]{2,38})\s*$/.exec(one) ?? [];
    if (country === undefined || number === undefined || found.has(country)) {
      context.addIssue({ code: 'custom', message: `"${one}" is no country with a rate and a tax number, such as uk:20:GB123456789` });
      return z.NEVER;
    }
    found.set(country, { number: number.trim(), basisPoints: Number(`${whole}${fraction.padEnd(2, '0')}`) });
  }
  return found as ReadonlyMap<string, { readonly number: string; readonly basisPoints: number }>;
});

/** `1.5%` of it, or sums by currency such as `GBP:5,USD:6`. */
export const rentFee = z.string().transform((text, context) => {
  const [, whole, fraction = ''] = /^\s*(\d{1,2})(?:\.(\d{1,2}))?\s*%\s*$/.exec(text) ?? [];
  if (whole !== undefined) return { kind: 'share', basisPoints: BigInt(`${whole}${fraction.padEnd(2, '0')}`) } as const;
  const flat = sums.safeParse(text);
  if (flat.success && flat.data.size > 0) return { kind: 'flat', sums: flat.data } as const;
  context.addIssue({ code: 'custom', message: 'a percentage below 100 such as 1.5%, or sums by currency such as GBP:5,USD:6' });
  return z.NEVER;
});

const transferAccount = z.strictObject({
  method: z.enum(transferMethods),
  currency: z.enum(currencyCodes as [(typeof currencyCodes)[number], ...(typeof currencyCodes)[number][]]),
  lines: z.record(z.enum(accountLineNames), z.string().trim().min(1).max(200).optional()),
});

/** JSON: `[{"method":"bank-transfer","currency":"GBP","lines":{"holder":"…","iban":"…"}}]`. */
export const transferAccounts = z.string().transform((text, context) => {
  try {
    const given = z.array(transferAccount).min(1).max(40).parse(JSON.parse(text));
    return given.map(
      ({ method, currency, lines }): TransferAccount => ({
        method,
        currency,
        lines: accountLineNames.flatMap((name) => (lines[name] === undefined ? [] : [{ name, value: lines[name] }])),
      }),
    );
  } catch {
    context.addIssue({
      code: 'custom',
      message: `a JSON list of accounts with method (${transferMethods.join(', ')}), currency and lines (${accountLineNames.join(', ')})`,
    });
    return z.NEVER;
  }
});

/** Where Wise moves real money. */
export const wiseServer = 'https://api.wise.com';
