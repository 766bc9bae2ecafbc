/** Rows of messages to phones. */
import type { Instant } from '#lib/db/columns.ts';

type SmsMessagesTable = {
  id: string;
  state: 'due' | 'sent' | 'delivered' | 'failed';
  /** Number and receipt, encrypted; null while there is none. */
  sealed_receipt: string | null;
  created_at: Instant;
  sent_at: Instant | null;
};

type SmsTables = { sms_messages: SmsMessagesTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends SmsTables {}
}
