/** The forms that pages of their own show and take, by the name their routes have for them. Browser-safe. */
import { accountPages } from '#lib/features/accounts/account-pages.rules.ts';
import { thirdPartyPages } from '#lib/features/accounts/third-party-pages.rules.ts';
import { customFormPages } from '#lib/features/custom-forms/custom-forms.rules.ts';
import { deskPages } from '#lib/features/desk/desk-pages.rules.ts';
import { enquiryPages } from '#lib/features/enquiries/enquiry-pages.rules.ts';
import { feedbackPage } from '#lib/features/feedback/feedback.rules.ts';
import { paymentPages } from '#lib/features/payments/payment-pages.rules.ts';
import { historyPage } from '#lib/features/history/history.rules.ts';
import { newsPages } from '#lib/features/news/news-pages.rules.ts';
import { orderPages } from '#lib/features/orders/order-pages.rules.ts';
import { realnamePages } from '#lib/features/realname/realname.rules.ts';
import { reportListingPage } from '#lib/features/reports/reports.rules.ts';
import { resumePage } from '#lib/features/resumes/resumes.rules.ts';
import { evidencePages } from '#lib/features/evidence/evidence.rules.ts';
import { reviewPages } from '#lib/features/reviews/reviews.rules.ts';
import { shortlistPages } from '#lib/features/shortlist/shortlist-pages.rules.ts';
import { staffPages } from '#lib/features/staff/staff.rules.ts';
import { wishesPages } from '#lib/features/wishes/wishes.rules.ts';
import { bedPage, stockCasePage } from '#lib/features/stock/stock.rules.ts';
import { rentPages } from '#lib/features/payrent/payrent-pages.rules.ts';
import { groupPages } from '#lib/features/groups/groups.rules.ts';
import { payoutPages } from '#lib/features/payouts/payouts.rules.ts';
import { supplierPartyPages } from '#lib/features/supplier-parties/supplier-parties.rules.ts';
import { statementPages } from '#lib/features/statements/statements.rules.ts';
import { supplierTermsPages } from '#lib/features/supplier-terms/supplier-terms.rules.ts';
import { couponPages } from '#lib/features/coupons/coupons.rules.ts';
import { viewingPages } from '#lib/features/viewings/viewings.rules.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';

export const formPages: Readonly<Record<FormName, FormPage>> = {
  'report-listing': reportListingPage,
  feedback: feedbackPage,
  resume: resumePage,
  ...wishesPages,
  history: historyPage,
  ...customFormPages,
  ...accountPages,
  ...thirdPartyPages,
  ...shortlistPages,
  ...staffPages,
  ...deskPages,
  ...paymentPages,
  ...payoutPages,
  ...statementPages,
  ...supplierTermsPages,
  ...supplierPartyPages,
  ...realnamePages,
  ...enquiryPages,
  bed: bedPage,
  'stock-case': stockCasePage,
  ...newsPages,
  ...orderPages,
  ...viewingPages,
  ...rentPages,
  ...evidencePages,
  ...reviewPages,
  ...couponPages,
  ...groupPages,
};
