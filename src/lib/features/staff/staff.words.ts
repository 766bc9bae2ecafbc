/** What the section of staff calls roles. Browser-safe. */
import type { PersonStanding, StaffRole } from '#lib/access.ts';
import type { ContactKind } from '#lib/features/accounts/accounts.schema.ts';
import type { MessageKey } from '#lib/i18n/t.ts';

export const roleLabels: Readonly<Record<StaffRole, MessageKey>> = {
  support: 'staff.role_support',
  finance: 'staff.role_finance',
  editor: 'staff.role_editor',
  admin: 'staff.role_admin',
};

/** What the page of a member's own ways in says was done. */
export const securityDone: Readonly<Record<string, MessageKey | undefined>> = {
  proved: 'staff.proved',
  zone: 'staff.zone_saved',
  added: 'staff.passkey_added',
  renamed: 'staff.passkey_renamed',
  removed: 'accounts.passkey_removed',
};

export const contactLabels: Readonly<Record<ContactKind, MessageKey>> = { email: 'accounts.email', phone: 'accounts.phone' };

/** Roles inside a partner are one word here: what they are is the partner's own business. */
export const standingLabels: Readonly<Record<PersonStanding, MessageKey>> = {
  renter: 'staff.renter',
  'pending-partner': 'staff.pending_partner',
  'partner-owner': 'staff.partner',
  'partner-staff': 'staff.partner',
  'partner-viewer': 'staff.partner',
  publisher: 'staff.publisher',
  consultant: 'staff.consultant',
  university: 'staff.university',
  'live-host': 'staff.live_host',
};

/** What far too much of was turned away. */
export const alarmLabels = {
  'cross-site': 'staff.alarm_cross_site',
  'bad-signature': 'staff.alarm_bad_signature',
  limit: 'staff.alarm_limit',
  host: 'staff.alarm_host',
  role: 'staff.alarm_role',
  'wrong-password': 'staff.alarm_wrong_password',
  'wrong-code': 'staff.alarm_wrong_code',
  locked: 'staff.alarm_locked',
  captcha: 'staff.alarm_captcha',
} as const;
