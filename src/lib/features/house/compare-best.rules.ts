/** Which homes are the best of a row. Pure. */

/** Where a home stands in a row. `canWin`: false for what is worked out or says too little, which nobody is to be told to choose by. */
export type Standing = { readonly value: bigint | number; readonly canWin: boolean };

/**
 * Those that are the best of their row. Several that are level are all named; where all that say anything are level, or where the best is
 * not to be had (`canWin`), none is.
 * @param cells of each home; undefined for one that says nothing.
 * @example bestOf([{ value: 3, canWin: true }, { value: 5, canWin: true }, undefined], 'lowest') // [true, false, false]
 */
export function bestOf(cells: readonly (Standing | undefined)[], by: 'lowest' | 'highest'): readonly boolean[] {
  const known = cells.filter((cell) => cell !== undefined);
  const isBetter = (a: Standing, b: Standing): boolean => (by === 'lowest' ? a.value < b.value : a.value > b.value);
  const best = known.filter((one) => !known.some((other) => isBetter(other, one)));
  const isNamed = best.length < known.length && best.every(({ canWin }) => canWin);
  return cells.map((cell) => isNamed && cell !== undefined && best.includes(cell));
}
