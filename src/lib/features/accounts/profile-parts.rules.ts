/** What belongs to an account (R2.135), in the order in which somebody who rents needs it: what is under way first. */
import type { T } from '#lib/i18n/t.ts';
import type { Paths } from '#lib/paths.ts';
import { isOpen } from '#lib/routes.ts';

const sections = [
  {
    title: 'accounts.profile_renting',
    parts: [
      { route: 'profile_order/rentalOrder', title: 'orders.orders', about: 'orders.orders_about' },
      { route: 'profile_myHouse', title: 'orders.my_home', about: 'orders.my_home_lead' },
      { route: 'profile_activity', title: 'stock.title', about: 'stock.lead' },
      { route: 'viewings', title: 'viewings.title', about: 'viewings.about' },
      { route: 'rental', title: 'payrent.title', about: 'payrent.about' },
      { route: 'profile_order/group-list', title: 'groups.title', about: 'groups.about' },
      { route: 'profile_apply-information', title: 'orders.information_title', about: 'orders.information_lead' },
      { route: 'profile_coupons', title: 'coupons.title', about: 'coupons.lead' },
      { route: 'profile_order/comments', title: 'reviews.title', about: 'reviews.about' },
    ],
  },
  {
    title: 'accounts.profile_finding',
    parts: [
      { route: 'profile_favourites', title: 'kept.saved', about: 'accounts.saved_about' },
      { route: 'history', title: 'history.title', about: 'history.about' },
      { route: 'saved_searches', title: 'searches.title', about: 'searches.about' },
      { route: 'findhousecard', title: 'wishes.title', about: 'wishes.about' },
    ],
  },
  {
    title: 'accounts.profile_you',
    parts: [
      { route: 'profile_account', title: 'accounts.account_title', about: 'accounts.account_about' },
      { route: 'profile_setting', title: 'accounts.setting_title', about: 'accounts.setting_about' },
      { route: 'account_devices', title: 'accounts.devices_title', about: 'accounts.devices_about' },
    ],
  },
] as const;

type Entry = { readonly href: string; readonly title: string; readonly about: string };

/** Sections and their entries as a template prints them. */
export function profileParts(t: T, paths: Pick<Paths, 'to'>): readonly { readonly title: string; readonly entries: readonly Entry[] }[] {
  return sections.map(({ title, parts }) => ({
    title: t(title),
    entries: parts.filter(({ route }) => isOpen(route)).map((part) => ({ href: paths.to(part.route), title: t(part.title), about: t(part.about) })),
  }));
}
