/** Which way of signing in stands first, and where ways begin. Browser-safe. */
import type { Locale } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import type { Paths } from '#lib/paths.ts';
import { canals } from './accounts-forms.schema.ts';

/** Readers of mainland China sign in by phone, others rather by mail. @example usualCanal('zh-cn', false) // '1' */
export function usualCanal(locale: Locale, isByPhone: boolean): string {
  return isByPhone || locale === 'zh-cn' ? canals.phone : canals.email;
}

/** The page that another contact is given on. */
export function startOf(event: 'login' | 'forget' | 'active'): 'login' | 'reset_password' | 'account_contact' {
  return event === 'login' ? 'login' : event === 'forget' ? 'reset_password' : 'account_contact';
}

/** The pages above one of an account's. */
export function accountTrail(t: T, paths: Pick<Paths, 'to'>): readonly { readonly name: string; readonly href: string }[] {
  return [
    { name: t('accounts.account'), href: paths.to('profile') },
    { name: t('accounts.account_title'), href: paths.to('profile_account') },
  ];
}
