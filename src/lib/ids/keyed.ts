/** Values as a key: equal values, in the same order, give equal keys. Amounts are bigints, which JSON does not know. */
export function keyed(...values: readonly unknown[]): string {
  return JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
