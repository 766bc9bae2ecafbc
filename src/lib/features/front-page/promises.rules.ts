/** What the site promises, as the home page and the ads call say it. Pure. */
import type { T } from '#lib/i18n/t.ts';

export type PromiseCard = { readonly icon: 'compare' | 'clock' | 'calendar' | 'shield'; readonly title: string; readonly text: string };

export function promises(t: T): readonly PromiseCard[] {
  return [
    { icon: 'compare', title: t('places.protect_price_title'), text: t('places.protect_price_text') },
    { icon: 'clock', title: t('places.protect_age_title'), text: t('places.protect_age_text') },
    { icon: 'calendar', title: t('places.protect_cancel_title'), text: t('places.protect_cancel_text') },
    { icon: 'shield', title: t('places.protect_proof_title'), text: t('places.protect_proof_text') },
  ];
}

/** The number of the help page that explains the promises. */
export const promisesHelpId = 123889;
