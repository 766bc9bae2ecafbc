/** Tells whoever answered by mail that their answer, or a part of it, did not reach the thread. It goes to where the thread writes to, never to who sent it. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';
import { messageLength } from '../enquiries.schema.ts';
import { replyFaults } from '../reply-mails.rules.ts';

export const replyRefusedMail = mail({
  name: 'reply-refused',
  why: 'question',
  urgency: 'soon',
  input: z.object({ reference: z.string().max(9), fault: z.enum(replyFaults), path: z.string().startsWith('/').max(500) }),
  render({ reference, fault, path }, { t, absolute }) {
    const words = {
      expired: t('mail.reply_expired'),
      empty: t('mail.reply_empty'),
      long: t('mail.reply_long', { most: messageLength }),
      many: t('mail.reply_many'),
      full: t('mail.reply_full'),
      settled: t('mail.reply_settled'),
      unreachable: t('mail.reply_unreachable'),
      files: t('mail.reply_files'),
      'files-alone': t('mail.reply_files_alone'),
    };
    return {
      subject: t(fault === 'files' ? 'mail.replyFilesSubject' : 'mail.replyRefusedSubject', { reference }),
      preview: words[fault],
      about: [t('mail.enquiryReference'), reference],
      blocks: [
        { kind: 'text', text: words[fault] },
        { kind: 'button', label: t('mail.replyOpen'), href: absolute(path) },
      ],
    };
  },
});
