/** What the page of the real-name check shows. */
import { refusalOf } from '#lib/access.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { Reader } from '#lib/reader.ts';
import { sayNameByHand } from './names-by-hand.words.ts';
import { nameDeedsFor } from './names-by-hand.schema.ts';
import type { NamesByHandService } from './names-by-hand.service.ts';
import type { RealnameService } from './realname.service.ts';
import { realnameGate } from './realname.process.rules.ts';
import type { ShownRealname } from './realname.schema.ts';

export type ShownRealnameCheck = {
  readonly known: ShownRealname | undefined;
  readonly isOfficial: boolean /** What stands before an action that asks for a name. */;
  readonly gate: ReturnType<typeof realnameGate>;
};

export type RealnameLoader = ReturnType<typeof createRealnameLoader>;

/** Names of the staff. */
export type ColleaguesOf = () => Promise<readonly { readonly id: StaffId; readonly name: string }[]>;

export function createRealnameLoader(
  realname: Pick<RealnameService, 'find' | 'isOn' | 'isOfficial'>,
  byHand: Pick<NamesByHandService, 'of'>,
  colleagues: ColleaguesOf,
) {
  return {
    isOn: realname.isOn,
    /** What was confirmed by hand of somebody's name, or waits for a second; undefined where names are not checked, or it is none of the reader's business. */
    async staffName(visitor: Visitor | undefined, person: string | undefined, { t, intl }: Pick<Reader, 't' | 'intl'>) {
      const staff = visitor?.staff;
      const userId = parseId<UserId>(person);
      if (!staff || userId === undefined || !realname.isOn || refusalOf('staff-people', staff.standing)) return undefined;
      const [open, known, all] = await Promise.all([byHand.of(userId), realname.find(userId), colleagues()]);
      const nameOf = (id: StaffId | undefined): string => all.find((one) => one.id === id)?.name ?? '';
      return {
        userId,
        known,
        open,
        facts: open ? sayNameByHand(open, { asked: nameOf(open.askedBy), agreed: nameOf(open.agreedBy) }, { t, intl }) : [],
        deeds: nameDeedsFor(open, Number(staff.staffId)),
      };
    },
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
