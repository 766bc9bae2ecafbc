/**
 * Every setting of the environment, read once. A bad value stops the start with a message that names
 * the setting, what was given and what is expected; nothing else reads `process.env`.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { apiPrefixes } from '#lib/api/contract.ts';
import type { ApiPrefix } from '#lib/api/contract.ts';
import type { IdentitySettings } from '#lib/ports/identity/open-identities.ts';
import type { SmsProvider, SmsSettings } from '#lib/ports/sms/open-sms.ts';
import type { S3Options } from '#lib/ports/storage/s3-storage.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { RentFee } from '#lib/money/rent-fee.ts';
import type { Money } from '#lib/money/money.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { TransferAccount } from '#lib/ports/payment/offline.ts';
import type { StripeSettings } from '#lib/ports/payment/stripe.ts';
import {
  amount,
  externalApps,
  flag,
  localeHosts,
  mailAddress,
  origin,
  rentFee,
  sealKey,
  signingKey,
  smsTemplates,
  sums,
  transferAccounts,
  wechatAppId,
  wechatSecret,
} from '#lib/setting-shapes.ts';

/** The origin of a site that has not been given one; fixed, so that pages built earlier agree with the server. */
const defaultOrigin = 'http://localhost:4321';

/** `API_UPSTREAM_houseApi=https://…`: prefixes of the API that an existing backend answers instead. */
function readUpstreams(environment: Readonly<Record<string, string | undefined>>): ReadonlyMap<ApiPrefix, string> {
  const upstreams = new Map<ApiPrefix, string>();
  for (const [name, value] of Object.entries(environment)) {
    const prefix = /^API_UPSTREAM_(.+)$/.exec(name)?.[1];
    if (!prefix || !value?.trim()) continue;
    const known = apiPrefixes.find((one) => one === `_${prefix}`);
    if (!known) throw new SettingError(`${name}: there is no such prefix. Prefixes: ${apiPrefixes.map((one) => one.slice(1)).join(', ')}.`);
    const url = URL.parse(value.trim());
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
      throw new SettingError(`${name}=(hidden): expected the address of a backend without user, query and fragment, such as https://api.example.org`);
    upstreams.set(known, url.href.replace(/\/$/, ''));
  }
  return upstreams;
}

const siteKey = z.string().regex(/^[\w.-]{16,128}$/, '16 to 128 letters, digits and . - _');

