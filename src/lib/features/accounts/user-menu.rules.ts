/** The menu of somebody who is signed in (R2.193): the rooms that are open. Browser-safe. */
import type { T } from '#lib/i18n/t.ts';
import type { Paths } from '#lib/paths.ts';
import { isOpen } from '#lib/routes.ts';

const entries = [
  { text: 'accounts.account', route: 'profile' },
  { text: 'orders.orders', route: 'profile_order/rentalOrder' },
  { text: 'payrent.title', route: 'rental' },
  { text: 'kept.saved', route: 'favourites' },
  { text: 'enquiries.messages', route: 'profile_messages' },
  { text: 'accounts.account_title', route: 'profile_account' },
  { text: 'accounts.setting_title', route: 'profile_setting' },
  { text: 'accounts.devices_title', route: 'account_devices' },
] as const;

/** Entries as a template prints them. @param unread how many messages are new. */
export function userMenu(t: T, paths: Pick<Paths, 'to'>, unread: number): readonly { readonly text: string; readonly href: string }[] {
  return entries
    .filter(({ route }) => isOpen(route))
    .map(({ text, route }) => {
      const isNew = route === 'profile_messages' && unread > 0;
      return { text: isNew ? `${t(text)} · ${t('news.unread', { count: unread })}` : t(text), href: paths.to(route) };
    });
}
