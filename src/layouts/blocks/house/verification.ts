/** Who checked what, how and when; what nobody checked is said as plainly. Its styles are verification.css and entry-icons.css. */
import { brand, brandName } from '#lib/brand.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { HouseWords } from './house-words.ts';

export function verification({ t, intl, locale }: HouseWords, { verifications }: Pick<House, 'verifications'>): Html {
  /** A check of ours is signed with our name as the reader writes it. */
  const signed = (by: string): string => (by === brand.name ? brandName(locale) : by);
  const items = verifiedFacts.map((fact) => {
    const check = verifications.find((one) => one.fact === fact);
    return html`<li class="${check ? 'done' : 'open'}"><strong>${coded(t, 'verified_fact', fact)}</strong> <span class="how">${
      check
        ? t('house.checked_by', { by: signed(check.by), how: coded(t, 'verification_method', check.method), date: formatDate(check.on, intl) })
        : t('house.not_checked')
    }</span></li>`;
  });
  return html`<ul role="list" class="checks">${items}</ul>`;
}
