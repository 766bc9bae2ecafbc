/** Pictures of one kind of page on one sheet: a row for each window and theme, a column for each language. */
import sharp from 'sharp';

/** A picture with its row and column, counted from nought. */
export type Shot = { readonly file: string; readonly row: number; readonly column: number };

/** Pixels between pictures, and of the highest picture on a sheet: what is below that is cut. */
const gap = 24;
const highest = 2_400;

/** A phone's picture is shown this wide, a desk's that wide. */
const widths = { narrow: 390, wide: 640 } as const;

/**
 * Puts pictures onto a sheet.
 * @param to where the sheet goes, as JPEG.
 * @param isNarrow whether a row has pictures of a phone.
 * @returns width and height of the sheet in pixels. @throws when a picture cannot be read.
 */
export async function contactSheet(
  shots: readonly Shot[],
  to: string,
  isNarrow: (row: number) => boolean,
): Promise<{ readonly width: number; readonly height: number }> {
  const cells = await Promise.all(
    shots.map(async ({ file, row, column }) => {
      const width = isNarrow(row) ? widths.narrow : widths.wide;
      const { data, info } = await sharp(file).resize({ width }).toBuffer({ resolveWithObject: true });
      const height = Math.min(info.height, highest);
      return { row, column, width, height, input: height < info.height ? await sharp(data).extract({ left: 0, top: 0, width, height }).toBuffer() : data };
    }),
  );
  const heights = Map.groupBy(cells, ({ row }) => row);
  const rows = [...heights.keys()].toSorted((a, b) => a - b);
  const tops = new Map<number, number>();
  let top = gap;
  for (const row of rows) {
    tops.set(row, top);
    top += Math.max(...(heights.get(row) ?? []).map(({ height }) => height)) + gap;
  }
  const width = Math.max(...cells.map((cell) => gap + (cell.column + 1) * (cell.width + gap)));
  await sharp({ create: { width, height: top, channels: 3, background: '#8a8f98' } })
    .composite(cells.map((cell) => ({ input: cell.input, left: gap + cell.column * (cell.width + gap), top: tops.get(cell.row) ?? 0 })))
    .jpeg({ quality: 82 })
    .toFile(to);
  return { width, height: top };
}
