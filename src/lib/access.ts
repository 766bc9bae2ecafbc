/**
 * Who may do what, as one table: what contracts and routes ask for, and who has it. The gates of the API, the door of the pages,
 * sections, OpenAPI and the tests read it; nothing else decides. Browser-safe.
 */

/** Who operates a site. Made by command, never by registering. */
export const staffRoles = ['support', 'finance', 'editor', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * What somebody with an account is (R1.02). `pending-partner`: a partner nobody has approved yet, who is a renter meanwhile; the
 * other three are the roles inside an approved one.
 */
export const personStandings = [
  'renter',
  'pending-partner',
  'partner-owner',
  'partner-staff',
  'partner-viewer',
  'publisher',
  'consultant',
  'university',
  'live-host',
] as const;
export type PersonStanding = (typeof personStandings)[number];

export type Standing = 'visitor' | PersonStanding | StaffRole;
export const standings: readonly Standing[] = ['visitor', ...personStandings, ...staffRoles];

/** Two entrances, with cookies of their own: who came in by one is a visitor at the other. */
export type Realm = 'people' | 'staff';

/** `says`: for the API guide, after the name of a call. */
type AccessRule = { readonly realm: Realm; readonly may: readonly Standing[]; readonly says: string };

export const accessRules = {
  public: { realm: 'people', may: ['visitor', ...personStandings], says: 'needs no login' },
  login: { realm: 'people', may: personStandings, says: 'needs a login' },
  partner: { realm: 'people', may: ['partner-owner', 'partner-staff', 'partner-viewer'], says: 'for approved partners' },
  staff: { realm: 'staff', may: staffRoles, says: 'for staff' },
  /** Looks at people, locks them, signs them out. */
  'staff-people': { realm: 'staff', may: ['support', 'admin'], says: 'for staff who look after people' },
  /** Answers what people ask. */
  'staff-desk': { realm: 'staff', may: ['support', 'admin'], says: 'for staff who answer people' },
  /** Hides homes, checks them, and sees to what readers report. */
  'staff-homes': { realm: 'staff', may: ['support', 'editor', 'admin'], says: 'for staff who look after homes' },
  /** Sees to applications, orders and video viewings. */
  'staff-orders': { realm: 'staff', may: ['support', 'finance', 'admin'], says: 'for staff who see to orders' },
  /** Confirms transfers, gives money back, and compares the ledger with what providers say. */
  'staff-money': { realm: 'staff', may: ['finance', 'admin'], says: 'for staff who see to money' },
  /** Makes forms and says when they are open. */
  'staff-forms': { realm: 'staff', may: ['editor', 'admin'], says: 'for staff who make forms' },
  /** Reads what was done by whom. */
  'staff-audit': { realm: 'staff', may: ['finance', 'admin'], says: 'for staff who read the audit log' },
} as const satisfies Record<string, AccessRule>;
export type Access = keyof typeof accessRules;

export const realmOf = (access: Access): Realm => accessRules[access].realm;

/**
 * Why somebody may not go on. A visitor of what is not public is to sign in; for anybody else it is not there, as another person's
 * things are not.
 * @throws {TypeError} for an access that nobody knows: what guards a page and is not known guards nothing (R8.41).
 * @example refusalOf('partner', 'renter') // 'not-found'
 */
export function refusalOf(access: Access, standing: Standing): 'login-needed' | 'not-found' | undefined {
  const rule: AccessRule | undefined = Object.hasOwn(accessRules, access) ? accessRules[access] : undefined;
  if (!rule) throw new TypeError(`Nobody knows what access ${JSON.stringify(access)} asks for`);
  if (rule.may.includes(standing)) return undefined;
  return standing === 'visitor' ? 'login-needed' : 'not-found';
}

/** Seconds for which somebody who has just shown who they are need not show it again. */
export const provedFor = 600;

/**
 * Whether somebody has shown who they are lately enough for what moves money or identity.
 * @example isProved({ provedAt: new Date(0) }, new Date(600_000)) // true
 */
export const isProved = ({ provedAt }: { readonly provedAt: Date }, now: Date): boolean => now.getTime() - provedAt.getTime() <= provedFor * 1_000;

/**
 * What has to be shown once more before a call is made or a page shown: always, or where one of its values says so.
 * `fresh`: that whoever is signed in showed who they are within `provedFor`.
 */
export type Proof = 'fresh' | { readonly field: string; readonly is: readonly string[] };

/**
 * Whether somebody has to show once more who they are. Gates of calls, the door of pages and files that are given out ask this and nothing else.
 * @param known who is signed in; nobody lacks a proof who is asked for none, and whoever is nobody lacks every one.
 * @example lacksProof({ field: 'act', is: ['refund'] }, { provedAt: new Date(0) }, { act: 'note' }, new Date()) // false
 */
export function lacksProof(
  proof: Proof | undefined,
  known: { readonly provedAt: Date } | undefined,
  values: Readonly<Record<string, string>>,
  now: Date,
): boolean {
  if (proof === undefined || (proof !== 'fresh' && !proof.is.includes(values[proof.field] ?? ''))) return false;
  return known === undefined || !isProved(known, now);
}

/** Numbers of `identity` (R3.02): who somebody is besides a renter. */
const identities: Readonly<Record<number, PersonStanding>> = { 4: 'publisher', 6: 'consultant', 8: 'university', 9: 'live-host' };
/** R3.03, R6.10: a partner of one of these is approved. */
const approved: readonly number[] = [1, 2];

export const partnerRoles = ['owner', 'staff', 'viewer'] as const;
export type PartnerRole = (typeof partnerRoles)[number];

/**
 * What somebody is, by what stands in their account.
 * @example standingOf({ identity: 3, partnerStatus: 1, partnerRole: 'owner' }) // 'partner-owner'
 * @example standingOf({ identity: 3, partnerStatus: 0, partnerRole: 'owner' }) // 'pending-partner'
 */
export function standingOf(account: { readonly identity: number; readonly partnerStatus: number; readonly partnerRole: PartnerRole }): PersonStanding {
  const { identity, partnerStatus, partnerRole } = account;
  if (identity === 3) return approved.includes(partnerStatus) ? `partner-${partnerRole}` : 'pending-partner';
  return identities[identity] ?? 'renter';
}
