/** Every message to phones there is. */
import { accountChangedSms, accountErasingSms, accountsJoinedSms } from '#lib/features/accounts/account-notice.sms.ts';
import { contactChangeSms } from '#lib/features/accounts/contact-change.sms.ts';
import { contactClaimSms } from '#lib/features/accounts/contact-claim.sms.ts';
import { enquiryAnsweredSms } from '#lib/features/enquiries/enquiry-answered.sms.ts';
import { codeSms } from '#lib/sms/code.sms.ts';
import type { KnownSms } from '#lib/sms/sms.ts';

export const allTexts: readonly KnownSms[] = [
  codeSms,
  contactChangeSms,
  contactClaimSms,
  accountChangedSms,
  accountsJoinedSms,
  accountErasingSms,
  enquiryAnsweredSms,
];
