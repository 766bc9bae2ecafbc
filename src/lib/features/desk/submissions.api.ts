import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { ResumeId } from '#lib/ids/ids.ts';
import { doerOf, notFound } from './desk-caller.api.ts';
import * as contracts from './submissions.contract.ts';
import { submissionActs } from './submissions.schema.ts';
import type { SubmissionsService } from './submissions.service.ts';

export function submissionCalls(submissions: Pick<SubmissionsService, 'actOnResume' | 'actOnFeedback'>): readonly BoundCall[] {
  return [
    bind(contracts.deskResumeContract, async ({ resume_id, act: given }, caller) => {
      const id = parseId<ResumeId>(resume_id);
      const act = submissionActs.find((one) => one === given);
      if (id === undefined || !act) return notFound;
      const outcome = await submissions.actOnResume(id, act, doerOf(caller));
      if (outcome.ok) return { ok: true, data: { act } };
      return outcome.reason === 'unknown' ? notFound : fault('act', 'staff.not_now');
    }),
    bind(contracts.deskFeedbackContract, async ({ feedback_id, act: given }, caller) => {
      const id = parseId(feedback_id);
      if (id === undefined) return notFound;
      const act = given === 'reopen' ? 'reopen' : 'settle';
      const outcome = await submissions.actOnFeedback(id, act, doerOf(caller));
      if (outcome.ok) return { ok: true, data: { act } };
      return outcome.reason === 'unknown' ? notFound : fault('act', 'staff.not_now');
    }),
  ];
}
