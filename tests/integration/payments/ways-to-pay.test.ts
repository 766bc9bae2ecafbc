/** The public page of the ways to pay and the page that takes the money say the same, whatever is set up. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '#lib/db/unit-of-work.ts';
import { payMethodsContract } from '#lib/features/payments/payments.contract.ts';
import { callReader } from '#lib/reader.ts';
import { locales } from '#lib/i18n/locales.ts';
import { money } from '#lib/money/money.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { paymentsOf, userOf } from '#tests/support/paying.ts';

const account = (method: string, currency: string) => ({ method, currency, lines: { holder: 'Loftling', account: '12345678' } });
const set = {
  trial: {},
  real: { TRANSFER_ACCOUNTS: JSON.stringify([account('bank-transfer', 'GBP'), account('zelle', 'USD'), account('boa-transfer', 'USD')]) },
  both: { TRANSFER_ACCOUNTS: JSON.stringify([account('bank-transfer', 'GBP')]), PAYMENT_SANDBOX: 'on' },
};

describe.each(Object.entries(set))('%s', (name, settings) => {
  let desk: AccountsDesk;
  beforeAll(async () => {
    desk = await openAccountsDesk({ settings });
  });
  afterAll(() => desk.close());

  const ask = (query = '', locale: (typeof locales)[number] = 'en-us') => {
    const reader = { ...callReader(desk.on.services.site, { locale, now: desk.clock.now }), query: new URLSearchParams(query) };
    return known(desk.on.services.loaders.payments).ways(reader);
  };

  test('[R2.029] [R7.101] names for every currency what its payment page offers, no more and no less', async () => {
    const by = await desk.registered(`ways-${name}@example.org`);
    const userId = await userOf(by);
    for (const { code: currency } of ask().currencies) {
      const amount = money(50_000n, currency);
      const request = {
        kind: 'order',
        code: `WAYS-${currency}`,
        userId,
        amount,
        shares: [{ payee: 'operator', supplierId: undefined, what: 'fee', amount }],
        dueAt: undefined,
      } as const;
      await transact(desk.on.base.db, (tx) => paymentsOf(desk).collecting.ask(tx, request, desk.clock.now));
      const offered = (await by.call(payMethodsContract, { kind: 'order', code: request.code })).data.methods;
      expect({ currency, ways: ask(`currency=${currency}`).groups.flatMap(({ ways }) => ways.map(({ method }) => method)) }).toEqual({
        currency,
        ways: offered,
      });
    }
  });

  test('the whole list is made of the same groups: each currency stands in one, with its countries', () => {
    const { groups, currencies, countries } = ask();
    const named = groups.flatMap(({ title }) => title.split(', '));
    expect(named.toSorted()).toEqual(currencies.map(({ code }) => code).toSorted());
    for (const { id } of countries) {
      const chosen = ask(`country_id=${id}`);
      const inList = known(groups.find(({ title }) => title.split(', ').includes(known(chosen.currency))));
      expect(chosen.groups[0]?.ways).toEqual(inList.ways);
    }
  });

  test('is asked about nonsense and says everything; a currency that is named goes before the country’s', () => {
    expect(ask('country_id=999999&currency=XXX')).toEqual(ask());
    expect(ask('country_id=826&currency=USD').groups.map(({ title }) => title.slice(0, 3))).toEqual(['USD']);
    expect([ask().isAsked, ask('currency=USD').isAsked]).toEqual([false, true]);
  });

  test('says in five languages that nothing but trials are made exactly where no real way is set up', () => {
    for (const locale of locales) {
      expect(ask('', locale).isTrial).toBe(name === 'trial');
      for (const { ways } of ask('', locale).groups) for (const way of ways) expect(Object.values(way).join(' ')).not.toMatch(/\{\{|payments\./);
    }
  });
});
