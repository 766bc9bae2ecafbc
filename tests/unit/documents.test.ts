import { createHash } from 'node:crypto';
import fc from '#tests/support/properties.ts';
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { brandName } from '#lib/brand.ts';
import { clauseFacts, saidIn } from '#lib/features/documents/contract-clauses.schema.ts';
import { readContracts } from '#lib/features/documents/contract-clauses.files.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { createDocuments } from '#lib/features/documents/documents.feature.ts';
import type { ContractInput } from '#lib/features/documents/documents.schema.ts';
import { readCancellationPolicies } from '#lib/features/house/cancellation.files.ts';
import { cancellationRows } from '#lib/features/house/cancellation.rules.ts';
import { lettingKinds } from '#lib/features/quotes/letting-law.schema.ts';
import { quoteOf } from '#lib/features/quotes/quote.rules.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { formatMoney, money } from '#lib/money/money.ts';
import { linesOf, piecesOf } from '#lib/pdf/lines.rules.ts';
import { printPaper } from '#lib/pdf/paper.ts';

const documents = createDocuments('src/content', {
  name: 'Homes Ltd',
  address: '1 Quay Street, Leeds LS1 4BY',
  email: 'post@homes.example.org',
  registration: 'Companies House 07654321',
});
const { OPS } = await getResolvedPDFJS();
const contracts = readContracts('src/content/contracts');
const at = new Date('2026-11-23T09:30:00Z');
const terms = {
  moveIn: '2027-09-04',
  moveOut: '2028-08-26',
  rent: money(22_550n, 'GBP'),
  unit: 'WEEK',
  promoRent: undefined,
  deposit: money(25_000n, 'GBP'),
  bookingFee: money(0n, 'GBP'),
} as const;
const policy = readCancellationPolicies('src/content/cancellation-policies').get('standard');

const party = {
  legalName: 'Weaver Court Lettings Ltd',
  registration: 'Companies House 01234567',
  address: '3 Loom Street, Leeds LS2 7XX',
  email: 'lettings@weaver.example',
  phone: '+44 113 496 0000',
  arrival: '',
};

const contract = (locale: Locale, overrides: Partial<ContractInput> = {}): ContractInput => ({
  locale,
  number: 'LF-20261123-7Q',
  at,
  kind: 'purpose-built',
  provider: 'Weaver Court',
  party,
  protection: undefined,
  student: { name: "NGUYỄN Thị Hồng O'Brien", ownName: '欧阳若曦', bornOn: '2006-02-28' },
  guardian: undefined,
  home: {
    name: 'Weaver Court',
    address: '12 Example Street, Leeds LS1 1AA',
    room: 'Bronze ensuite',
    place: { 'en-us': 'Leeds, United Kingdom', 'vi-vn': 'Leeds, Anh', 'zh-cn': '英国利兹', 'zh-tw': '英國里茲', 'zh-hk': '英國列斯' },
  },
  quote: quoteOf({ terms, plan: 'instalments', today: '2026-11-23', place: { country: 'uk', state: 'West Yorkshire', kind: 'purpose-built' }, law: [] }),
  cancellation: policy && cancellationRows(policy, terms, '2026-11-23'),
  acceptances: [],
  ...overrides,
});

/** The text of a PDF as a reader's machine finds it, without spaces, as lines are broken anywhere. */
async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  return packed(text);
}

const packed = (text: string): string => text.normalize('NFC').replaceAll(/\s/g, '');
const filled = (text: string): string[] =>
  text
    .split(/\{\{\w+\}\}/)
    .map(packed)
    .filter(Boolean);
/** The contract of each language as a file, printed once: a contract takes some of a second. */
const printed = new Map<Locale, Promise<Buffer>>();
const printedContract = (locale: Locale): Promise<Buffer> => {
  const pdf = printed.get(locale) ?? documents.contract(contract(locale));
  printed.set(locale, pdf);
  return pdf;
};
const hash = (pdf: Buffer): string => createHash('sha256').update(pdf).digest('hex');

