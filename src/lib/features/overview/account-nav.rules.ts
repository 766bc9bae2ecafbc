/** What leads through an account, on every page of it: nine places on desks, four on phones, and the rest behind one more. Browser-safe. */
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { Paths } from '#lib/paths.ts';
import { isOpen } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';

type IconName = 'home' | 'document' | 'heart' | 'chat' | 'video' | 'bed' | 'card' | 'search' | 'gear';
type Place = {
  readonly route: RouteName;
  readonly text: MessageKey;
  readonly icon: IconName;
  /** Pages of it, by the beginnings of their files' names. */
  readonly pages: readonly string[];
  /** Among the four of phones. */
  readonly isFirst?: true;
};

const places = [
  { route: 'profile', text: 'overview.overview', icon: 'home', pages: ['profile'], isFirst: true },
  { route: 'profile_order/rentalOrder', text: 'overview.booking', icon: 'document', pages: ['order', 'apply-', 'book-'], isFirst: true },
  { route: 'profile_favourites', text: 'kept.saved', icon: 'heart', pages: ['favourites', 'share-favourites'], isFirst: true },
  { route: 'profile_messages', text: 'enquiries.messages', icon: 'chat', pages: ['messages', 'enquiry', 'news-'], isFirst: true },
  { route: 'viewings', text: 'viewings.title', icon: 'video', pages: ['viewing'] },
  { route: 'profile_activity', text: 'overview.kept', icon: 'bed', pages: ['activity', 'waiting-list'] },
  { route: 'rental', text: 'payrent.title', icon: 'card', pages: ['rental', 'rent', 'rent-'] },
  { route: 'saved_searches', text: 'searches.title', icon: 'search', pages: ['saved-searches', 'notices'] },
  { route: 'profile_account', text: 'accounts.account_title', icon: 'gear', pages: ['account'] },
] as const satisfies readonly Place[];

const rest = [
  { route: 'profile_myHouse', text: 'orders.my_home' },
  { route: 'profile_order/group-list', text: 'groups.title' },
  { route: 'profile_apply-information', text: 'orders.information_title' },
  { route: 'profile_coupons', text: 'coupons.title' },
  { route: 'profile_order/comments', text: 'reviews.title' },
  { route: 'history', text: 'history.title' },
  { route: 'findhousecard', text: 'wishes.title' },
  { route: 'profile_setting', text: 'accounts.setting_title' },
  { route: 'account_devices', text: 'accounts.devices_title' },
  { route: 'logout', text: 'accounts.sign_out' },
] as const satisfies readonly { readonly route: RouteName; readonly text: MessageKey }[];

export type AccountPlace = {
  readonly href: string;
  readonly text: string;
  readonly icon: IconName;
  readonly isHere: boolean;
  readonly isFirst: boolean;
  /** How much is new. */
  readonly count: number;
};

/** @param file the page's file, `account/orders`. @param unread how many messages are new. */
export function accountNav(
  t: T,
  paths: Pick<Paths, 'to'>,
  file: string,
  unread: number,
): { readonly places: readonly AccountPlace[]; readonly rest: readonly { readonly href: string; readonly text: string; readonly isHere: boolean }[] } {
  const name = file.replace(/^account\//, '');
  const isAt = (pages: readonly string[]): boolean => pages.some((one) => name === one || (/(?:-|order|viewing|account)$/.test(one) && name.startsWith(one)));
  const files: Readonly<Record<(typeof rest)[number]['route'], string>> = {
    profile_myHouse: 'my-house',
    'profile_order/group-list': 'groups',
    'profile_apply-information': 'apply-information',
    profile_coupons: 'coupons',
    'profile_order/comments': 'reviews',
    history: 'history',
    findhousecard: 'findhousecard',
    profile_setting: 'setting',
    account_devices: 'account-devices',
    logout: 'logout',
  };
  const more = rest.filter(({ route }) => isOpen(route)).map(({ route, text }) => ({ href: paths.to(route), text: t(text), isHere: files[route] === name }));
  const isInRest = more.some(({ isHere }) => isHere);
  return {
    places: places
      .filter(({ route }) => isOpen(route))
      .map((place) => ({
        href: paths.to(place.route),
        text: t(place.text),
        icon: place.icon,
        isHere: !isInRest && isAt(place.pages),
        isFirst: 'isFirst' in place,
        count: place.route === 'profile_messages' ? unread : 0,
      })),
    rest: more,
  };
}
