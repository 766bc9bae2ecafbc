/** Exchange rates: stored from the editors' table when that is newer, and held in memory. */
import type { Db } from '#lib/db/database.ts';
import { readRateFile } from './rates.files.ts';
import { storeRates } from './rates.repository.ts';
import { createRatesService } from './rates.service.ts';

export async function openRates({ db, file, progress }: { readonly db: Db; readonly file: string; readonly progress: (line: string) => void }) {
  if (await storeRates(db, readRateFile(file))) progress('exchange rates: stored from src/content/rates.yaml');
  const service = await createRatesService(db);
  return {
    service,
    onChange(tags: readonly string[]): void {
      // Rates that cannot be read again stay as they were: conversions carry their date.
      if (tags.includes('rates') || tags.includes('*')) service.reload().catch(() => undefined);
    },
  };
}
