/** What the pages of groups show. */
import { refusalOf } from '#lib/access.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { momentsIn, readerZones } from '#lib/dates/reader-zones.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { orderPath } from '#lib/features/orders/order-pages.rules.ts';
import { stateLabels } from '#lib/features/orders/orders.words.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { actsOf, isOpen, placesLeft } from './groups.rules.ts';
import type { Group, Member } from './groups.schema.ts';
import type { GroupsService } from './groups.service.ts';
import { groupActLabels } from './groups.words.ts';

type View = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

type Parts = {
  readonly groups: GroupsService;
  readonly named: (id: HouseId, reader: Reader) => Promise<ReadHouse | undefined>;
  readonly absolute: Site['absolute'];
};

export type GroupsLoader = ReturnType<typeof createGroupsLoader>;
export type ShownGroup = NonNullable<Awaited<ReturnType<GroupsLoader['mine']>>>[number];

export function createGroupsLoader({ groups, named, absolute }: Parts) {
  const userOf = ({ visitor }: View): UserId | undefined => visitor?.session && asId<UserId>(visitor.session.userId);

  async function shown(group: Group, view: View) {
    const house = await named(group.houseId, view);
    const { t, intl, locale, paths } = view;
    return {
      code: group.code,
      title: house?.title ?? t('orders.home_gone'),
      housePath: house && paths.house(house),
      unit: unitTitle(group.home.unit, t),
      dates: `${formatDate(group.from, intl)} – ${formatDate(group.to, intl)}`,
      until: { shown: momentsIn(group.until, [group.home.zone, readerZones[locale] ?? 'UTC'], intl), machine: group.until.toISOString() },
      isOpen: isOpen(group, view.now),
    };
  }
  const said = ({ called, state, leftAt }: Member, { t }: View) => ({ called, state: leftAt ? t('groups.has_left') : t(stateLabels[state]) });

  return {
    /** Groups of who is signed in (R2.146); undefined when nobody is. */
    async mine(view: View) {
      const userId = userOf(view);
      if (userId === undefined) return undefined;
      const { t, paths, locale, now } = view;
      return Promise.all(
        (await groups.of(userId)).map(async ({ group, members, me }) => {
          const places = placesLeft(group, members);
          const link = paths.to('order_group', { token: groups.tokenOf(group) });
          return {
            ...(await shown(group, view)),
            size: group.size,
            places,
            members: members.map((one) => ({ ...said(one, view), isMe: one.userId === userId })),
            order: { code: me.order, href: orderPath(paths, me.order) },
            link: isOpen(group, now) && places > 0 && !me.leftAt ? { href: link, address: absolute(locale, link) } : undefined,
            acts: actsOf(group, me, now).map((value) => ({ value, label: t(groupActLabels[value]) })),
          };
        }),
      );
    },

    /** What a link leads to; undefined where it opens nothing (any more). */
    async invitation(view: View) {
      const userId = userOf(view);
      const token = view.page.params['token'] ?? '';
      const found = userId && (await groups.invitation(token, userId, view.now));
      if (!found) return undefined;
      const { group, quotes, places, isIn } = found;
      const house = await named(group.houseId, view);
      return {
        ...(await shown(group, view)),
        supplier: house?.supplier.name ?? '',
        quotes,
        places,
        size: group.size,
        isIn,
        values: { token, plan: quotes[0]?.plan ?? '' },
      };
    },

    /** The group of an order, beside the order, for staff who may see orders. */
    async ofOrder(view: View, code: string) {
      if (!view.visitor?.staff || refusalOf('staff-orders', view.visitor.staff.standing) !== undefined) return undefined;
      const found = await groups.ofOrder(code);
      if (!found) return undefined;
      const { group, members, unclaimed } = found;
      return {
        ...(await shown(group, view)),
        size: group.size,
        unclaimed: isOpen(group, view.now) ? unclaimed : 0,
        members: members.map((one) => ({ ...said(one, view), order: one.order, isThis: one.order === code })),
      };
    },
  };
}
