/** Whether somebody has an account, for clients that must know beforehand (R7.071–R7.073, R7.077): for people alone, and few a day. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { base, contact } from './contact-input.schema.ts';

const known = z.object({
  status: z.int().check(z.describe('0 nobody has it, 1 an account has it (R7.078)')),
  is_password: z.int().check(z.describe('1 where that account has a password, else 0')),
});
const check = { ...base, captcha: 'solved', limit: 'code', output: known, errors: ['captcha-needed', 'stale-form'] } as const;

export const checkMobileContract = contract({
  ...check,
  name: 'check-mobile',
  summary: 'Whether an account has this number.',
  path: '/_buserApi/check/mobile',
  input: z.object({ country_code: contact.country_code, phone: contact.phone, mobile: contact.mobile }),
  fulfils: ['R7.071'],
});

export const checkEmailContract = contract({
  ...check,
  name: 'check-email',
  summary: 'Whether an account has this mail address.',
  path: '/_buserApi/check/email',
  input: z.object({ email: contact.email }),
  fulfils: ['R7.072'],
});

export const checkAccountContract = contract({
  ...check,
  name: 'check-account',
  summary: 'Whether an account has this number or mail address.',
  path: '/_buserApi/check/account',
  input: z.object(contact),
  fulfils: ['R7.073'],
});

export const checkAccountIsNewContract = contract({
  ...check,
  name: 'check-account-is-new',
  summary: 'Whether nobody has this number or mail address yet, and whether who has it has a password.',
  path: '/_buserApi/check/new',
  input: z.object(contact),
  fulfils: ['R7.077', 'R7.078'],
});
