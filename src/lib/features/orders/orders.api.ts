import { brandName } from '#lib/brand.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import type { Caller } from '#lib/api/caller.ts';
import { useCouponContract } from '#lib/features/coupons/coupons.contract.ts';
import type { CouponRefusal } from '#lib/features/coupons/coupons.schema.ts';
import { refusalLabels } from '#lib/features/coupons/coupons.words.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import { cancellationEvents } from '#lib/features/house/cancellation.schema.ts';
import { waysPast } from '#lib/features/stock/sold-out.rules.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import { fault, faults } from '#lib/forms/field-faults.rules.ts';
import { said, ticked } from '#lib/forms/form.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { HouseId, StaffId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import { toDecimal } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { CommentsOf } from '#lib/features/reviews/reviews.rules.ts';
import { lettingRules } from '#lib/features/quotes/letting-law.schema.ts';
import { paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import { applicationForms, ownOrderActs, seenFields, staffOrderActs } from './application-forms.schema.ts';
import type { ApplicationPart } from './application-forms.schema.ts';
import { formOf } from './application-templates.rules.ts';
import type { ApplicationsService } from './applications.service.ts';
import { shownText } from './claims.rules.ts';
import type { ClaimsService } from './claims.service.ts';
import type { GuardiansService } from './guardians.service.ts';
import type { OrderDeskService } from './order-desk.service.ts';
import { leaseFault } from './lease-faults.rules.ts';
import * as contracts from './orders.contract.ts';
import { isSuppliers, wholeOf } from './orders.rules.ts';
import type { OrdersService } from './orders.service.ts';
import type { Site } from '#lib/paths.ts';
import { contractFilePath } from './order-pages.rules.ts';
import type { SigningService } from './signing.service.ts';
import type { SupplierDuesService } from './supplier-dues.service.ts';

type Parts = {
  readonly orders: OrdersService;
  readonly applications: ApplicationsService;
  readonly signing: SigningService;
  readonly guardians: GuardiansService;
  readonly desk: OrderDeskService;
  readonly supplierDues: Pick<SupplierDuesService, 'bring'>;
  readonly claims: Pick<ClaimsService, 'bring'>;
  readonly uploads: Pick<UploadsService, 'keep'>;
  readonly site: Pick<Site, 'paths'>;
  readonly houseOf: (id: HouseId) => Promise<House | undefined>;
  readonly commentsOf: CommentsOf;
};

const priced = (amount: Money) => ({ amount: toDecimal(amount), abbr: amount.currency });
const notFound = { ok: false, error: 'not-found' } as const;
const notNow = { ok: false, error: 'not-now' } as const;
const couponFault = (why: CouponRefusal) => (why === 'coupon-guessed' ? ({ ok: false, error: 'too-many' } as const) : fault('coupon', refusalLabels[why]));
const proofRefused = { unknown: notFound, 'not-now': notNow, 'no-file': fault('file', 'forms.file_gone') };

export function orderCalls({
  orders,
  applications,
  signing,
  guardians,
  desk,
  supplierDues,
  claims,
  uploads,
  site,
  houseOf,
  commentsOf,
}: Parts): readonly BoundCall[] {
  /** No bed of a lease is left: with where one waits for one, and where the other rooms of its home are. */
  const soldOut = (lease: { readonly houseId: HouseId; readonly tenancyId: TenancyId }, { locale }: Pick<Caller, 'locale'>) =>
    ({ ok: false, error: 'sold-out', data: waysPast(lease, site.paths(locale)) }) as const;
  async function soldOutFor(code: string, caller: Caller) {
    const order = await orders.own(userIdOf(caller), code);
    return order ? soldOut(order, caller) : notFound;
  }

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
        return soldOutFor(code, caller);
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
      switch (outcome.reason) {
        case 'too-many':
          return fault('plan', 'orders.too_many');
        case 'no-email':
          return fault('plan', 'orders.no_email');
        case 'sold-out':
          return soldOut(wanted, caller);
        case 'not-let':
        case 'outside':
        case 'no-plan':
          return leaseFault[outcome.reason];
        default:
          return couponFault(outcome.reason);
      }
    }),

    bind(contracts.applyTemplateContract, async ({ house_id }, { locale }) => {
      const id = parseId<HouseId>(house_id);
      const house = id && (await houseOf(id));
      if (!house) return notFound;
      const template = applications.templateFor(house);
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

    bind(contracts.submitOrderContract, async ({ code, price }, caller) => {
      const outcome = await applications.submit(userIdOf(caller), code, price, caller.now);
      if (outcome.ok) return { ok: true, data: { code, state: 'submitted' as const } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return notNow;
        case 'incomplete':
          return fault('code', 'orders.incomplete');
        case 'price-changed':
          return fault('price', 'orders.price_changed');
        case 'collector-changed':
          return fault('price', 'orders.collector_changed');
        case 'no-coupon':
          return fault('price', 'coupons.gone_now');
        case 'too-many':
          return fault('code', 'orders.too_many_sent');
        case 'sold-out':
          return soldOutFor(code, caller);
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
      if (outcome.reason === 'sold-out') return soldOutFor(code, caller);
      return outcome.reason === 'unknown' ? notFound : notNow;
    }),

    bind(useCouponContract, async ({ code, coupon }, caller) => {
      const outcome = await applications.useCoupon(userIdOf(caller), code, coupon, caller.now);
      if (outcome.ok) {
        const off = outcome.value.lines.find(({ kind }) => kind === 'coupon')?.amount;
        return { ok: true, data: { code, off: off ? priced({ ...off, minor: -off.minor }) : null } };
      }
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'sold-out':
          return soldOutFor(code, caller);
        case 'not-now':
        case 'not-let':
        case 'outside':
        case 'no-plan':
          return notNow;
        default:
          return couponFault(outcome.reason);
      }
    }),

    bind(contracts.orderFeesContract, async ({ code }, caller) => {
      const order = await orders.own(userIdOf(caller), code);
      if (!order) return notFound;
      const { plan, lines, deposit, dues, collects = 'operator' } = order.quote;
      return {
        ok: true,
        data: {
          plan,
          collects,
          supplier: order.home.supplier,
          lines: lines.map(({ kind, payee, back, amount }) => ({ kind, payee, back, price: priced(amount) })),
          total: priced(wholeOf(order.quote)),
          deposit: priced(deposit),
          dues: dues.map(({ on, amount }) => ({ on, price: priced(amount) })),
        },
      };
    }),

    bind(contracts.refundAskContract, async ({ code, event = 'changed-mind' }, caller) => {
      const order = await orders.own(userIdOf(caller), code);
      if (!order) return notFound;
      const answers = (await orders.backFor(order, caller.now)) ?? [];
      const answer = answers.find((one) => one.event === event);
      return {
        ok: true,
        data: {
          code,
          events: answers.map((one) => one.event),
          back: answer ? priced(answer.total) : null,
          at_once: answer ? priced(answer.now) : null,
          proof: [...(answer?.proof ?? [])],
          proof_until: answer?.proofUntil ?? null,
          owed_by: isSuppliers(order) ? order.home.supplier : brandName(caller.locale),
          token: answer ? shownText(answers.filter((one) => one === answer || one.event === 'changed-mind')) : '',
        },
      };
    }),

    bind(contracts.cancelOrderContract, async ({ code, back, event: given, reason }, caller) => {
      const event = cancellationEvents.find((one) => one === given) ?? 'changed-mind';
      const outcome = await orders.cancel(userIdOf(caller), code, back, reason, caller.now, event);
      if (outcome.ok) return { ok: true, data: { code, state: outcome.value } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return notNow;
        case 'changed':
          return fault('back', 'orders.back_changed');
      }
    }),

    bind(contracts.removeOrderContract, async ({ code }, caller) => {
      const outcome = await orders.hide(userIdOf(caller), code, caller.now);
      if (outcome.ok) return { ok: true, data: { code } };
      return outcome.reason === 'unknown' ? notFound : notNow;
    }),

    bind(contracts.orderContractsContract, async ({ code }, caller) => {
      const order = await orders.own(userIdOf(caller), code);
      if (!order) return notFound;
      const signed = await signing.signed(order);
      return {
        ok: true,
        data: {
          must_sign: order.state === 'offered' || order.state === 'signing',
          contracts: signed.map(({ hash, language, document, signedAt }) => ({
            hash,
            language,
            text: document,
            signed_at: signedAt.toISOString(),
            file: contractFilePath(code, hash),
          })),
        },
      };
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
      const outcome = await applications.addDocument(userIdOf(caller), code, kind, file, caller.preSession, caller.now);
      return outcome.ok ? { ok: true, data: { code } } : proofRefused[outcome.reason];
    }),

    bind(contracts.certificationGetContract, async ({ code }, caller) => {
      const order = await orders.own(userIdOf(caller), code);
      if (!order) return notFound;
      const items = await applications.documents(order);
      return { ok: true, data: { items: items.map(({ kind, file, addedAt }) => ({ kind, file, at: addedAt.toISOString() })) } };
    }),

    bind(contracts.roommatesContract, async ({ code }, caller) => {
      const order = await orders.own(userIdOf(caller), code);
      if (!order) return notFound;
      const lines = (applications.answersOf(order)['roommates'] ?? '').split('\n').map((line) => line.trim());
      return { ok: true, data: { items: lines.filter((line) => line !== '').map((name) => ({ name })) } };
    }),

    bind(contracts.saveInformationContract, async (input, caller) => {
      await applications.saveProfile(userIdOf(caller), input, caller.now);
      return { ok: true, data: { saved: true as const } };
    }),

    bind(contracts.orderActContract, async ({ code, act: given }, caller) => {
      const userId = userIdOf(caller);
      const act = ownOrderActs.find((one) => one === given);
      if (!act) return fault('act', 'forms.choose');
      const outcome =
        act === 'again'
          ? await applications.again(userId, code, caller.now)
          : act === 'remove'
            ? await orders.hide(userId, code, caller.now)
            : await orders.act(userId, code, 'check-in', caller.now);
      if (outcome.ok)
        return { ok: true, data: { code: act === 'again' && typeof outcome.value === 'object' && outcome.value ? outcome.value.code : code, act } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'too-many':
          return fault('act', 'orders.too_many');
        case 'sold-out':
          return soldOutFor(code, caller);
        case 'not-let':
        case 'outside':
        case 'no-plan':
          return fault('act', 'orders.not_let');
        default:
          return notNow;
      }
    }),

    bind(contracts.signContractContract, async ({ code, hash, name }, caller) => {
      const outcome = await signing.sign(userIdOf(caller), code, { hash, name, address: caller.address }, caller.now);
      if (outcome.ok) return { ok: true, data: { code, state: outcome.value } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'changed':
          return fault('hash', 'orders.contract_changed');
        case 'no-guardian':
          return fault('name', 'orders.guardian_needed');
        default:
          return notNow;
      }
    }),

    bind(contracts.supplierProofContract, async ({ code, file }, caller) => {
      const userId = userIdOf(caller);
      const outcome = await supplierDues.bring(userId, code, file, { userId, visit: caller.preSession }, caller.now);
      return outcome.ok ? { ok: true, data: { code } } : proofRefused[outcome.reason];
    }),

    bind(contracts.claimProofContract, async ({ code, file }, caller) => {
      const userId = userIdOf(caller);
      const outcome = await claims.bring(userId, code, file, { userId, visit: caller.preSession }, caller.now);
      return outcome.ok ? { ok: true, data: { code } } : proofRefused[outcome.reason];
    }),

    bind(contracts.nameGuardianContract, async ({ code, guardian_name, guardian_email, guardian_locale }, caller) => {
      const locale = locales.find((one) => one === guardian_locale);
      if (!locale) return fault('guardian_locale', 'forms.choose');
      const guardian = { name: guardian_name, email: guardian_email, locale };
      const outcome = await guardians.name(userIdOf(caller), code, guardian, caller.now);
      if (outcome.ok) return { ok: true, data: { code, asked: outcome.value.isAsked } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'own-address':
          return fault('guardian_email', 'orders.guardian_own');
        case 'not-now':
          return notNow;
      }
    }),

    bind(contracts.guardianSignContract, async ({ token, hash, name }, caller) => {
      const outcome = await guardians.sign(token, { hash, name, address: caller.address }, caller.now);
      if (outcome.ok) return { ok: true, data: { signed: true as const } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'changed':
          return fault('hash', 'orders.contract_changed');
        case 'not-now':
          return notNow;
      }
    }),

    bind(contracts.orderListContract, async ({ filter }, caller) => {
      const list = await orders.list(userIdOf(caller), filter);
      const comments = await commentsOf(list, caller.now);
      const items = await Promise.all(
        list.map(async (order) => ({
          id: order.code,
          house_name: (await houseOf(order.houseId))?.name ?? '',
          move_in: order.from,
          move_out: order.to ?? '',
          state: order.state,
          price: priced(wholeOf(order.quote)),
          deadline: order.deadline?.toISOString() ?? null,
          contract_lists: (await signing.signatures(order)).map(({ hash, signedAt }) => ({ hash, signed_at: signedAt.toISOString() })),
          // R4.057, R4.058.
          is_check_in_comment: comments.get(order.id)?.isCheckIn ?? false,
          allow_order_comments: comments.get(order.id)?.isAllowed ?? false,
          intent_id: null,
        })),
      );
      return { ok: true, data: { items } };
    }),

    bind(contracts.staffOrderContract, async ({ code, act: given, colleague, note, ...more }, { staff, now }) => {
      const act = staffOrderActs.find((one) => one === given);
      if (!staff || !act) return fault('act', 'forms.choose');
      const rulesSeen = lettingRules.filter((rule) => more[seenFields[rule]] === ticked);
      const outcome = await desk.act(code, act, { note, colleague: parseId<StaffId>(colleague), rulesSeen }, asId<StaffId>(staff.staffId), now);
      if (outcome.ok) return { ok: true, data: { code, act } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'no-reason':
          return fault('note', 'orders.reason_needed');
        case 'no-colleague':
          return fault('colleague', 'forms.choose');
        case 'breaks':
          return fault('act', 'orders.breaks_unseen');
        case 'other-draft':
          return fault('act', 'orders.staff_other_draft');
        case 'not-now':
        case 'no-coupon':
          return fault('act', 'staff.not_now');
        case 'gone':
          return fault('act', 'orders.staff_closed');
        case 'sold-out':
          return { ok: false, error: 'sold-out' };
      }
    }),
  ];
}
