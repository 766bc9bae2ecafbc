/**
 * Brings the schema up to date, and tells whether this version can live with what a newer one has made of it. Each migration
 * is one transaction, so one killed half-way runs again, and several nodes at once wait for each other.
 */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { withStatementLimit } from './connection.ts';
import type { Db, DbTransaction } from './database.ts';
import * as catalogue from './migrations/001_catalogue.ts';
import * as transport from './migrations/002_transport.ts';
import * as search from './migrations/003_search.ts';
import * as tracking from './migrations/004_tracking.ts';
import * as reports from './migrations/005_reports.ts';
import * as audit from './migrations/006_audit.ts';
import * as rateLimits from './migrations/007_rate_limits.ts';
import * as idempotency from './migrations/008_idempotency.ts';
import * as listingOffers from './migrations/009_listing_offers.ts';
import * as houseWords from './migrations/010_house_words.ts';
import * as photographs from './migrations/011_photographs.ts';
import * as smsMessages from './migrations/013_sms_messages.ts';
import * as accounts from './migrations/014_accounts.ts';
import * as identities from './migrations/015_identities.ts';
import * as shortlist from './migrations/016_shortlist.ts';
import * as staff from './migrations/017_staff.ts';
import * as sharedLists from './migrations/018_shared_lists.ts';
import * as realnames from './migrations/019_realnames.ts';
import * as realnamesWaiting from './migrations/020_realnames_waiting.ts';
import * as favouritesUndo from './migrations/021_favourites_undo.ts';
import * as notices from './migrations/022_notices.ts';
import * as scans from './migrations/024_scans.ts';
import * as contactChanges from './migrations/025_contact_changes.ts';
import * as enquiries from './migrations/027_enquiries.ts';
import * as uploads from './migrations/031_uploads.ts';
import * as feedback from './migrations/032_feedback.ts';
import * as desk from './migrations/034_desk.ts';
import * as deskThreads from './migrations/035_desk_threads.ts';
import * as hiddenHouses from './migrations/036_hidden_houses.ts';
import * as knownBrowsers from './migrations/037_known_browsers.ts';
import * as resumes from './migrations/039_resumes.ts';
import * as submissions from './migrations/040_submissions.ts';
import * as stock from './migrations/041_stock.ts';
import * as payments from './migrations/042_payments.ts';
import * as orders from './migrations/043_orders.ts';
import * as viewings from './migrations/049_viewings.ts';
import * as reviews from './migrations/053_reviews.ts';
import * as signedPapers from './migrations/050_signed_papers.ts';
import * as orderDues from './migrations/051_order_dues.ts';
import * as payrent from './migrations/052_payrent.ts';
import * as vouchers from './migrations/054_vouchers.ts';
import * as news from './migrations/055_news.ts';
import * as coupons from './migrations/056_coupons.ts';
import * as contactClaims from './migrations/063_contact_claims.ts';
import * as viewingMoves from './migrations/061_viewing_moves.ts';
import * as evidence from './migrations/067_evidence.ts';
import * as supplierLinks from './migrations/086_supplier_links.ts';
import * as reviewAnswers from './migrations/087_review_answers.ts';
import * as rentPayouts from './migrations/090_rent_payouts.ts';
import * as supplierWord from './migrations/091_supplier_word.ts';
import * as houseTwins from './migrations/092_house_twins.ts';
import * as payerNames from './migrations/095_payer_names.ts';
import * as ownFeesBack from './migrations/096_own_fees_back.ts';
import * as orderClaims from './migrations/093_order_claims.ts';
import * as allBack from './migrations/094_all_back.ts';
import * as savedNews from './migrations/098_saved_news.ts';
import * as viewingHolds from './migrations/099_viewing_holds.ts';
import * as lookedInto from './migrations/100_looked_into.ts';
import * as supplierParties from './migrations/120_supplier_parties.ts';
import * as orderQuestions from './migrations/121_order_questions.ts';
import * as contractWords from './migrations/122_contract_words.ts';
import * as strayReturns from './migrations/126_stray_returns.ts';
import * as mailedAnswers from './migrations/127_mailed_answers.ts';
import * as arrears from './migrations/123_arrears.ts';
import * as deposits from './migrations/124_deposits.ts';
import * as staffIdle from './migrations/104_staff_idle.ts';
import * as supplierChanges from './migrations/105_supplier_changes.ts';
import * as twoPersons from './migrations/106_two_persons.ts';
import * as timesOfStates from './migrations/107_times_of_states.ts';
import * as keptTerms from './migrations/108_kept_terms.ts';
import * as codesAskedBy from './migrations/101_codes_asked_by.ts';
import * as staffLinksTaken from './migrations/102_staff_links_taken.ts';
import * as replyAddresses from './migrations/115_reply_addresses.ts';
import * as securityAlarms from './migrations/116_security_alarms.ts';
import * as providerRefunds from './migrations/110_provider_refunds.ts';
import * as bankStatements from './migrations/111_bank_statements.ts';
import * as strayMoney from './migrations/112_stray_money.ts';
import * as invoiceNumbers from './migrations/113_invoice_numbers.ts';
import * as realnameNumbers from './migrations/118_realname_numbers.ts';
import * as viewingTimes from './migrations/066_viewing_times.ts';
import * as formSteps from './migrations/070_form_steps.ts';
import * as feedRuns from './migrations/069_feed_runs.ts';
import * as comparedDays from './migrations/074_compared_days.ts';
import * as lostPayments from './migrations/075_lost_payments.ts';
import * as supplierPayouts from './migrations/076_supplier_payouts.ts';
import * as feedNotices from './migrations/078_feed_notices.ts';
import * as moreAmenities from './migrations/077_more_amenities.ts';
import * as keepBed from './migrations/072_keep_bed.ts';
import * as consents from './migrations/080_consents.ts';
import * as comparisons from './migrations/081_comparisons.ts';
import * as supplierTerms from './migrations/084_supplier_terms.ts';
import * as sponsors from './migrations/057_sponsors.ts';
import * as disputes from './migrations/058_disputes.ts';
import * as groups from './migrations/059_groups.ts';
import * as resumeAddresses from './migrations/064_resume_addresses.ts';
import * as staffPasskeys from './migrations/065_staff_passkeys.ts';
import * as customForms from './migrations/046_custom_forms.ts';
import * as ledgerDays from './migrations/060_ledger_days.ts';
import * as history from './migrations/062_history.ts';
import * as wishes from './migrations/048_wishes.ts';
import * as cardPhotographs from './migrations/130_card_photographs.ts';
import * as depositLinks from './migrations/131_deposit_links.ts';
import * as namesByHand from './migrations/132_names_by_hand.ts';
import * as deskWords from './migrations/133_desk_words.ts';
import * as ordersDesk from './migrations/134_orders_desk.ts';
import * as deskWork from './migrations/135_desk_work.ts';
import * as today from './migrations/136_today.ts';
import * as sharedCards from './migrations/082_shared_cards.ts';
import { transact } from './unit-of-work.ts';

