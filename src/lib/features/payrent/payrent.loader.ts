/** What the pages of paying rent show. */
import { refusalOf } from '#lib/access.ts';
import { formatDate, formatMoment } from '#lib/dates/dates.ts';
import { deskZone } from '#lib/dates/desk-zone.ts';
import { momentIn, readerZones } from '#lib/dates/reader-zones.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { methodLabels } from '#lib/features/payments/payments.words.ts';
import type { GivenChoice } from '#lib/forms/form.schema.ts';
import type { KeptFile } from '#lib/forms/files.schema.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { amountProblem } from '#lib/forms/amount-faults.rules.ts';
import { isCurrency, readersCurrencies } from '#lib/money/currencies.ts';
import { formatMoney, toDecimal } from '#lib/money/money.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import { readAmount } from '#lib/money/typed-amounts.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { nextRentState } from './payrent.process.rules.ts';
import type { RentState } from './payrent.process.rules.ts';
import { hasReceipt, isAmountTaken, isCancellable, isDeletable, nextStepOf, shareWords, takesVoucher, totalOf } from './payrent.rules.ts';
import { rentReceiptPath, stepPath } from './payrent-pages.rules.ts';
import { remindDays } from './payrent.schema.ts';
import type { PayeeBank, Rent, RentDeed, RentNote } from './payrent.schema.ts';
import type { PayrentService, RentOffer } from './payrent.service.ts';
import { houseKindLabels, rentNextWords, rentPayoutLabels, rentStateLabels } from './payrent.words.ts';

export type RentReader = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

/** On which terms rent is passed on, in words. `fee`: undefined where it is free. */
export type ShownOffer = Pick<RentOffer, 'isOpen' | 'isReal' | 'licence'> & { readonly fee: string | undefined; readonly example: string };

/** A name with what stands beside it. */
export type RentFact = { readonly label: string; readonly value: string };

export type ShownRent = {
  readonly rent: Rent;
  readonly title: string;
  readonly state: string;
  readonly next: string;
  /** What was said and what it costs. */
  readonly facts: readonly RentFact[];
  readonly total: string;
};

const tabs = {
  paid: ['paid', 'paying_out'],
  to_pay: ['to_pay', 'expired'],
  back: ['refunding', 'refunded', 'cancelled'],
  paid_out: ['paid_out'],
} as const satisfies Readonly<Record<string, readonly RentState[]>>;
export type RentTab = keyof typeof tabs;
const tabNames: readonly RentTab[] = ['paid', 'to_pay', 'back', 'paid_out'];
/** Of the staff's list on a page. */
const pageLength = 30;

type Parts = {
  readonly rents: PayrentService;
  readonly geo: Pick<GeoIndex, 'countries'>;
  readonly files: { find(id: string, userId: UserId, now: Date): Promise<KeptFile | undefined> };
};

export type PayrentLoader = ReturnType<typeof createPayrentLoader>;

