/** Sheets of pictures of pages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { contactSheet } from '../../scripts/contact-sheet.ts';

test('pictures stand in rows and columns, made smaller to the widths of the sheet, and a long page is cut', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
  try {
    const picture = async (name: string, width: number, height: number, background: string) => {
      const file = join(folder, name);
      await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toFile(file);
      return file;
    };
    const red = await picture('red.png', 780, 400, '#ff0000');
    const blue = await picture('blue.png', 780, 9_000, '#0000ff');
    const green = await picture('green.png', 1_280, 600, '#00ff00');
    const to = join(folder, 'sheet.jpg');
    const size = await contactSheet(
      [
        { file: red, row: 0, column: 0 },
        { file: blue, row: 0, column: 1 },
        { file: green, row: 1, column: 0 },
      ],
      to,
      (row) => row === 0,
    );
    expect(size).toEqual({ width: 24 + 2 * (390 + 24), height: 24 + 2_400 + 24 + 300 + 24 });
    const at = async (left: number, top: number) => [...(await sharp(to).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].map((one) => one > 127);
    expect(await at(200, 100)).toEqual([true, false, false]);
    expect(await at(600, 2_300)).toEqual([false, false, true]);
    expect(await at(200, 2_600)).toEqual([false, true, false]);
    expect((await sharp(to).metadata()).height).toBe(size.height);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
