/**
 * Every setting of the environment, read once. A bad value stops the start with a message that names
 * the setting, what was given and what is expected; nothing else reads one from `process.env`.
 */
import { apiPrefixes } from '#lib/api/contract.ts';
import type { ApiPrefix } from '#lib/api/contract.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { RepliesAt } from '#lib/mail/reply-address.ts';
import type { Money } from '#lib/money/money.ts';
import type { RentFee } from '#lib/money/rent-fee.ts';
import type { IdentitySettings } from '#lib/ports/identity/open-identities.ts';
import type { TransferAccount } from '#lib/ports/payment/offline.ts';
import type { StripeSettings } from '#lib/ports/payment/stripe.ts';
import type { WechatPaySettings } from '#lib/ports/payment/wechat-pay.ts';
import type { FeeTaxes } from '#lib/features/payments/invoices.rules.ts';
import type { WiseSettings } from '#lib/ports/payout/wise.ts';
import type { SmsSettings } from '#lib/ports/sms/open-sms.ts';
import type { S3Options } from '#lib/ports/storage/s3-storage.ts';
import { SettingError, assistantOf, captchasOf, identityOf, paymentsOf, registryOf, repliesOf, smsProviderOf, storageOf } from '#lib/setting-groups.ts';
import { settings } from '#lib/settings.ts';
import type { Settings } from '#lib/settings.ts';
import { isLoopbackName, isPublicOrigin } from '#lib/site-origin.ts';

export { SettingError } from '#lib/setting-groups.ts';

/** Without a name of its own, a site is where this machine finds it. A port that the system chooses is known to nobody beforehand. */
const originHere = (port: number): string => `http://localhost:${port || 4321}`;

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

export type Config = Readonly<{
  port: number;
  host: string;
  /** That serve on the port. */
  processes: number;
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
  /** Whole years after the one of a movement for which the law wants books. */
  bookYears: number;
  /** Seconds in which nobody writes what a form asks for. */
  formSeconds: number;
  rateLimitFactor: number;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  mailReplyTo: string | undefined;
  /** Where answers to mails come in, with the secrets that whoever brings them may show; nowhere without it. */
  mailReplies: (RepliesAt & { readonly secrets: readonly string[] }) | undefined;
  /** Mails that go out in a day (UTC). */
  mailDaily: number;
  operatorEmail: string | undefined;
  /** Who runs the site by law: the party of agreements. */
  operatorName: string | undefined;
  operatorAddress: string | undefined;
  operatorRegistration: string | undefined;
  viewingPrice: Money;
  /** Days within which a viewing must begin for a bed to be kept until then; 0: none is. */
  viewingHoldDays: number;
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
  /** Where it tells of payments follows from the site's address. */
  wechatPay: Omit<WechatPaySettings, 'notifyUrl'> | undefined;
  wise: WiseSettings | undefined;
  transferAccounts: readonly TransferAccount[];
  transferShortLimit: ReadonlyMap<string, bigint>;
  refundSecondAbove: ReadonlyMap<string, bigint>;
  feeTaxes: FeeTaxes;
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
  /** The scanner of documents; none without it. */
  clamd: { readonly host: string; readonly port: number } | undefined;
  sealKey: Readonly<Record<'kty' | 'crv' | 'd' | 'x' | 'y', string>> | undefined;
  mapboxToken: string | undefined;
  basemapUrl: string | undefined;
  /** A service of vector tiles; none when it is off. */
  tiles: { readonly address: string; readonly cacheBytes: number; readonly mostBytes: number; readonly perMinute: number; readonly within: number } | undefined;
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

function hostAndPort(given: string | undefined): { readonly host: string; readonly port: number } | undefined {
  const [, host = '', port] = /^(.+):(\d+)$/.exec(given ?? '') ?? [];
  return port === undefined ? undefined : { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

/** Settings whose values are never shown: secrets, and addresses that may carry a password or a token. */
const mayHoldSecrets = (name: string): boolean => /_(?:KEY|SECRET|TOKEN|URL|ENDPOINT|ACCOUNTS)$/.test(name) && name !== 'SITE_URL';

/** Why mails and codes may not be shown on this machine; undefined where nobody else can come. */
function objectionToOutbox(given: Pick<Settings, 'HOST' | 'TRUSTED_PROXIES' | 'SITE_URL' | 'LOCALE_HOSTS'>): string | undefined {
  const shows = 'DEV_OUTBOX=on shows mails, and fills the codes of signing in into pages';
  if (!isLoopbackName(given.HOST)) return `${shows}, for whoever asks, so HOST must be an address of this machine alone, such as 127.0.0.1.`;
  if (given.TRUSTED_PROXIES > 0)
    return `${shows}: behind a proxy (TRUSTED_PROXIES=${given.TRUSTED_PROXIES}) a stranger would sign in as anybody. Leave one of the two out.`;
  const open = [given.SITE_URL, ...given.LOCALE_HOSTS.values()].find((origin) => origin !== undefined && isPublicOrigin(origin));
  return open && `${shows}: at ${open}, which others can reach, a stranger would sign in as anybody. Leave DEV_OUTBOX out, or name localhost.`;
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
  const objection = value.DEV_OUTBOX ? objectionToOutbox(value) : undefined;
  if (objection) throw new SettingError(objection);
  if (value.PROCESSES > 1 && !value.DATABASE_URL)
    throw new SettingError(
      'PROCESSES: several processes need DATABASE_URL, a Postgres that all of them ask: the embedded database belongs to one. Leave it at 1, or name a Postgres.',
    );
  return {
    port: value.PORT,
    host: value.HOST,
    processes: value.PROCESSES,
    dataDir: value.DATA_DIR,
    buildDir: value.BUILD_DIR,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    siteUrl: value.SITE_URL ?? originHere(value.PORT),
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
    bookYears: value.BOOK_YEARS,
    formSeconds: value.FORM_SECONDS,
    rateLimitFactor: value.RATE_LIMIT_FACTOR,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    mailReplyTo: value.MAIL_REPLY_TO,
    mailReplies: repliesOf(value),
    mailDaily: value.MAIL_DAILY,
    operatorEmail: value.OPERATOR_EMAIL,
    operatorName: value.OPERATOR_NAME,
    operatorAddress: value.OPERATOR_ADDRESS,
    operatorRegistration: value.OPERATOR_REGISTRATION,
    viewingPrice: value.VIEWING_PRICE,
    viewingHoldDays: value.VIEWING_HOLD_DAYS,
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
    clamd: hostAndPort(value.CLAMD_ADDRESS),
    sealKey: value.API_SEAL_KEY,
    mapboxToken: value.MAPBOX_TOKEN,
    basemapUrl: value.BASEMAP_URL,
    tiles:
      // Not undefined in the settings themselves: there the default would take its place.
      value.TILES_URL === 'off'
        ? undefined
        : {
            address: value.TILES_URL,
            cacheBytes: value.TILES_CACHE_MB * 1_048_576,
            mostBytes: value.TILES_MOST_KB * 1_024,
            perMinute: value.TILES_PER_MINUTE,
            within: value.TILES_SECONDS * 1_000,
          },
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