export function createPayrentLoader({ rents, geo, files }: Parts) {
  const userIdOf = (visitor: Visitor | undefined): UserId | undefined => visitor?.session && asId<UserId>(visitor.session.userId);
  const staffOf = (visitor: Visitor | undefined): StaffId | undefined =>
    visitor?.staff && refusalOf('staff-money', visitor.staff.standing) === undefined ? asId<StaffId>(visitor.staff.staffId) : undefined;
  const taken = () => readersCurrencies.filter((currency) => rents.takes(currency));

  function offerFor({ intl, t }: Reader): ShownOffer {
    const { fee, ...offer } = rents.offer();
    const rent = { minor: 80_000n, currency: 'GBP' } as const;
    const whole = rents.feeOf(rent);
    const example = t('payrent.example', {
      rent: formatMoney(rent, intl),
      fee: formatMoney(whole, intl),
      total: formatMoney(totalOf({ rent, fee: whole }), intl),
    });
    const sums =
      fee.kind === 'flat'
        ? [...fee.sums].flatMap(([currency, minor]) => (isCurrency(currency) && minor > 0n ? [formatMoney({ minor, currency }, intl)] : []))
        : fee.basisPoints > 0n
          ? [shareWords(fee.basisPoints, intl)]
          : [];
    return { ...offer, fee: sums.length > 0 ? sums.join(' · ') : undefined, example };
  }

  function shown(rent: Rent, { intl, t, locale }: Reader): ShownRent {
    const { terms, kind, state, payUntil, address, tenant, landlord, accountEnd, country, payout, code } = rent;
    const zone = readerZones[locale] ?? 'UTC';
    const total = terms ? formatMoney(totalOf(terms), intl) : '';
    const days = terms ? t('payrent.span', { from: formatDate(terms.from, intl), to: formatDate(terms.to, intl) }) : '';
    const facts = [
      [t('payrent.code'), code],
      [t('payrent.kind'), `${t(houseKindLabels[kind])} · ${geo.countries.find(({ slug }) => slug === country)?.names[locale] ?? country}`],
      [t('payrent.address'), address],
      [t('payrent.days'), days],
      [t('payrent.tenant'), tenant],
      [t('payrent.landlord'), landlord],
      [t('payrent.account'), accountEnd === '' ? '' : t('payrent.account_ends', { end: accountEnd })],
      [t('payrent.amount'), terms ? formatMoney(terms.rent, intl) : ''],
      [t('payrent.fee'), terms ? (terms.fee.minor === 0n ? t('payrent.free') : formatMoney(terms.fee, intl)) : ''],
      [t('payrent.total'), total],
      [t('payrent.payout'), payout ?? ''],
    ].flatMap(([label = '', value = '']) => (value === '' ? [] : [{ label, value }]));
    return {
      rent,
      title: landlord === '' ? t('payrent.of_code', { code }) : t('payrent.of_landlord', { landlord }),
      state: t(rentStateLabels[state]),
      next: t(rentNextWords[state], { when: payUntil ? momentIn(payUntil, zone, intl) : '' }),
      facts,
      total,
    };
  }

  async function own(reader: RentReader, code = reader.query.get('code') ?? reader.page.params['code'] ?? ''): Promise<Rent | undefined> {
    const userId = userIdOf(reader.visitor);
    return userId === undefined ? undefined : rents.find(code, userId);
  }

  return {
    /** On which terms rent is passed on here. */
    offer: (reader: Reader): ShownOffer => offerFor(reader),

    /** The page for everybody: what it costs, and one's own payments where somebody is signed in. */
    async landing(reader: RentReader) {
      const { query, intl, visitor } = reader;
      const userId = userIdOf(visitor);
      // `currency` is what the reader sees all prices in, and was the name of this field once.
      const asked = query.get('rent_currency') ?? query.get('currency');
      const currency = taken().find((one) => one === asked) ?? 'GBP';
      const written = query.get('amount')?.slice(0, 15);
      const rent = written ? readAmount(written, currency) : undefined;
      const isTaken = rent !== undefined && isAmountTaken(rent);
      const fee = rent && isTaken ? rents.feeOf(rent) : undefined;
      const all = userId === undefined ? undefined : await rents.ofUser(userId);
      return {
        offer: offerFor(reader),
        currencies: taken(),
        asked: { amount: written ?? '', currency },
        price: rent && fee ? { rent: formatMoney(rent, intl), fee: formatMoney(fee, intl), total: formatMoney(totalOf({ rent, fee }), intl) } : undefined,
        wrong: written !== undefined && written !== '' && !isTaken ? amountProblem(written, reader.locale, 'payrent.amount_wrong') : undefined,
        rents: all?.map((one) => shown(one, reader)),
      };
    },

    /** A step of the way: what was said before, and what can be chosen. Undefined for what is no draft of this reader. */
    async step(reader: RentReader) {
      const code = reader.query.get('code');
      const userId = userIdOf(reader.visitor);
      if (userId === undefined) return undefined;
      const rent = code === null ? undefined : await own(reader);
      if (code !== null && rent?.state !== 'draft') return undefined;
      const { locale, intl, now } = reader;
      const countries: readonly GivenChoice[] = geo.countries
        .map(({ slug, names }) => ({ value: slug, label: names[locale] }))
        .toSorted((a, b) => a.label.localeCompare(b.label, intl));
      const names = new Intl.DisplayNames(intl, { type: 'currency' });
      const currencies: readonly GivenChoice[] = taken().map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }));
      const lease = rent?.lease === undefined ? undefined : await files.find(rent.lease, userId, now);
      const terms = rent?.terms;
      const values: Readonly<Record<string, string>> = rent
        ? {
            code: rent.code,
            home_kind: rent.kind,
            country: rent.country,
            currency: terms?.rent.currency ?? '',
            amount: terms ? toDecimal(terms.rent) : '',
            from: terms?.from ?? '',
            to: terms?.to ?? '',
            address: rent.address,
            tenant: rent.tenant,
            landlord: rent.landlord,
            lease: lease ? lease.id : '',
            total: terms ? String(totalOf({ rent: terms.rent, fee: rents.feeOf(terms.rent) }).minor) : '',
          }
        : {};
      const current = rent && terms ? { ...rent, terms: { ...terms, fee: rents.feeOf(terms.rent) } } : rent;
      return {
        offer: offerFor(reader),
        rent,
        shown: current && shown(current, reader),
        values,
        choices: { country: countries, currency: currencies },
        kept: lease ? { lease } : {},
        /** Where what is missing is said, when this is not yet the time for the last step. */
        missing: rent && nextStepOf(rent) !== 'review' ? stepPath(reader.paths, rent.code, nextStepOf(rent)) : undefined,
      };
    },

    /** One payment of rent with what can be done about it. Undefined for what is not this reader's. */
    async one(reader: RentReader) {
      const rent = await own(reader);
      if (!rent) return undefined;
      const { state, code, terms, userId } = rent;
      const methods = terms ? rents.methodsFor(totalOf(terms)) : [];
      return {
        ...shown(rent, reader),
        offer: offerFor(reader),
        goOn: state === 'draft' ? stepPath(reader.paths, code, nextStepOf(rent)) : undefined,
        payHref: state === 'to_pay' ? `${reader.paths.to('pay_center')}?${new URLSearchParams({ kind: 'payrent', code })}` : undefined,
        methods: methods.map((method) => reader.t(methodLabels[method])),
        canTransfer: state === 'to_pay' && methods.some(isTransfer),
        canVoucher: userId !== undefined && takesVoucher(state, await rents.attempts(code, userId)),
        canCancel: isCancellable(state),
        canDelete: isDeletable(state),
        canRepeat: terms !== undefined && state !== 'draft',
        receipt: hasReceipt(state) ? rentReceiptPath(code) : undefined,
        days: remindDays.map((day): GivenChoice => ({ value: String(day), label: String(day) })),
      };
    },

    canEnd: ({ page }: RentReader): boolean => rents.isToken(page.params['token'] ?? ''),

    async staffList(reader: RentReader) {
      if (staffOf(reader.visitor) === undefined) return undefined;
      const tab = tabNames.find((one) => one === reader.query.get('tab')) ?? 'paid';
      const rows = await rents.list(tabs[tab], parseId(reader.query.get('before')), pageLength + 1);
      const page = rows.slice(0, pageLength);
      return {
        tab,
        tabs: tabNames,
        rows: page.map((rent) => ({ ...shown(rent, reader), hasVoucher: rent.voucher !== undefined })),
        next: rows.length > pageLength ? page.at(-1)?.id : undefined,
      };
    },

    /** A payment of rent for staff; the landlord's account only while it is to be paid. */
    async staffOne(reader: RentReader) {
      const staffId = staffOf(reader.visitor);
      const rent = staffId === undefined ? undefined : await rents.ofCode(reader.page.params['rent'] ?? '');
      if (!rent || staffId === undefined || rent.state === 'draft') return undefined;
      const bank: PayeeBank | undefined = rent.state === 'paid' ? await rents.bankFor(rent.code, staffId) : undefined;
      const notes: readonly RentNote[] = await rents.notes(rent);
      const deeds: readonly RentDeed[] = [
        ...(nextRentState(rent.state, 'send', 'staff') && (await rents.canSend(rent.code)) ? (['send'] as const) : []),
        ...(nextRentState(rent.state, 'pay-out', 'staff') ? (['pay-out'] as const) : []),
        ...(nextRentState(rent.state, 'decline', 'staff') ? (['refund'] as const) : []),
        ...(nextRentState(rent.state, 'keep', 'staff') ? (['keep'] as const) : []),
        'note',
      ];
      const paid = await rents.paidWith(rent.code);
      const payouts = (await rents.payoutsOf(rent)).map(({ providerRef, state, begunAt, seenAt }) => ({
        title: [rents.payoutTitle ?? '', providerRef ?? ''].join(' ').trim(),
        state: reader.t(rentPayoutLabels[state]),
        begun: formatMoment(begunAt, reader.intl, deskZone(reader)),
        seen: formatMoment(seenAt, reader.intl, deskZone(reader)),
      }));
      const first = await rents.askedOf(rent, reader.now);
      const asked = first && {
        by: first.by,
        when: formatMoment(first.at, reader.intl, deskZone(reader)),
        isOwn: first.staffId === staffId,
        values: first.said,
      };
      return { ...shown(rent, reader), asked, bank, notes, payouts, deeds, paid: paid && { ...paid, isTrial: paid.provider === 'sandbox' } };
    },
  };
}