/**
 * Why what a migration takes away harms nobody: it contracts what an earlier one expanded, and no version since has used what goes; or
 * it refuses what the version before it never does, for a reason in words. A test compares it with what the migration does to the schema.
 */
export type Contract = { readonly of: string; readonly unusedSince: string } | { readonly harmless: string };

export type Migration = {
  /** Whether the version before this migration works on with the schema after it: it adds what that one does not look at. */
  readonly additive: boolean;
  readonly contract?: Contract;
  up(db: Kysely<unknown>): Promise<void>;
};
export type Migrations = Readonly<Record<string, Migration>>;

const ours: Migrations = {
  '001_catalogue': catalogue,
  '002_transport': transport,
  '003_search': search,
  '004_tracking': tracking,
  '005_reports': reports,
  '006_audit': audit,
  '007_rate_limits': rateLimits,
  '008_idempotency': idempotency,
  '009_listing_offers': listingOffers,
  '010_house_words': houseWords,
  '011_photographs': photographs,
  '013_sms_messages': smsMessages,
  '014_accounts': accounts,
  '015_identities': identities,
  '016_shortlist': shortlist,
  '017_staff': staff,
  '018_shared_lists': sharedLists,
  '019_realnames': realnames,
  '020_realnames_waiting': realnamesWaiting,
  '021_favourites_undo': favouritesUndo,
  '022_notices': notices,
  '024_scans': scans,
  '025_contact_changes': contactChanges,
  '027_enquiries': enquiries,
  '031_uploads': uploads,
  '032_feedback': feedback,
  '034_desk': desk,
  '035_desk_threads': deskThreads,
  '036_hidden_houses': hiddenHouses,
  '037_known_browsers': knownBrowsers,
  '039_resumes': resumes,
  '040_submissions': submissions,
  '041_stock': stock,
  '042_payments': payments,
  '043_orders': orders,
  '049_viewings': viewings,
  '050_signed_papers': signedPapers,
  '051_order_dues': orderDues,
  '052_payrent': payrent,
  '053_reviews': reviews,
  '054_vouchers': vouchers,
  '056_coupons': coupons,
  '057_sponsors': sponsors,
  '058_disputes': disputes,
  '059_groups': groups,
  '066_viewing_times': viewingTimes,
  '067_evidence': evidence,
  '061_viewing_moves': viewingMoves,
  '069_feed_runs': feedRuns,
  '070_form_steps': formSteps,
  '074_compared_days': comparedDays,
  '075_lost_payments': lostPayments,
  '076_supplier_payouts': supplierPayouts,
  '077_more_amenities': moreAmenities,
  '078_feed_notices': feedNotices,
  '072_keep_bed': keepBed,
  '080_consents': consents,
  '081_comparisons': comparisons,
  '084_supplier_terms': supplierTerms,
  '082_shared_cards': sharedCards,
  '086_supplier_links': supplierLinks,
  '087_review_answers': reviewAnswers,
  '090_rent_payouts': rentPayouts,
  '091_supplier_word': supplierWord,
  '092_house_twins': houseTwins,
  '095_payer_names': payerNames,
  '096_own_fees_back': ownFeesBack,
  '093_order_claims': orderClaims,
  '094_all_back': allBack,
  '098_saved_news': savedNews,
  '099_viewing_holds': viewingHolds,
  '100_looked_into': lookedInto,
  '120_supplier_parties': supplierParties,
  '121_order_questions': orderQuestions,
  '122_contract_words': contractWords,
  '126_stray_returns': strayReturns,
  '127_mailed_answers': mailedAnswers,
  '123_arrears': arrears,
  '124_deposits': deposits,
  '104_staff_idle': staffIdle,
  '105_supplier_changes': supplierChanges,
  '106_two_persons': twoPersons,
  '107_times_of_states': timesOfStates,
  '108_kept_terms': keptTerms,
  '101_codes_asked_by': codesAskedBy,
  '102_staff_links_taken': staffLinksTaken,
  '115_reply_addresses': replyAddresses,
  '116_security_alarms': securityAlarms,
  '110_provider_refunds': providerRefunds,
  '111_bank_statements': bankStatements,
  '112_stray_money': strayMoney,
  '113_invoice_numbers': invoiceNumbers,
  '118_realname_numbers': realnameNumbers,
  '064_resume_addresses': resumeAddresses,
  '065_staff_passkeys': staffPasskeys,
  '046_custom_forms': customForms,
  '048_wishes': wishes,
  '055_news': news,
  '060_ledger_days': ledgerDays,
  '062_history': history,
  '063_contact_claims': contactClaims,
  '130_card_photographs': cardPhotographs,
  '131_deposit_links': depositLinks,
  '132_names_by_hand': namesByHand,
  '133_desk_words': deskWords,
  '134_orders_desk': ordersDesk,
  '135_desk_work': deskWork,
  '136_today': today,
};

