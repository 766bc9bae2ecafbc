/** What payments show of an order: what is paid for, by which lines, to whom, and what has to be done before. */
import { brandName } from '#lib/brand.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { Payable } from '#lib/features/payments/payments.schema.ts';
import { sayQuote } from '#lib/features/quotes/quote.words.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Site } from '#lib/paths.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import { orderPath, signPath } from './order-pages.rules.ts';
import { isSuppliers } from './orders.rules.ts';
import type { OrdersService } from './orders.service.ts';
import type { SigningService } from './signing.service.ts';

type Parts = {
  readonly orders: Pick<OrdersService, 'find' | 'own'>;
  readonly answering: Pick<ApplicationAnswers, 'namesOf'>;
  readonly signing: Pick<SigningService, 'hasSigned'>;
  readonly houses: Pick<HouseService, 'find'>;
  readonly site: Pick<Site, 'paths'>;
};

export function createOrderPayable({ orders, answering, signing, houses, site }: Parts): Pick<Payable, 'first' | 'facts' | 'payerNames'> {
  return {
    async first(code, userId, locale) {
      const order = await orders.own(userId, code);
      if (order?.state !== 'offered' && order?.state !== 'signing') return undefined;
      if (await signing.hasSigned(order, 'applicant')) return { what: 'guardian', path: orderPath(site.paths(locale), code) };
      return { what: 'sign', path: signPath(site.paths(locale), code, 'pay') };
    },
    async facts(code, locale) {
      const order = await orders.find(code);
      if (!order) return undefined;
      const house = await houses.find(order.houseId);
      const { intl } = localeFacts[locale];
      const t = translator(locale);
      const said = sayQuote(order.quote, order.home.supplier, { t, intl, locale });
      const isTheirs = isSuppliers(order);
      const own = order.quote.lines.flatMap(({ payee, amount }, at) => (payee === 'operator' ? [{ label: said.lines[at]?.label ?? '', amount }] : []));
      // Where it is paid in parts these are the lines: what it is all made of stands with the order.
      const whole =
        order.quote.dues.length > 1
          ? order.quote.dues.map(({ amount }, at) => ({ label: said.dues[at]?.day ?? '', amount }))
          : order.quote.lines.map(({ amount }, at) => ({ label: said.lines[at]?.label ?? '', amount }));
      return {
        title: t('orders.order_of', { code, home: house ? nameFor(house, locale) : order.home.name }),
        // Where the supplier collects, what is paid here is ours alone.
        lines: isTheirs ? own : whole,
        seller: isTheirs ? brandName(locale) : order.home.supplier,
        zone: order.home.zone,
        // Of what is ours it is not told where it is sold.
        country: isTheirs ? undefined : house?.city.country.slug,
        path: orderPath(site.paths(locale), code),
      };
    },
    async payerNames(code) {
      const order = await orders.find(code);
      return order ? answering.namesOf(order) : [];
    },
  };
}
