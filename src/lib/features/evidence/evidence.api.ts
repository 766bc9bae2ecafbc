import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { evidenceContract } from './evidence.contract.ts';
import { conditions, evidencePlaces, occasions } from './evidence.schema.ts';
import type { EvidenceService } from './evidence.service.ts';

/** Binds the call of evidence. */
export function evidenceCalls(evidence: Pick<EvidenceService, 'add'>): readonly BoundCall[] {
  return [
    bind(evidenceContract, async ({ code, item, note, photo, ...given }, caller) => {
      const occasion = occasions.find((one) => one === given.occasion);
      const place = evidencePlaces.find((one) => one === given.place);
      const condition = conditions.find((one) => one === given.condition);
      if (!occasion || !place || !condition) return fault(occasion ? (place ? 'condition' : 'place') : 'occasion', 'forms.choose');
      const owner = { userId: userIdOf(caller), visit: caller.preSession };
      const outcome = await evidence.add(owner, code, { occasion, place, item, condition, note, photo: photo === '' ? undefined : photo }, caller.now);
      if (outcome.ok) return { ok: true, data: { code, ...outcome.value } };
      switch (outcome.reason) {
        case 'unknown':
          return { ok: false, error: 'not-found' };
        case 'not-now':
          return fault('occasion', 'evidence.not_now');
        case 'enough':
          return fault('item', 'evidence.enough');
        case 'no-file':
          return fault('photo', 'forms.file_gone');
      }
    }),
  ];
}
