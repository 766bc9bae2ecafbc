/** What the pages of staff show. */
import { isProved, refusalOf } from '#lib/access.ts';
import type { StaffRole } from '#lib/access.ts';
import type { AuditRow } from '#lib/features/audit/audit.schema.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId, StaffPasskeyId, UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { PeopleService, SeenPerson } from './people.service.ts';
import type { StaffPasskeysService } from './staff-passkeys.service.ts';
import { mostPasskeys } from './staff.schema.ts';
import type { StoredStaffPasskey } from './staff.schema.ts';
import type { Enrolment, StaffService } from './staff.service.ts';

/** The member of staff who asks. */
export type ShownMember = { readonly name: string; readonly role: StaffRole; readonly until: Date | undefined };

export type ShownStaffPasskey = { readonly id: string } & Pick<StoredStaffPasskey, 'name' | 'isSynced' | 'madeAt' | 'usedAt'>;

/** By what the member of staff who asks comes in. */
export type ShownSecurity = {
  readonly passkeys: readonly ShownStaffPasskey[];
  /** Whether browsers have passkeys where the reader is. */
  readonly canBe: boolean;
  /** Whether they have as many as they may. */
  readonly isFull: boolean;
  /** Whether they have lately shown that it is them. */
  readonly isProved: boolean;
};

export type ShownPerson = SeenPerson & { readonly deeds: readonly AuditRow[] };

/** Rows of the audit log, newest first, and from which id on the next ones are. */
export type ShownAudit = { readonly rows: readonly AuditRow[]; readonly next: bigint | undefined };

/** Rows of the audit log on a page. */
const auditPage = 100;

export type StaffLoader = ReturnType<typeof createStaffLoader>;

type Parts = { readonly staff: StaffService; readonly passkeys: StaffPasskeysService; readonly people: PeopleService; readonly audit: Pick<Audit, 'list'> };
type Asked = Pick<Reader, 'now'>;

const shownPasskey = ({ number, name, isSynced, madeAt, usedAt }: StoredStaffPasskey): ShownStaffPasskey => ({
  id: String(number),
  name,
  isSynced,
  madeAt,
  usedAt,
});

const staffIdOf = ({ staffId }: { readonly staffId: number }): StaffId => asId<StaffId>(staffId);

export function createStaffLoader({ staff, passkeys, people, audit }: Parts) {
  const hasPasskeys = ({ site, locale }: Pick<Reader, 'site' | 'locale'>): boolean => passkeys.canBe(new URL(site.absolute(locale, '/')).origin);

  return {
    /** Whether browsers have passkeys where the reader is. */
    hasPasskeys,

    async security(visitor: Visitor | undefined, reader: Pick<Reader, 'site' | 'locale' | 'now'>): Promise<ShownSecurity | undefined> {
      const session = visitor?.staff;
      if (!session) return undefined;
      const known = await passkeys.of(staffIdOf(session));
      return {
        passkeys: known.map(shownPasskey),
        canBe: hasPasskeys(reader),
        isFull: known.length >= mostPasskeys,
        isProved: isProved(session, reader.now),
      };
    },

    /** A passkey of theirs; undefined when it is none. */
    async passkey(visitor: Visitor | undefined, id: string | undefined): Promise<ShownStaffPasskey | undefined> {
      const number = parseId<StaffPasskeyId>(id);
      const known = visitor?.staff && number !== undefined ? await passkeys.of(staffIdOf(visitor.staff)) : [];
      const found = known.find((one) => one.number === number);
      return found && shownPasskey(found);
    },

    async member(visitor: Visitor | undefined): Promise<ShownMember | undefined> {
      const session = visitor?.staff;
      const found = session && (await staff.find(staffIdOf(session)));
      return found && { name: found.name, role: found.role, until: await staff.sessionEnd(Number(session.id)) };
    },

    /** Whom a link lets in that nobody has taken yet. */
    invited: (ticket: string, { now }: Asked) => staff.invited(ticket, now),
    /** What the browser that took a link needs to set the device up. */
    enrolment: (visitor: Visitor | undefined, { now }: Asked): Promise<Enrolment | undefined> =>
      visitor?.firstVisit === undefined ? Promise.resolve(undefined) : staff.enrolment(visitor.firstVisit, now),

    /** Somebody's account; undefined when there is none, or it is none of this member's business. */
    async person(visitor: Visitor | undefined, id: string | undefined, { now }: Asked): Promise<ShownPerson | undefined> {
      const session = visitor?.staff;
      const userId = parseId<UserId>(id);
      if (!session || userId === undefined || refusalOf('staff-people', session.standing)) return undefined;
      const seen = await people.see(userId, staffIdOf(session), now);
      return seen && { ...seen, deeds: await audit.list({ subject: `person:${userId}`, most: 20 }) };
    },

    /** @param before an id; only rows before it. */
    async audit(
      visitor: Visitor | undefined,
      { before, actor, subject }: { readonly before: string | null; readonly actor: string | null; readonly subject: string | null },
    ): Promise<ShownAudit> {
      if (!visitor?.staff || refusalOf('staff-audit', visitor.staff.standing)) return { rows: [], next: undefined };
      const rows = await audit.list({
        most: auditPage + 1,
        ...(actor ? { actor } : {}),
        ...(subject ? { subject } : {}),
        ...(before && /^\d{1,18}$/.test(before) ? { before: BigInt(before) } : {}),
      });
      const shown = rows.slice(0, auditPage);
      return { rows: shown, next: rows.length > auditPage ? shown.at(-1)?.id : undefined };
    },
  };
}
