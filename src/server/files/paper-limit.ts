/** How many papers are printed in an hour for one who asks, on all nodes together: as many as dear writes, of an account counted apart from those. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '#lib/api/address.ts';
import { localeOfHeader } from '#lib/api/caller.ts';
import type { SharedLimits } from '#lib/api/shared-limits.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { lastResortHeaders, limitPage } from '../pages/last-resort.ts';
import { send } from '../respond.ts';
import { closed } from './private-file.ts';

/** Who has a paper printed: somebody who is signed in, or whoever has a link with a key. */
export type PaperAsker = { readonly userId: UserId } | { readonly key: string };

/** Whether a paper may be printed for the one who asks; who asked for too many is told so. */
export type MayPrint = (request: IncomingMessage, response: ServerResponse, pathname: string, asker: PaperAsker) => Promise<boolean>;

type Parts = {
  readonly shared: SharedLimits;
  /** How many proxies in front may be believed about the client's address. */
  readonly trustedProxies: number;
  readonly onRefused?: (refusal: Refusal) => void;
};

export function createPaperLimit({ shared, trustedProxies, onRefused }: Parts): MayPrint {
  return async (request, response, pathname, asker) => {
    const address = clientAddress(request, trustedProxies);
    // A key may be made up, so that its address counts too.
    const spender = 'userId' in asker ? { account: `papers ${asker.userId}` } : { address, destination: `papers ${asker.key}` };
    const wait = await shared.spend('write-heavy', spender);
    if (wait === undefined) return true;
    onRefused?.({ event: 'limit', address, trace: String(response.getHeader('x-trace-id') ?? ''), path: pathname });
    // A paper's address names no language.
    const body = limitPage(localeOfHeader(request.headers['accept-language']), wait);
    send(request, response, { status: 429, headers: { ...lastResortHeaders, ...closed, 'retry-after': String(wait) }, body });
    return false;
  };
}
