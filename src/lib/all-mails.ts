/** Every mail there is. */
import { groupNewsMail } from '#lib/features/groups/mail/group-news.mail.ts';
import { accountNoticeMail } from '#lib/features/accounts/mail/account-notice.mail.ts';
import { contactChangeMail } from '#lib/features/accounts/mail/contact-change.mail.ts';
import { contactClaimMail } from '#lib/features/accounts/mail/contact-claim.mail.ts';
import { loginCodeMail } from '#lib/features/accounts/mail/login-code.mail.ts';
import { enquiryAnsweredMail } from '#lib/features/enquiries/mail/enquiry-answered.mail.ts';
import { enquiryReceivedMail } from '#lib/features/enquiries/mail/enquiry-received.mail.ts';
import { orderDepositMail } from '#lib/features/orders/mail/order-deposit.mail.ts';
import { orderArrearsMail } from '#lib/features/orders/mail/order-arrears.mail.ts';
import { orderCheckInMail } from '#lib/features/orders/mail/order-check-in.mail.ts';
import { orderDeadlineMail } from '#lib/features/orders/mail/order-deadline.mail.ts';
import { guardianSignMail } from '#lib/features/orders/mail/guardian-sign.mail.ts';
import { orderContractMail } from '#lib/features/orders/mail/order-contract.mail.ts';
import { orderClaimMail } from '#lib/features/orders/mail/order-claim.mail.ts';
import { orderDueMail } from '#lib/features/orders/mail/order-due.mail.ts';
import { orderDisputedMail } from '#lib/features/orders/mail/order-disputed.mail.ts';
import { orderFeeMail } from '#lib/features/orders/mail/order-fee.mail.ts';
import { orderMovedMail } from '#lib/features/orders/mail/order-moved.mail.ts';
import { paymentReceiptMail } from '#lib/features/payments/mail/payment-receipt.mail.ts';
import { paymentRefundedMail } from '#lib/features/payments/mail/payment-refunded.mail.ts';
import { replyRefusedMail } from '#lib/features/enquiries/mail/reply-refused.mail.ts';
import { resumeReceivedMail } from '#lib/features/resumes/mail/resume-received.mail.ts';
import { houseHiddenMail } from '#lib/features/desk/mail/house-hidden.mail.ts';
import { reviewInvitationMail } from '#lib/features/reviews/mail/review-invitation.mail.ts';
import { reviewNewsMail } from '#lib/features/reviews/mail/review-news.mail.ts';
import { reviewAnswerNewsMail } from '#lib/features/reviews/mail/review-answer-news.mail.ts';
import { evidenceSignedMail } from '#lib/features/evidence/mail/evidence-signed.mail.ts';
import { supplierLinkMail } from '#lib/features/supplier-links/mail/supplier-link.mail.ts';
import { supplierPartyMail } from '#lib/features/supplier-parties/mail/supplier-party.mail.ts';
import { supplierChangeMail } from '#lib/features/supplier-terms/mail/supplier-change.mail.ts';
import { bedOfferedMail } from '#lib/features/stock/mail/bed-offered.mail.ts';
import { houseNewsMail } from '#lib/features/shortlist/mail/house-news.mail.ts';
import { rentNewsMail } from '#lib/features/payrent/mail/rent-news.mail.ts';
import { rentReminderMail } from '#lib/features/payrent/mail/rent-reminder.mail.ts';
import { rentTransferMail } from '#lib/features/payrent/mail/rent-transfer.mail.ts';
import { staffPasskeyMail } from '#lib/features/staff/mail/staff-passkey.mail.ts';
import { viewingNewsMail } from '#lib/features/viewings/mail/viewing-news.mail.ts';
import type { KnownMail } from '#lib/mail/mail.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';

export const allMails: readonly KnownMail[] = [
  operatorNote,
  loginCodeMail,
  accountNoticeMail,
  contactChangeMail,
  contactClaimMail,
  enquiryReceivedMail,
  enquiryAnsweredMail,
  replyRefusedMail,
  resumeReceivedMail,
  orderClaimMail,
  orderContractMail,
  orderDisputedMail,
  orderFeeMail,
  orderMovedMail,
  guardianSignMail,
  groupNewsMail,
  orderArrearsMail,
  orderDepositMail,
  orderCheckInMail,
  orderDeadlineMail,
  orderDueMail,
  paymentReceiptMail,
  paymentRefundedMail,
  houseHiddenMail,
  houseNewsMail,
  bedOfferedMail,
  viewingNewsMail,
  rentNewsMail,
  rentReminderMail,
  rentTransferMail,
  reviewInvitationMail,
  reviewNewsMail,
  reviewAnswerNewsMail,
  evidenceSignedMail,
  supplierLinkMail,
  supplierChangeMail,
  supplierPartyMail,
  staffPasskeyMail,
];
