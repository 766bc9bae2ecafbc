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

/** Calls of those who see to money and people that change something without a fresh proof, and why. */
export const unproved: Readonly<Record<string, string>> = {
  'staff-find-person': 'It finds an account by what is known of it already, and notes that it was looked for.',
};
