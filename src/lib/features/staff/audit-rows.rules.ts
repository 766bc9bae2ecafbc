/** How rows of the audit log are said on a line. Browser-safe. */

/** The facts of an entry, as stored. @example factsText('{"why": "staff", "sessions": 2}') // 'why staff, sessions 2' */
export function factsText(data: string): string {
  const facts = JSON.parse(data) as Readonly<Record<string, unknown>>;
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}
