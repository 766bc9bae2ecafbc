/** Fills the places of a message. @example fill('{{a}} of {{b}}', { a: 1, b: 2 }) // '1 of 2' */
export function fill(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
