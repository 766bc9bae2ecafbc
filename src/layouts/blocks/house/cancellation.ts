/** "What do I get back if…" as dates and amounts for one lease option. Its styles are cancellation.css. */
import { formatDate } from '#lib/dates/dates.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import { paidInFull } from '#lib/features/house/cancellation.rules.ts';
import type { CancellationRow } from '#lib/features/house/cancellation.rules.ts';
import { refundCases } from '#lib/features/house/refund-cases.rules.ts';
import type { Tenancy } from '#lib/features/house/house.schema.ts';
import { cssString, html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { RefundFinderProps } from '#islands/refund/RefundFinder.tsx';
import { rowsText } from '#islands/refund/refund.rules.ts';
import { islandSpot } from './island-spot.ts';
import type { HouseWords } from './house-words.ts';

export type CancellationProps = { readonly tenancy: Tenancy; readonly rows: readonly CancellationRow[] | undefined; readonly today: string };

function deadline(row: CancellationRow, { t }: HouseWords): string {
  if (row.passed) return t('house.deadline_passed');
  switch (row.deadline) {
    case 'before-move-in':
      return t('house.until_move_in');
    case 'days-before':
      return t('house.days_before', { count: row.days });
    case 'days-after':
      return t('house.days_after', { count: row.days });
    case 'until-move-out':
      return t('house.until_move_out');
    case 'after-signing':
      return t('house.days_after_signing', { count: row.days });
  }
}

function partsOf(row: CancellationRow, { t, intl, locale }: HouseWords): string {
  const back = [
    ...(row.rentReturned.minor > 0n ? [t('house.back_rent', { amount: formatMoney(row.rentReturned, intl), share: row.shareOfRent })] : []),
    ...(row.depositReturned.minor > 0n ? [t('house.back_deposit', { amount: formatMoney(row.depositReturned, intl) })] : []),
    ...(row.feeReturned.minor > 0n ? [t('house.back_fee', { amount: formatMoney(row.feeReturned, intl) })] : []),
  ];
  return back.length > 0 ? listWords(back, locale) : t('house.back_nothing');
}

function evidenceOf(row: CancellationRow, { t, locale }: HouseWords): string {
  if (row.evidence.length === 0) return t('codes.cancellation_evidence_none');
  return listWords(
    row.evidence.map((code) => coded(t, 'cancellation_evidence', code)),
    locale,
  );
}

/** What the island that finds a refund is given; undefined where no policy is known. */
export function refundFinder(words: HouseWords, { tenancy, rows, today }: CancellationProps): RefundFinderProps | undefined {
  if (!rows || !tenancy.policyCode) return undefined;
  const { t, intl } = words;
  return {
    // Best first within an event: the finder takes the first row that still holds.
    rows: rowsText(
      rows
        .toSorted((a, b) => Number(b.total.minor - a.total.minor))
        .map((row) => ({ event: row.event, until: row.until, amount: formatMoney(row.total, intl), evidence: evidenceOf(row, words) })),
    ),
    events: Object.fromEntries(rows.map(({ event }) => [event, coded(t, 'cancellation_event', event)])),
    today,
    last: tenancy.moveOut,
    words: { event: t('islands.refund_event'), date: t('islands.refund_date'), back: t('islands.refund_back'), nothing: t('islands.refund_nothing') },
  };
}

function table(rows: readonly CancellationRow[], words: HouseWords): Html {
  const { t, intl } = words;
  const [event, until, back, evidence] = [t('house.cancel_event'), t('house.cancel_until'), t('house.cancel_back'), t('house.cancel_evidence')];
  const body = rows.map((row, index) => {
    const kind = [row.passed && 'passed', rows[index - 1]?.event === row.event && 'same'].filter(Boolean).join(' ');
    return html`<tr${kind && html` class="${kind}"`}><th scope="row">${coded(t, 'cancellation_event', row.event)}</th><td><time datetime="${
      row.until
    }">${formatDate(row.until, intl)}</time> <span>${deadline(row, words)}</span></td><td>${formatMoney(
      row.total,
      intl,
    )} <span>${partsOf(row, words)}</span></td><td${row.evidence.length === 0 && html` class="none"`}>${evidenceOf(row, words)}${
      row.evidenceWithinDays !== null && html`<span>${t('house.evidence_within', { count: row.evidenceWithinDays })}</span>`
    }</td></tr>`;
  });
  // On phones, where the headings are not shown, each cell begins with its own.
  const labels = `--until:${cssString(until)};--back:${cssString(back)};--evidence:${cssString(evidence)}`;
  return html`<table style="${labels}"><caption class="visually-hidden">${t('house.cancel_title')}</caption><thead><tr><th scope="col">${event}</th><th scope="col">${until}</th><th scope="col">${back}</th><th scope="col">${evidence}</th></tr></thead><tbody>${body}</tbody></table>`;
}

/** One case: until which day which sum comes back, the better one first. */
function steps(rows: readonly CancellationRow[], words: HouseWords): Html {
  const { t, intl } = words;
  const proof = [...new Set(rows.filter(({ evidence }) => evidence.length > 0).map((row) => evidenceOf(row, words)))];
  return html`<div class="case"><ol role="list">${rows.map(
    (row) =>
      html`<li${row.passed && html` class="passed"`}><b>${formatMoney(row.total, intl)}</b><span>${
        row.passed ? t('house.deadline_passed') : t('house.refund_until', { date: formatDate(row.until, intl) })
      }</span><small>${partsOf(row, words)}</small></li>`,
  )}</ol>${proof.length > 0 && html`<p class="small">${t('chrome.labelled', { label: t('house.cancel_evidence'), value: listWords(proof, words.locale) })}</p>`}</div>`;
}

/** Each case behind a chip, the first of them shown; which one is the choice of a radio button, without script. */
function cases(rows: readonly CancellationRow[], words: HouseWords): Html {
  const { t } = words;
  const all = refundCases(rows);
  return html`<div class="cases"><fieldset><legend class="visually-hidden">${t('house.cancel_event')}</legend>${all.map(
    ({ event }, index) => html`<label><input type="radio" name="refund-case"${index === 0 && html` checked`}>${coded(t, 'refund_case', event)}</label>`,
  )}</fieldset>${all.map((one) => steps(one.steps, words))}</div>`;
}

/** With a spot for the island `refund`, in front of the table that says the same. */
/** @param asTable all rows at once, as the page of a room has them. */
export function cancellation(words: HouseWords, { tenancy, rows, today }: CancellationProps, asTable = false): Html {
  const { t, intl } = words;
  if (!rows || !tenancy.policyCode) return html`<p>${t('house.cancel_unknown')}</p>`;
  const all = html`${islandSpot('refund')}${table(rows, words)}<p class="small muted">${t('house.cancel_note', { date: formatDate(today, intl) })}</p>`;
  return html`<div class="cancel"><p class="small muted">${t('house.cancel_intro', {
    policy: coded(t, 'cancellation_policy', tenancy.policyCode),
    total: formatMoney(paidInFull(tenancy), intl),
    from: formatDate(tenancy.moveIn, intl),
    to: formatDate(tenancy.moveOut, intl),
  })}</p>${asTable ? all : html`${cases(rows, words)}<details><summary>${t('house.refund_all')}</summary>${all}</details>`}</div>`;
}
