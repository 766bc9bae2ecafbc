/**
 * Facts that carry authority: whoever sets one decides whose word is taken or who is paid. Each has the access that its strongest effect needs,
 * beside the table of `access.ts`; and the links of mails, by whose word they are opened and what they bring about. `tests/guards/authority.test.ts`
 * holds calls, pages and links against both. Browser-safe.
 */
import type { Access } from './access.ts';

type AuthorityRule = {
  /** What its strongest effect needs of staff; `login`: the person whose own it is; `public`: whoever asks; `command`: set by no call at all. */
  readonly access: Extract<Access, 'public' | 'login' | 'staff-money' | 'staff-people'> | 'command';
  /** The calls that set it, each with a fresh proof. */
  readonly calls: readonly string[];
  /** Whether it waits before it counts, and is told to who had it before. */
  readonly waits: boolean;
  /** Whether a second of the staff has to agree. */
  readonly second: boolean;
  readonly says: string;
};

export const authorities = {
  'provider-address': {
    access: 'staff-money',
    calls: ['staff-supplier-address', 'staff-supplier-change'],
    waits: true,
    second: false,
    says: 'where a provider is written to, and so who says in their name that money came, signs and answers',
  },
  'provider-terms': {
    access: 'staff-money',
    calls: ['staff-supplier-terms', 'staff-supplier-change'],
    waits: true,
    second: true,
    says: 'who collects for a provider, and the account that payers are shown',
  },
  'provider-party': {
    access: 'staff-money',
    calls: ['staff-supplier-party'],
    waits: false,
    second: false,
    says: 'who a provider is in law, which contracts that are made out from then on name',
  },
  'staff-role': { access: 'command', calls: [], waits: false, second: false, says: 'what a member of staff may do' },
  'staff-address': { access: 'command', calls: [], waits: false, second: false, says: 'where a member of staff is written to' },
  'payee-account': { access: 'login', calls: ['pay-rent-landlord'], waits: false, second: false, says: 'the account that a renter’s rent goes to' },
  'claimed-contact': { access: 'staff-people', calls: ['staff-claim'], waits: true, second: false, says: 'whose a contact is that two accounts say is theirs' },
  'certified-name': {
    access: 'staff-people',
    calls: ['staff-realname'],
    waits: false,
    second: true,
    says: 'the name that a person counts as where no register is asked',
  },
  'own-contact': {
    access: 'login',
    calls: ['send-code', 'bind-start', 'claim-contact', 'join-accounts'],
    waits: true,
    second: false,
    says: 'where a person is written to and signs in with',
  },
  'asker-address': { access: 'public', calls: [], waits: false, second: false, says: 'where somebody is answered who asks without an account' },
  'own-link': { access: 'login', calls: [], waits: false, second: false, says: 'whom a person themselves gives a link to what is theirs' },
} as const satisfies Record<string, AuthorityRule>;
export type Authority = keyof typeof authorities;

type LinkRule = {
  /** Whose mailbox, or whose hand, the key goes to. */
  readonly mailbox: Authority;
  /** What its strongest effect needs where staff bring it about; `login`: it touches what is the giver's own alone. */
  readonly effect: Access;
  /** Calls and pages that a key of it opens. */
  readonly calls: readonly string[];
  readonly pages: readonly string[];
};

