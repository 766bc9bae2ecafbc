/** Arithmetic on `#RRGGBB` colours. */

function channels(hex: string): readonly [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/**
 * The colour `amount` (0 to 1) of the way from one colour to another.
 * @example mix('#000000', '#FFFFFF', 0.5) // '#808080'
 */
export function mix(from: string, to: string, amount: number): string {
  const [r1, g1, b1] = channels(from);
  const [r2, g2, b2] = channels(to);
  const value = [r1 + (r2 - r1) * amount, g1 + (g2 - g1) * amount, b1 + (b2 - b1) * amount];
  return `#${value.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

/** Towards the ink: a side in shadow. `amount` is 0 to 1. */
export function darker(hex: string, amount: number): string {
  return mix(hex, '#1D2433', amount);
}

/** Towards the paper: a side in the light. `amount` is 0 to 1. */
export function lighter(hex: string, amount: number): string {
  return mix(hex, '#FFFDF8', amount);
}
