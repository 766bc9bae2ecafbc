/** Tells a phone that the mail address of its account is about to go, with the link that keeps it. */
import { z } from 'zod';
import { sms } from '#lib/sms/sms.ts';

export const contactClaimSms = sms({
  name: 'contact-claim',
  input: z.object({ link: z.string().regex(/^https?:\/\/[\w.:-]+(?:\/[a-z]{2})?\/stop\/[\w-]{12}$/) }),
  text: 'sms.contactClaim',
});
