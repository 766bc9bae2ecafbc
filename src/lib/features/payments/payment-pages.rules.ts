/** The pages of the forms of payments. Browser-safe. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import * as contracts from './payments.contract.ts';
import * as forms from './payments-forms.schema.ts';
import { transferRoutes } from './payments.rules.ts';

export const paymentPages = {
  pay: formPage({ definition: forms.payForm, contract: contracts.payContract, done: ({ url }) => url }),
  sandbox: formPage({
    definition: forms.sandboxForm,
    contract: contracts.sandboxContract,
    valuesOf: ({ payment = '' }) => ({ payment }),
    done: ({ payment, next }, { paths }) =>
      next === 'check' ? `${paths.to('sandbox_pay', { payment })}?check=1` : `${paths.to('pay_result')}?payment=${payment}`,
  }),
  voucher: formPage({
    definition: forms.voucherForm,
    contract: contracts.voucherContract,
    done: ({ payment, method }, { paths }) => `${paths.to(transferRoutes[method])}?${new URLSearchParams({ payment, done: 'voucher' })}`,
  }),
  'staff-payment': formPage({
    definition: forms.moneyForm,
    contract: contracts.staffPaymentContract,
    valuesOf: ({ payment = '' }) => ({ payment }),
    done: ({ payment }, { paths }) => `${paths.to('staff_payment', { payment })}?done=1`,
  }),
  'staff-refund': formPage({
    definition: forms.refundForm,
    contract: contracts.staffRefundContract,
    valuesOf: ({ refund = '' }) => ({ refund_id: refund }),
    done: ({ payment }, { paths }) => `${paths.to('staff_payment', { payment })}?done=1`,
  }),
};
