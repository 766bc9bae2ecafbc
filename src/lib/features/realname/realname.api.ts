import { fault } from '#lib/forms/field-faults.rules.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { nameDeeds, nameDocuments, nameReasons } from './names-by-hand.schema.ts';
import type { NamesByHandService, NameWord } from './names-by-hand.service.ts';
import { checkIdCardContract, nameByHandContract, realnameStatusContract } from './realname.contract.ts';
import type { RealnameService } from './realname.service.ts';
import type { ShownRealname } from './realname.schema.ts';

const told = (known: ShownRealname | undefined) => ({ name: known?.name ?? '', idcard_no: known?.ending ?? '', is_check: known?.isCertified === true });

/** What was said, where it is one of the things that can be; which field is missing otherwise. */
function wordOf(values: Readonly<Record<string, string | undefined>>): NameWord | 'deed' | 'document' | 'reason' {
  const deed = nameDeeds.find((one) => one === values['deed']);
  if (!deed) return 'deed';
  if (deed !== 'ask') return { deed, seen: Number(values['word'] ?? '') };
  const document = nameDocuments.find((one) => one === values['document']);
  const reason = nameReasons.find((one) => one === values['reason']);
  if (!document) return 'document';
  return reason ? { deed, document, reason, name: values['name'] ?? '', note: values['note'] ?? '' } : 'reason';
}

export function realnameCalls(realname: RealnameService, byHand: Pick<NamesByHandService, 'say'>): readonly BoundCall[] {
  return [
    bind(nameByHandContract, async (values, { staff, now }) => {
      const userId = parseId<UserId>(values.user_id);
      if (!staff || userId === undefined) return { ok: false, error: 'not-found' };
      const word = wordOf(values);
      if (typeof word === 'string') return fault(word, 'forms.choose');
      const outcome = await byHand.say(userId, word, asId<StaffId>(staff.staffId), now);
      if (outcome.ok) return { ok: true, data: { user_id: userId } };
      switch (outcome.reason) {
        case 'unknown':
          return { ok: false, error: 'not-found' };
        case 'same-person':
          return fault('deed', 'realname.hand_same');
        case 'not-now':
          return fault('deed', 'staff.not_now');
      }
    }),
    bind(checkIdCardContract, async ({ name, idcard_no }, caller) => {
      const userId = userIdOf(caller);
      const outcome = await realname.check(userId, { name, number: idcard_no }, caller.now);
      if (outcome.ok) return { ok: true, data: told(outcome.value) };
      switch (outcome.reason) {
        case 'off':
          return { ok: false, error: 'not-found' };
        case 'bad-name':
          return fault('name', 'realname.bad_name');
        case 'bad-number':
          return fault('idcard_no', 'realname.bad_number');
        case 'taken':
          return fault('idcard_no', 'realname.number_taken');
        case 'mismatch':
          return fault('idcard_no', 'realname.mismatch');
        case 'too-many':
          return { ok: false, error: 'too-many' };
        case 'settled':
          // What is certified is told, and stays.
          return { ok: true, data: told(await realname.find(userId)) };
      }
    }),
    bind(realnameStatusContract, async (_, caller) => {
      const userId = userIdOf(caller);
      const [known, { isOn, isAuthorised }] = await Promise.all([realname.find(userId), realname.stateOf(userId)]);
      return { ok: true, data: { ...told(known), is_on: isOn, is_auth: isAuthorised } };
    }),
  ];
}
