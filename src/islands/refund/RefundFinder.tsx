/** "What do I get back if…" for one reason and one day. The table below it says the same without script. */
import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import { bestRow, readRows } from './refund.rules.ts';

export type RefundFinderProps = {
  /** Rows of the policy, best first within an event, as `rowsText` writes them. */
  readonly rows: string;
  /** Names of the events, by code. */
  readonly events: Readonly<Record<string, string>>;
  /** Today and move-out at the home, YYYY-MM-DD. */
  readonly today: string;
  readonly last: string;
  readonly words: { readonly event: string; readonly date: string; readonly back: string; readonly nothing: string };
};

export function RefundFinder({ rows, events, today, last, words }: RefundFinderProps): ReactElement {
  const id = useId();
  const [event, setEvent] = useState(Object.keys(events)[0] ?? '');
  const [date, setDate] = useState(today);
  const row = bestRow(readRows(rows), event, date || today);
  return (
    <form className="refund" onSubmit={(submit) => submit.preventDefault()}>
      <label htmlFor={`${id}event`}>{words.event}</label>
      <select id={`${id}event`} value={event} onChange={(change) => setEvent(change.target.value)}>
        {Object.entries(events).map(([code, name]) => (
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