const settings = z.object({
  /** TCP port to listen on. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
  /** Address to listen on; `0.0.0.0` for all. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Folder for the embedded database, drawn pictures and reports. */
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .transform((path) => resolve(path)),
  /** Folder of the built pages. */
  BUILD_DIR: z
    .string()
    .min(1)
    .default('dist')
    .transform((path) => resolve(path)),
  /** A Postgres ≥ 15 to use instead of the embedded database. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'postgres://user:password@host:port/database')
    .optional(),
  /** Connections to Postgres. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /** The public origin: canonical URLs, sitemaps and pictures are made with it. Give it when building too: built pages carry it. */
  SITE_URL: origin.optional(),
  /** `locale=origin,…`: locales that live on a host of their own, without prefix. */
  LOCALE_HOSTS: localeHosts.default(new Map()),
  /** `built`: the build also writes catalogue pages as files; `cached`: they are rendered on demand. */
  RENDER_CATALOGUE: z.enum(['cached', 'built']).default('cached'),
  /** Bound of the page cache in mebibytes of compressed pages; 0 keeps none. */
  PAGE_CACHE_MB: z.coerce.number().int().min(0).max(16_384).default(128),
  /** Bound of the rows kept in memory, in mebibytes; 0 keeps none. */
  DATA_MEMORY_MB: z.coerce.number().int().min(0).max(16_384).default(64),
  /** Free mebibytes on the embedded database's disk below which the server calls itself not ready; 0 never looks. */
  DISK_RESERVE_MB: z.coerce.number().int().min(0).max(1_048_576).default(200),
  /** Bound of the drawn-picture files under DATA_DIR in mebibytes. */
  PICTURE_CACHE_MB: z.coerce.number().int().min(16).max(1_048_576).default(2_048),
  /** Fill an empty database with invented, marked sample homes. */
  SAMPLE_CATALOGUE: flag.default(true),
  /** `main` or `net` (network edition: no download popup, no partner and language items). */
  SITE_VARIANT: z.enum(['main', 'net']).default('main'),
  /** Region of this server (R3.18). */
  SERVER_REGION: z
    .string()
    .regex(/^[a-z]{2}$/, 'a two-letter country code')
    .default('cn'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** IndexNow key (8–128 hex digits); without it nothing is sent. */
  INDEXNOW_KEY: z
    .string()
    .regex(/^[a-fA-F0-9-]{8,128}$/, '8 to 128 hexadecimal digits')
    .optional(),
  /** Where IndexNow notices go. */
  INDEXNOW_ENDPOINT: z.url().default('https://api.indexnow.org/indexnow'),
  /** Tell in `Server-Timing` how many queries a page took; for tests and tuning. */
  EXPOSE_QUERY_COUNT: flag.default(false),
  /** Proxies in front of this server whose X-Forwarded-For may be believed. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** Header in which a trusted proxy or CDN names the client's country, such as `cf-ipcountry`. */
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,60}$/, 'a header name in lower case')
    .optional(),
  /** Seconds for which a server that was told to stop goes on taking requests while `/readyz` says 503, so that a proxy looks elsewhere first. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(120).default(0),
  /** Connections open at once; further ones are closed at once. */
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(2_000),
  /** Who brings it as a bearer token may read `/metrics` and the figures of `/server_status`; without it only this machine may. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, '16 to 200 letters, digits and . ~ + / = - _')
    .optional(),
  /** Days for which what people send with forms that staff made is kept. */
  FORM_ANSWERS_DAYS: z.coerce.number().int().min(1).max(3_650).default(365),
  /** Multiplies how many API calls an address may make in a minute; 0 lifts the limits. */
  RATE_LIMIT_FACTOR: z.coerce.number().min(0).max(1_000).default(1),
  /** A Mapbox access token (`pk.…`): maps and directions then come from Mapbox. The token is sent to browsers, so bind it to the site's address. */
  MAPBOX_TOKEN: z
    .string()
    .regex(/^pk\.[\w.-]{8,400}$/, 'a public token, which begins with pk.')
    .optional(),
  /** A PMTiles file of streets at another host, over https; without it, the one installed with `npm run basemap`. That host must answer ranges and allow this site (CORS). */
  BASEMAP_URL: z
    .string()
    .regex(/^https:\/\/[a-z0-9.-]+(?::\d{1,5})?\/[^\s?#]*\.pmtiles$/, 'an https address of a .pmtiles file')
    .optional(),
  /** A Valhalla server for the ways from a home to a school. */
  VALHALLA_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** OSRM servers for the same, with `{profile}` where `foot`, `bike` or `car` belongs; taken when there is no Valhalla. */
  OSRM_URL: z
    .string()
    .regex(/^https?:\/\/\S*\{profile\}[^\s?#]*$/, 'an address with {profile}, such as http://localhost:5000/{profile}')
    .optional(),
  /** A film for the home page, over https. */
  HOME_VIDEO_URL: z.url({ protocol: /^https$/ }).optional(),
  /** A service that tells the country of an address, with `{ip}` where the address belongs. Readers' addresses are sent there. */
  GEO_IP_URL: z
    .string()
    .regex(/^https?:\/\/[^/\s]+\/\S*\{ip\}\S*$/, 'an address with {ip} in its path or query, such as https://ipinfo.io/{ip}/json?token=…')
    .optional(),
  /** A LibreTranslate server. */
  TRANSLATE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Its API key. */
  TRANSLATE_KEY: z.string().optional(),
  /** A service that speaks OpenAI's chat completions, with the version in its path; the assistant's answers are then put into words by it. */
  ASSISTANT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Its key. */
  ASSISTANT_KEY: z.string().optional(),
  /** The model to ask there. */
  ASSISTANT_MODEL: z
    .string()
    .regex(/^[\w./:@-]{1,120}$/, 'the name of a model: letters, digits and . / : @ _ -')
    .optional(),
  /** Tokens that those answers may cost in a day (UTC). */
  ASSISTANT_DAILY_TOKENS: z.coerce.number().int().min(0).max(1_000_000_000).default(500_000),
  /** An operator's own customer chat, to which the entries of Chinese pages lead instead of to a thread on this site. */
  CUSTOMER_CHAT_URL: z.url({ protocol: /^https$/ }).optional(),
  /** App id of the WeChat mini-program, together with its secret. */
  WECHAT_MINI_APP_ID: wechatAppId.optional(),
  WECHAT_MINI_SECRET: wechatSecret.optional(),
  /** A Meilisearch to search with instead of the index in this process, which stays and answers while it does not. */
  MEILISEARCH_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** A key of that Meilisearch that may read and write the index `loftling`. */
  MEILISEARCH_KEY: z.string().min(1).optional(),
  /** Where readers find photographs of a street: an address with `{latitude}` and `{longitude}`. They get a link to it. */
  STREET_VIEW_URL: z
    .string()
    .regex(/^https:\/\/[^/\s]+\/(?=.*\{latitude\})(?=.*\{longitude\})\S+$/, 'an https address with {latitude} and {longitude}')
    .optional(),
  /** A bucket for photographs and documents instead of a folder of DATA_DIR: `s3://bucket` or `s3://bucket/prefix`. */
  STORAGE_URL: z
    .string()
    .regex(/^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](?:\/[A-Za-z\d][\w-]*)*\/?$/, 's3://bucket or s3://bucket/prefix')
    .optional(),
  /** The origin of the service that has the bucket; without it, Amazon's of that region. */
  STORAGE_ENDPOINT: origin.optional(),
  /** Region of the bucket; services that have none say us-east-1. */
  STORAGE_REGION: z
    .string()
    .regex(/^[a-z\d-]{2,32}$/, 'a region such as eu-west-2')
    .default('us-east-1'),
  /** Whether the bucket is named in the path (`on`) or in the host. */
  STORAGE_PATH_STYLE: flag.default(true),
  /** Id of a key that may read, write, delete and list in the bucket. */
  STORAGE_KEY_ID: z.string().optional(),
  /** That key's secret. */
  STORAGE_SECRET: z.string().optional(),
  /** A mail server, `smtp://user:password@host:587` or `smtps://…:465`; without it mails are kept in DATA_DIR/outbox. */
  SMTP_URL: z
    .string()
    .regex(
      /^smtps?:\/\/(?:[^\s:@/]+:[^\s:@/]+@)?[^\s:@/]+(?::\d{1,5})?\/?$/,
      'smtp://user:password@host:587, with signs such as @ or / in the password written as %40 or %2F',
    )
    .optional(),
  /** The address mails come from; without it, the one of brand.ts. */
  MAIL_FROM: mailAddress.optional(),
  /** Who is told when something on the site needs a person. */
  OPERATOR_EMAIL: mailAddress.optional(),
  /** The language those mails are written in. */
  OPERATOR_LOCALE: z.enum(locales).default('zh-cn'),
  /** Hours for which an order waits for its next step, with its bed kept. */
  ORDER_WAIT_HOURS: z.coerce.number().int().min(1).max(720).default(48),
  /** Days for which an applicant's documents are kept once their order is over. */
  ORDER_DOCUMENT_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  /** What carries messages to phones outside of mainland China. */
  SMS_PROVIDER: z.enum(['outbox', 'twilio', 'aliyun']).default('outbox'),
  /** What carries those to +86; without it, the same. */
  SMS_PROVIDER_CN: z.enum(['outbox', 'twilio', 'aliyun']).optional(),
  /** Segments of messages to phones that may be sent in a day (UTC). */
  SMS_DAILY_SEGMENTS: z.coerce.number().int().min(0).max(10_000_000).default(1_000),
  /** Alibaba Cloud: id of a key that may send messages and ask after them. */
  ALIYUN_KEY_ID: z
    .string()
    .regex(/^[A-Za-z\d]{10,64}$/, 'an AccessKey id of letters and digits')
    .optional(),
  /** That key's secret. */
  ALIYUN_SECRET: z.string().optional(),
  /** What a video viewing costs; `0 GBP` where it is free. */
  VIEWING_PRICE: z.string().default('25 GBP').pipe(amount),
  /** What passing rent on to a landlord costs: `1.5%` of it, or sums by currency such as `GBP:5,USD:6`; `0%` where it is free. */
  RENT_FEE: z.string().default('1%').pipe(rentFee),
  /** Who is licensed to pass rent on, as readers should see it. Without it nobody can pay rent here once real money moves. */
  RENT_LICENCE: z.string().min(3).max(200).optional(),
  /** `on`: readers can have their name compared with their identity card. */
  REAL_NAME_CHECK: z.enum(['on', 'off']).default('off'),
  /** Who compares it: nobody but the number itself, or Alibaba Cloud by the key above. */
  REAL_NAME_REGISTRY: z.enum(['number', 'aliyun']).default('number'),
  /** The registered name that stands before each message. */
  ALIYUN_SMS_SIGN: z.string().max(50).optional(),
  /** Registered templates: `code=SMS_1,code.en-us=SMS_2`. */
  ALIYUN_SMS_TEMPLATES: smsTemplates.optional(),
  /** Twilio: the account (`AC…`). */
  TWILIO_ACCOUNT: z
    .string()
    .regex(/^AC[\da-f]{32}$/, 'AC and 32 hexadecimal digits')
    .optional(),
  /** Its token. */
  TWILIO_TOKEN: z.string().optional(),
  /** The number messages come from, or a messaging service (`MG…`). */
  TWILIO_FROM: z
    .string()
    .regex(/^(?:\+[1-9]\d{6,14}|MG[\da-f]{32})$/, 'a number such as +447700900123, or MG and 32 hexadecimal digits')
    .optional(),
  /** Sign-in by Google: the client's id and secret. */
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\w-]+\.apps\.googleusercontent\.com$/, 'the whole client id, as Google shows it')
    .optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Sign-in by Apple: the services id, the team, and the id of its key. */
  APPLE_CLIENT_ID: z
    .string()
    .regex(/^[A-Za-z\d][A-Za-z\d.-]{2,99}$/, 'a services id such as org.example.homes')
    .optional(),
  APPLE_TEAM_ID: z
    .string()
    .regex(/^[A-Z\d]{10}$/, '10 capital letters and digits')
    .optional(),
  APPLE_KEY_ID: z
    .string()
    .regex(/^[A-Z\d]{10}$/, '10 capital letters and digits')
    .optional(),
  /** That key: the text of the .p8 file, its line breaks as such or as \n. */
  APPLE_PRIVATE_KEY: signingKey.optional(),
  /** Sign-in by Facebook: the app's id and secret. */
  FACEBOOK_APP_ID: z
    .string()
    .regex(/^\d{5,32}$/, 'digits')
    .optional(),
  FACEBOOK_APP_SECRET: z
    .string()
    .regex(/^[\da-f]{32}$/, '32 hexadecimal digits')
    .optional(),
  /** Sign-in by WeChat on the site: a website app of the open platform. */
  WECHAT_SITE_APP_ID: wechatAppId.optional(),
  WECHAT_SITE_SECRET: wechatSecret.optional(),
  /** Sign-in inside WeChat's own browser: the official account. */
  WECHAT_ACCOUNT_APP_ID: wechatAppId.optional(),
  WECHAT_ACCOUNT_SECRET: wechatSecret.optional(),
  /** Apps of others that may lead people to pages with a token: `id=secret,…`. */
  EXTERNAL_APPS: externalApps.optional(),
  /** Public key of a Turnstile widget (Cloudflare), together with its secret. Readers' addresses are sent there. */
  TURNSTILE_SITE_KEY: siteKey.optional(),
  TURNSTILE_SECRET: siteKey.optional(),
  /** Public key of a reCAPTCHA (Google), together with its secret; never used on pages in zh-cn. Readers' addresses are sent there. */
  RECAPTCHA_SITE_KEY: siteKey.optional(),
  RECAPTCHA_SECRET: siteKey.optional(),
  /** Id of a GeeTest captcha of version 4, together with its key. */
  GEETEST_CAPTCHA_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, '32 hexadecimal digits')
    .optional(),
  GEETEST_CAPTCHA_KEY: z
    .string()
    .regex(/^[0-9a-f]{32}$/, '32 hexadecimal digits')
    .optional(),
  /** Origin of the GeeTest server that judges what was solved; without it, the one for the whole world. */
  GEETEST_SERVER: origin.optional(),
  /** After how many captchas that could not be loaded on a page the reader goes on without, within lower limits (R5.63, R9.29). */
  CAPTCHA_FALLBACK_COUNT: z.coerce.number().int().min(1).max(100).default(3),
  /** Secret or restricted key of a Stripe account, together with the secret of its webhook; payers go to pages of theirs. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:live|test)_\w{8,200}$/, 'a key that begins with sk_live_, rk_live_, sk_test_ or rk_test_')
    .optional(),
  /** Of the endpoint /_upay/webhook/stripe; two with a comma between while one is changed. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\w+/=-]{8,200}(?:,whsec_[\w+/=-]{8,200})?$/, 'whsec_…, or two of them with a comma between')
    .optional(),
  /** Accounts to which money can be transferred, as JSON. */
  TRANSFER_ACCOUNTS: transferAccounts.optional(),
  /** How much less may arrive by a transfer and still count in part, as banks between keep some: `GBP:25,USD:40`. */
  TRANSFER_SHORT_LIMIT: sums.optional(),
  /** Above which sum a refund by staff needs a second of them; currencies that are not named always do. */
  REFUND_SECOND_ABOVE: sums.optional(),
  /** Whether payments can be tried where no money moves; by default while no real way to pay is set up. */
  PAYMENT_SANDBOX: flag.optional(),
  /** Show the kept mails and messages at /dev/outbox, to this machine only. */
  DEV_OUTBOX: flag.default(false),
  /** Secrets of at least 32 bytes, base64 or hexadecimal, newest first, separated by commas; by default one is made under DATA_DIR. All nodes need the same. */
  APP_SECRET: z.string().optional(),
  /** A file that holds the same. */
  APP_SECRET_FILE: z.string().optional(),
  /** The key clients encrypt to, as a private JWK; by default one follows from APP_SECRET. */
  API_SEAL_KEY: sealKey.optional(),
});

