/** What became of saved homes, in the reader's words. Browser-safe. */
import { leaseLength } from '#lib/features/catalogue/rent.words.ts';
import type { HouseCardFacts } from '#lib/features/lists/list.schema.ts';
import type { T } from '#lib/i18n/t.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { BoardNewsKind, Watched } from './board-news.rules.ts';

type Words = { readonly t: T; readonly intl: string };
type Home = Pick<Watched, 'change'> & { readonly name: string; readonly card: Pick<HouseCardFacts, 'offer'> | undefined; readonly overStay: Money | undefined };

/** What a changed rent comes to over the lease that is shown; undefined where that lease is another than the one that changed. */
export function sayOverStay({ overStay, card }: Pick<Home, 'overStay' | 'card'>, { t, intl }: Words): string | undefined {
  const offer = card?.offer;
  return offer && overStay && t('shortlist.over_stay', { amount: formatMoney(overStay, intl), length: leaseLength(t, offer.price, offer.terms.unit, intl) });
}

/** One line above the homes. */
export function sayBoardNews({ kind, home }: { readonly kind: BoardNewsKind; readonly home: Home }, words: Words): string {
  const { t, intl } = words;
  const { name, change } = home;
  switch (kind) {
    case 'last':
      return t('shortlist.news_last', { name });
    case 'free':
      return t('shortlist.news_free', { name });
    case 'full':
      return t('shortlist.news_full', { name });
    case 'gone':
      return t('shortlist.news_gone', { name });
    default: {
      const amount = change ? formatMoney(change.by, intl) : '';
      const week = t(kind === 'lower' ? 'shortlist.news_lower' : 'shortlist.news_higher', { name, amount });
      return [week, sayOverStay(home, words)].filter(Boolean).join(' ');
    }
  }
}
