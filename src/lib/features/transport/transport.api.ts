/** Binds the calls about the wire itself and its constants. */
import type { JWK } from 'jose';
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import { pictureWidths } from '#lib/features/pictures/picture-source.rules.ts';
import { currencyName } from '#lib/i18n/currency-names.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { currencies, readersCurrencies } from '#lib/money/currencies.ts';
import { leaseUnits } from '#lib/money/money.ts';
import { commonDataContract, serverTimeContract } from './transport.contract.ts';
import { sealKeyContract } from '#lib/api/seal-key.contract.ts';

export type TransportParts = {
  /** The public half of the key to which clients encrypt. */
  readonly sealKey: JWK;
  readonly version: string;
  readonly serverRegion: string;
};

export function transportCalls({ sealKey: { x = '', y = '' }, version, serverRegion }: TransportParts): readonly BoundCall[] {
  return [
    bind(serverTimeContract, async (_, { now }) => ({ ok: true, data: { server_time: now.getTime() } })),
    bind(sealKeyContract, async () => ({ ok: true, data: { kty: 'EC' as const, crv: 'P-256' as const, x, y } })),

    bind(commonDataContract, async (_, { locale }) => ({
      ok: true,
      data: {
        version,
        server_region: serverRegion,
        default_dial_code: localeFacts[locale].dialCode,
        languages: [...locales],
        lease_units: [...leaseUnits],
        image_variants: [...pictureWidths],
        currencies: readersCurrencies.map((code) => ({
          currency_id: currencies[code].id,
          name: currencyName(code, locale),
          code,
          symbol: currencies[code].symbol.trim(),
        })),
      },
    })),
  ];
}
