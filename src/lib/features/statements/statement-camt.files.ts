/** Statements as banks send them: camt.053 of ISO 20022, of whatever version. Names of elements count, prefixes do not. */
import { SaxesParser } from 'saxes';
import { isDate } from '#lib/dates/dates.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { parseDecimal } from '#lib/money/money.ts';
import { mostEntries } from './statements.schema.ts';
import type { ReadStatement, Statement, StatementEntry, StatementFault } from './statements.schema.ts';

/** Elements within elements; theirs have less than twenty. */
const deepest = 60;

class Refused extends Error {
  readonly why: StatementFault;
  readonly line: number;
  constructor(why: StatementFault, line: number) {
    super(why);
    this.why = why;
    this.line = line;
  }
}

type OpenEntry = {
  on: string;
  minor: string;
  currency: string;
  isCredit: boolean | undefined;
  isBooked: boolean;
  party: string;
  said: string[];
  reference: string;
  line: number;
};
type OpenBalance = { code: string; minor: string; currency: string; isCredit: boolean | undefined };
type OpenStatement = { account: string; entries: StatementEntry[]; balances: OpenBalance[] };

const join = (texts: readonly string[]): string => [...new Set(texts.map((one) => one.trim()).filter(Boolean))].join(' ').slice(0, 500);

class Reader {
  readonly done: Statement[] = [];
  readonly #path: string[] = [];
  #text = '';
  #currency = '';
  #statement: OpenStatement | undefined;
  #entry: OpenEntry | undefined;
  #balance: OpenBalance | undefined;

