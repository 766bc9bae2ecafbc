/** Documents as PDF in the reader's language: contract, receipt, invoice, credit note, receipt for rent. */
import { join } from 'node:path';
import type { OperatorParty } from '#lib/operator.ts';
import { printPaper } from '#lib/pdf/paper.ts';
import type { Paper } from '#lib/pdf/paper.ts';
import { readContracts } from './contract-clauses.files.ts';
import type { ContractCopyInput, ContractInput, ContractPrinter, CreditNoteInput, InvoiceInput, ReceiptInput, RentReceiptInput } from './documents.schema.ts';
import { contractCopyPaper, contractPaper, creditNotePaper, invoicePaper, paperText, receiptPaper, rentReceiptPaper } from './documents.words.ts';

export type Documents = ReturnType<typeof createDocuments>;

/**
 * @param content where editors keep the clauses of contracts
 * @param operator who invoices are from
 */
export function createDocuments(content: string, operator: OperatorParty) {
  const clauses = readContracts(join(content, 'contracts'));
  function contract(input: ContractInput): Paper {
    const own = clauses.get(input.kind);
    if (!own) throw new RangeError(`no clauses for ${input.kind}`);
    return contractPaper(input, own);
  }
  return {
    /** What is read and signed, word for word as the file has it. */
    contractWords(input: Omit<ContractInput, 'acceptances'>): ReturnType<ContractPrinter['contractWords']> {
      const words = contract({ ...input, acceptances: [] });
      return { text: paperText(words), blocks: words.blocks.filter(({ kind }) => kind !== 'glance') };
    },
    /** The same input is the same file; keep the bytes that were signed all the same, as clauses are edited. */
    contract: async (input: ContractInput): Promise<Buffer> => printPaper(contract(input)),
    contractCopy: async (input: ContractCopyInput): Promise<Buffer> => printPaper(contractCopyPaper(input)),
    receipt: async (input: ReceiptInput): Promise<Buffer> => printPaper(receiptPaper(input)),
    invoice: async (input: InvoiceInput): Promise<Buffer> => printPaper(invoicePaper(input, operator)),
    creditNote: async (input: CreditNoteInput): Promise<Buffer> => printPaper(creditNotePaper(input, operator)),
    rentReceipt: async (input: RentReceiptInput): Promise<Buffer> => printPaper(rentReceiptPaper(input)),
  };
}
