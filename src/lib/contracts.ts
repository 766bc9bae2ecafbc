/** Every contract of the API, for its documents and tests. Browser-safe. */
import type { Contract } from '#lib/api/contract.ts';
import * as sealKey from '#lib/api/seal-key.contract.ts';
import * as oneTap from '#lib/features/accounts/one-tap.contract.ts';
import * as externalAccess from '#lib/features/accounts/external-access.contract.ts';
import * as knownBrowsers from '#lib/features/accounts/known-browsers.contract.ts';
import * as entering from '#lib/features/accounts/entering.contract.ts';
import * as ownAccount from '#lib/features/accounts/own-account.contract.ts';
import * as accountChecks from '#lib/features/accounts/account-checks.contract.ts';
import * as passkeys from '#lib/features/accounts/passkeys.contract.ts';
import * as contactChanges from '#lib/features/accounts/contact-changes.contract.ts';
import * as contactClaims from '#lib/features/accounts/contact-claims.contract.ts';
import * as joining from '#lib/features/accounts/joining.contract.ts';
import * as scans from '#lib/features/accounts/scans.contract.ts';
import * as thirdParties from '#lib/features/accounts/third-parties.contract.ts';
import * as assistant from '#lib/features/assistant/assistant.contract.ts';
import * as captcha from '#lib/features/captcha/captcha.contract.ts';
import * as customForms from '#lib/features/custom-forms/custom-forms.contract.ts';
import * as editorial from '#lib/features/editorial/editorial.contract.ts';
import * as enquiries from '#lib/features/enquiries/enquiries.contract.ts';
import * as feedback from '#lib/features/feedback/feedback.contract.ts';
import * as frontPage from '#lib/features/front-page/front-page.contract.ts';
import * as houseDetail from '#lib/features/house/house-detail.contract.ts';
import * as houseCards from '#lib/features/lists/house-cards.contract.ts';
import * as houseSearch from '#lib/features/lists/house-search.contract.ts';
import * as map from '#lib/features/map/map.contract.ts';
import * as miniProgram from '#lib/features/mini-program/mini-program.contract.ts';
import * as places from '#lib/features/places/places.contract.ts';
import * as realname from '#lib/features/realname/realname.contract.ts';
import * as arrears from '#lib/features/orders/arrears.contract.ts';
import * as deposits from '#lib/features/orders/deposits.contract.ts';
import * as orders from '#lib/features/orders/orders.contract.ts';
import * as reports from '#lib/features/reports/reports.contract.ts';
import * as payments from '#lib/features/payments/payments.contract.ts';
import * as resumes from '#lib/features/resumes/resumes.contract.ts';
import * as evidence from '#lib/features/evidence/evidence.contract.ts';
import * as reviews from '#lib/features/reviews/reviews.contract.ts';
import * as search from '#lib/features/search/search.contract.ts';
import * as notices from '#lib/features/shortlist/notices.contract.ts';
import * as stock from '#lib/features/stock/stock.contract.ts';
import * as shortlist from '#lib/features/shortlist/shortlist.contract.ts';
import * as desk from '#lib/features/desk/desk.contract.ts';
import * as submissions from '#lib/features/desk/submissions.contract.ts';
import * as threads from '#lib/features/desk/threads.contract.ts';
import * as deskBatches from '#lib/features/desk/batches.contract.ts';
import * as deskViews from '#lib/features/desk/views.contract.ts';
import * as staffPasskeys from '#lib/features/staff/staff-passkeys.contract.ts';
import * as staff from '#lib/features/staff/staff.contract.ts';
import * as tracking from '#lib/features/tracking/tracking.contract.ts';
import * as translate from '#lib/features/translate/translate.contract.ts';
import * as transport from '#lib/features/transport/transport.contract.ts';
import * as uploads from '#lib/features/uploads/uploads.contract.ts';
import * as news from '#lib/features/news/news.contract.ts';
import * as history from '#lib/features/history/history.contract.ts';
import * as wishes from '#lib/features/wishes/wishes.contract.ts';
import * as payrent from '#lib/features/payrent/payrent.contract.ts';
import * as groups from '#lib/features/groups/groups.contract.ts';
import * as payouts from '#lib/features/payouts/payouts.contract.ts';
import * as supplierParties from '#lib/features/supplier-parties/supplier-parties.contract.ts';
import * as supplierChanges from '#lib/features/supplier-terms/supplier-changes.contract.ts';
import * as statements from '#lib/features/statements/statements.contract.ts';
import * as supplierTerms from '#lib/features/supplier-terms/supplier-terms.contract.ts';
import * as coupons from '#lib/features/coupons/coupons.contract.ts';
import * as ownFee from '#lib/features/orders/own-fee.contract.ts';
import * as sponsors from '#lib/features/orders/sponsors.contract.ts';
import * as supplierPayment from '#lib/features/orders/supplier-payment.contract.ts';
import * as supplierSigning from '#lib/features/orders/supplier-signing.contract.ts';
import * as viewings from '#lib/features/viewings/viewings.contract.ts';
import * as whereabouts from '#lib/features/whereabouts/whereabouts.contract.ts';

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'output' in value && 'fulfils' in value;
}

/** A contract file exports contracts, and perhaps shapes and lists besides. */
export const contracts: readonly Contract[] = [
  transport,
  customForms,
  news,
  history,
  wishes,
  sealKey,
  accountChecks,
  entering,
  externalAccess,
  oneTap,
  knownBrowsers,
  ownAccount,
  stock,
  shortlist,
  contactChanges,
  contactClaims,
  joining,
  scans,
  notices,
  thirdParties,
  passkeys,
  frontPage,
  places,
  whereabouts,
  translate,
  miniProgram,
  houseSearch,
  houseCards,
  houseDetail,
  assistant,
  map,
  search,
  reports,
  realname,
  captcha,
  desk,
  deskViews,
  deskBatches,
  editorial,
  enquiries,
  threads,
  submissions,
  payrent,
  viewings,
  evidence,
  reviews,
  coupons,
  payouts,
  statements,
  supplierTerms,
  supplierParties,
  supplierChanges,
  groups,
  sponsors,
  ownFee,
  supplierPayment,
  supplierSigning,
  staff,
  staffPasskeys,
  tracking,
  uploads,
  feedback,
  resumes,
  payments,
  arrears,
  deposits,
  orders,
].flatMap((file) => Object.values<unknown>(file).filter(isContract));