  open(name: string, currency: string, line: number): void {
    this.#path.push(name);
    if (this.#path.length > deepest) throw new Refused('form', line);
    this.#text = '';
    this.#currency = currency;
    if (name === 'Stmt') this.#statement = { account: '', entries: [], balances: [] };
    if (this.#parent('Stmt') && name === 'Ntry')
      this.#entry = { on: '', minor: '', currency: '', isCredit: undefined, isBooked: true, party: '', said: [], reference: '', line };
    if (this.#parent('Stmt') && name === 'Bal') this.#balance = { code: '', minor: '', currency: '', isCredit: undefined };
  }

  text(text: string): void {
    this.#text += text;
  }

  #parent(name: string): boolean {
    return this.#path.at(-2) === name;
  }

  close(line: number): void {
    const name = this.#path.at(-1) ?? '';
    const [text, path] = [this.#text.trim(), this.#path.join('/')];
    if (this.#entry) this.#inEntry(this.#entry, name, text, path);
    else if (this.#balance) this.#inBalance(this.#balance, name, text, path);
    else if (this.#statement && /Stmt\/Acct\/Id\/(?:IBAN|Othr\/Id)$/.test(path)) this.#statement.account = text.slice(0, 60);
    if (name === 'Ntry' && this.#parent('Stmt')) this.#endEntry(line);
    if (name === 'Bal' && this.#parent('Stmt') && this.#balance) {
      this.#statement?.balances.push(this.#balance);
      this.#balance = undefined;
    }
    if (name === 'Stmt') this.#endStatement(line);
    this.#path.pop();
    this.#text = '';
  }

  #inEntry(entry: OpenEntry, name: string, text: string, path: string): void {
    if (path.endsWith('Stmt/Ntry/Amt')) [entry.minor, entry.currency] = [text, this.#currency];
    else if (path.endsWith('Stmt/Ntry/CdtDbtInd')) entry.isCredit = text === 'CRDT';
    else if (/Stmt\/Ntry\/Sts(?:\/Cd)?$/.test(path) && text !== '') entry.isBooked = text === 'BOOK';
    else if (/Stmt\/Ntry\/BookgDt\/(?:Dt|DtTm)$/.test(path)) entry.on = text.slice(0, 10);
    else if (/Stmt\/Ntry\/ValDt\/(?:Dt|DtTm)$/.test(path)) entry.on ||= text.slice(0, 10);
    else if (/Stmt\/Ntry\/(?:AcctSvcrRef|NtryRef)$/.test(path)) entry.reference ||= text.slice(0, 100);
    else if (name === 'Ustrd' || name === 'AddtlNtryInf' || name === 'EndToEndId' || path.endsWith('Strd/CdtrRefInf/Ref')) {
      if (text !== 'NOTPROVIDED') entry.said.push(text);
    } else if (/RltdPties\/(?:Dbtr|Cdtr)\/(?:Pty\/)?Nm$/.test(path)) {
      // The other side is who paid where it came, and who was paid where it went.
      const isOther = path.includes('/Dbtr/') === (entry.isCredit ?? true);
      if (isOther || entry.party === '') entry.party = text.slice(0, 140);
    }
  }

  #inBalance(balance: OpenBalance, name: string, text: string, path: string): void {
    if (path.endsWith('Bal/Tp/CdOrPrtry/Cd')) balance.code = text;
    else if (name === 'Amt') [balance.minor, balance.currency] = [text, this.#currency];
    else if (name === 'CdtDbtInd') balance.isCredit = text === 'CRDT';
  }

  #endEntry(line: number): void {
    const entry = this.#entry;
    this.#entry = undefined;
    const statement = this.#statement;
    if (!entry || !statement) throw new Refused('form', line);
    if (!entry.isBooked) return;
    const minor = this.#sum(entry, line);
    if (!isDate(entry.on)) throw new Refused('day', entry.line);
    if (minor === 0n) return;
    if (statement.entries.length >= mostEntries) throw new Refused('large', line);
    const { on, party, said, reference } = entry;
    statement.entries.push({ on, amount: { minor, currency: entry.currency as CurrencyCode }, party, said: join(said), reference });
  }

  /** Of an entry or a balance, below nothing where it is a debit. */
  #sum({ minor, currency, isCredit }: Pick<OpenEntry, 'minor' | 'currency' | 'isCredit'>, line: number): bigint {
    if (!isCurrency(currency)) throw new Refused('currency', line);
    // Theirs have a point, and up to five decimals.
    const read = parseDecimal(minor.replace(/^(\d+\.\d{1,4})0$/, '$1'), currency)?.minor;
    if (read === undefined || isCredit === undefined) throw new Refused('amount', line);
    return isCredit ? read : -read;
  }

  #endStatement(line: number): void {
    const statement = this.#statement;
    this.#statement = undefined;
    if (!statement) throw new Refused('form', line);
    const { account, entries, balances } = statement;
    const balance = (...codes: readonly string[]): bigint | undefined => {
      const found = balances.find(({ code }) => codes.includes(code));
      return found && this.#sum(found, line);
    };
    const [before, after] = [balance('OPBD', 'PRCD'), balance('CLBD')];
    const moved = entries.reduce((sum, { amount }) => sum + amount.minor, 0n);
    if (before !== undefined && after !== undefined && before + moved !== after) throw new Refused('balance', line);
    this.done.push({ account, entries });
  }
}

/** Each statement of a file. Nothing outside of it is read, and a document type is refused. */
export function readCamt(text: string): ReadStatement {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const reader = new Reader();
  let line = 1;
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  parser.on('error', () => {
    throw new Refused('form', parser.line);
  });
  parser.on('doctype', () => {
    throw new Refused('form', parser.line);
  });
  parser.on('opentag', ({ name, attributes }) => reader.open(local(name), String(attributes['Ccy'] ?? ''), parser.line));
  parser.on('text', (piece) => reader.text(piece));
  parser.on('cdata', (piece) => reader.text(piece));
  parser.on('closetag', () => {
    line = parser.line;
    reader.close(line);
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Refused) return { ok: false, why: error.why, line: error.line };
    return { ok: false, why: 'form', line };
  }
  return reader.done.length === 0 ? { ok: false, why: 'form', line } : { ok: true, statements: reader.done };
}
