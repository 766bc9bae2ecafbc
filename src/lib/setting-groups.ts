/** Settings that make sense together only, and what they are together. */
import type { IdentitySettings } from '#lib/ports/identity/open-identities.ts';
import type { RepliesAt } from '#lib/mail/reply-address.ts';
import { isOnlyHere } from '#lib/only-here.ts';
import type { WechatPaySettings } from '#lib/ports/payment/wechat-pay.ts';
import type { SmsProvider } from '#lib/ports/sms/open-sms.ts';
import type { S3Options } from '#lib/ports/storage/s3-storage.ts';
import { wiseServer } from '#lib/setting-shapes.ts';
import type { Settings } from '#lib/settings.ts';

/** A setting that cannot be used. The message is meant for the operator's terminal. */
export class SettingError extends Error {
  override name = 'SettingError';
}

export function assistantOf({
  ASSISTANT_URL: base,
  ASSISTANT_KEY: key,
  ASSISTANT_MODEL: model,
}: Settings): { readonly base: string; readonly key: string | undefined; readonly model: string } | undefined {
  if (base === undefined) return undefined;
  if (model === undefined) throw new SettingError('ASSISTANT_URL needs ASSISTANT_MODEL: the name of the model to ask there.');
  const url = new URL(base);
  if (url.username || url.search || url.hash)
    throw new SettingError('ASSISTANT_URL=(hidden): expected an address without user, query and fragment, such as https://api.example.org/v1');
  return { base, key, model };
}

export function storageOf(value: Settings): S3Options | undefined {
  if (value.STORAGE_URL === undefined) return undefined;
  if (!value.STORAGE_KEY_ID || !value.STORAGE_SECRET)
    throw new SettingError('STORAGE_URL needs STORAGE_KEY_ID and STORAGE_SECRET, a key that may use the bucket.');
  const [bucket = '', ...folders] = value.STORAGE_URL.slice('s3://'.length).split('/').filter(Boolean);
  return {
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    endpoint: value.STORAGE_ENDPOINT ?? `https://s3.${value.STORAGE_REGION}.amazonaws.com`,
    region: value.STORAGE_REGION,
    pathStyle: value.STORAGE_PATH_STYLE,
    keyId: value.STORAGE_KEY_ID,
    secret: value.STORAGE_SECRET,
  };
}

export function smsProviderOf(kind: SmsProvider['kind'], value: Settings): SmsProvider {
  if (kind === 'aliyun') {
    const { ALIYUN_KEY_ID: keyId, ALIYUN_SECRET: secret, ALIYUN_SMS_SIGN: sign, ALIYUN_SMS_TEMPLATES: templates } = value;
    if (!keyId || !secret || !sign || !templates)
      throw new SettingError('Messages to phones by aliyun need ALIYUN_KEY_ID, ALIYUN_SECRET, ALIYUN_SMS_SIGN and ALIYUN_SMS_TEMPLATES.');
    return { kind, keyId, secret, sign, templates };
  }
  if (kind === 'outbox') return { kind };
  const { TWILIO_ACCOUNT: account, TWILIO_TOKEN: token, TWILIO_FROM: from } = value;
  if (!account || !token || !from) throw new SettingError('Messages to phones by twilio need TWILIO_ACCOUNT, TWILIO_TOKEN and TWILIO_FROM.');
  return { kind, account, token, from };
}

/**
 * Settings that make sense together only: all of them, or undefined when none is given.
 * @throws {SettingError} naming the missing ones.
 */
function together<Name extends string>(values: Readonly<Record<Name, string | undefined>>): Readonly<Record<Name, string>> | undefined {
  const all = Object.entries<string | undefined>(values);
  const missing = all.filter(([, value]) => value === undefined).map(([name]) => name);
  if (missing.length === all.length) return undefined;
  if (missing.length > 0) throw new SettingError(`${all.map(([name]) => name).join(', ')} belong together: ${missing.join(', ')} is missing.`);
  return values as Readonly<Record<Name, string>>;
}

