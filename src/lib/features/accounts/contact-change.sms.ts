/** Tells a phone that its number is about to be replaced, with the link that stops it. */
import { z } from 'zod';
import { sms } from '#lib/sms/sms.ts';

export const contactChangeSms = sms({
  name: 'contact-change',
  input: z.object({ link: z.string().regex(/^https?:\/\/[\w.:-]+(?:\/[a-z]{2})?\/stop\/[\w-]{12}$/) }),
  text: 'sms.contactChange',
});
