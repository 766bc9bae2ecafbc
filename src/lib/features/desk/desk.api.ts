import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { methodsOf, verificationMethods, verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import type { ReportsService } from '#lib/features/reports/reports.service.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { doerOf, notFound } from './desk-caller.api.ts';
import * as contracts from './desk.contract.ts';
import { hideReasons } from './desk.schema.ts';
import type { ReportOutcome } from './desk.schema.ts';
import type { HouseCareService } from './house-care.service.ts';

type Parts = {
  readonly homes: HouseCareService;
  readonly reports: Pick<ReportsService, 'find'>;
  /** The home that a text names by number or by the address of one of its pages. */
  readonly houseNamed: (text: string) => Promise<HouseId | undefined>;
};

export function deskCalls({ homes, reports, houseNamed }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.deskFindHouseContract, async ({ which }) => {
      const id = await houseNamed(which.normalize('NFKC').trim());
      return id === undefined ? fault('which', 'desk.no_home') : { ok: true, data: { house_id: id } };
    }),
    bind(contracts.deskHouseContract, async ({ house_id, act, reason, note }, caller) => {
      const id = parseId<HouseId>(house_id);
      if (id === undefined) return notFound;
      const by = doerOf(caller);
      const outcome = await (act === 'hide'
        ? homes.hide(id, hideReasons.find((one) => one === reason) ?? 'other', note, by)
        : act === 'restore'
          ? homes.restore(id, note, by)
          : homes.note(id, note, by));
      if (outcome.ok) return { ok: true, data: { house_id: id } };
      return outcome.reason === 'no-house' ? notFound : fault('act', 'staff.not_now');
    }),
    bind(contracts.deskCheckContract, async ({ house_id, fact: givenFact, method: givenMethod, on }, caller) => {
      const id = parseId<HouseId>(house_id);
      const fact = verifiedFacts.find((one) => one === givenFact);
      const method = verificationMethods.find((one) => one === givenMethod);
      if (id === undefined || !fact || !method) return notFound;
      if (!methodsOf[fact].some((one) => one === method)) return fault('method', 'desk.wrong_method');
      // Wherever the home is, no day there is ahead of this one.
      if (on > new Date(caller.now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)) return fault('on', 'desk.future_day');
      const outcome = await homes.check(id, { fact, method, on }, doerOf(caller));
      return outcome.ok ? { ok: true, data: { house_id: id } } : notFound;
    }),
    bind(contracts.deskReportContract, async ({ report_id, outcome: given, note }, caller) => {
      const report = await reports.find(Number(report_id));
      if (!report) return notFound;
      const settled = await homes.settle(report, given as ReportOutcome, note, doerOf(caller));
      if (settled.ok) return { ok: true, data: { report_id: report.id } };
      return settled.reason === 'no-house' ? notFound : fault('outcome', 'staff.not_now');
    }),
  ];
}