export function identityOf(value: Settings): IdentitySettings {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = value;
  const { FACEBOOK_APP_ID, FACEBOOK_APP_SECRET, WECHAT_SITE_APP_ID, WECHAT_SITE_SECRET, WECHAT_ACCOUNT_APP_ID, WECHAT_ACCOUNT_SECRET } = value;
  const google = together({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET });
  const apple = together({ APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY });
  const facebook = together({ FACEBOOK_APP_ID, FACEBOOK_APP_SECRET });
  const site = together({ WECHAT_SITE_APP_ID, WECHAT_SITE_SECRET });
  const account = together({ WECHAT_ACCOUNT_APP_ID, WECHAT_ACCOUNT_SECRET });
  const wechat = {
    site: site && { appId: site.WECHAT_SITE_APP_ID, secret: site.WECHAT_SITE_SECRET },
    inWechat: account && { appId: account.WECHAT_ACCOUNT_APP_ID, secret: account.WECHAT_ACCOUNT_SECRET },
  };
  return {
    google: google && { clientId: google.GOOGLE_CLIENT_ID, secret: google.GOOGLE_CLIENT_SECRET },
    apple: apple && { clientId: apple.APPLE_CLIENT_ID, teamId: apple.APPLE_TEAM_ID, keyId: apple.APPLE_KEY_ID, privateKey: apple.APPLE_PRIVATE_KEY },
    facebook: facebook && { appId: facebook.FACEBOOK_APP_ID, secret: facebook.FACEBOOK_APP_SECRET },
    wechat: site || account ? wechat : undefined,
    trial: (value.SIGN_IN_TRIAL ?? true) && isOnlyHere(value),
  };
}

/** @throws {SettingError} when the register needs a key that is not there. */
export function registryOf({
  REAL_NAME_REGISTRY,
  ALIYUN_KEY_ID: keyId,
  ALIYUN_SECRET: secret,
}: Settings): { readonly keyId: string; readonly secret: string } | undefined {
  if (REAL_NAME_REGISTRY === 'number') return undefined;
  if (!keyId || !secret) throw new SettingError('REAL_NAME_REGISTRY=aliyun needs ALIYUN_KEY_ID and ALIYUN_SECRET.');
  return { keyId, secret };
}

/** A thousand pounds or about as much, in minor units. */
const usualSecondAbove: ReadonlyMap<string, bigint> = new Map([
  ['AUD', 200_000n],
  ['CAD', 180_000n],
  ['CNY', 900_000n],
  ['EUR', 120_000n],
  ['GBP', 100_000n],
  ['HKD', 1_000_000n],
  ['JPY', 200_000n],
  ['NZD', 220_000n],
  ['USD', 130_000n],
]);

/** @throws {SettingError} where some of what belongs together is missing. */
function wechatPayOf(value: Settings): Omit<WechatPaySettings, 'notifyUrl'> | undefined {
  const { WECHAT_PAY_MERCHANT_ID, WECHAT_PAY_SERIAL, WECHAT_PAY_PRIVATE_KEY, WECHAT_PAY_API_KEY, WECHAT_PAY_APP_ID, WECHAT_PAY_PUBLIC_KEYS } = value;
  const named = { WECHAT_PAY_MERCHANT_ID, WECHAT_PAY_SERIAL, WECHAT_PAY_PRIVATE_KEY, WECHAT_PAY_API_KEY, WECHAT_PAY_APP_ID };
  const given = together({ ...named, WECHAT_PAY_PUBLIC_KEYS: WECHAT_PAY_PUBLIC_KEYS && 'given' });
  if (!given || !WECHAT_PAY_PUBLIC_KEYS) return undefined;
  const { WECHAT_ACCOUNT_APP_ID, WECHAT_ACCOUNT_SECRET, WECHAT_PAY_CURRENCIES } = value;
  return {
    merchantId: given.WECHAT_PAY_MERCHANT_ID,
    serial: given.WECHAT_PAY_SERIAL,
    privateKey: given.WECHAT_PAY_PRIVATE_KEY,
    apiKey: given.WECHAT_PAY_API_KEY,
    appId: given.WECHAT_PAY_APP_ID,
    appSecret: given.WECHAT_PAY_APP_ID === WECHAT_ACCOUNT_APP_ID ? WECHAT_ACCOUNT_SECRET : undefined,
    theirKeys: WECHAT_PAY_PUBLIC_KEYS,
    currencies: WECHAT_PAY_CURRENCIES ?? ['CNY'],
  };
}

