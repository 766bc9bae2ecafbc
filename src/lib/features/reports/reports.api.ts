import { fault } from '#lib/forms/field-faults.rules.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import type { Caller } from '#lib/api/caller.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { HouseId, UnitId, UserId } from '#lib/ids/ids.ts';
import { reportListingContract } from './reports.contract.ts';
import { reportReasons } from './reports.schema.ts';
import type { ReportSender } from './reports.schema.ts';
import type { ReportsService } from './reports.service.ts';

const senderOf = ({ preSession, deviceId, address, captcha, session }: Caller): ReportSender => ({
  visitor: preSession ?? deviceId,
  address,
  proof: captcha,
  userId: session && asId<UserId>(session.userId),
});

/** Binds the report call. */
export function reportCalls(reports: ReportsService): readonly BoundCall[] {
  return [
    bind(reportListingContract, async ({ house_id, unit_id, reason: given, details, email, consent_reply }, caller) => {
      const houseId = parseId<HouseId>(house_id);
      const unitId = parseId<UnitId>(unit_id);
      const reason = reportReasons.find((one) => one === given);
      if (!houseId || !reason) return { ok: false, error: 'not-found' };
      if (unit_id !== '' && !unitId) return noUnit;
      const reply = email === '' ? undefined : { email, consent: consent_reply };
      const outcome = await reports.report({ houseId, unitId, reason, details, reply, locale: caller.locale }, senderOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'no-house':
          return { ok: false, error: 'not-found' };
        case 'no-unit':
          return noUnit;
        case 'no-proof':
          return { ok: false, error: 'captcha-needed' };
        case 'enough':
          return { ok: false, error: 'enough-for-today' };
      }
    }),
  ];
}

const noUnit = fault('unit_id', 'forms.choose');
