/** The prompt of Google's that signs in with one tap: where it is offered, and how long somebody who closed it is left alone. Browser-safe. */
import { ownCookies } from '#lib/own-cookies.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { RouteName } from '#lib/routes.ts';

/** Ties a prompt to the browser it was shown in: what Google then says holds a word that this browser alone asked with. */
export const { oneTap: oneTapCookie } = ownCookies;
/** Seconds in which a prompt is answered. */
export const oneTapLife = 600;
/** Milliseconds for which who closed the prompt is not asked again. */
export const oneTapRest = 30 * 86_400_000;
/** R9.32: what Google's script brings is looked for so often, every so many milliseconds. */
export const oneTapTries = { most: 60, every: 1_000 } as const;

/** Pages on which people look at homes. All others load nothing of Google's. */
const offering: ReadonlySet<RouteName> = new Set<RouteName>(['index', 'country_page', 'new_list', 'new_list2', 'new_list3', 'house_detail', 'unit_detail']);

/** Whether the page may show it. A page of zh-cn names no host of Google's, whoever reads it. */
export const mayShowOneTap = (locale: Locale, route: RouteName): boolean => locale !== 'zh-cn' && offering.has(route);

/** Zones of mainland China, as browsers name them. Who is there cannot reach Google, and is not asked where they are. */
const mainland = /^(?:PRC|Asia\/(?:Shanghai|Urumqi|Kashgar|Chongqing|Chungking|Harbin))$/;

export type OneTapReader = {
  readonly isSignedIn: boolean;
  /** Optional cookies: Google learns that somebody is here. */
  readonly isAgreed: boolean;
  readonly timeZone: string;
  readonly userAgent: string;
  /** When they closed it, in milliseconds. */
  readonly closedAt: number | undefined;
  readonly now: number;
};

/** Whether a reader is asked at all; the server knows more, and has the last word (R6.21). */
export function isOneTapDue({ isSignedIn, isAgreed, timeZone, userAgent, closedAt, now }: OneTapReader): boolean {
  if (isSignedIn || !isAgreed || mainland.test(timeZone) || /MicroMessenger/i.test(userAgent)) return false;
  return closedAt === undefined || now < closedAt || now - closedAt >= oneTapRest;
}

/** Looks for something until it is there. @param wait resolves after so many milliseconds. @returns undefined when it never came. */
export async function untilThere<T>(
  find: () => T | undefined,
  wait: (milliseconds: number) => Promise<void>,
  { most, every }: { readonly most: number; readonly every: number } = oneTapTries,
): Promise<T | undefined> {
  for (let tried = 1; ; tried++) {
    const found = find();
    if (found !== undefined || tried >= most) return found;
    await wait(every);
  }
}
