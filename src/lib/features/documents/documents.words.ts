/** What stands in each document, in the reader's words. */
import { brand, brandName } from '#lib/brand.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import { collectorOf } from '#lib/features/quotes/quote.schema.ts';
import { sayQuote } from '#lib/features/quotes/quote.words.ts';
import { totalOf } from '#lib/features/quotes/quote.rules.ts';
import { coded } from '#lib/i18n/coded.ts';
import { filled, partsOfMessage } from '#lib/i18n/filled.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { add, formatMoney, money } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { OperatorParty } from '#lib/operator.ts';
import type { Block, Paper } from '#lib/pdf/paper.ts';
import { saidIn } from './contract-clauses.schema.ts';
import type { Clause, ClauseFacts, ContractClauses } from './contract-clauses.schema.ts';
import type {
  Acceptance,
  ContractCopyInput,
  ContractInput,
  CreditNoteInput,
  InvoiceInput,
  PaidLine,
  ReceiptInput,
  RentReceiptInput,
} from './documents.schema.ts';

type Words = { readonly t: T; readonly intl: string; readonly locale: Locale };

const wordsOf = (locale: Locale): Words => ({ t: translator(locale), intl: localeFacts[locale].intl, locale });

/** An instant as documents write it, in UTC, to the minute. */
const instant = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function paper(
  { locale, number, at }: { readonly locale: Locale; readonly number: string; readonly at: Date },
  title: string,
  blocks: readonly Block[],
): Paper {
  return { locale, title: `${title} ${number}`, author: brandName(locale), at, foot: `${brand.company} · ${title} ${number}`, blocks };
}

const fill = (text: string, facts: ClauseFacts): string =>
  filled(partsOfMessage(text), (name) => (Object.hasOwn(facts, name) ? facts[name as keyof ClauseFacts] : ''));

function factsOf({ provider, party, student, home, quote }: ContractInput, reader: Locale, { t, intl, locale }: Words): ClauseFacts {
  const languages = {
    'zh-cn': 'documents.language_zh_cn',
    'zh-tw': 'documents.language_zh_hant',
    'zh-hk': 'documents.language_zh_hant',
    'vi-vn': 'documents.language_vi',
    'en-us': 'documents.language_en',
  } as const;
  return {
    provider: party?.legalName ?? provider,
    student: student.name,
    operator: brandName(locale),
    from: formatDate(quote.moveIn, intl),
    to: quote.moveOut ? formatDate(quote.moveOut, intl) : t('documents.open_end'),
    total: formatMoney(quote.contractTotal, intl),
    deposit: formatMoney(quote.deposit, intl),
    language: t(languages[reader]),
    place: home.place[locale],
  };
}

const stands = ({ when }: Clause, { quote, cancellation, locale }: ContractInput): boolean =>
  when === undefined ||
  {
    deposit: quote.deposit.minor > 0n,
    cancellation: cancellation !== undefined,
    'two-languages': locale !== 'en-us',
    'operator-collects': collectorOf(quote) === 'operator',
    'provider-collects': collectorOf(quote) === 'supplier',
  }[when];

/** Each clause in the reader's language, and below it in the binding one. */
function clausesOf(input: ContractInput, { clauses, binding }: ContractClauses): readonly Block[] {
  const languages = input.locale === binding ? [binding] : [input.locale, binding];
  return clauses
    .filter((clause) => stands(clause, input))
    .map((clause, index) => ({
      kind: 'clause',
      heading: `${index + 1}. ${languages.map((language) => saidIn(clause.heading, language)).join(' / ')}`,
      texts: languages.map((language) => fill(saidIn(clause.text, language), factsOf(input, input.locale, wordsOf(language)))),
      langs: languages.map((language) => localeFacts[language].lang),
    }));
}

const roleLabels = {
  student: 'documents.role_student',
  guardian: 'documents.role_guardian',
  provider: 'documents.role_provider',
} as const satisfies Record<Acceptance['role'], MessageKey>;

function acceptancesOf(acceptances: readonly Acceptance[], { t }: Words): readonly Block[] {
  if (acceptances.length === 0) return [];
  return [
    { kind: 'heading', text: t('documents.accepted') },
    ...acceptances.map(
      ({ name, role, capacity, at, ip, documentHash }): Block => ({
        kind: 'facts',
        rows: [
          [t(roleLabels[role]), name],
          ...(capacity === undefined ? [] : [[t('documents.capacity'), capacity] as const]),
          [t('documents.accepted_at'), instant(at)],
          ...(ip === undefined ? [] : [[t('documents.accepted_from'), ip] as const]),
          [t('documents.accepted_hash'), documentHash],
        ],
      }),
    ),
  ];
}

