/** Who checked what, how and when; what nobody checked is said as plainly. Its styles are verification.css and entry-icons.css. */
import { icon } from '#layouts/blocks/chrome/icon.ts';
import { brand, brandName } from '#lib/brand.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
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

/** How many facts were checked, and which were not; each with who, how and when is behind it. */
export function verificationLine(words: HouseWords, house: Pick<House, 'verifications'>): Html {
  const { t, intl, locale } = words;
  const { format } = numberFormat(intl, {});
  const done = verifiedFacts.filter((fact) => house.verifications.some((one) => one.fact === fact));
  const missing = verifiedFacts.filter((fact) => !done.includes(fact));
  const named = (facts: typeof missing): string =>
    listWords(
      facts.map((fact) => coded(t, 'verified_fact', fact)),
      locale,
    );
  const title = done.length > 0 ? t('listings.checked_of', { done: format(done.length), all: format(verifiedFacts.length) }) : t('house.nothing_checked');
  return html`<details class="opens checked${missing.length === 0 ? ' all' : ''}"><summary>${icon(done.length > 0 ? 'shield' : 'info', 22)}<span><b>${title}</b>${
    done.length > 0 && html`<small>${named(done)}</small>`
  }${done.length > 0 && missing.length > 0 && html`<small>${t('house.checks_missing', { facts: named(missing) })}</small>`}</span></summary>${verification(
    words,
    house,
  )}</details>`;
}
