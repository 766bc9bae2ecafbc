import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { ReportsService } from '#lib/features/reports/reports.service.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { deskCalls } from './desk.api.ts';
import { createDeskLoader } from './desk.loader.ts';
import type { DeskLoader } from './desk.loader.ts';
import { createHouseCareRepository } from './house-care.repository.ts';
import { createHouseCareService } from './house-care.service.ts';
import { houseHiddenMail } from './mail/house-hidden.mail.ts';

export type Desk = { readonly loader: DeskLoader; readonly calls: readonly BoundCall[] };

type Parts = {
  readonly db: Db;
  readonly audit: Audit;
  readonly catalogue: Catalogue;
  readonly houses: HouseService;
  readonly reports: ReportsService;
  readonly mailer: Mailer;
  /** The home whose page an address of this site is. */
  readonly houseOfPath: (path: string) => HouseId | undefined;
};

/** Where staff do their work: homes of providers, and what readers report of them. */
export function createDesk({ db, audit, catalogue, houses, reports, mailer, houseOfPath }: Parts): Desk {
  const homes = createHouseCareService({
    repository: createHouseCareRepository(db),
    houses,
    catalogue,
    reports,
    audit,
    transact: (houseId, work) => transact(db, work, { lockOf: `house:${houseId}` }),
    tell: (tx, { email, locale }, house, reason) =>
      mailer.send(tx, houseHiddenMail, { address: email }, locale, { home: house.name, ref: `${house.supplier.name} ${house.id}`, reason }),
  });
  return {
    loader: createDeskLoader({ homes, houses, reports, audit }),
    calls: deskCalls({
      homes,
      reports,
      async houseNamed(text) {
        const path = URL.parse(text, 'https://site.invalid')?.pathname;
        const id = parseId<HouseId>(text) ?? (path === undefined ? undefined : houseOfPath(path));
        return id !== undefined && (await houses.find(id)) ? id : undefined;
      },
    }),
  };
}
