/** Who makes a call and how, read from its headers. */
import { defaultLocale, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { clientIdPattern, codePattern } from '#lib/ids/patterns.ts';
import { preSessionOf } from '#lib/pre-session.ts';
import { cookiesNamed } from '#lib/own-cookies.ts';
import type { CaptchaVerdict } from '#lib/ports/captcha/captcha.ts';
import type { GivenFile } from '#lib/forms/files.schema.ts';
import type { Session, StaffSession } from './gates/session.ts';
import { wireHeaders } from './signing.ts';

export type Caller = {
  readonly locale: Locale;
  readonly now: Date;
  /** The client's network address, as the server sees it. */
  readonly address: string;
  /** Two-letter country that a proxy in front has found out; undefined when none does. */
  readonly country: string | undefined;
  readonly deviceId: string | undefined;
  /** Who is signed in; nobody by default. */
  readonly session: Session | undefined;
  /** Which member of staff, where the call is one of theirs; `session` is then undefined. */
  readonly staff: StaffSession | undefined;
  /** The id of the visit before sign-in, where a page with a form gave one. */
  readonly preSession: string | undefined;
  /** What the captcha that came along proves; undefined when nothing. */
  readonly captcha: CaptchaVerdict | undefined;
  /** The file that came along, where the contract takes one. */
  readonly file: GivenFile | undefined;
  /** Names this one call in the logs. */
  readonly trace: string;
  /** A marketing code sent along, if well formed. */
  readonly xcode: string | undefined;
  readonly userAgent: string;
  cookie(name: string): string | undefined;
};

/** Who is signed in, for calls that a gate lets nobody else make. @throws {TypeError} where nobody is */
export function userIdOf({ session }: Pick<Caller, 'session'>): UserId {
  if (!session) throw new TypeError('a call of people was reached by nobody');
  return asId<UserId>(session.userId);
}

/** Which member of staff, for calls that a gate lets nobody else make. @throws {TypeError} where nobody is */
export function staffIdOf({ staff }: Pick<Caller, 'staff'>): StaffId {
  if (!staff) throw new TypeError('a call of staff was reached by nobody of the staff');
  return asId<StaffId>(staff.staffId);
}

/** Set by the server itself; what a client sends under these names is thrown away. */
export const serverHeaders = { address: 'x-loftling-address', country: 'x-loftling-country', trace: 'x-loftling-trace' } as const;

/**
 * The reader's locale from `Accept-Language`: an exact locale, else its language, for Chinese by its script (`zh-Hant-HK`, `zh-MO`), else the
 * default.
 */
export function localeOfHeader(header: string | undefined): Locale {
  const asked = (header ?? '').toLowerCase().split(',')[0]?.split(';')[0]?.trim() ?? '';
  const exact = locales.find((locale) => locale === asked);
  if (exact) return exact;
  if (asked.startsWith('en')) return 'en-us';
  if (asked.startsWith('vi')) return 'vi-vn';
  const [language, ...parts] = asked.split('-');
  if (language !== 'zh' || parts.includes('hans')) return defaultLocale;
  if (parts.includes('hk') || parts.includes('mo')) return 'zh-hk';
  return parts.includes('hant') || parts.includes('tw') ? 'zh-tw' : defaultLocale;
}

/** The value of a cookie in a `Cookie` header. A second one of the name makes both worthless: one of them was planted. */
export function cookieIn(header: string, name: string): string | undefined {
  const [value, ...others] = cookiesNamed(header, name);
  try {
    return others.length > 0 || value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** @param now when the call arrived. */
export function callerOf(headers: Headers, now: Date): Caller {
  const fitting = (name: string, pattern: RegExp): string | undefined => {
    const value = headers.get(name);
    return value && pattern.test(value) ? value : undefined;
  };
  const cookies = headers.get('cookie') ?? '';
  return {
    locale: localeOfHeader(headers.get('accept-language') ?? undefined),
    now,
    address: headers.get(serverHeaders.address) ?? 'unknown',
    country: fitting(serverHeaders.country, /^[A-Z]{2}$/),
    deviceId: fitting(wireHeaders.deviceId, clientIdPattern),
    session: undefined,
    staff: undefined,
    captcha: undefined,
    file: undefined,
    preSession: preSessionOf(cookies),
    trace: headers.get(serverHeaders.trace) ?? crypto.randomUUID(),
    xcode: fitting(wireHeaders.xcode, codePattern),
    userAgent: headers.get('user-agent') ?? '',
    cookie: (name) => cookieIn(cookies, name),
  };
}