function cancellationOf({ cancellation }: ContractInput, { t, intl, locale }: Words): readonly Block[] {
  if (!cancellation) return [];
  return [
    { kind: 'heading', text: t('house.cancel_title') },
    {
      kind: 'table',
      head: [t('house.cancel_event'), t('house.cancel_until'), t('house.cancel_evidence'), t('house.cancel_back')],
      rows: cancellation.map(({ event, until, evidence, total }) => ({
        cells: [
          coded(t, 'cancellation_event', event),
          formatDate(until, intl),
          evidence.length === 0
            ? t('codes.cancellation_evidence_none')
            : listWords(
                evidence.map((code) => coded(t, 'cancellation_evidence', code)),
                locale,
              ),
          formatMoney(total, intl),
        ],
      })),
    },
  ];
}

/** The other side of a contract: name, register, address, and where it is reached. */
function partyRows({ provider, party }: ContractInput, { t }: Words): readonly (readonly [string, string])[] {
  if (!party) return [[t('documents.role_provider'), provider]];
  const { legalName, registration, address, email, phone } = party;
  return [
    [t('documents.role_provider'), legalName === provider ? legalName : t('documents.trading_as', { name: legalName, brand: provider })],
    ...(registration === '' ? [] : [[t('documents.registration'), registration] as const]),
    [t('documents.party_address'), address],
    [t('documents.party_contact'), `${email} · ${phone}`],
  ];
}

/** Who keeps a deposit safe, where the law of the place says that somebody does. */
function protectionRows({ protection, quote }: ContractInput, { t, locale }: Words): readonly (readonly [string, string])[] {
  if (!protection || quote.deposit.minor <= 0n) return [];
  const { schemes, days, counted, name } = protection;
  const isOne = schemes.length === 1;
  const key: MessageKey =
    counted === 'working-days'
      ? isOne
        ? 'documents.protected_working_days_by'
        : 'documents.protected_working_days'
      : isOne
        ? 'documents.protected_days_by'
        : 'documents.protected_days';
  return [[t('documents.protection'), t(key, { schemes: listWords(schemes, locale), days: String(days), law: name })]];
}

/** What a parent, a bank or an embassy looks for first. All of it is said again below, in the text that is signed. */
function glanceOf({ quote }: ContractInput, { t, intl }: Words): Block {
  return {
    kind: 'glance',
    parts: [
      { label: t('quotes.contract_total'), value: formatMoney(quote.contractTotal, intl) },
      ...(quote.deposit.minor > 0n ? [{ label: t('quotes.deposit_apart'), value: formatMoney(quote.deposit, intl) }] : []),
      { label: t('documents.glance_from'), value: formatDate(quote.moveIn, intl) },
      { label: t('documents.glance_to'), value: quote.moveOut ? formatDate(quote.moveOut, intl) : t('documents.open_end') },
    ],
  };
}

