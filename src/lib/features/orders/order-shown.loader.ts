/** How an order is shown on any page. */
import { formatDate } from '#lib/dates/dates.ts';
import { momentsIn, readerZones } from '#lib/dates/reader-zones.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { UnitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { House, ReadHouse, Unit } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import { shownIn } from '#lib/forms/form-parts.rules.ts';
import { said as inWords } from '#lib/forms/form.schema.ts';
import type { T } from '#lib/i18n/t.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { Paths } from '#lib/paths.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { formOf } from './application-templates.rules.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import type { Order } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';

/** The part of a page's view that decides what it shows. */
export type View = Reader & {
  readonly page: { readonly name: string; readonly params: Readonly<Record<string, string>> };
  readonly visitor: Visitor | undefined;
  readonly paths: Paths;
  readonly t: T;
};
/** An order with what its service opens. */
export type StoredOrder = NonNullable<Awaited<ReturnType<OrdersService['own']>>>;

/** An order with its home, in a reader's words. */
export type ShownOrder = {
  readonly order: Order;
  readonly title: string;
  readonly housePath: string | undefined;
  /** The slug of the home's country; undefined where the home is gone. */
  readonly country: string | undefined;
  readonly unit: UnitTitle;
  readonly dates: string;
  readonly until: Until | undefined;
};
/** A moment where the home is and, where clocks differ, where readers of the language mostly are. */
export type Until = { readonly shown: readonly string[]; readonly machine: string };

export const userOf = (visitor: Visitor | undefined): UserId | undefined => visitor?.session && asId<UserId>(visitor.session.userId);

type ShowingParts = {
  readonly orders: Pick<OrdersService, 'own'>;
  readonly answering: Pick<ApplicationAnswers, 'answersOf' | 'asksFor'>;
  readonly houses: HouseService;
  readonly named: (id: HouseId, view: View) => Promise<ReadHouse | undefined>;
};
export type Showing = ReturnType<typeof createShowing>;

/** What pages of orders say alike, whoever reads them. */
export function createShowing({ orders, answering, houses, named }: ShowingParts) {
  const untilOf = (order: Order, house: House | undefined, { intl, locale }: Pick<View, 'intl' | 'locale'>): Until | undefined =>
    order.deadline && {
      shown: momentsIn(order.deadline, [house?.city.timeZone ?? order.home.zone, readerZones[locale] ?? 'UTC'], intl),
      machine: order.deadline.toISOString(),
    };
  const datesOf = ({ from, to }: Pick<Order, 'from' | 'to'>, intl: string): string =>
    to === undefined ? formatDate(from, intl) : `${formatDate(from, intl)} – ${formatDate(to, intl)}`;

  async function unitOf(order: Order): Promise<Unit | undefined> {
    const record = await houses.record(order.houseId);
    return record?.units.find(({ id }) => id === order.unitId);
  }

  async function shown(order: Order, view: View): Promise<ShownOrder> {
    const house = await named(order.houseId, view);
    const unit = await unitOf(order);
    return {
      order,
      title: house?.title ?? view.t('orders.home_gone'),
      housePath: house && view.paths.house(house),
      country: house?.city.country.slug,
      unit: unitTitle(unit?.name ?? order.home.unit, view.t),
      dates: datesOf(order, view.intl),
      until: untilOf(order, house, view),
    };
  }

  const codeOf = ({ page, query }: View): string => page.params['code'] ?? query.get('orderCode') ?? query.get('id') ?? '';
  async function ownOf(view: View): Promise<StoredOrder | undefined> {
    const userId = userOf(view.visitor);
    return userId === undefined ? undefined : orders.own(userId, codeOf(view));
  }

  /** Answers in the order of the forms, with their labels, as people read them. */
  function said(order: StoredOrder, { t, intl }: Pick<View, 't' | 'intl'>) {
    const answers = answering.answersOf(order);
    const asks = answering.asksFor(order);
    const asked = (['person', 'details'] as const).map((part) => ({ part, form: formOf(part, asks) }));
    return asked.map(({ part, form }) => ({
      part,
      rows: form.fields.flatMap((field) => {
        // What hangs on another answer is told where it was asked for.
        if (field.kind === 'hidden' || field.name === 'later' || !shownIn(form, answers).has(field.name)) return [];
        const given = answers[field.name] ?? '';
        const value = field.kind === 'date' && given !== '' ? formatDate(given, intl) : given;
        const choice = field.kind === 'radio' ? field.choices.find((one) => one.value === value) : undefined;
        const phone = field.kind === 'phone' ? parsePhone(answers[field.country] ?? '', value) : undefined;
        const written = phone?.ok ? `+${phone.value.dialCode} ${phone.value.national}` : value;
        return [{ name: field.name, label: inWords(t, field.label), isFile: field.kind === 'file', value: choice ? inWords(t, choice.label) : written }];
      }),
    }));
  }

  return { datesOf, shown, ownOf, said };
}
