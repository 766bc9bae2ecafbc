/** What is kept of a person's payments of rent, for themselves. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { PayrentService } from './payrent.service.ts';
import { totalOf } from './payrent.rules.ts';

export function payrentSource(rents: Pick<PayrentService, 'ofUser'>): PersonalSource {
  return {
    name: 'pay_rent',
    async read(userId) {
      const all = await rents.ofUser(userId);
      const items: readonly PersonalItem[] = all.map(({ code, madeAt, terms, address, tenant, landlord, accountEnd }) => [
        { label: 'payrent.code', value: code },
        { label: 'mydata.given', value: madeAt.toISOString() },
        ...(terms
          ? ([
              { label: 'payrent.total', value: formatMoney(totalOf(terms), 'en-GB') },
              { label: 'payrent.days', value: `${terms.from} – ${terms.to}` },
            ] as const)
          : []),
        { label: 'payrent.address', value: address },
        { label: 'payrent.tenant', value: tenant },
        { label: 'payrent.landlord', value: landlord },
        { label: 'payrent.account', value: accountEnd },
      ]);
      const data = all.map(({ code, state, kind, country, terms, locale, address, tenant, landlord, accountEnd, madeAt, paidAt, payout, remindDay }) => ({
        code,
        state,
        home_kind: kind,
        country,
        rent: terms ? String(terms.rent.minor) : null,
        fee: terms ? String(terms.fee.minor) : null,
        currency: terms?.rent.currency ?? null,
        from: terms?.from ?? null,
        to: terms?.to ?? null,
        locale,
        address,
        tenant,
        landlord,
        account_end: accountEnd,
        made_at: madeAt,
        paid_at: paidAt ?? null,
        payout: payout ?? null,
        remind_day: remindDay ?? null,
      }));
      return { title: 'payrent.title', items, data: { rents: data } };
    },
  };
}
