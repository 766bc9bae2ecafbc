import { faults } from '#lib/forms/field-faults.rules.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { Caller } from '#lib/api/caller.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { uploadContract, uploadFactsContract } from './uploads.contract.ts';
import type { FileFault, FileOwner, Upload } from './uploads.schema.ts';
import type { UploadsService } from './uploads.service.ts';

const ownerOf = ({ session, preSession }: Caller): FileOwner => ({ userId: session && asId<UserId>(session.userId), visit: preSession });
const shown = ({ id, name, bytes }: Upload) => ({ id, name, bytes });
const faulty = (problem: FileFault) => faults([{ field: 'file', ...problem }]);

/** Binds the calls that bring files. */
export function uploadCalls(uploads: UploadsService): readonly BoundCall[] {
  return [
    bind(uploadContract, async ({ purpose }, caller) => {
      if (!caller.file) return faulty({ message: 'files.empty', values: {} });
      const outcome = await uploads.keep(purpose, caller.file, { ...ownerOf(caller), address: caller.address }, caller.now);
      if (outcome.ok) return { ok: true, data: shown(outcome.value) };
      switch (outcome.reason) {
        case 'fault':
          return faulty(outcome.fault);
        case 'enough':
          return { ok: false, error: 'enough-for-today' };
        case 'busy':
          return { ok: false, error: 'unavailable' };
      }
    }),
    bind(uploadFactsContract, async ({ id }, caller) => {
      const upload = await uploads.find(id, ownerOf(caller), caller.now);
      return upload ? { ok: true, data: shown(upload) } : { ok: false, error: 'not-found' };
    }),
  ];
}
