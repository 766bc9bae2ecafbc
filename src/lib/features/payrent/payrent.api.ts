import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf, userIdOf } from '#lib/api/caller.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { amountFault } from '#lib/forms/amount-faults.rules.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { readAmount } from '#lib/money/typed-amounts.ts';
import type { Paths } from '#lib/paths.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import * as contracts from './payrent.contract.ts';
import { areDaysTaken, isAmountTaken, readAccount, readBankCode, totalOf } from './payrent.rules.ts';
import { houseKinds, rentDeeds } from './payrent.schema.ts';
import type { PayrentService } from './payrent.service.ts';

type Parts = { readonly rents: PayrentService; readonly geo: Pick<GeoIndex, 'countries'>; readonly pathsOf: (locale: Locale) => Paths };

const notFound = { ok: false, error: 'not-found' } as const;
const wrongAmount = (amount: string, locale: Locale) => amountFault('amount', amount, locale, 'payrent.amount_wrong');
const notNow = fault('code', 'payrent.not_now');

/** Binds the calls of paying rent. */
export function payrentCalls({ rents, geo, pathsOf }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.rentFeeContract, async ({ amount, currency }, { locale }) => {
      const rent = isCurrency(currency) ? readAmount(amount, currency) : undefined;
      if (!rent || !isAmountTaken(rent)) return wrongAmount(amount, locale);
      const fee = rents.feeOf(rent);
      const [told, feeTold, total] = [rent.minor, fee.minor, totalOf({ rent, fee }).minor].map(String);
      return { ok: true, data: { open: rents.offer().isOpen, amount: told ?? '', fee: feeTold ?? '', total: total ?? '', currency: rent.currency } };
    }),
    bind(contracts.rentHouseContract, async ({ code, home_kind, country }, caller) => {
      const kind = houseKinds.find((one) => one === home_kind) ?? 'room';
      if (!geo.countries.some(({ slug }) => slug === country)) return fault('country', 'payrent.country_wrong');
      const { locale } = caller;
      const home = { kind, country, locale };
      const outcome = code === '' ? await rents.begin(home, userIdOf(caller), caller.now) : await rents.changeHouse(code, home, userIdOf(caller));
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'closed':
          return fault('home_kind', 'payrent.closed');
        case 'too-many':
          return fault('home_kind', 'payrent.too_many');
        case 'not-now':
          return notNow;
      }
    }),
    bind(contracts.rentTermsContract, async ({ code, currency, amount, from, to, address }, caller) => {
      if (!isCurrency(currency) || !rents.takes(currency)) return fault('currency', 'payrent.currency_wrong');
      const rent = readAmount(amount, currency);
      if (!rent || !isAmountTaken(rent)) return wrongAmount(amount, caller.locale);
      if (!areDaysTaken(from, to, caller.now.toISOString().slice(0, 10))) return fault('to', 'payrent.days_wrong');
      const outcome = await rents.setTerms(code, { rent, from, to, address }, userIdOf(caller));
      if (outcome.ok) return { ok: true, data: outcome.value };
      return outcome.reason === 'unknown' ? notFound : notNow;
    }),
    bind(contracts.rentTenantContract, async ({ code, tenant, lease }, caller) => {
      const owner = { userId: userIdOf(caller), visit: caller.preSession };
      const outcome = await rents.setTenant(code, { tenant, lease }, owner, caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'no-file':
          return fault('lease', 'files.gone');
        case 'not-now':
          return notNow;
      }
    }),
    bind(contracts.rentPayeeContract, async ({ code, landlord, holder, account: written, bank_code, note }, caller) => {
      const [account, bankCode] = [readAccount(written), readBankCode(bank_code)];
      if (account === undefined) return fault('account', 'payrent.account_wrong');
      if (bankCode === undefined) return fault('bank_code', 'payrent.bank_code_wrong');
      const outcome = await rents.setLandlord(code, { landlord, holder, account, bankCode, note }, userIdOf(caller));
      if (outcome.ok) return { ok: true, data: outcome.value };
      return outcome.reason === 'unknown' ? notFound : notNow;
    }),
    bind(contracts.rentSubmitContract, async ({ code, total, consent_rent }, caller) => {
      const outcome = await rents.submit(code, { told: BigInt(total), consent: consent_rent }, userIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'closed':
          return fault('code', 'payrent.closed');
        case 'too-many':
          return fault('code', 'payrent.too_many');
        case 'incomplete':
          return fault('code', 'payrent.incomplete');
        case 'price-changed':
          return fault('total', 'payrent.price_changed');
        case 'not-now':
          return notNow;
      }
    }),
    bind(contracts.rentPayContract, async ({ code }, caller) => {
      const rent = await rents.find(code, userIdOf(caller));
      if (!rent) return notFound;
      const { state, terms, payUntil } = rent;
      if (state !== 'to_pay' || !terms || !payUntil) return { ok: false, error: 'taken' };
      const path = `${pathsOf(caller.locale).to('pay_center')}?${new URLSearchParams({ kind: 'payrent', code })}`;
      return { ok: true, data: { path, amount: String(totalOf(terms).minor), currency: terms.rent.currency, pay_until: payUntil.toISOString() } };
    }),
    bind(contracts.rentDetailContract, async ({ code }, caller) => {
      const rent = await rents.find(code, userIdOf(caller));
      if (!rent) return notFound;
      const { terms } = rent;
      return {
        ok: true,
        data: {
          code,
          state: rent.state,
          home_kind: rent.kind,
          country: rent.country,
          address: rent.address,
          tenant: rent.tenant,
          landlord: rent.landlord,
          account_end: rent.accountEnd,
          from: terms?.from ?? '',
          to: terms?.to ?? '',
          rent: terms ? String(terms.rent.minor) : '',
          fee: terms ? String(terms.fee.minor) : '',
          total: terms ? String(totalOf(terms).minor) : '',
          currency: terms?.rent.currency ?? '',
          pay_until: rent.payUntil?.toISOString() ?? '',
          paid_at: rent.paidAt?.toISOString() ?? '',
          payout: rent.payout ?? '',
          remind_day: rent.remindDay ?? 0,
        },
      };
    }),
    bind(contracts.rentMailContract, async ({ code }, caller) => {
      const outcome = await rents.mailTransfer(code, userIdOf(caller));
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'no-transfer':
          return fault('code', 'payrent.no_transfer');
        case 'no-email':
          return fault('code', 'payrent.no_email');
        case 'not-now':
          return notNow;
      }
    }),
    bind(contracts.rentVoucherContract, async ({ code, voucher }, caller) => {
      const outcome = await rents.addVoucher(code, voucher, { userId: userIdOf(caller), visit: caller.preSession }, caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'no-file':
          return fault('voucher', 'files.gone');
        case 'not-now':
          return notNow;
      }
    }),
    bind(contracts.rentCancelContract, async ({ code }, caller) => {
      const outcome = await rents.cancel(code, userIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      return outcome.reason === 'unknown' ? notFound : notNow;
    }),
    bind(contracts.rentDeleteContract, async ({ code }, caller) => {
      const outcome = await rents.remove(code, userIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      return outcome.reason === 'unknown' ? notFound : notNow;
    }),
    bind(contracts.rentAgainContract, async ({ code }, caller) => {
      const outcome = await rents.again(code, userIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'closed':
          return fault('code', 'payrent.closed');
        case 'too-many':
          return fault('code', 'payrent.too_many');
        case 'not-now':
          return notNow;
      }
    }),
    bind(contracts.rentRemindContract, async ({ code, day }, caller) => {
      const outcome = await rents.remind(code, day === '' ? undefined : Number(day), userIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'no-email':
          return fault('day', 'payrent.no_email');
        case 'not-now':
          return notNow;
      }
    }),
    bind(contracts.rentEndRemindersContract, async ({ token }) => ((await rents.endReminders(token)).ok ? { ok: true, data: {} } : notFound)),
    bind(contracts.staffRentContract, async ({ code, act, payee, reference, text }, caller) => {
      const deed = rentDeeds.find((one) => one === act);
      if (!deed) return notFound;
      const outcome = await rents.see(code, { deed, isCompany: payee === 'company', reference, text }, staffIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: { code, act: deed, waits: outcome.value === 'asked' } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('act', 'staff.not_now');
        case 'not-whole':
          return fault('act', 'payrent.not_whole');
        case 'only-trial':
          return fault('act', 'payrent.only_trial');
        case 'same-person':
          return fault('act', 'payments.payout_same_person');
        case 'not-reached':
          return fault('act', 'payrent.not_reached');
      }
    }),
  ];
}
