/** What staff see when they hold a provider's list against our books. */
import { refusalOf } from '#lib/access.ts';
import { dayMs } from '#lib/dates/dates.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import { providerNames } from '#lib/money/payment-methods.ts';
import type { ToldAmount } from '#lib/ports/payment/payment.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { ReconciliationService } from './reconciliation.service.ts';
import { reconciliationFaults } from './payments.words.ts';

type PageReader = Reader & { readonly visitor: Visitor | undefined };

/** Differences of one page; whoever has more asks for fewer days. */
const mostShown = 500;

/** Whether a text is a day of the calendar of this century. */
function isDay(text: string): boolean {
  const time = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function reconciliationPage(service: ReconciliationService) {
  return {
    /** Undefined for who may not see it. Nothing is asked before somebody has chosen. */
    async reconciliation({ visitor, query, now, intl, paths, t }: PageReader) {
      if (!visitor?.staff || refusalOf('staff-money', visitor.staff.standing) !== undefined) return undefined;
      const yesterday = new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
      const given = { provider: query.get('provider'), from: query.get('from') ?? yesterday, to: query.get('to') ?? query.get('from') ?? yesterday };
      const provider = given.provider === null ? undefined : providerNames.find((one) => one === given.provider);
      const wrongDays = (['from', 'to'] as const).filter((name) => !isDay(given[name]));
      const outcome = provider && wrongDays.length === 0 ? await service.compare(provider, given.from, given.to) : undefined;
      const fault = given.provider !== null && !provider ? 'unknown' : outcome && !outcome.ok ? outcome.reason : undefined;
      const money = (amount: ToldAmount | undefined): string => {
        if (!amount) return '–';
        return isCurrency(amount.currency) ? formatMoney({ minor: amount.minor, currency: amount.currency }, intl) : `${amount.minor} ${amount.currency}`;
      };
      const found = outcome?.ok ? outcome.value : undefined;
      return {
        providers: service.providers,
        /** Those that have no list that can be read. */
        without: service.without,
        given: { ...given, provider: provider ?? service.providers[0]?.name },
        /** Beside the fields. */
        dayProblems: Object.fromEntries(wrongDays.map((name) => [name, t('forms.date')])) as Partial<Record<'from' | 'to', string>>,
        fault: fault && t(reconciliationFaults[fault]),
        found: found && {
          isWhole: found.isWhole,
          matched: found.matched,
          count: found.differences.length,
          isCut: found.differences.length > mostShown,
          sums: found.sums.map(({ currency, theirs, ours, fees }) => ({
            currency,
            theirs: money({ minor: theirs, currency }),
            ours: money({ minor: ours, currency }),
            over: money({ minor: theirs - ours, currency }),
            differs: theirs !== ours,
            fees: money({ minor: fees, currency }),
          })),
          differences: found.differences.slice(0, mostShown).map((one) => ({
            ...one,
            theirs: money(one.theirs),
            ours: money(one.ours),
            href: one.payment === undefined ? undefined : paths.to('staff_payment', { payment: one.payment }),
          })),
        },
      };
    },
  };
}
