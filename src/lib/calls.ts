/** Every call of the API, bound to the services that answer it. Another part of the composition root. */
import type { JWK } from 'jose';
import { resourceCalls } from '#lib/features/resources/resources.api.ts';
import { transportCalls } from '#lib/features/transport/transport.api.ts';
import type { BoundCall } from '#lib/http/bind.ts';
import type { Services } from '#lib/services.ts';

export type CallParts = { readonly services: Services; readonly version: string; readonly sealKey: JWK };

export function apiCalls({ services, version, sealKey }: CallParts): readonly BoundCall[] {
  const { geo, config } = services;
  return [...transportCalls(sealKey), ...resourceCalls(geo, version, config.serverRegion)];
}
