import type { JWK } from 'jose';
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import { sealKeyContract, serverTimeContract } from './transport.contract.ts';

/** Binds the calls about the wire itself. */
export function transportCalls({ x = '', y = '' }: JWK): readonly BoundCall[] {
  return [
    bind(serverTimeContract, async (_, { now }) => ({ ok: true, data: { server_time: now.getTime() } })),
    bind(sealKeyContract, async () => ({ ok: true, data: { kty: 'EC' as const, crv: 'P-256' as const, x, y } })),
  ];
}
