/** Headers every response carries, pages, files and errors alike (docs/domain.md, "Security headers"), and what some routes need beyond. */
import type { CaptchaHosts } from '#lib/ports/captcha/captcha.ts';
import { ownHosts } from '#lib/ports/captcha/captcha.ts';
import { googlePrompt } from '#lib/ports/identity/google.ts';
import type { RouteName } from '#lib/routes.ts';

/**
 * What a page may do beyond most. `payment`: load the payment provider's script, frame and calls. `sign-in`: keep its tie to a
 * window that another service opened or answers in.
 */
export type HeaderClass = 'plain' | 'payment' | 'sign-in';

/** Routes whose pages are more than plain. */
const classes: Readonly<Partial<Record<RouteName, HeaderClass>>> = {
  login: 'sign-in',
  reg_mobile: 'sign-in',
  bind_mobile: 'sign-in',
  'uiuc-login': 'sign-in',
  pay_center: 'payment',
  pay_result: 'payment',
  'profile_payment-card': 'payment',
};

/** @example headerClassOf('pay_center') // 'payment' */
export function headerClassOf(route: RouteName | undefined): HeaderClass {
  return (route && classes[route]) ?? 'plain';
}

/** Routes whose forms lead to third parties that vouch for people. */
const leadingAway: ReadonlySet<RouteName> = new Set<RouteName>(['login', 'reg_mobile', 'login_with', 'login_scan', 'login_return', 'account_connect']);

/** Routes whose forms lead to those who take payments: a payer's own, and a sponsor's. */
const leadingToPay: ReadonlySet<RouteName> = new Set<RouteName>(['pay_center', 'sponsored']);

/** Whether a page has other headers than those of every answer, whatever stands on it. */
export const isSpecial = (route: RouteName): boolean => headerClassOf(route) !== 'plain' || leadingAway.has(route) || leadingToPay.has(route);

/** Other services' origins that pages may use, by what for; `https://…` without a path. */
export type OutsideHosts = {
  readonly payment?: { readonly scripts: readonly string[]; readonly frames: readonly string[]; readonly calls: readonly string[] };
  /** Third parties that forms of signing in lead to: browsers look at where a form is sent on to. */
  readonly signIn?: readonly string[];
  /** Providers that the form of a payment leads to. */
  readonly payTo?: readonly string[];
  /** Where the film of the front page is. */
  readonly films?: readonly string[];
};

/** Origins as sources of a policy. @throws for what is none: it could end the directive and begin another. */
function sources(origins: readonly string[]): string {
  for (const origin of origins) if (!/^https:\/\/[a-z0-9.-]+(?::\d+)?$/.test(origin)) throw new TypeError(`${JSON.stringify(origin)} is no https origin`);
  return origins.map((origin) => ` ${origin}`).join('');
}

type Allowed = {
  readonly scripts?: string;
  readonly frames?: string;
  readonly calls?: string;
  readonly films?: string;
  readonly styles?: string;
  readonly files?: string;
  readonly forms?: string;
};

function policy({ scripts = '', frames = '', calls = '', films = '', styles = '', files = '', forms = '' }: Allowed): string {
  return [
    "default-src 'self'",
    `script-src 'self'${scripts}`,
    // Style attributes carry the two placeholder colours of each picture; scripts stay strict.
    `style-src 'self' 'unsafe-inline'${styles}${files}`,
    // Suppliers' photographs are fetched and kept: no page asks a host of theirs.
    `img-src 'self' data:${files}`,
    "font-src 'self'",
    `connect-src 'self'${calls}`,
    ...(films ? [`media-src${films}`] : []),
    ...(frames ? [`frame-src${frames}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${forms}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Whom a map of Mapbox's talks to. */
const mapboxHosts = ' https://api.mapbox.com https://events.mapbox.com';

export type PageFacts = {
  readonly route: RouteName | undefined;
  /** The policy its renderer suggests, with the hashes of its own few lines of script. */
  readonly suggested?: string | undefined;
  readonly hasMapboxMap?: boolean;
  /** Where the streets of a map come from, if not from here. */
  readonly basemapOrigin?: string | undefined;
  readonly hosts?: OutsideHosts;
  /** Of captchas, as the page's language may use them. */
  readonly captcha?: CaptchaHosts;
  /** Whether it may show Google's prompt that signs in with one tap. */
  readonly hasOneTap?: boolean;
};

/** To whom the forms of a page lead, besides us. */
function formHosts(route: RouteName | undefined, { payTo = [], signIn = [] }: OutsideHosts): string {
  if (route === undefined) return '';
  if (leadingToPay.has(route)) return sources(payTo);
  return leadingAway.has(route) ? sources(signIn) : '';
}

/** The headers of a page that differ from those of every answer. */
export function pageHeaders({
  route,
  suggested = '',
  hasMapboxMap = false,
  basemapOrigin,
  hosts = {},
  captcha = ownHosts,
  hasOneTap = false,
}: PageFacts): Readonly<Record<string, string>> {
  const kind = headerClassOf(route);
  const payment = kind === 'payment' ? hosts.payment : undefined;
  const tap = (host: keyof typeof googlePrompt): string => (hasOneTap ? ` ${googlePrompt[host]}` : '');
  const hashes = (/script-src([^;]*)/.exec(suggested)?.[1] ?? '').match(/'sha(?:256|384|512)-[\w+/=]+'/g) ?? [];
  return {
    'content-security-policy': policy({
      scripts: hashes.map((hash) => ` ${hash}`).join('') + sources([...(payment?.scripts ?? []), ...captcha.scripts]) + tap('script'),
      frames: sources([...(payment?.frames ?? []), ...captcha.frames]) + tap('rest'),
      calls:
        (hasMapboxMap ? mapboxHosts : '') + sources([...(basemapOrigin ? [basemapOrigin] : []), ...(payment?.calls ?? []), ...captcha.calls]) + tap('rest'),
      styles: tap('style'),
      files: sources(captcha.files),
      forms: formHosts(route, hosts),
      films: route === 'index' ? sources(hosts.films ?? []) : '',
    }),
    // With `same-origin` the window of another service could not tell this page that somebody has signed in.
    ...(kind === 'sign-in' || hasOneTap ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}),
  };
}

/** @param secure whether the public origin is https, so that browsers may be told to stay there. */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy({}),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** What means nothing on a script, a style or a font, and together weighs as much as a small one. */
export const documentHeaders = ['x-frame-options', 'cross-origin-opener-policy', 'permissions-policy', 'x-trace-id'] as const;

/** Pictures may be shown by other sites: link previews, search engines, partners, the app's pages. */
export const sharedPicture = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/** The policy of pictures: they load nothing, so nothing is allowed. Short, because a page has many of them. */
export const picturePolicy = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", ...sharedPicture } as const;

/** A drawing that is a text could hold more than shapes: opened by itself it is nobody's page, loads nothing and runs nothing. */
export const svgPolicy = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'" } as const;

/** The policy of the build's own files. It counts only for workers, which take theirs from their file; the rest go short. */
export function assetPolicy(pathname: string): Readonly<Record<string, string>> {
  const partners = pathname.includes('worker') ? mapboxHosts : '';
  return { 'content-security-policy': `default-src 'self'${partners && `; connect-src 'self'${partners}`}; frame-ancestors 'none'` };
}
