/** Every message to phones there is. */
import { contactChangeSms } from '#lib/features/accounts/contact-change.sms.ts';
import { codeSms } from '#lib/sms/code.sms.ts';
import type { KnownSms } from '#lib/sms/sms.ts';

export const allTexts: readonly KnownSms[] = [codeSms, contactChangeSms];
