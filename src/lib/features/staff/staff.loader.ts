/** What the pages of staff show. */
import { isProved, refusalOf } from '#lib/access.ts';
import type { StaffRole } from '#lib/access.ts';
import type { AuditRow } from '#lib/features/audit/audit.schema.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { addDays, dayEndIn, isDate } from '#lib/dates/dates.ts';
import { deskZone } from '#lib/dates/desk-zone.ts';
import { auditActions } from '#lib/features/audit/audit.rules.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId, StaffPasskeyId, UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { AuditNames } from './staff.service.ts';
import { kindLabels, pageOfSubject, readSubject, seesNames } from './audit-names.rules.ts';
import type { NamedKind } from './audit-names.rules.ts';
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

/** What a thing of the audit log is called, and where it is looked at. */
export type NamedThing = { readonly key: string; readonly called: string; readonly href: string | undefined };

/** Rows of the audit log, newest first, from which id on the next ones are, and what was asked. `unfound`: nobody and nothing is called as was asked. */
export type ShownAudit = {
  readonly rows: readonly AuditRow[];
  readonly next: bigint | undefined;
  readonly asked: Readonly<Partial<Record<'q' | 'action' | 'from' | 'to' | 'actor' | 'subject', string>>>;
  readonly unfound: boolean;
};

/** Longest value of an address that is looked at, in characters. */
const longestQuestion = 80;
/** Things of one page that are looked up. */
const mostNamed = 400;
/** Rows of the audit log on a page. */
const auditPage = 100;

export type StaffLoader = ReturnType<typeof createStaffLoader>;

type Parts = {
  readonly staff: StaffService;
  readonly passkeys: StaffPasskeysService;
  readonly people: PeopleService;
  readonly audit: Pick<Audit, 'list'>;
  readonly names: AuditNames;
};
type Asked = Pick<Reader, 'now'>;

const shownPasskey = ({ number, name, isSynced, madeAt, usedAt }: StoredStaffPasskey): ShownStaffPasskey => ({
  id: String(number),
  name,
  isSynced,
  madeAt,
  usedAt,
});

const staffIdOf = ({ staffId }: { readonly staffId: number }): StaffId => asId<StaffId>(staffId);

export function createStaffLoader({ staff, passkeys, people, audit, names }: Parts) {
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

    /** What things of the audit log are called (`order:12`), as far as whoever asks may read it, and where they are looked at. @param keys of one page */
    async namedThings(visitor: Visitor | undefined, keys: readonly string[], { t, paths }: Pick<Reader, 't' | 'paths'>): Promise<(key: string) => NamedThing> {
      const standing = visitor?.staff?.standing;
      const wanted = new Map<NamedKind, number[]>();
      for (const key of new Set(keys.slice(0, mostNamed))) {
        const read = readSubject(key);
        if (read && standing && seesNames(read.kind, standing)) wanted.set(read.kind, [...(wanted.get(read.kind) ?? []), read.id]);
      }
      const known = await names.namesOf(wanted);
      return (key) => {
        const read = readSubject(key);
        const called = known.get(key);
        const plain = read ? t(kindLabels[read.kind], { id: read.id }) : key;
        return { key, called: called ?? plain, href: standing && pageOfSubject(key, called, standing, paths) };
      };
    },

    /** The audit log, narrowed as the address says: `q`, `action`, `from` and `to` (days of the reader's zone), `actor`, `subject`, and `before`, an id. */
    async audit(visitor: Visitor | undefined, reader: Pick<Reader, 'query' | 'locale'>): Promise<ShownAudit> {
      const session = visitor?.staff;
      const nothing = { rows: [], next: undefined, asked: {}, unfound: false } as const;
      if (!session || refusalOf('staff-audit', session.standing)) return nothing;
      const given = (name: string): string => (reader.query.get(name) ?? '').trim().slice(0, longestQuestion);
      const zone = deskZone({ visitor, locale: reader.locale });
      const [q, action, before, actor, subject] = [given('q'), given('action'), given('before'), given('actor'), given('subject')];
      const [from, to] = [given('from'), given('to')].map((day) => (isDate(day) ? day : undefined));
      const anyOf = q === '' ? undefined : await names.meantBy(q);
      const rows = await audit.list({
        most: auditPage + 1,
        ...(anyOf ? { anyOf } : {}),
        ...(action in auditActions ? { action } : {}),
        ...(from === undefined ? {} : { since: dayEndIn(addDays(from, -1), zone) }),
        ...(to === undefined ? {} : { until: dayEndIn(to, zone) }),
        ...(actor ? { actor } : {}),
        ...(subject ? { subject } : {}),
        ...(/^\d{1,18}$/.test(before) ? { before: BigInt(before) } : {}),
      });
      const shown = rows.slice(0, auditPage);
      return {
        rows: shown,
        next: rows.length > auditPage ? shown.at(-1)?.id : undefined,
        asked: Object.fromEntries(
          Object.entries({ q, action: action in auditActions ? action : '', from: from ?? '', to: to ?? '', actor, subject }).filter(
            ([, value]) => value !== '',
          ),
        ),
        unfound: anyOf !== undefined && anyOf.actors.length + anyOf.subjects.length === 0,
      };
    },
  };
}
