import { filled, partsOfMessage } from '#lib/i18n/filled.ts';

/** Fills the places of a message. @example fill('{{a}} of {{b}}', { a: 1, b: 2 }) // '1 of 2' */
export function fill(message: string, values: Readonly<Record<string, string | number>>): string {
  return filled(partsOfMessage(message), (name) => String(values[name] ?? `{{${name}}}`));
}
