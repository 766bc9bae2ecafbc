/** Calls of signing a desk in by a code that WeChat scans (R2.214, R4.041–R4.045, R7.065, R7.066). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { confirmScanForm, scanApp } from './scans.schema.ts';

const text = (most: number, meaning: string) => z._default(z.string().check(z.maxLength(most), z.describe(meaning)), '');
const app = z._default(z.literal(scanApp.id).check(z.describe('The app that is signed in to')), scanApp.id);
const seconds = z.int().check(z.describe('For how many seconds more; 0 when its time is over'));

const base = { method: 'POST', access: 'public', csrf: 'always' } as const;

export const wechatQrContract = contract({
  ...base,
  name: 'wechat-qr',
  summary: 'Gives what a code for WeChat to scan holds, for three minutes, and ties it to this browser by a cookie.',
  path: '/_buserApi/wechat/qr',
  input: z.object({ apr_id: app, redirect: text(2_048, 'Where to go when it is done') }),
  output: z.object({ url: z.string(), ticket: z.string().check(z.describe('Names the code')), seconds }),
  limit: 'login',
  errors: ['not-found', 'stale-form'],
  fulfils: ['R7.065', 'R4.041', 'R4.045', 'R9.26', 'R9.27'],
});

export const wechatQrStateContract = contract({
  name: 'wechat-qr-state',
  summary: 'Whether the code of this browser was confirmed on a phone; takes nothing.',
  method: 'GET',
  path: '/_buserApi/wechat/qr/state',
  input: z.object({}),
  output: z.object({ status: z.enum(['waiting', 'confirmed', 'over']), seconds }),
  access: 'public',
  fulfils: ['R4.042', 'R9.25'],
});

export const wechatQrStatusContract = contract({
  ...base,
  name: 'wechat-qr-status',
  summary: 'Signs in this browser once its code was confirmed on a phone; until then it says that it waits.',
  path: '/_buserApi/wechat/qr/status',
  input: z.object({
    ticket: text(32, 'The code that is meant; left out, that of this browser'),
    apr_id: app,
    device_token: z._default(z.literal(scanApp.device).check(z.describe('A desk')), scanApp.device),
  }),
  output: z.object({
    status: z.enum(['waiting', 'done']),
    cust_id: z.int().check(z.describe('Number of the account; 0 while nobody is signed in')),
    session: z.string().check(z.describe('Empty: a session is a cookie that no script reads')),
    redirect: z.string().check(z.describe('A path of this site to go on to')),
  }),
  limit: 'read',
  errors: ['way-gone', 'bind-needed', 'sign-in-first', 'locked', 'stale-form'],
  fulfils: ['R7.066', 'R4.043', 'R8.15'],
});

export const wechatScanConfirmContract = contract({
  ...base,
  name: 'wechat-scan-confirm',
  summary: 'Begins to confirm on the phone, inside WeChat, that a desk may be signed in: gives where to go.',
  path: '/_buserApi/wechat/scan',
  input: inputOf(confirmScanForm),
  output: z.object({ url: z.string().check(z.describe('Where the reader goes now: an address of WeChat')) }),
  limit: 'login',
  errors: ['way-gone', 'not-found', 'upstream-failed', 'stale-form'],
  fulfils: ['R2.214'],
});
