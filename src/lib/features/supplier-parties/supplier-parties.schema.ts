/** Who a provider is in law, and the form by which staff say so. Browser-safe. */
import * as z from 'zod/mini';
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';

/** The other side of a contract of letting, and who a tenant writes to. */
export const supplierPartySchema = z.object({
  /** As the register or the passport has it. */
  legalName: z.string(),
  /** Register and number; empty for persons. */
  registration: z.string(),
  /** Where letters reach them, in one line. */
  address: z.string(),
  email: z.string(),
  /** With + and dial code. */
  phone: z.string(),
  /** How tenants get in: hours, where keys are. As the provider wrote it; may be empty. */
  arrival: z.string(),
});
export type SupplierParty = z.infer<typeof supplierPartySchema>;

export const partyKeys = ['legalName', 'registration', 'address', 'email', 'phone', 'arrival'] as const satisfies readonly (keyof SupplierParty)[];

/** With + and dial code; landlines too, which only speak. */
const partyPhone = /^\+\d{1,3}(?:[ ().-]?\d){5,14}$/;

export const supplierPartyForm = formDefinition({
  id: 'supplier-party',
  fields: [
    { kind: 'hidden', name: 'supplier', label: 'payments.payout_provider', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    { kind: 'text', name: 'legal_name', label: 'orders.party_legal_name', hint: 'orders.party_legal_name_hint', required: true, maxLength: 200 },
    { kind: 'text', name: 'registration', label: 'orders.party_registration', hint: 'orders.party_registration_hint', maxLength: 120 },
    { kind: 'text', name: 'address', label: 'orders.party_address', hint: 'orders.party_address_hint', required: true, maxLength: 300 },
    { kind: 'email', name: 'email', label: 'orders.party_email', required: true },
    {
      kind: 'text',
      name: 'phone',
      label: 'orders.party_phone',
      hint: 'orders.party_phone_hint',
      required: true,
      maxLength: 30,
      rules: [{ kind: 'reg', pattern: partyPhone }],
    },
    { kind: 'textarea', name: 'arrival', label: 'orders.party_arrival', hint: 'orders.party_arrival_hint', maxLength: 1_000, rows: 4 },
  ],
  submit: 'orders.party_save',
});