/** @throws {SettingError} for live keys over the embedded database, which is no place for real money. */
export function paymentsOf(value: Settings) {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, DATABASE_URL } = value;
  const given = together({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET });
  if (given && /^.k_live_/.test(given.STRIPE_SECRET_KEY) && DATABASE_URL === undefined)
    throw new SettingError(
      'STRIPE_SECRET_KEY is a live key, and the embedded database is no place for real money: it has one connection and one machine. Set DATABASE_URL to a Postgres, or use a test key.',
    );
  const wechatPay = wechatPayOf(value);
  if (wechatPay && DATABASE_URL === undefined)
    throw new SettingError(
      'WECHAT_PAY_MERCHANT_ID moves real money, and the embedded database is no place for it: it has one connection and one machine. Set DATABASE_URL to a Postgres.',
    );
  const wise = together({ WISE_TOKEN: value.WISE_TOKEN, WISE_PROFILE: value.WISE_PROFILE });
  const { WISE_SERVER = wiseServer } = value;
  if (wise && WISE_SERVER === wiseServer && DATABASE_URL === undefined)
    throw new SettingError(
      'WISE_TOKEN moves real money, and the embedded database is no place for it: it has one connection and one machine. Set DATABASE_URL to a Postgres, or WISE_SERVER to their sandbox.',
    );
  const stripe = given && { key: given.STRIPE_SECRET_KEY, webhookSecrets: given.STRIPE_WEBHOOK_SECRET.split(',') };
  return {
    stripe,
    wechatPay,
    wise: wise && { token: wise.WISE_TOKEN, profile: wise.WISE_PROFILE, server: WISE_SERVER, isLive: WISE_SERVER === wiseServer },
    transferAccounts: value.TRANSFER_ACCOUNTS ?? [],
    feeTaxes: value.FEE_TAX ?? new Map(),
    transferShortLimit: value.TRANSFER_SHORT_LIMIT ?? new Map(),
    refundSecondAbove: value.REFUND_SECOND_ABOVE ?? usualSecondAbove,
    paymentSandbox: value.PAYMENT_SANDBOX ?? (stripe === undefined && wechatPay === undefined && value.TRANSFER_ACCOUNTS === undefined),
  };
}

/** Where answers to mails come in. @throws {SettingError} where one of the two settings is missing. */
export function repliesOf({ MAIL_REPLIES_AT, MAIL_REPLIES_SECRET }: Settings): (RepliesAt & { readonly secrets: readonly string[] }) | undefined {
  const given = together({ MAIL_REPLIES_AT, MAIL_REPLIES_SECRET });
  const [local = '', domain = ''] = given?.MAIL_REPLIES_AT.split('@') ?? [];
  return given && { local, domain, secrets: given.MAIL_REPLIES_SECRET.split(',') };
}

/** The captchas of other services. */
export function captchasOf(value: Settings) {
  const { TURNSTILE_SITE_KEY, TURNSTILE_SECRET, RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET, GEETEST_CAPTCHA_ID, GEETEST_CAPTCHA_KEY } = value;
  const turnstile = together({ TURNSTILE_SITE_KEY, TURNSTILE_SECRET });
  const recaptcha = together({ RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET });
  const geetest = together({ GEETEST_CAPTCHA_ID, GEETEST_CAPTCHA_KEY });
  return {
    turnstile: turnstile && { siteKey: turnstile.TURNSTILE_SITE_KEY, secret: turnstile.TURNSTILE_SECRET },
    recaptcha: recaptcha && { siteKey: recaptcha.RECAPTCHA_SITE_KEY, secret: recaptcha.RECAPTCHA_SECRET },
    geetest: geetest && { captchaId: geetest.GEETEST_CAPTCHA_ID, key: geetest.GEETEST_CAPTCHA_KEY, at: value.GEETEST_SERVER },
  };
}
