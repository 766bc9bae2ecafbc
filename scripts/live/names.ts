/** The checks of `npm run check:live`, in the order in which they are made. */
export const liveNames = ['party', 'site', 'certificate', 'mail', 'dns', 'sms', 'payments', 'payouts', 'storage', 'scanner', 'services', 'backup'] as const;

export type LiveName = (typeof liveNames)[number];
