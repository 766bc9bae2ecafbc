/** The entrance of private pages: who comes to them, and what forms do that are sent to them. */
import { createArrivals } from './arrivals.ts';
import type { ArrivalsParts } from './arrivals.ts';
import { createOutlivedForms } from './outlived-forms.ts';
import type { OutlivedForms, OutlivedFormsParts } from './outlived-forms.ts';
import { createReaderCalls } from './reader-calls.ts';
import type { ReaderCallsParts } from './reader-calls.ts';
import { createSentForms } from './sent-forms.ts';
import type { SentFormsParts } from './sent-forms.ts';
import { createVisitors } from './visitors.ts';
import type { Visitors, VisitorsParts } from './visitors.ts';

export type Entrance = Pick<Visitors, 'redeem' | 'forApp' | 'enter' | 'currencyOf' | 'keepCurrency'> &
  OutlivedForms &
  ReturnType<typeof createSentForms> &
  ReturnType<typeof createArrivals>;

type Parts = VisitorsParts & ReaderCallsParts & SentFormsParts & OutlivedFormsParts & ArrivalsParts;

export function createEntrance(parts: Parts): Entrance {
  const visitors = createVisitors(parts);
  const calls = createReaderCalls({ ...parts, visitors });
  const { redeem, forApp, enter, currencyOf, keepCurrency } = visitors;
  return {
    redeem,
    forApp,
    enter,
    currencyOf,
    keepCurrency,
    ...createSentForms({ ...parts, visitors, calls }),
    ...createOutlivedForms(parts),
    ...createArrivals({ ...parts, visitors, calls }),
  };
}
