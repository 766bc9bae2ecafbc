/** What documents are made of. All that is in a document comes from here, so that the same input is the same file. */
import type { CancellationRow } from '#lib/features/house/cancellation.rules.ts';
import type { DepositProtection, LettingKind } from '#lib/features/quotes/letting-law.schema.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import type { SupplierParty } from '#lib/features/supplier-parties/supplier-parties.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Money } from '#lib/money/money.ts';
import type { Block } from '#lib/pdf/paper.ts';

type Document = {
  /** The language of its reader. */
  readonly locale: Locale;
  /** The number people know it by. */
  readonly number: string;
  /** When it was made out; the file holds no other time. */
  readonly at: Date;
};

/** Somebody's yes to a contract: which text, when, from where. */
export type Acceptance = {
  readonly name: string;
  readonly role: 'student' | 'guardian' | 'provider';
  /** As what somebody signs for another: their office. */
  readonly capacity?: string | undefined;
  readonly at: Date;
  readonly ip: string | undefined;
  /** SHA-256 of the unsigned contract, in hexadecimal digits. */
  readonly documentHash: string;
};

export type ContractInput = Document & {
  readonly kind: LettingKind;
  /** Who lets, as the site calls them. */
  readonly provider: string;
  /** Who that is in law; undefined in papers of homes whose provider nobody has named in full. */
  readonly party: SupplierParty | undefined;
  /** Where the law of the place has a deposit kept safe, and how soon. */
  readonly protection: DepositProtection | undefined;
  /** As in the passport, and in one's own script where that was given. */
  readonly student: { readonly name: string; readonly ownName: string | undefined; readonly bornOn: string | undefined };
  /** The guardian of a student who is not of age. */
  readonly guardian: string | undefined;
  readonly home: { readonly name: string; readonly address: string; readonly room: string; readonly place: Readonly<Record<Locale, string>> };
  readonly quote: Quote;
  /** What comes back on cancelling; undefined where no policy is known. */
  readonly cancellation: readonly CancellationRow[] | undefined;
  /** Empty in the text that is signed; the signed copy has them. */
  readonly acceptances: readonly Acceptance[];
};

/** A contract whose text was kept, and cannot be made out again as it was. */
export type ContractCopyInput = Document & { readonly text: string; readonly acceptances: readonly Acceptance[] };

/** Makes contracts out. */
export type ContractPrinter = {
  /** What is read and signed, word for word as the file has it: as one text, and part by part. */
  contractWords(input: Omit<ContractInput, 'acceptances'>): { readonly text: string; readonly blocks: readonly Block[] };
  contract(input: ContractInput): Promise<Buffer>;
  /** What was signed, word for word, with the signatures of now. */
  contractCopy(input: ContractCopyInput): Promise<Buffer>;
};

export type PaidLine = { readonly label: string; readonly amount: Money };

export type ReceiptInput = Document & {
  readonly payer: string;
  /** What was paid for, in the reader's language. */
  readonly title: string;
  /** Whose money it is and who owes a refund. */
  readonly payee: string;
  readonly lines: readonly PaidLine[];
  readonly paid: Money;
  /** What of it has gone back since. */
  readonly back?: Money | undefined;
  /** A day, YYYY-MM-DD. */
  readonly paidOn: string;
  /** How it was paid, in the reader's language. */
  readonly method: string;
  readonly reference: string | undefined;
  /** Paid in a sandbox: no money has moved, and the document says so. */
  readonly isTest: boolean;
};

/** Makes receipts out. */
export type ReceiptPrinter = { receipt(input: ReceiptInput): Promise<Buffer> };

/** An invoice for what the operator itself sells; rent and deposits are never on one. */
export type InvoiceInput = Document & {
  readonly customer: string;
  readonly lines: readonly PaidLine[];
  readonly paidOn: string | undefined;
  /** The tax in the sum, where the operator has a tax number; undefined without. */
  readonly tax: { readonly basisPoints: number; readonly amount: Money; readonly number: string } | undefined;
  readonly isTest: boolean;
};

/** Makes invoices out. */
export type InvoicePrinter = { invoice(input: InvoiceInput): Promise<Buffer> };

/** What of an invoice the operator has given back. Its number is that of the refund. */
export type CreditNoteInput = InvoiceInput & {
  /** The number of the invoice that it belongs to. */
  readonly invoice: string;
};

/** Makes credit notes out. */
export type CreditNotePrinter = { creditNote(input: CreditNoteInput): Promise<Buffer> };

/** A receipt for rent passed on to a landlord who is not on this site. */
export type RentReceiptInput = Document & {
  readonly tenant: string;
  readonly landlord: string;
  readonly address: string;
  /** The days that the rent is for. */
  readonly from: string;
  readonly to: string;
  readonly rent: Money;
  readonly fee: Money;
  readonly paidOn: string;
  readonly method: string;
  readonly isTest: boolean;
};
