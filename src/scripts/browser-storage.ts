/** Storage is refused in some private windows; what cannot be kept is simply not there. */
type Storage = 'localStorage' | 'sessionStorage';

export function recall(storage: Storage, key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** @param value null forgets. */
export function keep(storage: Storage, key: string, value: string | null): void {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
  } catch {
    // Nothing to do: see above.
  }
}
