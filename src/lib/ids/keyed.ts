/** Values as a key: equal values, in the same order, give equal keys. Amounts are bigints, which JSON does not know. */
export function keyed(...values: readonly unknown[]): string {
  try {
    return JSON.stringify(values);
  } catch {
    // Few keys have amounts in them, and asking about each value takes ten times as long.
    return JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  }
}