export type Config = Readonly<{
  port: number;
  host: string;
  dataDir: string;
  buildDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  siteUrl: string;
  /** Whether the operator named the public origin; then other hosts are redirected to it. */
  siteUrlGiven: boolean;
  localeHosts: ReadonlyMap<Locale, string>;
  renderCatalogue: 'cached' | 'built';
  pageCacheBytes: number;
  dataMemoryBytes: number;
  diskReserveBytes: number;
  pictureCacheBytes: number;
  sampleCatalogue: boolean;
  siteVariant: 'main' | 'net';
  serverRegion: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  indexNow: { readonly key: string; readonly endpoint: string } | undefined;
  trustedProxies: number;
  exposeQueryCount: boolean;
  countryHeader: string | undefined;
  formAnswersDays: number;
  rateLimitFactor: number;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  operatorEmail: string | undefined;
  viewingPrice: Money;
  rentFee: RentFee;
  /** Who is licensed to pass rent on. */
  rentLicence: string | undefined;
  operatorLocale: Locale;
  /** Hours for which an order waits for its next step. */
  orderWaitHours: number;
  orderDocumentDays: number;
  sms: SmsSettings;
  identity: IdentitySettings;
  stripe: StripeSettings | undefined;
  transferAccounts: readonly TransferAccount[];
  transferShortLimit: ReadonlyMap<string, bigint>;
  refundSecondAbove: ReadonlyMap<string, bigint>;
  paymentSandbox: boolean;
  /** Apps of others that may lead people here by a token: their secrets, by id. */
  readonly externalApps: ReadonlyMap<string, string>;
  devOutbox: boolean;
  storage: S3Options | undefined;
  appSecret: string | undefined;
  appSecretFile: string | undefined;
  drainSeconds: number;
  maxConnections: number;
  metricsToken: string | undefined;
  sealKey: Readonly<Record<'kty' | 'crv' | 'd' | 'x' | 'y', string>> | undefined;
  mapboxToken: string | undefined;
  basemapUrl: string | undefined;
  valhallaUrl: string | undefined;
  osrmUrl: string | undefined;
  streetViewUrl: string | undefined;
  frontPageFilm: string | undefined;
  geoIpUrl: string | undefined;
  translate: { readonly url: string; readonly key: string | undefined } | undefined;
  assistant: { readonly base: string; readonly key: string | undefined; readonly model: string } | undefined;
  assistantDailyTokens: number;
  customerChatUrl: string | undefined;
  wechatMini: { readonly appId: string; readonly secret: string } | undefined;
  turnstile: { readonly siteKey: string; readonly secret: string } | undefined;
  recaptcha: { readonly siteKey: string; readonly secret: string } | undefined;
  geetest: { readonly captchaId: string; readonly key: string; readonly at: string | undefined } | undefined;
  captchaFallbackCount: number;
  realNameCheck: boolean;
  /** The key by which a register of people is asked; nobody is without it. */
  registry: { readonly keyId: string; readonly secret: string } | undefined;
  upstreams: ReadonlyMap<ApiPrefix, string>;
  meilisearch: { readonly url: string; readonly key: string | undefined } | undefined;
}>;

