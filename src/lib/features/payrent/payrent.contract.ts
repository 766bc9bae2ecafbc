/** Calls of rent that is paid to landlords outside of the site. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import { rentStates } from './payrent.process.rules.ts';
import * as forms from './payrent.schema.ts';

const code = z.string().check(z.regex(referencePattern), z.describe('Names the payment of rent'));
const named = z.object({ code });
const minor = z.string().check(z.describe('Minor units'));
const stepped = z.object({ code, next: z.enum(forms.rentSteps).check(z.describe('What is still to be said')) });

const ofTenant = { method: 'POST', access: 'login', errors: ['not-found'] } as const;

export const rentFeeContract = contract({
  name: 'pay-rent-fee',
  summary: 'What paying an amount of rent costs, and the whole of it.',
  method: 'GET',
  path: '/_appApi/payRent/fee',
  input: z.object({
    amount: z.string().check(z.maxLength(15), z.describe('Such as 850.50')),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  }),
  output: z.object({
    open: z.boolean().check(z.describe('Whether rent is passed on by this site at all')),
    amount: minor,
    fee: minor,
    total: minor,
    currency: z.string(),
  }),
  access: 'public',
  fulfils: ['R7.113'],
});

export const rentHouseContract = contract({
  ...ofTenant,
  name: 'pay-rent-home',
  summary: 'Begins to pay rent with what kind of home it is for, or changes that.',
  path: '/_appApi/payRent/home',
  input: inputOf(forms.rentHouseForm),
  output: stepped,
  fulfils: ['R1.37'],
});

export const rentTermsContract = contract({
  ...ofTenant,
  name: 'pay-rent-terms',
  summary: 'How much rent is paid, for which days and for which address.',
  path: '/_appApi/payRent/terms',
  input: inputOf(forms.rentTermsForm),
  output: stepped,
  fulfils: ['R1.37'],
});

export const rentTenantContract = contract({
  ...ofTenant,
  name: 'pay-rent-tenant',
  summary: 'Who pays the rent, with their tenancy agreement.',
  path: '/_appApi/payRent/tenant',
  input: inputOf(forms.rentTenantForm),
  output: stepped,
  fulfils: ['R1.37'],
});

export const rentPayeeContract = contract({
  ...ofTenant,
  name: 'pay-rent-landlord',
  proof: 'fresh',
  summary: 'Who lets, and to which account their rent goes; of the account only its end is ever shown again.',
  path: '/_appApi/payRent/landlord',
  input: inputOf(forms.rentPayeeForm),
  output: stepped,
  fulfils: ['R1.37'],
});

export const rentSubmitContract = contract({
  ...ofTenant,
  name: 'pay-rent-submit',
  summary: 'Asks for what was said to be paid: the price is ours to say, and is the one that was shown.',
  path: '/_appApi/payRent/submit',
  input: inputOf(forms.rentSubmitForm),
  output: named,
  repeatable: true,
  fulfils: ['R7.112'],
});

export const rentPayContract = contract({
  ...ofTenant,
  name: 'pay-rent-pay',
  summary: 'Where a rent is paid, with what is owed and until when.',
  path: '/_appApi/payRent/pay',
  input: named,
  output: z.object({ path: z.string().check(z.describe('Of this site')), amount: minor, currency: z.string(), pay_until: z.string() }),
  errors: ['not-found', 'taken'],
  fulfils: ['R7.114'],
});

export const rentDetailContract = contract({
  name: 'pay-rent-detail',
  summary: 'One payment of rent of who is signed in.',
  method: 'GET',
  path: '/_appApi/payRent/detail',
  input: named,
  output: z.object({
    code,
    state: z.enum(rentStates),
    home_kind: z.enum(forms.houseKinds),
    country: z.string(),
    address: z.string(),
    tenant: z.string(),
    landlord: z.string(),
    account_end: z.string().check(z.describe('The last signs of the landlord’s account')),
    from: z.string(),
    to: z.string(),
    rent: minor,
    fee: minor,
    total: minor,
    currency: z.string(),
    pay_until: z.string(),
    paid_at: z.string(),
    payout: z.string().check(z.describe('Under which reference it was passed on')),
    remind_day: z.int().check(z.describe('Of the month; 0 without reminders')),
  }),
  access: 'login',
  errors: ['not-found'],
  fulfils: ['R7.115', 'R3.71'],
});

export const rentMailContract = contract({
  ...ofTenant,
  name: 'pay-rent-transfer-email',
  summary: 'Mails how a rent is transferred to us: amount, number and day, and where the account is shown; no account stands in a mail.',
  path: '/_appApi/payRent/transferEmail',
  input: inputOf(forms.rentMailForm),
  output: named,
  limit: 'outside',
  fulfils: ['R7.116'],
});

export const rentVoucherContract = contract({
  ...ofTenant,
  name: 'pay-rent-voucher',
  summary: 'Adds what shows that a transfer was made.',
  path: '/_appApi/payRent/voucher',
  input: inputOf(forms.rentVoucherForm),
  output: named,
  fulfils: ['R7.117'],
});

export const rentCancelContract = contract({
  ...ofTenant,
  name: 'pay-rent-cancel',
  summary: 'Cancels a payment of rent that was not passed on yet; all that was paid goes back.',
  path: '/_appApi/payRent/cancel',
  input: inputOf(forms.rentCancelForm),
  output: named,
  fulfils: ['R7.118'],
});

export const rentDeleteContract = contract({
  ...ofTenant,
  name: 'pay-rent-delete',
  summary: 'Takes a draft, or a payment that came to nothing, out of the list for good.',
  path: '/_appApi/payRent/delete',
  input: inputOf(forms.rentDeleteForm),
  output: named,
  fulfils: ['R7.119'],
});

export const rentAgainContract = contract({
  ...ofTenant,
  name: 'pay-rent-again',
  summary: 'Begins the next payment to the same landlord, for the days that follow.',
  path: '/_appApi/payRent/again',
  input: inputOf(forms.rentAgainForm),
  output: stepped,
  repeatable: true,
  fulfils: ['R1.37'],
});

export const rentRemindContract = contract({
  ...ofTenant,
  name: 'pay-rent-remind',
  summary: 'Mails on a day of each month that rent is due, or no longer does.',
  path: '/_appApi/payRent/remind',
  input: inputOf(forms.rentRemindForm),
  output: named,
  fulfils: ['R1.37'],
});

export const rentEndRemindersContract = contract({
  name: 'pay-rent-end-reminders',
  summary: 'Ends the reminders that the link of a mail is of (RFC 8058).',
  method: 'POST',
  path: '/_appApi/payRent/endReminders',
  input: inputOf(forms.rentEndRemindersForm),
  output: z.object({}),
  access: 'public',
  // The link is the proof: it works in a mail program, which has no page of ours before.
  csrf: 'never',
  errors: ['not-found'],
  fulfils: ['R1.37'],
});

export const staffRentContract = contract({
  name: 'staff-rent',
  proof: 'fresh',
  summary: 'Has a rent brought to the landlord, says under which reference staff passed it on, sends it back, or notes something.',
  method: 'POST',
  path: '/_appApi/staff/payRent',
  input: inputOf(forms.staffRentForm),
  output: z.object({ code, act: z.enum(forms.rentDeeds), waits: z.boolean().check(z.describe('Whether a second person has to say the same')) }),
  access: 'staff-money',
  errors: ['not-found'],
  fulfils: ['R1.37'],
});