/**
 * The migrations of these names.
 * @throws {SchemaTooNewError} when this version does not know one of them.
 */
export function migrationsNamed(names: readonly string[]): Migrations {
  const unknown = names.filter((name) => !Object.hasOwn(ours, name));
  if (unknown.length > 0)
    throw new SchemaTooNewError(
      `A newer version of Loftling made the schema (${unknown.join(', ')}), and this one, ${ownVersion()}, does not know it. Use that version or a newer one.`,
    );
  return Object.fromEntries(Object.entries(ours).filter(([name]) => names.includes(name)));
}

/** A newer version has changed the schema in a way that this one cannot live with. The message is meant for the operator. */
export class SchemaTooNewError extends Error {
  override name = 'SchemaTooNewError';
}

/** Building an index over many rows takes its time, and other nodes wait for it. Milliseconds. */
const patience = 3_600_000;

function ownVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return version;
}

/** Makes the table that says which migrations were applied, with those that were recorded elsewhere before it was there. */
async function openRecord(tx: DbTransaction, known: Migrations): Promise<void> {
  const { rows } = await sql<{ here: string | null; before: string | null }>`
    select to_regclass('schema_versions') as here, to_regclass('kysely_migration') as before`.execute(tx);
  if (rows[0]?.here) return;
  await sql`create table schema_versions (
    name text primary key, additive boolean not null, applied_at timestamptz not null default now(), by_version text not null)`.execute(tx);
  if (!rows[0]?.before) return;
  const additive = Object.keys(known).filter((name) => known[name]?.additive);
  await sql`insert into schema_versions (name, additive, applied_at, by_version)
    select name, name = any(${additive}), "timestamp"::timestamptz, 'an earlier version' from kysely_migration`.execute(tx);
}

