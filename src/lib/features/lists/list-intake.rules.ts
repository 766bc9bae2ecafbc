/** The lease that a list says once above its cards. Pure. */
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import type { CardOffer, ListedHouse } from '#lib/features/finding/question.schema.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';

/** First and last day of a lease. */
export type LeaseDays = { readonly moveIn: string; readonly moveOut: string };

export const isSameLease = (a: LeaseDays, b: LeaseDays): boolean => a.moveIn === b.moveIn && a.moveOut === b.moveOut;

/** The offer with the days that most offers of the list's intake have; of several the first. Undefined where none is of it. */
export function saidOffer(homes: readonly Pick<ListedHouse, 'offer'>[]): CardOffer | undefined {
  const offers = homes.flatMap(({ offer }) => (offer?.isOfIntake ? [offer] : []));
  const counted = [...Map.groupBy(offers, ({ terms: { moveIn, moveOut } }) => `${moveIn} ${moveOut}`).values()];
  return counted.toSorted((a, b) => b.length - a.length)[0]?.[0];
}

/**
 * The question that a card's links carry: with the intake, where the page of the home would lead with another lease that costs less, and
 * otherwise without any, as the page would lead with another lease than the card.
 */
export function askedWithIntake(question: ReaderQuestion, offer: CardOffer | undefined, intake: Intake | undefined): ReaderQuestion {
  if (intake && offer?.isOfIntake && !offer.isCheapest) return { ...question, intake };
  return question.intake ? { ...question, intake: undefined } : question;
}