/** Every kind of link whose key opens something to whoever has it. */
export const linkRules = {
  'supplier-condition': {
    mailbox: 'provider-address',
    effect: 'staff-orders',
    calls: ['supplier-evidence-add', 'supplier-evidence-remark', 'supplier-evidence-sign'],
    pages: ['supplier_condition', 'supplier_remark', 'supplier_sign'],
  },
  'supplier-payment': { mailbox: 'provider-address', effect: 'staff-money', calls: ['supplier-payment'], pages: ['supplier_payment'] },
  'supplier-contract': { mailbox: 'provider-address', effect: 'staff-orders', calls: ['supplier-contract'], pages: ['supplier_contract'] },
  // What they propose binds nobody before whoever paid agrees; that all goes back does.
  'supplier-deposit': { mailbox: 'provider-address', effect: 'staff-money', calls: ['supplier-deposit'], pages: ['supplier_deposit'] },
  // Staff read an answer before anybody else does.
  'supplier-review': { mailbox: 'provider-address', effect: 'public', calls: ['supplier-review-answer'], pages: ['supplier_review'] },
  'supplier-address': { mailbox: 'provider-address', effect: 'staff-money', calls: ['supplier-answers'], pages: ['supplier_address'] },
  'staff-ticket': { mailbox: 'staff-address', effect: 'staff', calls: ['staff-take'], pages: ['staff_enrol'] },
  sponsor: { mailbox: 'own-link', effect: 'login', calls: ['sponsor-pay', 'sponsor-trial'], pages: ['sponsored', 'sponsored_trial'] },
  // Who signs for somebody under age is named by them, and signs in the name that staff see.
  guardian: { mailbox: 'own-link', effect: 'login', calls: ['guardian-sign'], pages: ['guardian_sign'] },
  'shared-list': { mailbox: 'own-link', effect: 'login', calls: [], pages: ['shared_list', 'shared_wishes'] },
  'stop-change': { mailbox: 'own-contact', effect: 'login', calls: ['stop-contact-change'], pages: ['stop_change'] },
  'end-notices': { mailbox: 'own-contact', effect: 'login', calls: ['notices-end'], pages: ['end_notices'] },
  'end-reminders': { mailbox: 'own-contact', effect: 'login', calls: ['pay-rent-end-reminders'], pages: ['rental_end_reminders'] },
  // Whoever asked reads and goes on with their own thread.
  enquiry: { mailbox: 'asker-address', effect: 'public', calls: ['enquiry-reply'], pages: ['enquiry'] },
} as const satisfies Record<string, LinkRule>;

/** What takes a key and is opened by no mail. */
export const notLinks: { readonly calls: readonly string[]; readonly pages: readonly string[] } = {
  // A code on the screen of a desk, which a phone scans.
  calls: ['wechat-qr-status', 'wechat-scan-confirm'],
  pages: ['login_scan'],
};

/**
 * Calls of staff that change something without a fresh proof at all, and why. Someone has thought about each: a new one is neither here nor asks for a
 * proof, and fails.
 */
export const unproved: Readonly<Record<string, string>> = {
  'staff-find-person': 'It finds an account by what is known of it already, and notes that it was looked for.',
  'staff-logout': 'It ends a session, which nobody gains by.',
  'staff-zone': 'It says by whose clocks its owner reads the desk.',
  'staff-prove': 'It is how the proof is given.',
  'staff-passkey-prove': 'It is how the proof is given.',
  'staff-passkey-prove-start': 'It is how the proof begins to be given.',
  'staff-passkey-rename': 'It changes what a way in is called for its owner, and no way in.',
  'custom-answer-act': 'It marks or deletes what was sent with a form, moves nothing, and stands in the audit log.',
  'custom-field': 'It changes what a form asks, which readers see before they answer.',
  'custom-form': 'It changes what a form says and when it is open, which readers see.',
  'desk-act': 'It says whose a thread is and whether it is open, which staff can take back.',
  'desk-answer': 'It writes to somebody in a thread of theirs, to the address that the thread has.',
  'desk-template': 'It changes words that staff read before they send them.',
  'desk-note': 'It writes to staff alone.',
  'desk-starters': 'It saves words that staff read and may change before they send them.',
  'desk-batch': 'It says whose threads are and whether they are open, which it tells nobody outside, and which can be undone.',
  'desk-batch-undo': 'It puts threads back as they were.',
  'desk-view': 'It keeps how a list is looked at, and shows nothing by it.',
  'desk-view-remove': 'It takes away how a list is looked at, which can be kept again.',
  'desk-feedback': 'It marks what was written as seen to, which can be taken back.',
  'desk-resume': 'It marks or deletes what was handed in, moves nothing, and stands in the audit log.',
  'desk-check': 'It says on a page that we checked something, which can be taken back.',
  'desk-find-home': 'It finds a home, which says nothing of people.',
  'desk-home': 'It hides a home or shows it again, which can be taken back.',
  'desk-report': 'It sees to a report about a home, which may be hidden and shown again.',
  'desk-review': 'It shows or removes a review or an answer to one, which moves no money and gives no word more weight.',
  'desk-evidence-link': 'It sends a link to the address that counts, which only staff of money change, or ends one.',
  'desk-arrears': 'It gives time, notes something or ends a stay by its graph with a reason; no money moves by it.',
  'stock-case': 'It says that a lease that was sold too often was seen to.',
  'close-viewing-slot': 'It takes no more bookings for a time; those that were made stay.',
  'open-viewing-slots': 'It opens times, which nobody has booked yet.',
  'staff-move-viewing': 'It gives a viewing another time: its reader is told, and has everything back for the asking.',
};
