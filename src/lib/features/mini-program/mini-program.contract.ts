/** Codes that lead from a screen into the mini-program. */
import { contract } from '#lib/api/contract.ts';
import * as z from 'zod/mini';

export const qrCodeContract = contract({
  name: 'wxapp-qrcode',
  summary: 'A code that opens a page on a phone: of the mini-program where the operator has one, otherwise of this site.',
  method: 'GET',
  path: '/_wxappApi/qrcode',
  input: z.object({
    wxapp_id: z._default(z.coerce.number().check(z.int(), z.positive()), 122),
    width: z._default(z.coerce.number().check(z.int(), z.minimum(100), z.maximum(1_280)), 300),
    height: z._default(z.coerce.number().check(z.int(), z.minimum(100), z.maximum(1_280)), 300),
    page: z._default(z.string().check(z.regex(/^[\w/-]{0,128}$/), z.describe('Page of the mini-program, such as the poster’s')), ''),
    scene: z._default(z.string().check(z.regex(/^[\w!#$&'()*+,/:;=?@.~-]{0,32}$/), z.describe('What the page is told')), ''),
    path: z._default(z.string().check(z.regex(/^\/(?!\/)[\w/.-]{0,200}$/), z.describe('The same page of this site, without language prefix')), '/'),
  }),
  output: z.object({
    kind: z.enum(['mini', 'web']),
    url: z.string().check(z.describe('The picture, as a data URL')),
    width: z.int().check(z.describe('Pixels of the picture as it is; it is square')),
    height: z.int(),
    web_url: z.string(),
  }),
  access: 'public',
  limit: 'outside',
  errors: ['upstream-failed'],
  fulfils: ['R7.182'],
});
