/** What the pages of groups show. */
import { refusalOf } from '#lib/access.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { momentsIn, readerZones } from '#lib/dates/reader-zones.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import { effectiveWeekly } from '#lib/features/house/house.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { orderPath } from '#lib/features/orders/order-pages.rules.ts';
import { stateLabels } from '#lib/features/orders/orders.words.ts';
import { onlyPlanOf } from '#lib/features/quotes/quote.schema.ts';
import type { GivenChoice } from '#lib/forms/form.schema.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Site } from '#lib/paths.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { actsOf, isMixed, isOpen, placesLeft, wasEnded } from './groups.rules.ts';
import type { Group, KeptPlaces, Member } from './groups.schema.ts';
import type { GroupsService } from './groups.service.ts';
import { groupActLabels } from './groups.words.ts';

type Days = { readonly from: string; readonly to: string };
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

  const datesOf = ({ from, to }: Days, { intl }: View): string => `${formatDate(from, intl)} – ${formatDate(to, intl)}`;
  /** A room, with its days where the group has others. */
  function room({ unit, from, to }: Days & { readonly unit: string }, group: Days, view: View) {
    return { ...unitTitle(unit, view.t), dates: from === group.from && to === group.to ? '' : datesOf({ from, to }, view) };
  }

  /** Leases to choose from. Of those that nobody could tell apart, of one room with one rent on the same days, there is one: `own` before others. */
  async function choicesOf(houseId: HouseId, days: Days, own: string, view: View): Promise<readonly GivenChoice[]> {
    const all = (await groups.choices(houseId, days, view.now)).map(({ unit, tenancy, place }) => {
      const { name, dates } = room({ ...place, unit: unit.name }, days, view);
      const rent = view.t('listings.rent_a_week', { rent: formatMoney(effectiveWeekly(tenancy), view.intl) });
      return { value: String(tenancy.id), label: [name, rent, ...(dates === '' ? [] : [dates])].join(' · ') };
    });
    return [...Map.groupBy(all, ({ label }) => label).values()].flatMap((same) => same.find(({ value }) => value === own) ?? same.slice(0, 1));
  }

  async function shown(group: Group, view: View) {
    const house = await named(group.houseId, view);
    const { t, intl, locale, paths } = view;
    return {
      code: group.code,
      title: house?.title ?? t('orders.home_gone'),
      housePath: house && paths.house(house),
      dates: datesOf(group, view),
      until: { shown: momentsIn(group.until, [group.home.zone, readerZones[locale] ?? 'UTC'], intl), machine: group.until.toISOString() },
      isOpen: isOpen(group, view.now),
      wasEnded: wasEnded(group),
    };
  }
  const said = (member: Member, group: Group, view: View) => ({
    called: member.called,
    room: room(member, group, view),
    state: member.leftAt ? view.t('groups.has_left') : view.t(stateLabels[member.state]),
  });
  const free = (places: readonly KeptPlaces[], group: Group, view: View) =>
    places.map((one) => ({ ...room(one, group, view), kept: one.kept, left: one.left }));

  /** Places to choose from that nobody has. */
  const freeChoices = (places: readonly KeptPlaces[], group: Group, view: View): readonly GivenChoice[] =>
    places
      .filter(({ left }) => left > 0)
      .map((one) => {
        const { name, dates } = room(one, group, view);
        const left = view.t('groups.left', { free: one.left });
        return { value: String(one.tenancyId), label: [name, ...(dates === '' ? [] : [dates]), left].join(' · ') };
      });

  return {
    /** What a group may have beside the lease that a booking is opened with: leases of the home with what a week costs, and the lease itself. */
    async choices(view: View, values: Readonly<Record<string, string>>): Promise<readonly GivenChoice[]> {
      const [houseId, days] = [parseId<HouseId>(values['house_id'] ?? ''), { from: values['move_in'] ?? '', to: values['move_out'] ?? '' }];
      if (houseId === undefined) return [];
      return choicesOf(houseId, days, values['tenancy_id'] ?? '', view);
    },

    /** Groups of who is signed in (R2.146); undefined when nobody is. */
    async mine(view: View) {
      const userId = userOf(view);
      if (userId === undefined) return undefined;
      const { t, paths, locale, now } = view;
      return Promise.all(
        (await groups.of(userId)).map(async ({ group, members, places: kept, me }) => {
          const places = placesLeft(kept);
          const link = paths.to('order_group', { token: groups.tokenOf(group, isMixed(group, kept)) });
          return {
            ...(await shown(group, view)),
            size: group.size,
            places,
            free: free(kept, group, view).filter(({ left }) => left > 0),
            members: members.map((one) => ({ ...said(one, group, view), isMe: one.userId === userId })),
            order: { code: me.order, href: orderPath(paths, me.order) },
            link: isOpen(group, now) && places > 0 && !me.leftAt ? { href: link, address: absolute(locale, link) } : undefined,
            /** Open places that the maker may have another lease for, and which. */
            change:
              places > 0 && actsOf(group, me, now).includes('change')
                ? { from: freeChoices(kept, group, view), to: await choicesOf(group.houseId, group, String(group.tenancyId), view) }
                : undefined,
            acts: actsOf(group, me, now)
              .filter((value) => value !== 'change')
              .map((value) => ({ value, label: t(groupActLabels[value]) })),
          };
        }),
      );
    },

    /** Groups of who is signed in that keep beds until their members apply, beside other things that do; undefined when nobody is. */
    async keepingBeds(view: View) {
      const userId = userOf(view);
      if (userId === undefined) return undefined;
      const own = (await groups.of(userId)).map(({ group, me, places }) => ({
        group,
        isIn: !me.leftAt,
        beds: places.reduce((sum, { kept }) => sum + kept, 0),
      }));
      const keeping = own.filter(({ group, isIn, beds }) => isIn && isOpen(group, view.now) && beds > 0);
      return Promise.all(keeping.map(async ({ group, beds }) => ({ beds, ...(await shown(group, view)) })));
    },

    /** What a link leads to; undefined where it opens nothing (any more). */
    async invitation(view: View) {
      const userId = userOf(view);
      const token = view.page.params['token'] ?? '';
      const found = userId && (await groups.invitation(token, userId, view.now));
      if (!found) return undefined;
      const { group, offers, places, isIn } = found;
      const house = await named(group.houseId, view);
      return {
        ...(await shown(group, view)),
        supplier: house?.supplier.name ?? '',
        offers: offers.map(({ place, quotes }) => ({ left: place.left, quotes, ...room(place, group, view) })),
        choices: freeChoices(
          offers.flatMap(({ place, quotes }) => (quotes.length > 0 ? [place] : [])),
          group,
          view,
        ),
        places,
        size: group.size,
        isIn,
        values: { token, plan: onlyPlanOf(offers[0]?.quotes ?? [])?.plan ?? '', place: offers.length === 1 ? String(offers[0]?.place.tenancyId) : '' },
      };
    },

    /** The group of an order, beside the order, for staff who may see orders. */
    async ofOrder(view: View, code: string) {
      if (!view.visitor?.staff || refusalOf('staff-orders', view.visitor.staff.standing) !== undefined) return undefined;
      const found = await groups.ofOrder(code);
      if (!found) return undefined;
      const { group, members, places } = found;
      return {
        ...(await shown(group, view)),
        size: group.size,
        unclaimed: isOpen(group, view.now) ? free(places, group, view) : [],
        members: members.map((one) => ({ ...said(one, group, view), order: one.order, isThis: one.order === code })),
      };
    },
  };
}
