/** Tells a phone what was done to an account that has no mail address, so that its owner hears of it when it was not them. */
import { z } from 'zod';
import { sms } from '#lib/sms/sms.ts';

export const accountChangedSms = sms({ name: 'account-changed', input: z.object({}), text: 'sms.accountChanged' });
export const accountsJoinedSms = sms({ name: 'accounts-joined', input: z.object({}), text: 'sms.accountsJoined' });
export const accountErasingSms = sms({ name: 'account-erasing', input: z.object({ days: z.int().min(1).max(60) }), text: 'sms.accountErasing' });