/** A contract: who, what, for how much, what comes back, and every clause in both languages. */
export function contractPaper(input: ContractInput, clauses: ContractClauses): Paper {
  const words = wordsOf(input.locale);
  const { t, intl } = words;
  const { student, home, quote } = input;
  const said = sayQuote(quote, input.provider, words);
  const title = t('documents.contract');
  return paper(input, title, [
    { kind: 'title', text: title },
    glanceOf(input, words),
    {
      kind: 'facts',
      rows: [
        [t('documents.number'), input.number],
        [t('documents.made_out'), formatDate(dayOf(input.at), intl)],
        ...partyRows(input, words),
        [t('documents.role_student'), student.ownName ? `${student.name} (${student.ownName})` : student.name],
        ...(student.bornOn ? [[t('documents.born_on'), formatDate(student.bornOn, intl)] as const] : []),
        ...(input.guardian ? [[t('documents.role_guardian'), input.guardian] as const] : []),
        [t('documents.home'), `${home.name}, ${home.address}`],
        [t('documents.room'), home.room],
        ...protectionRows(input, words),
      ],
    },
    { kind: 'heading', text: t('quotes.title') },
    {
      kind: 'table',
      head: [t('quotes.what'), t('quotes.to_whom'), t('quotes.back'), t('quotes.amount')],
      rows: [
        ...said.lines.map(({ label, payee, back, amount }) => ({ cells: [label, payee, back, amount] })),
        { cells: [t('quotes.contract_total'), '', '', said.contractTotal], strong: true },
        ...(said.deposit ? [{ cells: [t('quotes.deposit_apart'), '', '', said.deposit], strong: true }] : []),
        { cells: [t('quotes.total'), '', '', formatMoney(totalOf(quote), intl)], strong: true },
      ],
    },
    { kind: 'small', text: said.collects },
    { kind: 'heading', text: t('quotes.dues') },
    { kind: 'small', text: said.plan },
    { kind: 'table', head: [t('quotes.dues'), t('quotes.amount')], rows: said.dues.map(({ day, amount }) => ({ cells: [day, amount] })) },
    ...cancellationOf(input, words),
    { kind: 'heading', text: t('documents.clauses') },
    ...clausesOf(input, clauses),
    ...acceptancesOf(input.acceptances, words),
  ]);
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'table':
      return [block.head, ...block.rows.map(({ cells }) => cells)].map((cells) => cells.filter(Boolean).join(' · ')).join('\n');
    case 'clause':
      return [block.heading, ...block.texts].join('\n');
    case 'lead':
      return `${block.label}: ${block.value}`;
    case 'pictures':
      return block.pictures.map(({ caption }) => caption).join('\n');
    case 'glance':
      return '';
    default:
      return block.text;
  }
}

/** All that a paper says, as text, what it says twice once: the same on every machine, whichever prints it. */
export const paperText = ({ blocks }: Paper): string =>
  blocks
    .filter(({ kind }) => kind !== 'glance')
    .map(textOf)
    .join('\n\n');

/** The same contract from its text alone, where its home is told otherwise by now. */
export function contractCopyPaper({ text, acceptances, ...input }: ContractCopyInput): Paper {
  const words = wordsOf(input.locale);
  return paper(input, words.t('documents.contract'), [
    ...text.split('\n\n').map((part): Block => ({ kind: 'text', text: part })),
    ...acceptancesOf(acceptances, words),
  ]);
}

const testNote = (isTest: boolean, { t }: Words): readonly Block[] => (isTest ? [{ kind: 'note', text: t('documents.test') }] : []);

const sumsOf = (lines: readonly PaidLine[], total: { readonly label: string; readonly amount: Money }, { t, intl }: Words): Block => ({
  kind: 'table',
  head: [t('quotes.what'), t('quotes.amount')],
  rows: [
    ...lines.map(({ label, amount }) => ({ cells: [label, formatMoney(amount, intl)] })),
    { cells: [total.label, formatMoney(total.amount, intl)], strong: true },
  ],
});

export function receiptPaper(input: ReceiptInput): Paper {
  const words = wordsOf(input.locale);
  const { t, intl } = words;
  const title = t('documents.receipt');
  return paper(input, title, [
    { kind: 'title', text: title },
    ...testNote(input.isTest, words),
    { kind: 'lead', label: t('documents.paid'), value: formatMoney(input.paid, intl) },
    {
      kind: 'facts',
      rows: [
        [t('documents.number'), input.number],
        [t('documents.paid_by'), input.payer],
        [t('documents.paid_to'), input.payee],
        [t('documents.paid_for'), input.title],
        [t('documents.paid_on'), formatDate(input.paidOn, intl)],
        [t('documents.method'), input.method],
        ...(input.reference ? [[t('documents.reference'), input.reference] as const] : []),
      ],
    },
    sumsOf(input.lines, { label: t('documents.paid'), amount: input.paid }, words),
    ...(input.back ? [{ kind: 'facts', rows: [[t('documents.went_back'), formatMoney(input.back, intl)]] } as const] : []),
    { kind: 'small', text: t('documents.receipt_note', { payee: input.payee, operator: brandName(input.locale) }) },
  ]);
}

