/** What the first page of the desk reads. It only reads; what was held at a comparison is kept. */
import type { TodayRepository } from './today.repository.ts';

export type TodayService = ReturnType<typeof createTodayService>;

export function createTodayService(repository: TodayRepository) {
  /** What was held at a moment of the past stays as it was: looked up once for each. */
  let held: { readonly at: number; readonly sums: ReturnType<TodayRepository['heldAt']> } | undefined;
  return {
    ...repository,
    heldAt(at: Date): ReturnType<TodayRepository['heldAt']> {
      if (held?.at !== at.getTime()) held = { at: at.getTime(), sums: repository.heldAt(at) };
      return held.sums;
    },
  };
}
