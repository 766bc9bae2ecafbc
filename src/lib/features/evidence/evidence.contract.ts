/** The calls by which a home's condition is written down, remarked on and signed, by who lives there and by who lets it. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { orderCodePattern } from '#lib/features/orders/orders.schema.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import * as forms from './evidence.schema.ts';

const code = z.string().check(z.regex(orderCodePattern), z.describe('Names the order'));
const added = z.object({
  code,
  number: z.int().check(z.describe('Of the entry, from 1')),
  hash: z.string().check(z.describe('SHA-256 of the entry together with what stands before it, in hexadecimal digits')),
});
const signed = z.object({
  code,
  entries: z.int().check(z.describe('The last entry that is signed, with all before it')),
  hash: z.string().check(z.describe('SHA-256 of the signature together with what stands before it, in hexadecimal digits')),
});

const byOwner = { method: 'POST', access: 'login', repeatable: true, errors: ['not-found'] } as const;
/** By whoever has the link of a mail. */
const byLink = { method: 'POST', access: 'public', csrf: 'always', limit: 'outside', repeatable: true, errors: ['not-found'] } as const;

export const evidenceContract = contract({
  ...byOwner,
  name: 'evidence-add',
  summary: 'Writes down what something in a home was like when somebody moved in or out, with photographs. It stays as it was written.',
  path: '/_appApi/order/evidence',
  input: inputOf(forms.evidenceForm),
  output: added,
  fulfils: ['R2.140'],
});

export const evidenceRemarkContract = contract({
  ...byOwner,
  name: 'evidence-remark',
  summary: 'Remarks on an entry that the provider made, which stays as it is.',
  path: '/_appApi/order/evidence/remark',
  input: inputOf(forms.evidenceRemarkForm),
  output: added,
  fulfils: ['R2.140'],
});

export const evidenceSignContract = contract({
  ...byOwner,
  name: 'evidence-sign',
  summary: 'Signs everything that was written down so far, as who lives there: the digest says what was read.',
  path: '/_appApi/order/evidence/sign',
  input: inputOf(forms.evidenceSignForm),
  output: signed,
  fulfils: ['R2.140'],
});

export const evidenceLinkContract = contract({
  ...byOwner,
  name: 'evidence-link',
  summary: 'Sends the provider of a home a link to what was written down, or ends the one that is open. The link is told to nobody else.',
  path: '/_appApi/order/evidence/link',
  input: inputOf(forms.evidenceLinkForm),
  output: z.object({ code, act: z.enum(forms.evidenceLinkActs) }),
  fulfils: ['R2.140'],
});

export const supplierEvidenceContract = contract({
  ...byLink,
  name: 'supplier-evidence-add',
  summary: 'Writes down what something in a home is like, as its provider, with the key of a link.',
  path: '/_appApi/supplier/evidence',
  input: inputOf(forms.supplierEvidenceForm),
  output: added,
  fulfils: ['R2.140'],
});

export const supplierRemarkContract = contract({
  ...byLink,
  name: 'supplier-evidence-remark',
  summary: 'Remarks, as the provider, on an entry that who lives there made, which stays as it is.',
  path: '/_appApi/supplier/evidence/remark',
  input: inputOf(forms.supplierRemarkForm),
  output: added,
  fulfils: ['R2.140'],
});

export const supplierSignContract = contract({
  ...byLink,
  name: 'supplier-evidence-sign',
  summary: 'Signs everything that was written down so far, as the provider: the digest says what was read.',
  path: '/_appApi/supplier/evidence/sign',
  input: inputOf(forms.supplierSignForm),
  output: signed,
  fulfils: ['R2.140'],
});

export const staffEvidenceLinkContract = contract({
  method: 'POST',
  access: 'staff-orders',
  errors: ['not-found'],
  name: 'desk-evidence-link',
  summary: 'Sends the provider of a home a link to what was written down of it, or ends the one that is open.',
  path: '/_appApi/staff/evidence/link',
  input: inputOf(forms.staffEvidenceLinkForm),
  output: z.object({ code, act: z.enum(forms.evidenceLinkActs) }),
  fulfils: ['R2.140'],
});
