import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf, userIdOf } from '#lib/api/caller.ts';
import { amountFault } from '#lib/forms/amount-faults.rules.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { isTransfer, methodNamed } from '#lib/money/payment-methods.ts';
import type { Site } from '#lib/paths.ts';
import * as contracts from './payments.contract.ts';
import { payableKinds } from './payment-states.schema.ts';
import { sandboxChoices } from './payments.schema.ts';
import type { PaymentsService } from './payments.service.ts';
import { paymentDeeds, refundDeeds } from './payments-forms.schema.ts';
import { payerOf, transferRoutes } from './payments.rules.ts';
import type { SandboxService } from './sandbox.service.ts';
import type { VouchersService } from './vouchers.service.ts';
import type { StaffMoneyService } from './staff-money.service.ts';

type Parts = {
  readonly payments: PaymentsService;
  readonly sandbox: SandboxService | undefined;
  readonly staffMoney: StaffMoneyService;
  readonly vouchers: Pick<VouchersService, 'bring'>;
  readonly site: Site;
};

const notFound = { ok: false, error: 'not-found' } as const;

export function paymentCalls({ payments, sandbox, staffMoney, vouchers, site }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.payMethodsContract, async (ref, caller) => {
      const request = await payments.openRequest(ref);
      if (!request || request.userId !== userIdOf(caller)) return notFound;
      const { currency, minor } = request.amount;
      const rest = minor - request.paid.minor;
      return { ok: true, data: { amount: String(rest), currency, methods: payments.methodsFor(currency, rest).map(({ method }) => method) } };
    }),
    bind(contracts.payContract, async ({ kind: givenKind, code, method: given }, caller) => {
      const kind = payableKinds.find((one) => one === givenKind);
      const method = methodNamed(given);
      if (!kind || !method) return notFound;
      const begun = await payments.begin({ kind, code }, { method, userId: userIdOf(caller), locale: caller.locale, payer: payerOf(caller) }, caller.now);
      if (begun.ok) {
        const { reference, address } = begun.value;
        const own = isTransfer(method) ? transferRoutes[method] : 'pay_result';
        return { ok: true, data: { payment: reference, url: address ?? `${site.paths(caller.locale).to(own)}?payment=${reference}` } };
      }
      switch (begun.reason) {
        case 'unknown':
          // R4.055: the answer is a message that leads to signing.
          return (await payments.first({ kind, code }, userIdOf(caller), caller.locale)) ? fault('method', 'payments.sign_first') : notFound;
        case 'changed':
          return fault('method', 'orders.offer_changed');
        case 'nothing-owed':
          return fault('method', 'payments.nothing_owed');
        case 'no-such-method':
          return fault('method', 'payments.method_gone');
        case 'unreachable':
          return fault('method', 'payments.unreachable');
        case 'no-sum':
        case 'refused':
          return fault('method', 'payments.provider_refused');
      }
    }),
    bind(contracts.payQueryContract, async ({ payment: reference }, caller) => {
      const known = await payments.find(reference);
      if (!known || known.request.userId !== userIdOf(caller)) return notFound;
      const { payment, request } = known;
      return { ok: true, data: { payment: reference, state: payment.state, held: payment.held !== undefined, request: request.state } };
    }),
    bind(contracts.voucherContract, async ({ payment, file }, caller) => {
      const outcome = await vouchers.bring(payment, file, { userId: userIdOf(caller), visit: caller.preSession }, caller.now);
      if (outcome.ok) return { ok: true, data: { payment, method: outcome.value } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('file', 'payments.voucher_late');
        case 'no-file':
          return fault('file', 'files.gone');
      }
    }),
    bind(contracts.sandboxContract, async ({ payment, choice: given }, caller) => {
      const choice = sandboxChoices.find((one) => one === given);
      const outcome = sandbox && choice ? await sandbox.choose(payment, { userId: userIdOf(caller) }, choice, caller.now) : undefined;
      return outcome?.ok ? { ok: true, data: { payment, next: choice === 'check' ? ('check' as const) : ('done' as const) } } : notFound;
    }),
    bind(contracts.staffPaymentContract, async ({ payment, act, sum, reason }, caller) => {
      const deed = paymentDeeds.find((one) => one === act);
      if (!deed) return notFound;
      const outcome = await staffMoney.see(payment, { deed, sum, reason }, staffIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: { payment } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('act', 'staff.not_now');
        case 'no-sum':
          return amountFault('sum', sum, caller.locale, 'payments.sum_wrong');
        case 'more-than-paid':
          return fault('sum', 'payments.too_much');
        case 'passed-on':
          return fault('act', 'payments.passed_on');
        case 'same-person':
          return fault('act', 'payments.same_person');
      }
    }),
    bind(contracts.staffRefundContract, async ({ refund_id, act, why, holder }, caller) => {
      const deed = refundDeeds.find((one) => one === act);
      const id = /^\d{1,9}$/.test(refund_id) ? Number(refund_id) : undefined;
      if (!deed || id === undefined) return notFound;
      const outcome = await staffMoney.decide(id, { deed, why, holder }, staffIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: { payment: outcome.value } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('act', 'staff.not_now');
        case 'same-person':
          return fault('act', 'payments.same_person');
        case 'no-reason':
          return fault('why', 'forms.required');
        case 'other-name':
          return fault('holder', 'payments.refund_other_name');
      }
    }),
  ];
}