describe('a contract', () => {
  test.each(locales)('%s: names city and country in each of its languages as that language writes them', (locale) => {
    const { text, blocks } = documents.contractWords(contract(locale));
    const { place } = contract(locale).home;
    const law = blocks.findLast((block) => block.kind === 'clause');
    expect(law?.texts.map((one, index) => one.includes(place[index === 0 ? locale : 'en-us']))).toEqual(locale === 'en-us' ? [true] : [true, true]);
    // What is shown part by part is what is signed.
    const words = blocks.flatMap((block) =>
      block.kind === 'facts'
        ? block.rows.flat()
        : block.kind === 'table'
          ? [...block.head, ...block.rows.flatMap(({ cells }) => cells)]
          : block.kind === 'clause'
            ? [block.heading, ...block.texts]
            : block.kind === 'pictures'
              ? block.pictures.map(({ caption }) => caption)
              : block.kind === 'lead'
                ? [block.label, block.value]
                : block.kind === 'glance'
                  ? []
                  : [block.text],
    );
    expect(packed(text).replaceAll(/[·:]/g, '')).toBe(packed(words.join('')).replaceAll(/[·:]/g, ''));
  });

  test.each(locales)('%s: sum, deposit and days are told first, and each of them again in what is signed', async (locale) => {
    const { text } = documents.contractWords(contract(locale));
    const { intl } = localeFacts[locale];
    const told = [formatMoney(contract(locale).quote.contractTotal, intl), formatMoney(terms.deposit, intl)].map(packed);
    const days = [terms.moveIn, terms.moveOut].map((day) => packed(formatDate(day, intl)));
    const printed = await textOf(await printedContract(locale));
    const first = printed.slice(0, printed.indexOf('LF-20261123-7Q', 60));
    for (const one of [...told, ...days]) {
      expect(first).toContain(one);
      expect(packed(text)).toContain(one);
    }
  });

  test.each(locales)('%s: reads back with names, sums, and every clause in the reader’s language and in English', async (locale) => {
    const text = await textOf(await printedContract(locale));
    for (const name of ["NGUYỄN Thị Hồng O'Brien", '欧阳若曦', 'Weaver Court Lettings Ltd', 'Bronze ensuite', 'LF-20261123-7Q', '£11,500.50', '£250']) {
      const shown = locale === 'vi-vn' ? name.replace('£11,500.50', '£11.500,50') : name;
      expect(text).toContain(packed(shown));
    }
    for (const clause of contracts.get('purpose-built')?.clauses ?? []) {
      if ((clause.when === 'two-languages' && locale === 'en-us') || clause.when === 'provider-collects') continue;
      for (const language of new Set([locale, 'en-us'] as const))
        for (const part of [saidIn(clause.heading, language), ...filled(saidIn(clause.text, language))]) expect(text).toContain(packed(part));
    }
  });

  test.each(['zh-cn', 'zh-tw', 'zh-hk'] as const)('%s: names us without blanks to the Chinese words around it', (locale) => {
    const { quote } = contract(locale);
    const name = brandName(locale);
    for (const collects of ['operator', 'supplier'] as const) {
      const { text } = documents.contractWords(contract(locale, { quote: { ...quote, collects } }));
      expect(text).toContain(name);
      expect(text).not.toMatch(new RegExp(String.raw`\p{Script=Han} ${name}|${name} \p{Script=Han}`, 'u'));
    }
  });

  test.each(locales)('%s: says to whom the student pays and who owes a refund, by who collects', (locale) => {
    const { quote } = contract(locale);
    for (const collects of ['operator', 'supplier'] as const) {
      const { text } = documents.contractWords(contract(locale, { quote: { ...quote, collects } }));
      for (const { when, text: said } of contracts.get('purpose-built')?.clauses ?? []) {
        if (when !== 'operator-collects' && when !== 'provider-collects') continue;
        const isTheirs = (when === 'provider-collects') === (collects === 'supplier');
        const [longest = ''] = filled(saidIn(said, locale)).toSorted((a, b) => b.length - a.length);
        expect(packed(text).includes(longest)).toBe(isTheirs);
      }
    }
  });

  test('the same input is the same file; a name, a sum or a day more is another', async () => {
    const first = hash(await printedContract('zh-cn'));
    expect(hash(await documents.contract(contract('zh-cn')))).toBe(first);
    for (const other of [{ number: 'LF-2' }, { guardian: 'Trần Văn A' }, { at: new Date('2026-11-24T09:30:00Z') }])
      expect(hash(await documents.contract(contract('zh-cn', other)))).not.toBe(first);
  });

  test('its signed copy says who accepted which text, when and from where', async () => {
    const unsigned = hash(await printedContract('vi-vn'));
    const pdf = await documents.contract(
      contract('vi-vn', { guardian: 'Trần Văn A', acceptances: [{ name: 'Trần Văn A', role: 'guardian', at, ip: '203.0.113.7', documentHash: unsigned }] }),
    );
    const text = await textOf(pdf);
    for (const part of ['Trần Văn A', 'Người giám hộ', '2026-11-23 09:30 UTC', '203.0.113.7', unsigned]) expect(text).toContain(packed(part));
  });

  test('without a deposit and without a known policy those clauses are left out, and the rest is numbered on', async () => {
    const bare = contract('en-us', { cancellation: undefined, quote: { ...contract('en-us').quote, deposit: money(0n, 'GBP') } });
    const text = await textOf(await documents.contract(bare));
    expect(text).not.toContain('remainsthestudent');
    expect(text).toContain('5.Lookingafterthehome');
  });

  test.each(locales)('%s: names its other side in law, the trade name beside it, and where letters reach it', (locale) => {
    const { text } = documents.contractWords(contract(locale));
    for (const said of ['Weaver Court Lettings Ltd', 'Companies House 01234567', '3 Loom Street, Leeds LS2 7XX', 'lettings@weaver.example', '+44 113 496 0000'])
      expect(text).toContain(said);
    const alone = documents.contractWords(contract(locale, { party: { ...party, legalName: 'Weaver Court', registration: '' } })).text;
    expect(alone).not.toContain('Companies House');
    expect(alone).not.toMatch(/trading as|kinh doanh dưới|经营名称|經營名稱|營業名稱/);
  });

  test.each(locales)('%s: says who keeps the deposit safe and how soon, and nothing where there is no deposit', (locale) => {
    const schemes = ['Deposit Protection Service', 'mydeposits'];
    const protection = { schemes, days: 30, counted: 'days', name: 'Housing Act 2004', source: 'https://example.org' } as const;
    const { text } = documents.contractWords(contract(locale, { protection: { ...protection, schemes } }));
    for (const said of [...schemes, '30', 'Housing Act 2004']) expect(text).toContain(said);
    const { quote } = contract(locale);
    const without = { ...quote, deposit: money(0n, 'GBP') };
    expect(documents.contractWords(contract(locale, { protection: { ...protection, schemes }, quote: without })).text).not.toContain('Housing Act 2004');
  });

  test.each(['en-us', 'zh-hk'] as const)('%s: is tagged for who has it read aloud, each text of a clause in its language', async (locale) => {
    const pdf = await getDocumentProxy(new Uint8Array(await printedContract(locale)));
    expect((await pdf.getMarkInfo())?.Marked).toBe(true);
    const pages = await Promise.all(Array.from({ length: pdf.numPages }, async (_, index) => pdf.getPage(index + 1)));
    const roles = new Set<string>();
    const langs = new Set<string>();
    const walk = (node: object): void => {
      if ('role' in node) roles.add(String(node.role));
      if ('lang' in node) langs.add(String(node.lang));
      if ('children' in node && Array.isArray(node.children)) for (const child of node.children as object[]) walk(child);
    };
    for (const page of pages) walk(await page.getStructTree());
    for (const role of ['H1', 'H2', 'H3', 'P', 'Table', 'TR', 'TH', 'TD', 'Sect']) expect([...roles]).toContain(role);
    expect([...langs].toSorted()).toEqual([...new Set([localeFacts[locale].lang, localeFacts['en-us'].lang])].toSorted());
    // What begins to be marked on a page ends on it.
    for (const page of pages) {
      const { fnArray } = await page.getOperatorList();
      const count = (...names: readonly (keyof typeof OPS)[]): number => fnArray.filter((one) => names.some((name) => OPS[name] === one)).length;
      expect(count('beginMarkedContent', 'beginMarkedContentProps')).toBe(count('endMarkedContent'));
    }
  });

  test('a clause longer than a page, a word wider than one and two hundred days of payment are printed whole', async () => {
    const clause = { kind: 'clause', heading: '1. Long', texts: ['Một điều khoản dài. '.repeat(600), `${'W'.repeat(400)} end`], langs: ['vi', 'en'] } as const;
    const rows = Array.from({ length: 200 }, (_, at) => ({ cells: [`day ${at}`, '£1.00'], strong: at === 199 }));
    const pdf = await printPaper({
      locale: 'vi-vn',
      title: 'Long',
      author: 'Loftling',
      at,
      foot: 'foot',
      blocks: [clause, { kind: 'table', head: ['Day', 'Sum'], rows }, { kind: 'note', text: 'x'.repeat(500) }],
    });
    const { numPages } = await getDocumentProxy(new Uint8Array(pdf));
    expect(numPages).toBeGreaterThan(5);
    expect(numPages).toBeLessThan(40);
    const text = await textOf(pdf);
    expect(text.split('Mộtđiềukhoảndài.').length - 1).toBeGreaterThan(560);
    for (const row of [0, 100, 199]) expect(text).toContain(`day${row}£1.00`);
    expect(text).toContain('Wend');
  });

  test('weighs little: the glyphs it needs, not the whole face', async () => {
    expect((await printedContract('zh-tw')).length).toBeLessThan(400_000);
  });
});

