/** Groups that a person is or was in, for themselves: of the others it tells nothing. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { GroupsService } from './groups.service.ts';

export function groupsSource(groups: Pick<GroupsService, 'of'>): PersonalSource {
  return {
    name: 'groups',
    async read(userId) {
      const all = await groups.of(userId);
      const items: readonly PersonalItem[] = all.map(({ group, me }) => [
        { label: 'orders.home', value: group.home.name },
        { label: 'orders.unit', value: me.unit },
        { label: 'groups.called', value: me.called },
        { label: 'orders.code', value: me.order },
        { label: 'mydata.given', value: me.joinedAt.toISOString() },
      ]);
      const data = all.map(({ group, me }) => ({
        group: group.code,
        home: group.home.name,
        from: group.from,
        to: group.to,
        made_by_you: group.madeBy === userId,
        called: me.called,
        room: me.unit,
        order: me.order,
        joined_at: me.joinedAt,
        left_at: me.leftAt ?? null,
      }));
      return { title: 'groups.title', items, data: { groups: data } };
    },
  };
}
