/** What is asked of homes side by side: as one question, and as each of them is asked it. Pure. */
import { askedIn } from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { Country } from '#lib/features/geo/geo.schema.ts';
import type { ReadHouse } from './house.schema.ts';

type AskedHome = Pick<ReadHouse, 'question' | 'city'>;

/** The country in whose currency a rent is asked for: that of the place asked for, otherwise that of the first home. */
export function rentCountry({ near }: ReaderQuestion, homes: readonly Pick<AskedHome, 'city'>[]): Country | undefined {
  return near?.city.country ?? homes[0]?.city.country;
}

/** The whole question of a comparison. @param question of its address, in which the school of one of the homes may be one of several of that name. */
export function questionOfHomes(question: ReaderQuestion, homes: readonly AskedHome[]): ReaderQuestion {
  return { ...question, near: question.near ?? homes.find((home) => home.question.near)?.question.near };
}

/** The question of what is left of a comparison: where another home becomes the first, its rent is asked for in the same currency still, or not at all. */
export function questionOfRest(question: ReaderQuestion, homes: readonly AskedHome[], rest: readonly AskedHome[]): ReaderQuestion {
  const country = rentCountry(question, rest);
  return country ? askedIn(question, rentCountry(question, homes), country) : question;
}
