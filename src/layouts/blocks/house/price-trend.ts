/** Past weekly rents drawn as steps, with the table they are drawn from. Its styles are price-trend.css. */
import { formatMonth, formatShortMonth, monthOf } from '#lib/dates/dates.ts';
import type { PricePoint, UnitWithTenancies } from '#lib/features/house/house.schema.ts';
import { trendChart, trendRows } from '#lib/features/house/price-trend.rules.ts';
import type { TrendChart } from '#lib/features/house/price-trend.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { currencies } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { HouseWords } from './house-words.ts';

export type PriceTrendProps = {
  readonly points: readonly PricePoint[];
  readonly units: readonly UnitWithTenancies[];
  readonly today: string;
  readonly withTable?: boolean;
};

const lineClass = (index: number): string => `trend t${index % 6}`;

function chartOf({ points, today }: PriceTrendProps): TrendChart | undefined {
  const currency = points[0]?.weekly.currency;
  if (!currency) return undefined;
  const alike = points.filter(({ weekly }) => weekly.currency === currency);
  return trendChart(alike, today, { width: 400, height: 240 }, 10 ** currencies[currency].exponent);
}

function drawing(chart: TrendChart, shown: readonly UnitWithTenancies[], { t, intl }: HouseWords): Html {
  const { width, height, left, levels, months, lines } = chart;
  const grid = levels.map(({ y }) => `M${left} ${y}H${width - 8}`).join('');
  return html`<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${t('house.trend_alt', {
    count: shown.length,
  })}"><path d="${grid}" class="grid"/>${levels.map(({ y, rent }) => html`<text x="${left - 6}" y="${y + 4}" text-anchor="end">${formatMoney(rent, intl)}</text>`)}${months.map(
    ({ x, date }) => html`<text x="${x}" y="${height - 8}" text-anchor="middle" class="month">${formatShortMonth(monthOf(date), intl)}</text>`,
  )}${lines.map(({ unitId, path, end }) => {
    const line = lineClass(shown.findIndex(({ id }) => id === unitId));
    return html`<path class="${line}" d="${path}"/><circle class="${line}" cx="${end.x}" cy="${end.y}" r="3.5"/>`;
  })}</svg>`;
}

function legend({ lines }: TrendChart, shown: readonly UnitWithTenancies[], { t, intl }: HouseWords): Html {
  const items = lines.map(({ unitId, first, last }) => {
    const index = shown.findIndex(({ id }) => id === unitId);
    const { name, nameLang } = shown[index] ?? {};
    return html`<li class="${lineClass(index)}">${
      nameLang ? html`<span lang="${nameLang}">${name}</span>` : name
    } <span class="muted">${t('house.trend_from_to', { from: formatMoney(first, intl), to: formatMoney(last, intl) })}</span></li>`;
  });
  return html`<figcaption><ul role="list">${items}</ul></figcaption>`;
}

function table(points: readonly PricePoint[], shown: readonly UnitWithTenancies[], { t, intl }: HouseWords): Html {
  const rows = trendRows(points).map(({ month, rents }) => {
    const cells = shown.map(({ id }) => {
      const rent = rents.get(id);
      return html`<td>${rent ? formatMoney(rent, intl) : '–'}</td>`;
    });
    return html`<tr><th scope="row">${formatMonth(month, intl)}</th>${cells}</tr>`;
  });
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label="${t('house.trend_table')}"><table><thead><tr><th scope="col">${t('house.trend_month')}</th>${shown.map(
    ({ name }) => html`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** From which lowest rent to which it went in all that is recorded; undefined where no line is drawn. */
export function trendInShort({ t, intl }: HouseWords, props: Omit<PriceTrendProps, 'withTable'>): string | undefined {
  const [line] = chartOf(props)?.lines ?? [];
  const unit = props.units.find(({ id }) => id === line?.unitId);
  if (!line || !unit) return undefined;
  const value = t('house.trend_from_to', { from: formatMoney(line.first, intl), to: formatMoney(line.last, intl) });
  return t('chrome.labelled', { label: unit.name, value });
}

export function priceTrend(words: HouseWords, props: PriceTrendProps): Html {
  const { points, units, withTable = false } = props;
  const { t } = words;
  const chart = chartOf(props);
  if (!chart) return html`<p>${t('house.trend_none')}</p>`;
  const shown = units.filter(({ id }) => points.some(({ unitId }) => unitId === id));
  const rents = withTable && html`<details open><summary>${t('house.trend_table')}</summary>${table(points, shown, words)}</details>`;
  return html`<div class="chart"><figure>${drawing(chart, shown, words)}${legend(chart, shown, words)}</figure>${rents}<p class="small muted">${t(
    'house.trend_note',
  )}</p></div>`;
}
