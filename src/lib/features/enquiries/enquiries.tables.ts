/** Rows of enquiries. */
import type { Day, Generated, Instant, Json } from '#lib/db/columns.ts';
import type { ConsentsGiven, EnquiryEventKind, EnquirySource, EnquiryState, EnquiryTeam, EnquiryTopic, MessageSender, Utm } from './enquiries.schema.ts';

type EnquiriesTable = {
  id: Generated<number>;
  /** What people name it by: two groups of four letters and digits. */
  reference: string;
  /** What links of its reader are signed over. */
  secret: string;
  topic: EnquiryTopic;
  source: EnquirySource;
  /** Whose account it belongs to; null until a verified sign-in claims it. */
  user_id: number | null;
  /** Name, mail address and number as far as they were given, encrypted. */
  contact_sealed: string;
  /** Keyed digests, as those of contacts of accounts. That of a mail address is empty where none was given. */
  email_digest: string;
  phone_digest: string | null;
  /** Path of the page it was asked on; empty where none was told. */
  page: string;
  locale: string;
  language: string;
  house_id: number | null;
  unit_id: number | null;
  city_id: number | null;
  school_id: number | null;
  /** Where they are going to, in their own words, where it is no city or school of ours. */
  place_words: Generated<string>;
  /** The lease they looked at, as it was then. */
  tenancy_id: number | null;
  move_in: Day | null;
  move_out: Day | null;
  total_minor: bigint | null;
  currency: string | null;
  /** The order it is about. */
  order_code: string | null;
  consents: Json<ConsentsGiven>;
  utm: Json<Utm>;
  state: Generated<EnquiryState>;
  team: EnquiryTeam;
  staff_id: number | null;
  /** Keyed digest of person, home and text. */
  sameness: string;
  opened_at: Instant;
  /** Of the last thing that the student or staff said. */
  last_at: Instant;
  first_answered_at: Instant | null;
  /** Until when an answer is due; null while nobody waits for us. */
  due_at: Instant | null;
  closed_at: Instant | null;
  merged_into: number | null;
};

type EnquiryMessagesTable = {
  id: Generated<number>;
  enquiry_id: number;
  sender: MessageSender;
  text: string;
  language: string;
  at: Instant;
  staff_id: number | null;
  /** Of the name of the mail that it came by; null for what was written on the site. */
  mail_digest: string | null;
};

type EnquiryEventsTable = { id: Generated<number>; enquiry_id: number; kind: EnquiryEventKind; at: Instant; staff_id: number | null; about: Generated<string> };

export type EnquiriesTables = { enquiries: EnquiriesTable; enquiry_messages: EnquiryMessagesTable; enquiry_events: EnquiryEventsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends EnquiriesTables {}
}
