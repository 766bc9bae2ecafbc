/** What moved for a provider, and the page of the form. Pure, browser-safe. */
import type { FormName } from '#lib/forms/form-names.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import { staffPayoutContract } from './payouts.contract.ts';
import { payoutForm } from './payouts.schema.ts';
import type { MovementKind } from './payouts.schema.ts';

/**
 * What the name of a posting says of a provider's account, and whose it is: a request, a refund, a dispute or a payout.
 * @example readMovement('request:12:taken') // { kind: 'taken', of: 'request', name: '12' }
 * @example readMovement('refund:K7QM-2XPA:failed') // { kind: 'again', of: 'refund', name: 'K7QM-2XPA' }
 */
export function readMovement(
  effect: string,
): { readonly kind: MovementKind; readonly of: 'request' | 'refund' | 'there' | 'dispute' | 'payout'; readonly name: string } | undefined {
  const [, request] = /^request:(\d+):taken$/.exec(effect) ?? [];
  if (request !== undefined) return { kind: 'taken', of: 'request', name: request };
  const [, refund, end] = /^refund:([^:]+)(?::(by-hand|failed|dropped))?$/.exec(effect) ?? [];
  if (refund !== undefined) return { kind: end === 'failed' ? 'again' : 'back', of: 'refund', name: refund };
  const [, there, failed] = /^provider-refund:[^:]+:(.+?)(:failed)?$/.exec(effect) ?? [];
  if (there !== undefined) return { kind: failed === undefined ? 'back' : 'again', of: 'there', name: there };
  const [, dispute, returned] = /^chargeback:[^:]+:(.+?)(:returned)?$/.exec(effect) ?? [];
  if (dispute !== undefined) return { kind: returned === undefined ? 'back' : 'again', of: 'dispute', name: dispute };
  const [, payout] = /^payout:(\d+)$/.exec(effect) ?? [];
  return payout === undefined ? undefined : { kind: 'out', of: 'payout', name: payout };
}

export const payoutPages = {
  'staff-payout': formPage({
    definition: payoutForm,
    contract: staffPayoutContract,
    valuesOf: ({ supplier = '' }) => ({ supplier }),
    done: ({ supplier, waits }, { paths }) => `${paths.to('staff_payout', { supplier })}?done=${waits ? 'asked' : '1'}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
