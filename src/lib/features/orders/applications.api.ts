/** Calls of applications: begun, asked for what they ask, put aside part by part, with their coupon and their documents, and sent. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import type { Caller } from '#lib/api/caller.ts';
import { useCouponContract } from '#lib/features/coupons/coupons.contract.ts';
import { isCouponRefusal } from '#lib/features/coupons/coupons.schema.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import { paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import { fault, faults } from '#lib/forms/field-faults.rules.ts';
import { said, ticked } from '#lib/forms/form.schema.ts';
import { translator } from '#lib/i18n/t.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Site } from '#lib/paths.ts';
import { applicationForms } from './application-forms.schema.ts';
import type { ApplicationPart } from './application-forms.schema.ts';
import { formOf } from './application-templates.rules.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import type { ApplicationFiles } from './application-files.service.ts';
import type { ApplicationsService } from './applications.service.ts';
import type { LeasePricing } from './lease-pricing.service.ts';
import { leaseFault } from './lease-faults.rules.ts';
import { couponFault, notAgain, notFound, notNow, priced, proofRefused, soldOut, soldOutFor } from './order-wire.rules.ts';
import * as contracts from './orders.contract.ts';
import { agreedText, wholeOf } from './orders.rules.ts';
import type { OrdersService } from './orders.service.ts';

type Parts = {
  readonly orders: Pick<OrdersService, 'own'>;
  readonly applications: ApplicationsService;
  readonly answering: Pick<ApplicationAnswers, 'answersOf' | 'keepForNext' | 'saveProfile' | 'templateFor'>;
  readonly pricing: Pick<LeasePricing, 'priceNow' | 'useCoupon'>;
  readonly files: Pick<ApplicationFiles, 'addDocument' | 'documents'>;
  readonly uploads: Pick<UploadsService, 'keep'>;
  readonly site: Pick<Site, 'paths'>;
  readonly houseOf: (id: HouseId) => Promise<House | undefined>;
};

export function applicationCalls({ orders, applications, answering, pricing, files, uploads, site, houseOf }: Parts): readonly BoundCall[] {
  /** What a draft costs today: for people, and as it is agreed to. */
  async function priceNow(code: string, caller: Caller): Promise<Readonly<Record<string, string>>> {
    const order = await orders.own(userIdOf(caller), code);
    const quote = order && (await pricing.priceNow(order, caller.now));
    return quote?.ok
      ? { total: formatMoney(wholeOf(quote.value), localeFacts[caller.locale].intl), agreed: agreedText(quote.value) }
      : { total: '', agreed: '' };
  }

  /** The lease of an application is full. */
  const fullFor = async (code: string, caller: Caller) => soldOutFor(await orders.own(userIdOf(caller), code), site.paths(caller.locale));

  async function save(part: ApplicationPart, { code = '', later, ...given }: Readonly<Record<string, string>>, caller: Caller) {
    const { preSession: visit, now } = caller;
    const outcome = await applications.save(userIdOf(caller), code, part, given, { visit, isLater: later === 'yes' }, now);
    if (outcome.ok) return { ok: true, data: { code, next: outcome.value.next } } as const;
    switch (outcome.reason) {
      case 'unknown':
        return notFound;
      case 'not-now':
        return notNow;
      case 'sold-out':
        return fullFor(code, caller);
      case 'not-let':
        return fault('code', 'orders.not_let');
      case 'faults':
        return faults(outcome.problems);
    }
  }

  return [
    bind(contracts.beginOrderContract, async (input, caller) => {
      const [houseId, unitId, tenancyId] = [parseId<HouseId>(input.house_id), parseId<UnitId>(input.unit_id), parseId<TenancyId>(input.tenancy_id)];
      if (houseId === undefined || unitId === undefined || tenancyId === undefined) return leaseFault['not-let'];
      const { school, promo, group, xcode, queue } = input;
      const asked = Object.fromEntries(Object.entries({ school, promo, group, xcode, queue }).filter(([, value]) => value !== ''));
      const plan = paymentPlans.find((one) => one === input.plan) ?? 'in-full';
      const wanted = { houseId, unitId, tenancyId, plan, asked, from: input.move_in, to: input.move_out };
      const outcome = await applications.begin(userIdOf(caller), wanted, input.coupon, caller.locale, caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      if (isCouponRefusal(outcome.reason)) return couponFault(outcome.reason);
      switch (outcome.reason) {
        case 'too-many':
          return fault('plan', 'orders.too_many');
        case 'no-email':
          return { ok: false, error: 'email-needed' };
        case 'sold-out':
          return soldOut(wanted, site.paths(caller.locale));
        case 'not-let':
        case 'outside':
        case 'no-plan':
          return leaseFault[outcome.reason];
      }
    }),

    bind(contracts.applyTemplateContract, async ({ house_id }, { locale }) => {
      const id = parseId<HouseId>(house_id);
      const house = id && (await houseOf(id));
      if (!house) return notFound;
      const template = answering.templateFor(house);
      const t = translator(locale);
      const parts = (Object.keys(applicationForms) as ApplicationPart[]).map((part) => ({
        part,
        fields: formOf(part, template.asks)
          .fields.filter(({ kind, name }) => kind !== 'hidden' && name !== 'later')
          .map(({ name, kind, label, required }) => ({ name, kind, label: said(t, label), required: required === true })),
      }));
      return { ok: true, data: { key: template.key, parts } };
    }),

    bind(contracts.savePersonContract, (input, caller) => save('person', input, caller)),
    bind(contracts.saveDetailsContract, (input, caller) => save('details', input, caller)),
    bind(contracts.saveMiniContract, (input, caller) => save('mini', input, caller)),

    bind(contracts.submitOrderContract, async ({ code, price, keep }, caller) => {
      const outcome = await applications.submit(userIdOf(caller), code, price, caller.now);
      if (outcome.ok) {
        const sent = keep === ticked ? await orders.own(userIdOf(caller), code) : undefined;
        if (sent) await answering.keepForNext(userIdOf(caller), sent, caller.now);
        return { ok: true, data: { code, state: 'submitted' as const } };
      }
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return notNow;
        case 'incomplete':
          return fault('code', 'orders.incomplete');
        case 'price-changed':
          return faults([{ field: 'price', message: 'orders.price_changed', values: await priceNow(code, caller) }]);
        case 'collector-changed':
          return fault('price', 'orders.collector_changed');
        case 'no-coupon':
          return fault('price', 'coupons.gone_now');
        case 'too-many':
          return fault('code', 'orders.too_many_sent');
        case 'sold-out':
          return fullFor(code, caller);
        case 'gone':
        case 'not-let':
        case 'outside':
        case 'no-plan':
          return fault('code', 'orders.not_let');
      }
    }),

    bind(contracts.againContract, async ({ code }, caller) => {
      const outcome = await applications.again(userIdOf(caller), code, caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      return outcome.reason === 'sold-out' ? fullFor(code, caller) : notAgain(outcome.reason, 'code');
    }),

    bind(useCouponContract, async ({ code, coupon }, caller) => {
      const outcome = await pricing.useCoupon(userIdOf(caller), code, coupon, caller.now);
      if (outcome.ok) {
        const off = outcome.value.lines.find(({ kind }) => kind === 'coupon')?.amount;
        return { ok: true, data: { code, off: off ? priced({ ...off, minor: -off.minor }) : null } };
      }
      if (isCouponRefusal(outcome.reason)) return couponFault(outcome.reason);
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'sold-out':
          return fullFor(code, caller);
        case 'not-now':
        case 'not-let':
        case 'outside':
        case 'no-plan':
          return notNow;
      }
    }),

    bind(contracts.certificationUploadContract, async ({ code }, caller) => {
      const userId = userIdOf(caller);
      if (!(await orders.own(userId, code))) return notFound;
      if (!caller.file) return fault('file', 'forms.choose_file');
      const kept = await uploads.keep('application', caller.file, { userId, visit: caller.preSession, address: caller.address }, caller.now);
      if (kept.ok) return { ok: true, data: { id: kept.value.id, name: kept.value.name, bytes: kept.value.bytes } };
      switch (kept.reason) {
        case 'enough':
          return { ok: false, error: 'enough-for-today' };
        case 'busy':
          return { ok: false, error: 'unavailable' };
        case 'fault':
          return faults([{ field: 'file', message: kept.fault.message, values: kept.fault.values }]);
      }
    }),

    bind(contracts.certificationSubmitContract, async ({ code, kind, file }, caller) => {
      const outcome = await files.addDocument(userIdOf(caller), code, kind, file, caller.preSession, caller.now);
      return outcome.ok ? { ok: true, data: { code } } : proofRefused[outcome.reason];
    }),

    bind(contracts.certificationGetContract, async ({ code }, caller) => {
      const order = await orders.own(userIdOf(caller), code);
      if (!order) return notFound;
      const items = await files.documents(order);
      return { ok: true, data: { items: items.map(({ kind, file, addedAt }) => ({ kind, file, at: addedAt.toISOString() })) } };
    }),

    bind(contracts.roommatesContract, async ({ code }, caller) => {
      const order = await orders.own(userIdOf(caller), code);
      if (!order) return notFound;
      const lines = (answering.answersOf(order)['roommates'] ?? '').split('\n').map((line) => line.trim());
      return { ok: true, data: { items: lines.filter((line) => line !== '').map((name) => ({ name })) } };
    }),

    bind(contracts.saveInformationContract, async (input, caller) => {
      await answering.saveProfile(userIdOf(caller), input, caller.now);
      return { ok: true, data: { saved: true as const } };
    }),
  ];
}
