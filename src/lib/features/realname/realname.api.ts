import { fault } from '#lib/forms/field-faults.rules.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { checkIdCardContract, realnameStatusContract } from './realname.contract.ts';
import type { RealnameService } from './realname.service.ts';
import type { ShownRealname } from './realname.schema.ts';

const told = (known: ShownRealname | undefined) => ({ name: known?.name ?? '', idcard_no: known?.ending ?? '', is_check: known?.isCertified === true });

export function realnameCalls(realname: RealnameService): readonly BoundCall[] {
  return [
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
