/** QR codes as SVG. */
import { encode } from 'uqr';

/** @returns markup of an SVG element that fills what it stands in. */
export function qrCode(text: string): string {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  // A line through each run of dark squares of a row.
  const path = data
    .map((row, y) =>
      runsOf(row)
        .map(([from, length]) => `M${from} ${y}.5h${length}`)
        .join(''),
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect fill="#fff" width="${size}" height="${size}"/><path stroke="#000" d="${path}"/></svg>`;
}

/** Where runs of dark squares begin in a row, and how long they are. */
function runsOf(row: readonly boolean[]): readonly (readonly [from: number, length: number])[] {
  const runs: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1);
    if (!dark) continue;
    if (last && last[0] + last[1] === x) last[1]++;
    else runs.push([x, 1]);
  }
  return runs;
}
