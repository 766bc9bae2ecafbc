/** What the real-name check keeps of a person, for themselves. */
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { NamesByHandService } from './names-by-hand.service.ts';
import type { RealnameService } from './realname.service.ts';

export function realnameSource(realname: Pick<RealnameService, 'wholeOf'>, byHand: Pick<NamesByHandService, 'all'>): PersonalSource {
  return {
    name: 'real_name',
    async read(userId) {
      const [card, words] = await Promise.all([realname.wholeOf(userId), byHand.all(userId)]);
      const hand = words.map(({ name, document, reason, askedAt, agreedAt, endedAt }) => ({ name, document, reason, askedAt, agreedAt, endedAt }));
      const items = card
        ? [
            [
              { label: 'realname.name' as const, value: card.name },
              { label: 'realname.number' as const, value: card.number },
              { label: 'mydata.given' as const, value: card.givenAt.toISOString() },
            ],
          ]
        : [];
      const said = hand.map(({ name, askedAt }) => [
        { label: 'realname.hand_name' as const, value: name },
        { label: 'mydata.given' as const, value: askedAt.toISOString() },
      ]);
      return { title: 'realname.title', items: [...items, ...said], data: hand.length === 0 ? (card ?? null) : { ...card, confirmed_by_hand: hand } };
    },
  };
}
