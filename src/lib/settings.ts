/** Every setting of the environment: its name, what may be given, and what holds without. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { locales } from '#lib/i18n/locales.ts';
import {
  amount,
  externalApps,
  flag,
  localeHosts,
  lineOfText,
  mailAddress,
  repliesAddress,
  origin,
  currencyList,
  rentFee,
  rsaKey,
  rsaPublicKeys,
  sealKey,
  signingKey,
  smsTemplates,
  feeTaxes,
  sums,
  transferAccounts,
  wechatAppId,
  wechatSecret,
} from '#lib/setting-shapes.ts';

const siteKey = z.string().regex(/^[\w.-]{16,128}$/, '16 to 128 letters, digits and . - _');

/** All settings, by name, as they may be given; each is used through `Config`. */
export const settings = z.object({
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
  /** Processes that serve on the one port, `max` for one of each core; more than one needs Postgres. */
  PROCESSES: z.union([z.literal('max').transform(() => availableParallelism()), z.coerce.number().int().min(1).max(64)], '1 to 64, or max').default(1),
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
  /** A ClamAV daemon that looks at documents before they are kept: host and port. Without it nobody does. */
  CLAMD_ADDRESS: z
    .string()
    .regex(/^(?:[a-z\d.-]{1,253}|\[[\da-f:]+\]):\d{1,5}$/i, 'host and port, such as 127.0.0.1:3310')
    .optional(),
  /** Whole years after the one in which our bank moved money for which the law wants books kept; then whose money it was is erased. */
  BOOK_YEARS: z.coerce.number().int().min(1).max(30).default(10),
  /** Days for which what people send with forms that staff made is kept. */
  FORM_ANSWERS_DAYS: z.coerce.number().int().min(1).max(3_650).default(365),
  /** A form with room for words that is sent sooner after it was shown is asked for a captcha; 0 asks nobody for that. */
  FORM_SECONDS: z.coerce.number().int().min(0).max(30).default(2),
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
  /** TileJSON of vector tiles in the schema of OpenMapTiles, which this server fetches, keeps and gives to maps where no PMTiles file is; `off` for none. */
  TILES_URL: z.union([z.literal('off'), z.url({ protocol: /^https?$/ })], 'an address of a TileJSON, or off').default('https://tiles.openfreemap.org/planet'),
  /** Bound of the kept tiles under DATA_DIR in mebibytes. */
  TILES_CACHE_MB: z.coerce.number().int().min(16).max(1_048_576).default(1_024),
  /** Largest tile taken, in kibibytes as it comes. */
  TILES_MOST_KB: z.coerce.number().int().min(16).max(16_384).default(2_048),
  /** Tiles fetched in a minute, at most. */
  TILES_PER_MINUTE: z.coerce.number().int().min(1).max(100_000).default(600),
  /** Seconds for which a tile is waited for. */
  TILES_SECONDS: z.coerce.number().int().min(1).max(60).default(8),
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
  /** Where people who answer a mail are read; without it mails say that nobody reads answers. */
  MAIL_REPLY_TO: mailAddress.optional(),
  /** Where answers to mails come in, and reach the conversation: an address of a mailbox to which all of `name+anything@` goes. */
  MAIL_REPLIES_AT: repliesAddress.optional(),
  /** What whoever brings those answers to SITE_URL/_api/mail/replies shows; two with a comma between while one is changed. */
  MAIL_REPLIES_SECRET: z
    .string()
    .regex(/^[\w-]{32,128}(?:,[\w-]{32,128})?$/, '32 to 128 letters, digits, - or _; two of them with a comma between')
    .optional(),
  /** Mails that go out in a day (UTC). */
  MAIL_DAILY: z.coerce.number().int().min(20).max(10_000_000).default(5_000),
  /** Who is told when something on the site needs a person. */
  OPERATOR_EMAIL: mailAddress.optional(),
  /** The legal name of who runs the site: the party of what people agree to. */
  OPERATOR_NAME: lineOfText.optional(),
  /** Where that party is reached by post, on one line. */
  OPERATOR_ADDRESS: lineOfText.optional(),
  /** The register that party is in, and its number there. */
  OPERATOR_REGISTRATION: lineOfText.optional(),
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
  /** Days within which a video viewing must begin for a bed to be kept until a day after it; `0`: no bed is kept for viewings. */
  VIEWING_HOLD_DAYS: z.coerce.number().int().min(0).max(21).default(7),
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
  /** An API token of a Wise business account and the number of its profile: rent is brought to landlords from the balance there. */
  WISE_TOKEN: z
    .string()
    .regex(/^[\w-]{16,200}$/, '16 to 200 letters, digits, - and _')
    .optional(),
  WISE_PROFILE: z
    .string()
    .regex(/^\d{4,12}$/, '4 to 12 digits')
    .optional(),
  /** Origin of their sandbox, which moves no money. */
  WISE_SERVER: origin.optional(),
  /** WeChat Pay without anybody between (API v3): the merchant's number, the serial of its certificate, its private key, and the API v3 key. */
  WECHAT_PAY_MERCHANT_ID: z
    .string()
    .regex(/^\d{8,12}$/, '8 to 12 digits')
    .optional(),
  WECHAT_PAY_SERIAL: z
    .string()
    .regex(/^[0-9A-F]{20,64}$/, 'hexadecimal digits in capitals')
    .optional(),
  WECHAT_PAY_PRIVATE_KEY: rsaKey.optional(),
  WECHAT_PAY_API_KEY: z
    .string()
    .regex(/^[0-9A-Za-z]{32}$/, '32 letters and digits')
    .optional(),
  /** The public keys (or certificates) of WeChat Pay itself, as JSON: PEM by the id that its answers name; two while one is changed. */
  WECHAT_PAY_PUBLIC_KEYS: rsaPublicKeys.optional(),
  /** The account that is bound to the merchant; where it is WECHAT_ACCOUNT_APP_ID, payers inside WeChat pay in its own sheet. */
  WECHAT_PAY_APP_ID: wechatAppId.optional(),
  /** Currencies of orders by the merchant's contract, with commas between; CNY without it. CNY alone is a merchant of the mainland. */
  WECHAT_PAY_CURRENCIES: currencyList.optional(),
  /** Accounts to which money can be transferred, as JSON. */
  TRANSFER_ACCOUNTS: transferAccounts.optional(),
  /** How much less may arrive by a transfer and still count in part, as banks between keep some: `GBP:25,USD:40`. */
  TRANSFER_SHORT_LIMIT: sums.optional(),
  /** From what sum on refunds by one of the staff need a second of them; currencies that are not named always do. */
  REFUND_SECOND_ABOVE: sums.optional(),
  /** The tax in the operator's own fees, by country: its slug, the rate in percent, and the operator's tax number there. */
  FEE_TAX: feeTaxes.optional(),
  /** Whether stand-ins of ours take the place of third parties that are not set up; only where nobody but this machine can reach the site. */
  SIGN_IN_TRIAL: flag.optional(),
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

export type Settings = z.infer<typeof settings>;