/** What is paid without the tax in it, the tax by its rate, and both. */
function taxedSums(input: InvoiceInput, total: Money, { t, intl }: Words): Block {
  const rows = input.lines.map(({ label, amount }) => ({ cells: [label, formatMoney(amount, intl)] }));
  const sum = { cells: [t('documents.sum'), formatMoney(total, intl)], strong: true };
  const head = [t('quotes.what'), t('quotes.amount')];
  const { tax } = input;
  if (!tax) return { kind: 'table', head, rows: [...rows, sum] };
  const rate = numberFormat(intl, { style: 'percent', maximumFractionDigits: 2 }).format(tax.basisPoints / 10_000);
  return {
    kind: 'table',
    head,
    rows: [
      ...rows,
      sum,
      { cells: [t('documents.net'), formatMoney(money(total.minor - tax.amount.minor, total.currency), intl)] },
      { cells: [t('documents.tax_at', { rate }), formatMoney(tax.amount, intl)] },
    ],
  };
}

type OperatorsPaper = {
  readonly title: string;
  /** What stands between the number and who it is for. */
  readonly rows: readonly (readonly [string, string])[];
  readonly note: string;
};

/** @throws {RangeError} where there are no lines */
function operatorsPaper(input: InvoiceInput, operator: OperatorParty, { title, rows, note }: OperatorsPaper): Paper {
  const words = wordsOf(input.locale);
  const { t, intl } = words;
  const [first, ...rest] = input.lines.map(({ amount }) => amount);
  if (!first) throw new RangeError('an invoice for nothing');
  return paper(input, title, [
    { kind: 'title', text: title },
    ...testNote(input.isTest, words),
    { kind: 'lead', label: t('documents.sum'), value: formatMoney(add(first, ...rest), intl) },
    {
      kind: 'facts',
      rows: [
        [t('documents.number'), input.number],
        [t('documents.made_out'), formatDate(dayOf(input.at), intl)],
        ...rows,
        [t('documents.from'), operator.name ?? brand.company],
        ...(operator.address === undefined ? [] : [[t('documents.address'), operator.address] as const]),
        ...(operator.registration === undefined ? [] : [[t('documents.registration'), operator.registration] as const]),
        ...(input.tax ? [[t('documents.tax_number'), input.tax.number] as const] : []),
        [t('documents.customer'), input.customer],
        ...(input.paidOn ? [[t('documents.paid_on'), formatDate(input.paidOn, intl)] as const] : []),
      ],
    },
    taxedSums(input, add(first, ...rest), words),
    { kind: 'small', text: note },
  ]);
}

/** @throws {RangeError} for an invoice without lines */
export function invoicePaper(input: InvoiceInput, operator: OperatorParty): Paper {
  const { t } = wordsOf(input.locale);
  return operatorsPaper(input, operator, { title: t('documents.invoice'), rows: [], note: t('documents.invoice_note', { operator: brandName(input.locale) }) });
}

/** @throws {RangeError} for a credit note without lines */
export function creditNotePaper(input: CreditNoteInput, operator: OperatorParty): Paper {
  const { t } = wordsOf(input.locale);
  return operatorsPaper(input, operator, {
    title: t('documents.credit_note'),
    rows: [[t('documents.credit_of'), input.invoice]],
    note: t('documents.credit_note_text', { operator: brandName(input.locale), invoice: input.invoice }),
  });
}

export function rentReceiptPaper(input: RentReceiptInput): Paper {
  const words = wordsOf(input.locale);
  const { t, intl } = words;
  const title = t('documents.rent_receipt');
  return paper(input, title, [
    { kind: 'title', text: title },
    ...testNote(input.isTest, words),
    { kind: 'lead', label: t('documents.paid'), value: formatMoney(add(input.rent, input.fee), intl) },
    {
      kind: 'facts',
      rows: [
        [t('documents.number'), input.number],
        [t('documents.tenant'), input.tenant],
        [t('documents.landlord'), input.landlord],
        [t('documents.home'), input.address],
        [t('documents.rent_for'), t('documents.rent_span', { from: formatDate(input.from, intl), to: formatDate(input.to, intl) })],
        [t('documents.paid_on'), formatDate(input.paidOn, intl)],
        [t('documents.method'), input.method],
      ],
    },
    sumsOf(
      [
        { label: t('documents.rent'), amount: input.rent },
        ...(input.fee.minor > 0n ? [{ label: t('documents.rent_fee', { operator: brandName(input.locale) }), amount: input.fee }] : []),
      ],
      { label: t('documents.paid'), amount: add(input.rent, input.fee) },
      words,
    ),
    { kind: 'small', text: t('documents.rent_note', { landlord: input.landlord }) },
  ]);
}
