/** Rows with named columns. In a narrow place each row is a card that repeats the columns' names. */
import type { ReactElement, ReactNode } from 'react';
import './ui.css';

export type Column<Row> = { readonly name: string; readonly label: string; readonly isNumber?: boolean; readonly cell: (row: Row) => ReactNode };
type TableProps<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly empty: ReactNode;
};

/** A table that is laid out as cards is none to some browsers; these keep it one. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>): ReactElement {
  if (rows.length === 0) return <div className="table-empty">{empty}</div>;
  return (
    <div className="table">
      <table {...roles.table}>
        <caption>{caption}</caption>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map(({ name, label, isNumber }) => (
              <th key={name} {...roles.columnheader} scope="col" data-number={isNumber ? '' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...roles.row}>
              {columns.map(({ name, label, isNumber, cell }) => (
                <td key={name} {...roles.cell} data-label={label} data-number={isNumber ? '' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
