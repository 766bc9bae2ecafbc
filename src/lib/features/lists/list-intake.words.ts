/** The lease that a list and its map say once for all their rents, in the reader's words. */
import { formatDate } from '#lib/dates/dates.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { leaseLength } from '#lib/features/catalogue/rent.words.ts';
import type { ListedHouse } from '#lib/features/finding/question.schema.ts';
import type { Reader } from '#lib/reader.ts';
import { saidOffer } from './list-intake.rules.ts';

/** Undefined where no home of these offers the intake of its list. */
export function saidIntake(homes: readonly Pick<ListedHouse, 'offer'>[], { t, intl }: Pick<Reader, 't' | 'intl'>): string | undefined {
  const said = saidOffer(homes)?.terms;
  return said && t('listings.intake', { date: formatDate(said.moveIn, intl), length: leaseLength(t, wholePrice(said), said.unit, intl) });
}
