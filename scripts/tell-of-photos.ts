/** Tells of suppliers' photographs, and fetches them where that is asked for. */
import '#lib/private-files.ts';
import { readConfig } from '#lib/config.ts';
import type { MissingPhotograph } from '#lib/features/photographs/photographs.schema.ts';
import { openCatalogue } from '#lib/compose-catalogue.ts';
import { oneLine } from './terminal.ts';
import { MisuseError } from './command.ts';

const shown = 200;

const line = ({ supplier, houseRef, path, reason, attempts, triedAgainAt }: MissingPhotograph): string =>
  `${oneLine(supplier)}, house ${oneLine(houseRef)}: ${oneLine(path)} ${oneLine(reason)} (attempt ${attempts}; again after ${triedAgainAt.toISOString().slice(0, 16)}Z)`;

/** Gives the exit status: 0 all that homes name are ours or in line, 1 some could not be had. */
export async function tellOfPhotos({ supplier, fetch }: { readonly supplier?: string | undefined; readonly fetch: boolean }): Promise<number> {
  const services = await openCatalogue(readConfig(process.env), (text) => console.error(text));
  try {
    const { catalogue } = services;
    const photographs = services.photographs.service;
    const supplierId = supplier === undefined ? undefined : await catalogue.service.findSupplier(supplier);
    if (supplier !== undefined && supplierId === undefined) throw new MisuseError(`There is no supplier ${oneLine(supplier)}`);
    if (fetch) {
      const { kept, unchanged, missing } = await photographs.fetchDue(new Date());
      console.log(`fetched ${kept}, unchanged ${unchanged}, could not be had ${missing}`);
    }
    const { kept, waiting } = await photographs.counts();
    const missing = await photographs.missing(supplierId);
    console.log(`${kept} photographs are kept, ${waiting} are waiting to be fetched, ${missing.length} could not be had${supplier ? ' of this supplier' : ''}`);
    for (const one of missing.slice(0, shown)) console.log(line(one));
    if (missing.length > shown) console.log(`… and ${missing.length - shown} more`);
    return missing.length > 0 ? 1 : 0;
  } finally {
    await services.database.close();
  }
}
