/** Calls of applications and orders (R7.096–R7.100, R7.104–R7.111). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { cancellationEvents, cancellationEvidence } from '#lib/features/house/cancellation.schema.ts';
import { collectors } from '#lib/features/quotes/quote.schema.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { moneyActs } from './money-acts.rules.ts';
import * as forms from './application-forms.schema.ts';
import { changeForm } from './change-lease.schema.ts';
import { orderStates } from './order.process.rules.ts';
import { orderCodePattern, orderFilters } from './orders.schema.ts';
import { contractWords } from './supplier-signing.schema.ts';

const code = z.string().check(z.regex(orderCodePattern));
const number = z.string().check(z.regex(/^[1-9]\d{0,9}$/));
const amount = z.object({ amount: z.string(), abbr: z.string() });
const state = z.enum(orderStates);
const named = z.object({ code: z.string().check(z.describe('Names the order')) });
const moved = z.object({ code: z.string(), state });

const write = { method: 'POST', access: 'login' } as const;
const read = { method: 'GET', access: 'login' } as const;

export const beginOrderContract = contract({
  ...write,
  name: 'apply-begin',
  summary: 'Begins an application for a lease; the one that is begun already where there is one.',
  path: '/_appApi/rentalApply/begin',
  input: inputOf(forms.bookForm),
  output: named,
  repeatable: true,
  errors: ['sold-out', 'email-needed'],
  fulfils: ['R1.10', 'R3.55'],
});

export const applyTemplateContract = contract({
  ...read,
  name: 'apply-template',
  summary: 'What the application for a home asks, part by part.',
  path: '/_appTempApi/rentalApply/template',
  input: z.object({ house_id: number }),
  output: z.object({
    key: z.string(),
    parts: z.array(
      z.object({
        part: z.string(),
        fields: z.array(z.object({ name: z.string(), kind: z.string(), label: z.string(), required: z.boolean() })),
      }),
    ),
  }),
  errors: ['not-found'],
  fulfils: ['R7.096'],
});

const saved = z.object({ code: z.string(), next: z.enum(['person', 'details', 'review', 'list']).check(z.describe('Which part still wants something')) });

export const savePersonContract = contract({
  ...write,
  name: 'apply-person',
  summary: 'Puts aside who applies.',
  path: '/_appTempApi/rentalApply/person',
  input: inputOf(forms.personForm),
  output: saved,
  errors: ['not-found', 'not-now', 'sold-out'],
  fulfils: ['R2.128', 'R5.26', 'R9.18'],
});

export const saveDetailsContract = contract({
  ...write,
  name: 'apply-details',
  summary: 'Puts aside what somebody comes for, who stands for them and what proves it.',
  path: '/_appTempApi/rentalApply/details',
  input: inputOf(forms.applyForm),
  output: saved,
  errors: ['not-found', 'not-now', 'sold-out'],
  fulfils: ['R2.018'],
});

export const saveMiniContract = contract({
  ...write,
  name: 'mini-apply',
  summary: 'Puts aside the least that an application has to say.',
  path: '/_miniApi/rentalApply/form',
  input: inputOf(forms.miniApplyForm),
  output: saved,
  errors: ['not-found', 'not-now', 'sold-out'],
  fulfils: ['R2.020'],
});

export const submitOrderContract = contract({
  ...write,
  name: 'apply-submit',
  summary: 'Sends an application; a bed is kept for it from then on.',
  path: '/_appApi/rentalApply/submit',
  input: inputOf(forms.submitForm),
  output: moved,
  repeatable: true,
  errors: ['not-found', 'not-now', 'sold-out'],
  fulfils: ['R7.097'],
});

export const againContract = contract({
  ...write,
  name: 'apply-again',
  summary: 'Takes up an application that is over, with what was said then.',
  path: '/_appApi/rentalApply/reApply',
  input: z.object({ code }),
  output: named,
  repeatable: true,
  errors: ['not-found', 'not-now', 'sold-out'],
  fulfils: ['R7.098'],
});

export const chooseUnitContract = contract({
  ...write,
  name: 'apply-choose-unit',
  summary: 'Another unit, lease or other days for an application that was not sent yet.',
  path: '/_appApi/rentalApply/chooseUnit',
  input: inputOf(changeForm),
  output: z.object({
    code: z.string(),
    bed: z.enum(['none', 'moved', 'let-go']).check(z.describe('What became of the bed that was kept of the former lease')),
    left_group: z.boolean().check(z.describe('Whether the application is in its group no more')),
  }),
  errors: ['not-found', 'not-now', 'sold-out'],
  fulfils: ['R7.099'],
});

export const orderFeesContract = contract({
  ...read,
  name: 'apply-fees',
  summary: 'What an order costs, line by line, and when it is due: of one that was not sent yet, what it would be sent for today.',
  path: '/_appApi/rentalApply/fees',
  input: z.object({ code }),
  output: z.object({
    plan: z.string(),
    collects: z.enum(collectors).check(z.describe('Who takes rent and deposit and owes a refund of them where it is the supplier')),
    supplier: z.string(),
    lines: z.array(z.object({ kind: z.string(), payee: z.string(), back: z.string(), price: amount })),
    total: amount,
    changed: z.boolean().check(z.describe('Whether that is another price than the one it was begun with')),
    agreed: z.string().check(z.describe('What is sent as the price with the application; empty where it cannot be had any more')),
    deposit: amount,
    dues: z.array(z.object({ on: z.string(), price: amount })),
  }),
  errors: ['not-found'],
  fulfils: ['R7.100'],
});

export const refundAskContract = contract({
  ...read,
  name: 'apply-refund',
  summary: 'What would come back of what was paid, were the order cancelled now for what happened.',
  path: '/_appApi/rentalApply/refund',
  input: z.object({ code, event: z.optional(z.enum(cancellationEvents).check(z.describe('What happened; without it, a change of mind'))) }),
  output: z.object({
    code: z.string(),
    events: z.array(z.enum(cancellationEvents)).check(z.describe('For what it can be cancelled now, a change of mind first; none where nothing was paid')),
    back: z.nullable(amount),
    at_once: z.nullable(amount).check(z.describe('What of it is sent back at once; the rest once staff have seen the proof')),
    proof: z.array(z.enum(cancellationEvidence)),
    proof_until: z.nullable(z.string()).check(z.describe('Last day for the proof, where the home is')),
    owed_by: z.string().check(z.describe('Who sends it back: the supplier by name where they collect, else the operator')),
    token: z.string().check(z.describe('To be sent with the cancelling: that this was shown')),
  }),
  errors: ['not-found'],
  fulfils: ['R7.104'],
});

export const cancelOrderContract = contract({
  ...write,
  name: 'apply-cancel',
  summary: 'Cancels an order for what happened; what comes back by the policy is sent back, what asks for a proof once staff have seen it.',
  path: '/_appApi/rentalApply/cancel',
  input: inputOf(forms.cancelForm),
  output: moved,
  repeatable: true,
  errors: ['not-found', 'not-now'],
  fulfils: ['R7.105', 'R7.104'],
});

export const removeOrderContract = contract({
  ...write,
  name: 'apply-delete',
  summary: 'Takes an order that is over off the list of who made it.',
  path: '/_appApi/rentalApply/delete',
  input: z.object({ code }),
  output: named,
  errors: ['not-found', 'not-now'],
  fulfils: ['R7.106'],
});

export const orderContractsContract = contract({
  ...read,
  name: 'apply-contracts',
  summary: 'The contracts of an order as they were signed, with the SHA-256 of each and where its PDF is fetched, and what the provider says of the last one.',
  path: '/_appApi/rentalApply/contracts',
  input: z.object({ code }),
  output: z.object({
    must_sign: z.boolean().check(z.describe('Whether something has to be signed before it can be paid (R4.054)')),
    contracts: z.array(
      z.object({
        hash: z.string(),
        language: z.string(),
        text: z.string(),
        signed_at: z.string(),
        file: z.string().check(z.describe('Where the PDF is fetched, by who signed it')),
      }),
    ),
    provider: z
      .object({
        word: z.enum(['waiting', ...contractWords]).check(z.describe('`waiting`: nothing was said yet; `paper`: signed on paper, as our team noted it')),
        hash: z.string().check(z.describe('Of which contract: the one that was signed last')),
        name: z.string().check(z.describe('Who signed; empty where nobody did')),
        role: z.string(),
        reason: z.string().check(z.describe('Why it was declined')),
        on: z.string().check(z.describe('The day on which it was signed on paper')),
        at: z.string().check(z.describe('When it was said; empty while nothing was')),
      })
      .check(z.describe('What the provider says of the contract; `waiting` without a hash while nothing is signed')),
  }),
  errors: ['not-found'],
  fulfils: ['R7.107', 'R4.054'],
});

export const certificationUploadContract = contract({
  ...write,
  name: 'apply-certification-upload',
  summary: 'Brings a document that proves who applies, or for what they come.',
  path: '/_appApi/rentalApply/certification/upload',
  file: 'file',
  input: z.object({ code }),
  output: z.object({ id: z.string().check(z.describe('Names the file when it is handed in')), name: z.string(), bytes: z.int() }),
  limit: 'write-heavy',
  errors: ['not-found', 'too-large', 'wrong-media', 'enough-for-today'],
  fulfils: ['R7.108'],
});

export const certificationSubmitContract = contract({
  ...write,
  name: 'apply-certification-submit',
  summary: 'Hands a document that was brought in with an application.',
  path: '/_appApi/rentalApply/certification/submit',
  input: z.object({ code, kind: z.enum(forms.applicationFiles), file: z.string().check(z.maxLength(36)) }),
  output: named,
  errors: ['not-found', 'not-now'],
  fulfils: ['R7.109'],
});

export const certificationGetContract = contract({
  ...read,
  name: 'apply-certification',
  summary: 'Which documents were handed in with an application.',
  path: '/_appApi/rentalApply/certification',
  input: z.object({ code }),
  output: z.object({ items: z.array(z.object({ kind: z.string(), file: z.string(), at: z.string() })) }),
  errors: ['not-found'],
  fulfils: ['R7.110'],
});

export const roommatesContract = contract({
  ...read,
  name: 'apply-roommates',
  summary: 'Whom somebody wants to live with, as they wrote it in their application.',
  path: '/_appApi/rentalApply/roommates',
  input: z.object({ code }),
  output: z.object({ items: z.array(z.object({ name: z.string() })) }),
  errors: ['not-found'],
  fulfils: ['R7.111'],
});

export const saveInformationContract = contract({
  ...write,
  name: 'apply-information',
  summary: 'Keeps what somebody says of themselves, to be offered in every application.',
  path: '/_appTempApi/rentalApply/information',
  input: inputOf(forms.applyInformationForm),
  output: z.object({ saved: z.literal(true) }),
  fulfils: ['R2.153'],
});

export const orderActContract = contract({
  ...write,
  name: 'order-act',
  summary: 'Says that one has moved in, takes an order up again, or takes it off the list.',
  path: '/_appApi/order/act',
  input: inputOf(forms.orderActForm),
  output: z.object({ code: z.string(), act: z.string() }),
  errors: ['not-found', 'not-now', 'sold-out'],
  fulfils: ['R1.12'],
});

export const signContractContract = contract({
  ...write,
  name: 'order-sign',
  realname: true,
  summary: 'Accepts an offer and signs its contract, which is kept with its SHA-256, the moment and the network address.',
  path: '/_appApi/order/sign',
  input: inputOf(forms.signForm),
  output: moved,
  errors: ['not-found', 'not-now'],
  fulfils: ['R4.055', 'R4.056'],
});

export const nameGuardianContract = contract({
  ...write,
  name: 'order-guardian',
  summary: 'Names who signs with an applicant that is not of age; once the applicant has signed, their link is sent anew.',
  path: '/_appApi/order/guardian',
  input: inputOf(forms.guardianForm),
  output: z.object({ code: z.string(), asked: z.boolean().check(z.describe('Whether the link was sent')) }),
  errors: ['not-found', 'not-now'],
  fulfils: ['R9.18'],
});

export const supplierProofContract = contract({
  ...write,
  name: 'supplier-proof',
  summary: 'Brings what shows that a part of the price was paid to a supplier who collects by themselves.',
  path: '/_appApi/order/supplier-proof',
  input: inputOf(forms.supplierProofForm),
  output: named,
  errors: ['not-found', 'not-now'],
  fulfils: ['R1.12'],
});

export const claimProofContract = contract({
  ...write,
  name: 'order-proof',
  summary: 'Brings what shows what an order was cancelled for, where something waits for it.',
  path: '/_appApi/order/proof',
  input: inputOf(forms.claimProofForm),
  output: named,
  errors: ['not-found', 'not-now'],
  fulfils: ['R7.105'],
});

export const guardianSignContract = contract({
  method: 'POST',
  access: 'public',
  csrf: 'always',
  name: 'guardian-sign',
  summary: 'Signs as the guardian of an applicant what they have signed: with the token of the link.',
  path: '/_appApi/order/guardian/sign',
  input: inputOf(forms.guardianSignForm),
  output: z.object({ signed: z.literal(true) }),
  limit: 'write-heavy',
  errors: ['not-found', 'not-now'],
  fulfils: ['R9.18'],
});

const listed = z.object({
  id: z.string(),
  house_name: z.string(),
  move_in: z.string(),
  move_out: z.string(),
  state,
  price: amount,
  deadline: z.nullable(z.string()),
  contract_lists: z.array(z.object({ hash: z.string(), signed_at: z.string() })),
  is_check_in_comment: z.boolean(),
  allow_order_comments: z.boolean(),
  intent_id: z.nullable(z.string()),
});

export const orderListContract = contract({
  ...read,
  name: 'order-list',
  summary: 'The orders of who is signed in, newest first.',
  path: '/_appApi/order/list',
  input: z.object({ filter: z._default(z.enum(orderFilters), 'all') }),
  output: z.object({ items: z.array(listed) }),
  fulfils: ['R1.12', 'R3.56', 'R3.70', 'R4.100'],
});

export const staffOrderContract = contract({
  method: 'POST',
  access: 'staff-orders',
  name: 'desk-order',
  proof: { field: 'act', is: moneyActs },
  summary: 'Takes, reviews, offers, returns, declines, confirms or notes something about an order.',
  path: '/_api/staff/orders/change',
  input: inputOf(forms.staffOrderForm),
  output: z.object({ code: z.string(), act: z.string() }),
  errors: ['not-found', 'not-now', 'sold-out'],
  fulfils: ['R1.12', 'R4.100'],
});
