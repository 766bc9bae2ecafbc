/** Who offers the home, with the way to all that is recorded of them. Its styles are provider.css and entry-icons.css. */
import { formatDate } from '#lib/dates/dates.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { HouseWords } from './house-words.ts';

export function provider({ t, intl, paths }: HouseWords, { supplier }: Pick<House, 'supplier'>): Html {
  const { name, slug, kind, verifiedOn } = supplier;
  return html`<div class="provider"><p><strong><a href="${paths.to('provider_record', { slug })}">${name}</a></strong><span class="muted">${coded(t, 'supplier_kind', kind)}</span></p><p class="${
    verifiedOn ? 'good' : 'open'
  }">${verifiedOn ? t('house.supplier_checked', { date: formatDate(verifiedOn, intl) }) : t('house.supplier_not_checked')}</p></div>`;
}
