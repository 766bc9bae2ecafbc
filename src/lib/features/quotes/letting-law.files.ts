/** Reads what editors keep of letting law, services that stand as guarantor, and costs of banks. Runs once, at start. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '#lib/yaml.ts';
import { z } from 'zod';
import { bankCostsSchema, guarantorServiceSchema, lettingLawFileSchema } from './letting-law.schema.ts';
import type { BankCosts, GuarantorService, LettingLaw } from './letting-law.schema.ts';

const read = (...path: readonly string[]): unknown => parseYaml(readFileSync(join(...path), 'utf8'));

/** What quotes are made by. */
export type QuoteData = { readonly law: readonly LettingLaw[]; readonly guarantors: readonly GuarantorService[]; readonly bankCosts: BankCosts };

/**
 * @param content the folder `src/content`
 * @throws {ZodError} when a file is not what it should be.
 */
export function readQuoteData(content: string): QuoteData {
  const files = readdirSync(join(content, 'letting-law')).filter((name) => name.endsWith('.yaml'));
  return {
    law: files.flatMap((name) => {
      const { country, laws } = lettingLawFileSchema.parse(read(content, 'letting-law', name));
      return laws.map((law) => ({ ...law, country }));
    }),
    guarantors: z.array(guarantorServiceSchema).parse(read(content, 'guarantor-services.yaml')),
    bankCosts: bankCostsSchema.parse(read(content, 'bank-costs.yaml')),
  };
}
