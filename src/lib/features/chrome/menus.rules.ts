/**
 * The entries of header, menu and footer (R3.58): what an entry does, where it leads in wide and in narrow windows, whether
 * it is hidden, and as what its use is recorded. A page that is not open yet, or not in this locale, is no entry.
 */
import { cookiePolicyId, faqId, privacyPolicyId, serviceAgreementId } from '#lib/features/editorial/editorial.schema.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { Paths } from '#lib/paths.ts';
import { isOpen, routeOf } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import type { MenuName } from './chrome.schema.ts';

/** What an entry without an address opens: the panel of that id. Each is a page too, from which it is fetched, and leads without script to one that says as much. */
type Panel = 'cities';
const panels = { cities: { page: 'city_picker', instead: 'city' } } as const satisfies Record<Panel, { page: RouteName; instead: RouteName }>;
type Target = { readonly route: RouteName; readonly params?: Readonly<Record<string, string | number>> };
type Common = {
  readonly text: MessageKey;
  /** Kept in the menu's list, and not shown. */
  readonly hide?: boolean;
  /** Not shown in the network edition (R6.17). */
  readonly forPartners?: boolean;
};
export type MenuEntry = Common &
  (
    | ({ readonly type: 'url' } & Target)
    /** Wide windows and narrow ones lead to different pages. */
    | { readonly type: 'url'; readonly pc: Target; readonly mob: Target }
    | { readonly type: 'fn'; readonly fnType: Panel }
  );

/** What a template prints. Where the two addresses differ, each is shown in its windows alone. */
export type ShownEntry = { readonly text: string; readonly tracking: MenuName } & (
  | { readonly type: 'url'; readonly pcUrl: string; readonly mobUrl: string }
  | {
      readonly type: 'fn';
      readonly fnType: Panel /** The page that the panel is part of. */;
      readonly panelUrl: string /** Without script. */;
      readonly url: string;
    }
);

const menus = {
  main: [
    { type: 'fn', text: 'chrome.cities', fnType: 'cities' },
    { type: 'url', text: 'chrome.guides', route: 'guides' },
    { type: 'url', text: 'chrome.helps', route: 'helps' },
  ],
  mobile: [
    { type: 'fn', text: 'chrome.city_picker', fnType: 'cities' },
    { type: 'url', text: 'chrome.recommendation', route: 'recommendation' },
    { type: 'url', text: 'chrome.house_share', route: 'house_share_list' },
    { type: 'url', text: 'chrome.guides', route: 'guides' },
    { type: 'url', text: 'chrome.compare', route: 'house_compare' },
    { type: 'url', text: 'chrome.helps', route: 'helps' },
    { type: 'url', text: 'chrome.become_partner', route: 'partners', forPartners: true },
    { type: 'url', text: 'chrome.get_in_touch', route: 'contact_us' },
  ],
  find: [
    { type: 'url', text: 'chrome.all_cities', route: 'city' },
    { type: 'url', text: 'chrome.recommendation', route: 'recommendation' },
    { type: 'url', text: 'chrome.house_share', route: 'house_share_list' },
    { type: 'url', text: 'chrome.compare', route: 'house_compare' },
  ],
  company: [
    { type: 'url', text: 'chrome.about', route: 'about' },
    { type: 'url', text: 'chrome.join_us', route: 'join_us' },
    { type: 'url', text: 'chrome.blog', route: 'blog' },
    { type: 'url', text: 'chrome.guides', route: 'guides' },
  ],
  partnership: [
    { type: 'url', text: 'chrome.partners', route: 'partners', forPartners: true },
    { type: 'url', text: 'chrome.providers', route: 'providers', forPartners: true },
  ],
  support: [
    { type: 'url', text: 'payrent.title', route: 'payrent' },
    { type: 'url', text: 'chrome.faq', route: 'help', params: { id: faqId } },
    { type: 'url', text: 'editorial.topics_title', route: 'list_topic' },
    { type: 'url', text: 'chrome.consultants', route: 'consultants' },
    { type: 'url', text: 'chrome.contact_us', route: 'contact_us' },
    { type: 'url', text: 'reports.feedback_title', route: 'feedback' },
    { type: 'url', text: 'chrome.service_agreement', route: 'document', params: { id: serviceAgreementId } },
    { type: 'url', text: 'chrome.privacy_policy', route: 'document', params: { id: privacyPolicyId } },
    { type: 'url', text: 'chrome.cookie_policy', route: 'document', params: { id: cookiePolicyId } },
  ],
} as const satisfies Record<MenuName, readonly MenuEntry[]>;

const hasPage = ({ route }: Target, paths: Paths): boolean => isOpen(route) && (routeOf(route).locales === 'all' || paths.locale === 'en-us');

/** The comparison answers the reader's question, wherever it is opened from. */
const addressOf = ({ route, params }: Target, paths: Paths, asks: string): string =>
  paths.ofPage({ name: route, params: params ?? {} }) + (route === 'house_compare' ? asks : '');

/**
 * Entries as a template prints them, in a locale.
 * @param tracking the name their use is recorded under.
 * @param asks the query that carries the reader's question; empty where nothing is asked.
 */
export function shownEntries(entries: readonly MenuEntry[], tracking: MenuName, t: T, paths: Paths, asks = ''): readonly ShownEntry[] {
  return entries.flatMap((entry): readonly ShownEntry[] => {
    if (entry.hide) return [];
    const text = t(entry.text);
    if (entry.type === 'fn') {
      const { page, instead } = panels[entry.fnType];
      return [{ type: 'fn', text, tracking, fnType: entry.fnType, panelUrl: paths.to(page), url: paths.to(instead) }];
    }
    const { pc, mob } = 'pc' in entry ? entry : { pc: entry, mob: entry };
    if (!hasPage(pc, paths) || !hasPage(mob, paths)) return [];
    return [{ type: 'url', text, tracking, pcUrl: addressOf(pc, paths, asks), mobUrl: addressOf(mob, paths, asks) }];
  });
}

/** What the chrome of a page shows: to whom in which words, and in which edition of the site. */
export type ChromeView = { readonly t: T; readonly paths: Paths; readonly siteVariant: 'main' | 'net' };

/** One menu in a locale (R1.49–R1.51, R2.196). @param asks as of `shownEntries`. */
export function menuEntries(menu: MenuName, { t, paths, siteVariant }: ChromeView, asks = ''): readonly ShownEntry[] {
  const entries: readonly MenuEntry[] = menus[menu];
  return shownEntries(siteVariant === 'net' ? entries.filter(({ forPartners }) => !forPartners) : entries, menu, t, paths, asks);
}

/** R6.18: whether pages lead to their other languages. */
export const showsLanguages = ({ siteVariant }: Pick<ChromeView, 'siteVariant'>): boolean => siteVariant === 'main';
