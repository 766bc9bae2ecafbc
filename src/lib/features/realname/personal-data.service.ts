/** What the real-name check keeps of a person, for themselves. */
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { RealnameService } from './realname.service.ts';

export function realnameSource(realname: Pick<RealnameService, 'wholeOf'>): PersonalSource {
  return {
    name: 'real_name',
    async read(userId) {
      const card = await realname.wholeOf(userId);
      const items = card
        ? [
            [
              { label: 'realname.name' as const, value: card.name },
              { label: 'realname.number' as const, value: card.number },
              { label: 'mydata.given' as const, value: card.givenAt.toISOString() },
            ],
          ]
        : [];
      return { title: 'realname.title', items, data: card ?? null };
    },
  };
}