test.each(lettingKinds)('clauses of %s name only what a contract knows', (kind) => {
  const own = contracts.get(kind);
  expect(own?.kind).toBe(kind);
  for (const { text } of own?.clauses ?? [])
    for (const locale of locales) {
      const names = [...saidIn(text, locale).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
      expect(names.filter((name) => !clauseFacts.some((known) => known === name))).toEqual([]);
      expect(names.toSorted()).toEqual([...saidIn(text, 'en-us').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted());
    }
});

describe('receipts and invoices', () => {
  const common = { number: 'R-1', at, isTest: true } as const;

  test.each(locales)('%s: a receipt names payer, payee, what was paid and how; in a test it says that no money has moved', async (locale) => {
    const text = await textOf(
      await documents.receipt({
        ...common,
        locale,
        payer: '陳大文',
        payee: 'Weaver Court Lettings Ltd',
        title: 'Weaver Court',
        lines: [{ label: 'Rent', amount: money(90_010n, 'GBP') }],
        paid: money(90_010n, 'GBP'),
        paidOn: '2026-11-23',
        method: 'Visa',
        reference: 'REF-9',
      }),
    );
    for (const part of ['陳大文', 'Weaver Court Lettings Ltd', locale === 'vi-vn' ? '£900,10' : '£900.10', 'REF-9', 'Visa'])
      expect(text).toContain(packed(part));
    const notes = {
      'zh-cn': '没有发生真实付款',
      'en-us': 'no money has moved',
      'zh-hk': '沒有實際付款',
      'zh-tw': '沒有實際付款',
      'vi-vn': 'không có tiền nào được chuyển',
    };
    expect(text).toContain(packed(notes[locale]));
  });

  test('a credit note names the invoice that it is taken off, in every language', async () => {
    for (const locale of locales) {
      const lines = [{ label: 'Viewing', amount: money(2_500n, 'GBP') }];
      const text = await textOf(
        await documents.creditNote({ ...common, locale, customer: 'Li Wei', lines, invoice: 'ABCD-1234', paidOn: undefined, tax: undefined }),
      );
      expect(text.split('ABCD-1234').length, locale).toBe(3);
      expect(text).toContain(packed(common.number));
    }
  });

  test('an invoice adds up its own fees and says that rent is not on it', async () => {
    const text = await textOf(
      await documents.invoice({
        ...common,
        locale: 'en-us',
        customer: 'Li Wei',
        lines: [
          { label: 'Viewing', amount: money(2_500n, 'GBP') },
          { label: 'Service', amount: money(1_050n, 'GBP') },
        ],
        paidOn: undefined,
        tax: { basisPoints: 2_000, amount: money(592n, 'GBP'), number: 'GB000000000' },
      }),
    );
    // Who it is from in law, and the sum split by the tax that is in it.
    const from = ['Homes Ltd', '1 Quay Street, Leeds LS1 4BY', 'Companies House 07654321', 'GB000000000'];
    for (const part of [...from, '£35.50', 'Without tax£29.58', 'Tax at 20%£5.92', 'Rent and deposits are the provider’s'])
      expect(text).toContain(packed(part));
    await expect(documents.invoice({ ...common, locale: 'en-us', customer: 'Li Wei', lines: [], paidOn: undefined, tax: undefined })).rejects.toThrow(
      RangeError,
    );
  });

  test('a rent receipt names a landlord who is not on this site, the days, rent and fee', async () => {
    const text = await textOf(
      await documents.rentReceipt({
        ...common,
        locale: 'vi-vn',
        tenant: 'Nguyễn Văn An',
        landlord: 'Mr Quince',
        address: '1 Example Road, Leeds',
        from: '2026-12-01',
        to: '2026-12-31',
        rent: money(80_000n, 'GBP'),
        fee: money(800n, 'GBP'),
        paidOn: '2026-11-23',
        method: 'Chuyển khoản',
      }),
    );
    for (const part of ['Nguyễn Văn An', 'Mr Quince', '01/12/2026', '£808', 'Chuyển khoản']) expect(text).toContain(packed(part));
  });
});

describe('lines', () => {
  const widthOf = (text: string): number => [...text].length;

  test('no line is wider than it may be, and nothing but spaces is lost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('租', '金', '，', '。', '（', '）', ' ', 'a', 'bc', 'ế', '7'), { maxLength: 60 }),
        fc.integer({ min: 2, max: 20 }),
        (parts, width) => {
          const text = parts.join('');
          const lines = linesOf(text, width, widthOf);
          expect(lines.every((line) => widthOf(line) <= width)).toBe(true);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
          expect(piecesOf(text).join('')).toBe(text);
        },
      ),
    );
  });

  test('a line of Chinese neither begins with a full stop nor ends with an opening bracket', () => {
    expect(linesOf('租金按周计算。押金（另付）', 5, widthOf)).toEqual(['租金按周计', '算。押金', '（另付）']);
    expect(linesOf('the rent is paid', 8, widthOf)).toEqual(['the rent', 'is paid']);
    expect(linesOf('Grundstücksverkehr', 8, widthOf)).toEqual(['Grundstü', 'cksverke', 'hr']);
  });
});
