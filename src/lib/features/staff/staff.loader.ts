/** What the pages of staff show. */
import { refusalOf } from '#lib/access.ts';
import type { StaffRole } from '#lib/access.ts';
import type { AuditRow } from '#lib/features/audit/audit.schema.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { PeopleService, SeenPerson } from './people.service.ts';
import type { Enrolment, StaffService } from './staff.service.ts';

/** The member of staff who asks. */
export type ShownMember = { readonly name: string; readonly role: StaffRole; readonly until: Date | undefined };

export type ShownPerson = SeenPerson & { readonly deeds: readonly AuditRow[] };

/** Rows of the audit log, newest first, and from which id on the next ones are. */
export type ShownAudit = { readonly rows: readonly AuditRow[]; readonly next: bigint | undefined };

/** Rows of the audit log on a page. */
const auditPage = 100;

export type StaffLoader = ReturnType<typeof createStaffLoader>;

type Parts = { readonly staff: StaffService; readonly people: PeopleService; readonly audit: Pick<Audit, 'list'> };
type Asked = Pick<Reader, 'now'>;

const staffIdOf = ({ staffId }: { readonly staffId: number }): StaffId => asId<StaffId>(staffId);

export function createStaffLoader({ staff, people, audit }: Parts) {
  return {
    async member(visitor: Visitor | undefined): Promise<ShownMember | undefined> {
      const session = visitor?.staff;
      const found = session && (await staff.find(staffIdOf(session)));
      return found && { name: found.name, role: found.role, until: await staff.sessionEnd(Number(session.id)) };
    },

    enrolment: (ticket: string, { now }: Asked): Promise<Enrolment | undefined> => staff.enrolment(ticket, now),

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