function refuseTooNew(applied: readonly { name: string; additive: boolean; by_version: string }[], known: Migrations, version: string): void {
  const foreign = applied.filter(({ name, additive }) => !additive && !Object.hasOwn(known, name));
  const [first] = foreign;
  if (!first) return;
  throw new SchemaTooNewError(
    `The database was brought to a newer schema (${foreign.map(({ name }) => name).join(', ')}, by Loftling ${first.by_version}), and this version, ${version}, cannot work with it.\n` +
      `Start that version or a newer one. To go back nevertheless, restore the backup that was made before the upgrade (docs/operations.md, "Upgrade").`,
  );
}

/**
 * Applies what is missing. Migrations of a newer version are accepted when that version called them additive.
 * @returns the names applied.
 * @throws {SchemaTooNewError} and whatever the first failing migration throws; that one has left nothing behind.
 */
export async function migrate(db: Db, known: Migrations = ours, version = ownVersion()): Promise<readonly string[]> {
  const done: string[] = [];
  const next = (): Promise<string | undefined> =>
    transact(
      db,
      async (tx) => {
        await openRecord(tx, known);
        const { rows: applied } = await sql<{ name: string; additive: boolean; by_version: string }>`
          select name, additive, by_version from schema_versions order by name`.execute(tx);
        refuseTooNew(applied, known, version);
        const [first] = Object.entries(known)
          .filter(([name]) => !applied.some((one) => one.name === name))
          .sort(([a], [b]) => (a < b ? -1 : 1));
        if (!first) return undefined;
        const [name, { additive, up }] = first;
        // Migrations know the schema of their own time, not that of today's types.
        await up(tx as unknown as Kysely<unknown>);
        await sql`insert into schema_versions (name, additive, by_version) values (${name}, ${additive}, ${version})`.execute(tx);
        return name;
      },
      { lockOf: 'schema', limit: patience, lockLimit: patience },
    );
  for (let name = await next(); name !== undefined; name = await next()) done.push(name);
  return done;
}

/**
 * Renews the planner's picture of the tables after many rows were written: the embedded database never does so by itself.
 * One table after another: all in one statement keep its only connection for seconds, in which nobody else is answered.
 */
export async function analyze(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`.execute(db);
  for (const { name } of rows) await withStatementLimit(patience, () => sql`analyze ${sql.table(name)}`.execute(db));
}
