/**
 * What somebody wrote whose session had ended when they sent it, or who had to show once more who they are: encrypted, one form for each
 * person or member of staff, for half an hour, given back once.
 */
import { z } from 'zod';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import type { ChallengesService } from './challenges.service.ts';

const lifeMs = 30 * 60_000;
const shape = z.object({
  /** Address of the form's page, with its query. */
  path: z.string(),
  values: z.record(z.string(), z.string()),
});
export type KeptForm = z.infer<typeof shape>;

/** Whose form it is. */
export type FormKeeper = { readonly userId: UserId } | { readonly staffId: StaffId };

const nameOf = (keeper: FormKeeper): string => ('userId' in keeper ? String(keeper.userId) : `staff ${keeper.staffId}`);

export type KeptForms = ReturnType<typeof createKeptForms>;

export function createKeptForms({ challenges }: { readonly challenges: Pick<ChallengesService, 'of'> }) {
  const forms = challenges.of('form', shape);
  return {
    /** Keeps a form in the place of the one before. */
    keep: (keeper: FormKeeper, form: KeptForm, now: Date): Promise<void> => forms.replaceUnder(nameOf(keeper), form, new Date(now.getTime() + lifeMs)),
    /** What was kept for a page; it stays until it is forgotten. */
    async find(keeper: FormKeeper, path: string, now: Date): Promise<KeptForm['values'] | undefined> {
      const found = await forms.find(nameOf(keeper), now);
      return found?.path === path ? found.values : undefined;
    },
    /** Ends what was kept for a page that shows it by now; what was kept for another page stays. */
    async forget(keeper: FormKeeper, path: string, now: Date): Promise<void> {
      if ((await forms.find(nameOf(keeper), now))?.path === path) await forms.take(nameOf(keeper), now);
    },
  };
}
