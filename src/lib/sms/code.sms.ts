/** A code to type in. */
import { z } from 'zod';
import { sms } from './sms.ts';

export const codeSms = sms({
  name: 'code',
  input: z.object({ code: z.string().regex(/^\d{6}$/), minutes: z.int().min(1).max(60) }),
  text: 'sms.code',
});
