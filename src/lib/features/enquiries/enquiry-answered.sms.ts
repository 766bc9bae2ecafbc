/** Tells whoever asked to be reached by phone that there is an answer, with the link to it: what it says stands on its page alone. */
import { z } from 'zod';
import { sms } from '#lib/sms/sms.ts';

export const enquiryAnsweredSms = sms({
  name: 'enquiry-answered',
  input: z.object({ link: z.string().regex(/^https?:\/\/[\w.:-]+(?:\/[a-z]{2})?\/enquiry\/[\w.-]{10,220}$/) }),
  text: 'sms.enquiryAnswered',
});
