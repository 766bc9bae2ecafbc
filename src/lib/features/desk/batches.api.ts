import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { parseId } from '#lib/ids/ids.ts';
import * as contracts from './batches.contract.ts';
import { readBatchAct, readThreads } from './batches.rules.ts';
import type { BatchesService } from './batches.service.ts';
import { doerOf, notFound } from './desk-caller.api.ts';
import type { Colleague } from './threads.schema.ts';

type Parts = { readonly batches: Pick<BatchesService, 'act' | 'undo'>; readonly colleagues: () => Promise<readonly Colleague[]> };

export function batchCalls({ batches, colleagues }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.deskBatchContract, async ({ threads, act }, caller) => {
      const deed = readBatchAct(act, await colleagues());
      const batch = deed && (await batches.act(readThreads(threads), deed, doerOf(caller)));
      return batch === undefined ? notFound : { ok: true, data: { batch_id: batch } };
    }),
    bind(contracts.undoDeskBatchContract, async ({ batch_id }, caller) => {
      const id = parseId(batch_id);
      const outcome = id === undefined ? undefined : await batches.undo(id, doerOf(caller));
      // One that is too late is shown as it is: what was undone, and what was not.
      return id === undefined || !outcome || (!outcome.ok && outcome.reason === 'unknown') ? notFound : { ok: true, data: { batch_id: id } };
    }),
  ];
}
