/** Counts that all nodes share. */

export type Count = {
  readonly key: string;
  /** Points of the window so far, these included. */
  readonly points: number;
  /** Seconds until the window ends. */
  readonly endsIn: number;
};

export type CounterStore = {
  /** Adds a point under each key, in windows of so many seconds that begin with a key's first point. */
  add(keys: readonly { readonly key: string; readonly seconds: number }[]): Promise<readonly Count[]>;
  /** Adds `cost` to the key's sum of the day (UTC) if it stays within `most`, and tells whether it did. */
  addWithin(key: string, cost: number, most: number): Promise<boolean>;
  /** Whether a window of a key is open that has a point. */
  has(key: string): Promise<boolean>;
  /** Counts on under another key, of which there is none yet. */
  move(from: string, to: string): Promise<void>;
  /** Takes back what `addWithin` added: it was not spent after all. */
  takeBack(key: string, cost: number): Promise<void>;
};
