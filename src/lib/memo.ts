/**
 * Answers of pure functions, kept: a formatter of the platform takes a microsecond or more for each of the hundreds of dates and
 * amounts of a page, and looking up what it said a twentieth of that. Browser-safe.
 */

/** @param most answers kept; when there are more, all are forgotten, which costs less than knowing which were used. */
export function memo<Key extends string | number | bigint, Value>(make: (key: Key) => Value, most = 4_000): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = make(key);
      if (known.size >= most) known.clear();
      known.set(key, value);
    }
    return value;
  };
}

/** The same for what depends on a few names too, such as languages and zones. @param most answers kept for each of them. */
export function memoBy<Name extends string, Key extends string | number | bigint, Value>(
  make: (key: Key, name: Name) => Value,
  most?: number,
): (key: Key, name: Name) => Value {
  const byName = memo((name: Name) => memo((key: Key) => make(key, name), most));
  return (key, name) => byName(name)(key);
}
