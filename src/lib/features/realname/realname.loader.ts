/** What the page of the real-name check shows. */
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { RealnameService } from './realname.service.ts';
import { realnameGate } from './realname.process.rules.ts';
import type { ShownRealname } from './realname.schema.ts';

export type ShownRealnameCheck = {
  readonly known: ShownRealname | undefined;
  readonly isOfficial: boolean /** What stands before an action that asks for a name. */;
  readonly gate: ReturnType<typeof realnameGate>;
};

export type RealnameLoader = ReturnType<typeof createRealnameLoader>;

export function createRealnameLoader(realname: Pick<RealnameService, 'find' | 'isOn' | 'isOfficial'>) {
  return {
    isOn: realname.isOn,
    /** Undefined where names are not checked, and for nobody. */
    async check(visitor: Visitor | undefined): Promise<ShownRealnameCheck | undefined> {
      const session = visitor?.session;
      if (!session || !realname.isOn) return undefined;
      const known = await realname.find(asId<UserId>(session.userId));
      const gate = realnameGate({ isOn: true, isCertified: known?.isCertified === true, isAuthorised: known?.isCertified === false }, true);
      return { known, isOfficial: realname.isOfficial, gate };
    },
  };
}