/** Settings whose values are never shown: secrets, and addresses that may carry a password or a token. */
const mayHoldSecrets = (name: string): boolean => /_(?:KEY|SECRET|TOKEN|URL|ENDPOINT|ACCOUNTS)$/.test(name) && name !== 'SITE_URL';

/** A setting that cannot be used. The message is meant for the operator's terminal. */
export class SettingError extends Error {
  override name = 'SettingError';
}

function assistantOf({ ASSISTANT_URL: base, ASSISTANT_KEY: key, ASSISTANT_MODEL: model }: z.infer<typeof settings>): Config['assistant'] {
  if (base === undefined) return undefined;
  if (model === undefined) throw new SettingError('ASSISTANT_URL needs ASSISTANT_MODEL: the name of the model to ask there.');
  const url = new URL(base);
  if (url.username || url.search || url.hash)
    throw new SettingError('ASSISTANT_URL=(hidden): expected an address without user, query and fragment, such as https://api.example.org/v1');
  return { base, key, model };
}

function storageOf(value: z.infer<typeof settings>): S3Options | undefined {
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

function smsProviderOf(kind: SmsProvider['kind'], value: z.infer<typeof settings>): SmsProvider {
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

function identityOf(value: z.infer<typeof settings>): IdentitySettings {
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
  };
}

/** @throws {SettingError} when the register needs a key that is not there. */
function registryOf({ REAL_NAME_REGISTRY, ALIYUN_KEY_ID: keyId, ALIYUN_SECRET: secret }: z.infer<typeof settings>): Config['registry'] {
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

/** @throws {SettingError} for live keys over the embedded database, which is no place for real money. */
function paymentsOf(value: z.infer<typeof settings>) {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, DATABASE_URL } = value;
  const given = together({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET });
  if (given && /^.k_live_/.test(given.STRIPE_SECRET_KEY) && DATABASE_URL === undefined)
    throw new SettingError(
      'STRIPE_SECRET_KEY is a live key, and the embedded database is no place for real money: it has one connection and one machine. Set DATABASE_URL to a Postgres, or use a test key.',
    );
  const stripe = given && { key: given.STRIPE_SECRET_KEY, webhookSecrets: given.STRIPE_WEBHOOK_SECRET.split(',') };
  return {
    stripe,
    transferAccounts: value.TRANSFER_ACCOUNTS ?? [],
    transferShortLimit: value.TRANSFER_SHORT_LIMIT ?? new Map(),
    refundSecondAbove: value.REFUND_SECOND_ABOVE ?? usualSecondAbove,
    paymentSandbox: value.PAYMENT_SANDBOX ?? (stripe === undefined && value.TRANSFER_ACCOUNTS === undefined),
  };
}

/** The captchas of other services. */
function captchasOf(value: z.infer<typeof settings>) {
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

/**
 * Reads the configuration from an environment.
 * @throws {SettingError} naming every bad setting at once.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, environment[name]?.trim() || undefined]));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const shown = mayHoldSecrets(name) ? '(hidden)' : JSON.stringify(given[name]);
      return `  ${name}=${shown}: ${issue.message}`;
    });
    throw new SettingError(`These settings cannot be used:\n${lines.join('\n')}\nSee docs/operations.md for what each one expects.`);
  }
  const value = parsed.data;
  if (value.DEV_OUTBOX && !/^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(value.HOST))
    throw new SettingError('DEV_OUTBOX=on shows mails to whoever asks, so HOST must be an address of this machine alone, such as 127.0.0.1.');
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    buildDir: value.BUILD_DIR,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    siteUrl: value.SITE_URL ?? defaultOrigin,
    siteUrlGiven: value.SITE_URL !== undefined,
    localeHosts: value.LOCALE_HOSTS,
    renderCatalogue: value.RENDER_CATALOGUE,
    pageCacheBytes: value.PAGE_CACHE_MB * 1_048_576,
    dataMemoryBytes: value.DATA_MEMORY_MB * 1_048_576,
    diskReserveBytes: value.DISK_RESERVE_MB * 1_048_576,
    pictureCacheBytes: value.PICTURE_CACHE_MB * 1_048_576,
    sampleCatalogue: value.SAMPLE_CATALOGUE,
    siteVariant: value.SITE_VARIANT,
    serverRegion: value.SERVER_REGION,
    logLevel: value.LOG_LEVEL,
    indexNow: value.INDEXNOW_KEY ? { key: value.INDEXNOW_KEY, endpoint: value.INDEXNOW_ENDPOINT } : undefined,
    trustedProxies: value.TRUSTED_PROXIES,
    exposeQueryCount: value.EXPOSE_QUERY_COUNT,
    // Whoever stands between nobody and us could write what they like.
    countryHeader: value.TRUSTED_PROXIES > 0 ? value.COUNTRY_HEADER : undefined,
    formAnswersDays: value.FORM_ANSWERS_DAYS,
    rateLimitFactor: value.RATE_LIMIT_FACTOR,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    operatorEmail: value.OPERATOR_EMAIL,
    viewingPrice: value.VIEWING_PRICE,
    rentFee: value.RENT_FEE,
    rentLicence: value.RENT_LICENCE,
    operatorLocale: value.OPERATOR_LOCALE,
    orderWaitHours: value.ORDER_WAIT_HOURS,
    orderDocumentDays: value.ORDER_DOCUMENT_DAYS,
    sms: {
      elsewhere: smsProviderOf(value.SMS_PROVIDER, value),
      mainland: smsProviderOf(value.SMS_PROVIDER_CN ?? value.SMS_PROVIDER, value),
      dailySegments: value.SMS_DAILY_SEGMENTS,
    },
    identity: identityOf(value),
    externalApps: value.EXTERNAL_APPS ?? new Map(),
    devOutbox: value.DEV_OUTBOX,
    storage: storageOf(value),
    appSecret: value.APP_SECRET,
    appSecretFile: value.APP_SECRET_FILE,
    drainSeconds: value.DRAIN_SECONDS,
    maxConnections: value.MAX_CONNECTIONS,
    metricsToken: value.METRICS_TOKEN,
    sealKey: value.API_SEAL_KEY,
    mapboxToken: value.MAPBOX_TOKEN,
    basemapUrl: value.BASEMAP_URL,
    valhallaUrl: value.VALHALLA_URL,
    osrmUrl: value.OSRM_URL,
    streetViewUrl: value.STREET_VIEW_URL,
    frontPageFilm: value.HOME_VIDEO_URL,
    geoIpUrl: value.GEO_IP_URL,
    translate: value.TRANSLATE_URL ? { url: value.TRANSLATE_URL, key: value.TRANSLATE_KEY } : undefined,
    assistant: assistantOf(value),
    assistantDailyTokens: value.ASSISTANT_DAILY_TOKENS,
    customerChatUrl: value.CUSTOMER_CHAT_URL,
    wechatMini: value.WECHAT_MINI_APP_ID && value.WECHAT_MINI_SECRET ? { appId: value.WECHAT_MINI_APP_ID, secret: value.WECHAT_MINI_SECRET } : undefined,
    ...captchasOf(value),
    ...paymentsOf(value),
    captchaFallbackCount: value.CAPTCHA_FALLBACK_COUNT,
    realNameCheck: value.REAL_NAME_CHECK === 'on',
    registry: registryOf(value),
    upstreams: readUpstreams(environment),
    meilisearch: value.MEILISEARCH_URL ? { url: value.MEILISEARCH_URL, key: value.MEILISEARCH_KEY } : undefined,
  };
}
