/** What the page of the report form shows. */
import type { House, Media, ReadHouse } from '#lib/features/house/house.schema.ts';
import type { HouseOffers } from '#lib/features/house/house.service.ts';
import type { GivenChoice } from '#lib/forms/form.schema.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import type { ReportsService } from './reports.service.ts';

/** The part of a page's view that decides what it shows. */
export type ReportReader = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> } };

export type OpenedReport = {
  readonly house: ReadHouse;
  readonly media: readonly Media[];
  /** The rooms it may be about. */
  readonly units: readonly GivenChoice[];
  /** Set once a report of this home was taken. */
  readonly sent: { readonly reference: string; readonly repeated: boolean; readonly tellsOperator: boolean } | undefined;
};

/** What is asked of homes, in a reader's words. */
export type ReadHouses = {
  named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined>;
  offers(house: House, reader: Reader): Promise<Pick<HouseOffers, 'units'>>;
  media(house: House): Promise<readonly Media[]>;
};

export type ReportsLoader = ReturnType<typeof createReportsLoader>;

export function createReportsLoader(reports: Pick<ReportsService, 'isStored' | 'tellsOperator'>, houses: ReadHouses) {
  return {
    /** The home that `/report/:house` names; undefined when there is none. */
    async open(reader: ReportReader): Promise<OpenedReport | undefined> {
      const id = parseId<HouseId>(reader.page.params['house']);
      const house = id && (await houses.named(id, reader));
      if (!house) return undefined;
      const again = reader.query.get('again');
      const reference = again ?? reader.query.get('sent') ?? '';
      const [{ units }, media, isStored] = await Promise.all([
        houses.offers(house, reader),
        houses.media(house),
        referencePattern.test(reference) ? reports.isStored(house.id, reference) : false,
      ]);
      return {
        house,
        media,
        units: units.map((unit) => ({ value: String(unit.id), label: unit.name })),
        sent: isStored ? { reference, repeated: again !== null, tellsOperator: reports.tellsOperator } : undefined,
      };
    },
  };
}
