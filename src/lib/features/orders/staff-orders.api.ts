/** The call by which staff see to an order. */
import { refusalOf } from '#lib/access.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { lettingRules } from '#lib/features/quotes/letting-law.schema.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { seenFields, staffOrderActs } from './application-forms.schema.ts';
import type { OrderDeskService } from './order-desk.service.ts';
import { accessOfAct } from './money-acts.rules.ts';
import { notFound } from './order-wire.rules.ts';
import { staffOrderContract } from './orders.contract.ts';

export function staffOrderCalls({ desk }: { readonly desk: Pick<OrderDeskService, 'act'> }): readonly BoundCall[] {
  return [
    bind(staffOrderContract, async ({ code, act: given, colleague, note, paper_name, paper_on, ...more }, { staff, now }) => {
      const act = staffOrderActs.find((one) => one === given);
      if (!staff || !act) return fault('act', 'forms.choose');
      // What somebody may not do is not among what they choose from.
      if (refusalOf(accessOfAct(act), staff.standing) !== undefined) return fault('act', 'forms.choose');
      const rulesSeen = lettingRules.filter((rule) => more[seenFields[rule]] === ticked);
      const outcome = await desk.act(
        code,
        act,
        { note, colleague: parseId<StaffId>(colleague), rulesSeen, paper: { name: paper_name ?? '', on: paper_on ?? '' } },
        asId<StaffId>(staff.staffId),
        now,
      );
      if (outcome.ok) return { ok: true, data: { code, act } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'no-reason':
          return fault('note', 'orders.reason_needed');
        case 'no-colleague':
          return fault('colleague', 'forms.choose');
        case 'breaks':
          return fault('act', 'orders.breaks_unseen');
        case 'no-party':
          return fault('act', 'orders.staff_no_party');
        case 'other-draft':
          return fault('act', 'orders.staff_other_draft');
        case 'not-now':
        case 'no-coupon':
          return fault('act', 'staff.not_now');
        case 'offer-changed':
          return fault('act', 'orders.staff_offer_changed');
        case 'unsigned':
          return fault('act', 'orders.staff_unsigned');
        case 'paper-day':
          return fault('paper_on', 'orders.paper_on_wrong');
        case 'no-address':
          return fault('act', 'evidence.link_no_address');
        case 'too-many':
          return fault('act', 'evidence.link_too_many');
        case 'gone':
          return fault('act', 'orders.staff_closed');
        case 'sold-out':
          return { ok: false, error: 'sold-out' };
      }
    }),
  ];
}
