/** Binds the calls by which deposits are settled and given back. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { amountFault } from '#lib/forms/amount-faults.rules.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { depositAnswerContract, depositContract, depositGiveContract, supplierDepositContract } from './deposits.contract.ts';
import { writtenDeductions } from './deposits.rules.ts';
import { askDeed, depositAnswers, givings, proposalKinds, supplierKinds } from './deposits.schema.ts';
import type { DepositsService } from './deposits.service.ts';
import { notFound, notNow } from './order-wire.rules.ts';

/** What is wrong with one of the deductions, at its own field. @param number of the deduction, from 1 */
function deductionFault(
  reason: 'no-sum' | 'too-much' | 'no-evidence',
  number: number,
  values: Readonly<Record<string, string | undefined>>,
  locale: Locale,
): ReturnType<typeof fault> {
  switch (reason) {
    case 'no-sum':
      return amountFault(`sum_${number}`, values[`sum_${number}`] ?? '', locale, 'deposits.sum_wrong');
    case 'too-much':
      return fault(`sum_${number}`, 'deposits.too_much');
    case 'no-evidence':
      return fault(`evidence_${number}`, 'forms.choose');
  }
}

export function depositCalls({
  deposits,
}: {
  readonly deposits: Pick<DepositsService, 'propose' | 'give' | 'answer' | 'ask' | 'supplierSays'>;
}): readonly BoundCall[] {
  return [
    bind(depositContract, async (values, { staff, now, locale }) => {
      const { code = '', deed, note = '' } = values;
      if (staff && deed === askDeed) {
        const asked = await deposits.ask(code, asId<StaffId>(staff.staffId), now);
        if (asked.ok) return { ok: true, data: { code } };
        switch (asked.reason) {
          case 'unknown':
            return notFound;
          case 'not-now':
            return fault('deed', 'staff.not_now');
          case 'no-address':
            return fault('deed', 'evidence.link_no_address');
          case 'too-many':
            return fault('deed', 'evidence.link_too_many');
        }
      }
      const kind = proposalKinds.find((one) => one === deed);
      if (!staff || !kind) return fault('deed', 'forms.choose');
      const outcome = await deposits.propose(code, { kind, deductions: writtenDeductions(values), note }, asId<StaffId>(staff.staffId), now);
      if (outcome.ok) return { ok: true, data: { code } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('deed', 'staff.not_now');
        default:
          return deductionFault(outcome.reason, outcome.number ?? 1, values, locale);
      }
    }),
    bind(supplierDepositContract, async (values, { now, locale }) => {
      const { key = '', proposal = '', deed, note = '' } = values;
      const kind = supplierKinds.find((one) => one === deed);
      if (!kind) return fault('deed', 'forms.choose');
      const seen = proposal === '' ? undefined : Number(proposal);
      const outcome = await deposits.supplierSays(key, { seen, kind, deductions: writtenDeductions(values), note }, now);
      if (outcome.ok) return { ok: true, data: { deed: kind } };
      switch (outcome.reason) {
        case 'unknown':
          return { ok: false, error: 'not-found' };
        case 'not-now':
          return fault('deed', 'deposits.supplier_not_now');
        default:
          return deductionFault(outcome.reason, outcome.number ?? 1, values, locale);
      }
    }),
    bind(depositGiveContract, async ({ code, how: given, on }, { staff, now }) => {
      const how = givings.find((one) => one === given);
      if (!staff || !how) return fault('how', 'forms.choose');
      const outcome = await deposits.give(code, { how, on }, asId<StaffId>(staff.staffId), now);
      if (outcome.ok) return { ok: true, data: { code } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('how', 'staff.not_now');
        case 'passed-on':
          return fault('how', 'deposits.passed_on');
        case 'no-day':
          return fault('on', 'deposits.day_wrong');
      }
    }),
    bind(depositAnswerContract, async ({ code, proposal, answer: given, note }, caller) => {
      const answer = depositAnswers.find((one) => one === given);
      if (!answer) return fault('answer', 'forms.choose');
      const outcome = await deposits.answer(userIdOf(caller), code, { proposal: Number(proposal), answer, note }, caller.now);
      if (outcome.ok) return { ok: true, data: { code } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return notNow;
        case 'changed':
          return fault('answer', 'deposits.changed');
      }
    }),
  ];
}
