/** The links of header, menu and footer. A link to a page that is not open yet, or not in this locale, is left out. */
import { cookiePolicyId, faqId, privacyPolicyId, serviceAgreementId } from '#lib/features/editorial/editorial.schema.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { Paths } from '#lib/paths.ts';
import { isOpen, routeOf } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';

type MenuLink = { readonly text: MessageKey; readonly route: RouteName; readonly params?: Readonly<Record<string, string | number>> };

/** What a template prints. */
export type ShownLink = { readonly text: string; readonly href: string };

const menus = {
  main: [
    { text: 'chrome.guides', route: 'guides' },
    { text: 'chrome.helps', route: 'helps' },
  ],
  mobile: [
    { text: 'chrome.all_cities', route: 'city' },
    { text: 'chrome.recommendation', route: 'recommendation' },
    { text: 'chrome.house_share', route: 'house_share_list' },
    { text: 'chrome.guides', route: 'guides' },
    { text: 'chrome.compare', route: 'house_compare' },
    { text: 'chrome.helps', route: 'helps' },
    { text: 'chrome.become_partner', route: 'partners' },
    { text: 'chrome.get_in_touch', route: 'contact_us' },
  ],
  find: [
    { text: 'chrome.all_cities', route: 'city' },
    { text: 'chrome.recommendation', route: 'recommendation' },
    { text: 'chrome.house_share', route: 'house_share_list' },
    { text: 'chrome.compare', route: 'house_compare' },
  ],
  company: [
    { text: 'chrome.about', route: 'about' },
    { text: 'chrome.join_us', route: 'join_us' },
    { text: 'chrome.blog', route: 'blog' },
    { text: 'chrome.guides', route: 'guides' },
  ],
  partnership: [
    { text: 'chrome.partners', route: 'partners' },
    { text: 'chrome.providers', route: 'providers' },
  ],
  support: [
    { text: 'chrome.faq', route: 'help', params: { id: faqId } },
    { text: 'chrome.consultants', route: 'consultants' },
    { text: 'chrome.contact_us', route: 'contact_us' },
    { text: 'chrome.service_agreement', route: 'document', params: { id: serviceAgreementId } },
    { text: 'chrome.privacy_policy', route: 'document', params: { id: privacyPolicyId } },
    { text: 'chrome.cookie_policy', route: 'document', params: { id: cookiePolicyId } },
  ],
} as const satisfies Record<string, readonly MenuLink[]>;

/** One menu in a locale (R1.49–R1.51, R2.196). */
export function menuLinks(menu: keyof typeof menus, t: T, paths: Paths): readonly ShownLink[] {
  const links: readonly MenuLink[] = menus[menu];
  return links
    .filter(({ route }) => isOpen(route) && (routeOf(route).locales === 'all' || paths.locale === 'en-us'))
    .map(({ text, route, params }) => ({ text: t(text), href: paths.ofPage({ name: route, params: params ?? {} }) }));
}
