/** Statements of a bank, as banks write them: what is read is what was written, and what cannot be read is refused, never guessed. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { money, toDecimal } from '#lib/money/money.ts';
import { readCamt } from '#lib/features/statements/statement-camt.files.ts';
import { readCsvStatement } from '#lib/features/statements/statement-csv.rules.ts';
import { dayOrderOf, readDay, readSum } from '#lib/features/statements/statement-amounts.rules.ts';
import { matched } from '#lib/features/statements/statements.rules.ts';
import { readStatement } from '#lib/features/statements/statements.service.ts';

const currency = fc.constantFrom('GBP' as const, 'EUR' as const, 'JPY' as const, 'BHD' as const);
const words = fc.stringMatching(/^[A-Za-zÄÖüé&<>"';,.() -]{0,40}$/).map((one) => one.replaceAll(/\s+/g, ' ').trim());
const entry = fc.record({
  day: fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2020-01-01', days)),
  minor: fc.bigInt(-(10n ** 11n), 10n ** 11n).filter((one) => one !== 0n),
  said: words,
  party: words,
});
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
type Entry = { readonly day: string; readonly minor: bigint; readonly said: string; readonly party: string };
const abs = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

function camtOf(entries: readonly Entry[], ccy: 'GBP' | 'EUR' | 'JPY' | 'BHD', { before = 5_000n, prefix = '', off = 0n } = {}): string {
  const p = prefix === '' ? '' : `${prefix}:`;
  const tag = (name: string, text: string, attributes = ''): string => `<${p}${name}${attributes}>${text}</${p}${name}>`;
  const sum = (minor: bigint): string => tag('Amt', toDecimal(money(abs(minor), ccy)), ` Ccy="${ccy}"`) + tag('CdtDbtInd', minor < 0n ? 'DBIT' : 'CRDT');
  const after = entries.reduce((all, { minor }) => all + minor, before) + off;
  const balance = (code: string, minor: bigint): string => tag('Bal', tag('Tp', tag('CdOrPrtry', tag('Cd', code))) + sum(minor));
  const rows = entries.map(({ day, minor, said, party }) =>
    tag(
      'Ntry',
      sum(minor) +
        tag('Sts', tag('Cd', 'BOOK')) +
        tag('BookgDt', tag('Dt', day)) +
        tag(
          'NtryDtls',
          tag('TxDtls', tag('RltdPties', tag(minor < 0n ? 'Cdtr' : 'Dbtr', tag('Nm', escaped(party)))) + tag('RmtInf', tag('Ustrd', escaped(said)))),
        ),
    ),
  );
  const root = prefix === '' ? 'xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"' : `xmlns:${prefix}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${p}Document ${root}><${p}BkToCstmrStmt>${tag('Stmt', tag('Acct', tag('Id', tag('IBAN', 'GB33BUKB20201555555555'))) + balance('OPBD', before) + balance('CLBD', after) + rows.join('\n'))}</${p}BkToCstmrStmt></${p}Document>`;
}
const told = (read: ReturnType<typeof readCamt>) =>
  read.ok ? read.statements.flatMap(({ entries }) => entries.map(({ on, amount, said, party }) => ({ day: on, minor: amount.minor, said, party }))) : read;

describe('camt.053', () => {
  test('of whatever version and prefix is read as it was written, and its balances hold it together', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 8 }), currency, fc.constantFrom('', 'ns2'), (entries, ccy, prefix) => {
        const read = readCamt(camtOf(entries, ccy, { prefix }));
        expect(told(read)).toEqual(entries);
        expect(read.ok && read.statements.map(({ account }) => account)).toEqual(['GB33BUKB20201555555555']);
        expect(readCamt(camtOf(entries, ccy, { prefix, off: 1n }))).toMatchObject({ ok: false, why: 'balance' });
        expect(readCamt(camtOf(entries, ccy, { prefix }).replace(/<(?:ns2:)?Ntry>.*?<\/(?:ns2:)?Ntry>/s, '')).ok).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('what is not booked yet is left out; what is cut off, has a document type, or is none is refused', () => {
    const one = { day: '2027-01-02', minor: 5n, said: 'a', party: 'b' };
    expect(
      told(
        readCamt(
          camtOf([one], 'GBP')
            .replace('<Cd>BOOK', '<Cd>PDNG')
            .replaceAll(/<Bal>.*?<\/Bal>/gs, ''),
        ),
      ),
    ).toEqual([]);
    const whole = camtOf([one], 'GBP');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: whole.length - 12 }), (length) => {
        expect(readCamt(whole.slice(0, length)).ok).toBe(false);
      }),
    );
    expect(readCamt(whole.replace('<Document', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document'))).toMatchObject({ ok: false, why: 'form' });
    expect(readCamt('<html><body>Please sign in</body></html>')).toMatchObject({ ok: false, why: 'form' });
    expect(readCamt(`${'<a>'.repeat(100_000)}`)).toMatchObject({ ok: false, why: 'form' });
    expect(readCamt(whole.replace('Ccy="GBP"', 'Ccy="XXX"'))).toMatchObject({ ok: false, why: 'currency' });
  });
});

describe('CSV', () => {
  const cell = (text: string, separator: string): string => (text.includes(separator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text);
  test('whatever parts its cells, and however it writes days and amounts, is read as it was written', () => {
    const shape = fc.record({
      separator: fc.constantFrom(',', ';', '\t'),
      isSplit: fc.boolean(),
      isEuropean: fc.boolean(),
      eol: fc.constantFrom('\n', '\r\n'),
      mark: fc.constantFrom('', '\uFEFF'),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('GBP' as const, 'EUR' as const),
        shape,
        (entries, ccy, { separator, isSplit, isEuropean, eol, mark }) => {
          const sum = (minor: bigint): string => {
            const [whole = '', decimals = ''] = toDecimal(money(abs(minor), ccy)).split('.');
            const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, isEuropean ? '.' : ',');
            return `${minor < 0n ? '-' : ''}${grouped}${isEuropean ? ',' : '.'}${decimals}`;
          };
          const day = (iso: string): string => (isEuropean ? iso.split('-').toReversed().join('.') : iso);
          const head = isSplit
            ? ['Booking date', 'Paid out', 'Paid in', 'Currency', 'Description', 'Name']
            : ['Date', 'Amount', 'Currency', 'Description', 'Name'];
          const rows = entries.map(({ day: on, minor, said, party }) => {
            const sums = isSplit ? [minor < 0n ? sum(-minor) : '', minor < 0n ? '' : sum(minor)] : [sum(minor)];
            return [day(on), ...sums, ccy, said, party].map((one) => cell(one, separator)).join(separator);
          });
          const read = readCsvStatement(`${mark}Account statement${eol}${[head.join(separator), ...rows].join(eol)}${eol}`, undefined);
          expect(told(read)).toEqual(entries);
        },
      ),
      { numRuns: 120 },
    );
  });

  test('days that could be two, amounts that are none, and files that do not say their account are refused', () => {
    const file = (day: string, amount: string, more = 'GBP'): string => `Date,Amount,Currency\n${day},${amount},${more}\n`;
    expect(readCsvStatement(file('03/04/2027', '5.00'), undefined)).toMatchObject({ ok: false, why: 'day', line: 2 });
    expect(readCsvStatement(file('2027-02-30', '5.00'), undefined)).toMatchObject({ ok: false, why: 'day', line: 2 });
    for (const amount of ['5.00.00', '1,23,4', 'five', '--5'])
      expect(readCsvStatement(file('2027-01-02', `"${amount}"`), undefined)).toMatchObject({ ok: false, why: 'amount' });
    expect(readCsvStatement(file('2027-01-02', '5.00', ''), undefined)).toMatchObject({ ok: false, why: 'currency' });
    expect(readCsvStatement('Name,Phone\nAnn,1\n', 'GBP')).toMatchObject({ ok: false, why: 'form' });
    expect(readStatement(file('2027-01-02', '5.00'), '')).toMatchObject({ ok: false, why: 'account' });
    expect(readStatement(file('2027-01-02', '5.00', ''), 'GB33 BUKB GBP')).toMatchObject({ ok: true, statements: [{ account: 'GB33BUKB' }] });
  });

  test('days and sums, one by one', () => {
    expect([dayOrderOf(['03/04/2026', '04/25/2026']), dayOrderOf(['03/04/2026', '25/04/2026']), dayOrderOf(['03.04.2026'])]).toEqual([
      'month-first',
      'day-first',
      'day-first',
    ]);
    expect([readDay('04/25/26', 'month-first'), readDay('20260425', 'day-first'), readDay('25.13.2026', 'day-first')]).toEqual([
      '2026-04-25',
      '2026-04-25',
      undefined,
    ]);
    expect([readSum("1'234.5", 'GBP'), readSum('1.234', 'GBP'), readSum('1.234', 'BHD'), readSum('1,234', 'JPY')]).toEqual([
      123_450n,
      123_400n,
      1_234n,
      1_234n,
    ]);
  });
});

describe('which movement is which posting', () => {
  test('each stands in one pair at most, of one amount and currency, and what could be two waits', () => {
    const item = fc.record({ minor: fc.bigInt(1n, 4n), day: fc.integer({ min: 0, max: 12 }), name: fc.option(fc.constantFrom('K7QM-2XPA', 'B3CD-4EFG')) });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), fc.array(item, { maxLength: 8 }), (theirs, ours) => {
        const lines = theirs.map(({ minor, day, name }, id) => ({ id, on: addDays('2027-01-01', day), minor, currency: 'GBP', said: `PAYMENT ${name ?? ''}` }));
        const postings = ours.map(({ minor, day, name }, at) => ({
          effect: `payment:${name ?? 'ABCD-EFGH'}:${at}`,
          on: addDays('2027-01-01', day),
          minor,
          currency: 'GBP',
          names: [name ?? 'ABCD-EFGH'],
        }));
        const pairs = matched(lines, postings);
        expect(new Set(pairs.map(({ line }) => line)).size).toBe(pairs.length);
        expect(new Set(pairs.map(({ effect }) => effect)).size).toBe(pairs.length);
        for (const { line, effect } of pairs) expect(lines[line]?.minor).toBe(postings.find((one) => one.effect === effect)?.minor);
      }),
    );
    const line = { id: 1, on: '2027-01-02', minor: 500n, currency: 'GBP', said: 'FP 02/01 K7QM2XPA' };
    const two = ['K7QM-2XPA', 'B3CD-4EFG'].map((name) => ({
      effect: `payment:${name}:succeeded`,
      on: '2027-01-02',
      minor: 500n,
      currency: 'GBP',
      names: [name],
    }));
    expect(matched([line], two)).toEqual([{ line: 1, effect: 'payment:K7QM-2XPA:succeeded' }]);
    expect(matched([{ ...line, said: 'FASTER PAYMENT' }], two)).toEqual([]);
  });
});
