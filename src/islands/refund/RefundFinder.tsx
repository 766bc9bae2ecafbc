/** "What do I get back if…" for one reason and one day. The table below it says the same without script. */
import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import { bestRow } from './refund.rules.ts';
import type { RefundRow } from './refund.rules.ts';

export type RefundFinderProps = {
  readonly rows: readonly RefundRow[];
  readonly events: readonly { readonly code: string; readonly name: string }[];
  /** Today and move-out at the home, YYYY-MM-DD. */
  readonly today: string;
  readonly last: string;
  readonly words: { readonly event: string; readonly date: string; readonly back: string; readonly nothing: string };
};

export function RefundFinder({ rows, events, today, last, words }: RefundFinderProps): ReactElement {
  const id = useId();
  const [event, setEvent] = useState(events[0]?.code ?? '');
  const [date, setDate] = useState(today);
  const row = bestRow(rows, event, date || today);
  return (
    <form className="refund" onSubmit={(submit) => submit.preventDefault()}>
      <label htmlFor={`${id}event`}>{words.event}</label>
      <select id={`${id}event`} value={event} onChange={(change) => setEvent(change.target.value)}>
        {events.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}date`}>{words.date}</label>
      <input id={`${id}date`} type="date" min={today} max={last} value={date} onChange={(change) => setDate(change.target.value)} />
      <output htmlFor={`${id}event ${id}date`} aria-live="polite">
        <span>{row ? words.back : words.nothing}</span>
        {row && <strong>{row.amount}</strong>}
        {row && <small>{row.evidence}</small>}
      </output>
    </form>
  );
}
