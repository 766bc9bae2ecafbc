/** What a run of the export that ends in the middle leaves behind. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type * as Files from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { PageText } from '#lib/page-text.ts';
import { createPageWriter } from '#server/pages/export.ts';
import type { PageRendering } from '#server/pages/render-page.ts';
import type { PageRequest } from '#lib/resolve.ts';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs', async (original) => {
  const files = await original<typeof Files>();
  return {
    ...files,
    writeFileSync(file: string, bytes: Uint8Array) {
      const isCut = disk.isFull && file.includes('.svg');
      files.writeFileSync(file, isCut ? bytes.subarray(0, bytes.length / 2) : bytes);
      if (isCut) throw new Error('no space left');
    },
  };
});

const rendering: PageRendering = {
  locate: async () => ({ kind: 'page', page: { name: 'index', locale: 'en-us', params: {} } as unknown as PageRequest }),
  render: async () => ({ status: 200, headers: {}, html: PageText.of('<img src="/pictures/6/a.svg">'), tags: [], storable: true }),
};

test('a picture that was cut off while it was written is no picture: the next run writes it whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-export-files-'));
  const whole = Buffer.from('<svg>0123456789</svg>');
  const run = () =>
    createPageWriter({ rendering, origin: 'http://localhost', folder, isWritten: () => true, mayBeWritten: () => true, picture: async () => whole });
  const picture = join(folder, 'pictures/6/a.svg');
  try {
    disk.isFull = true;
    await expect(run().write('/en', '/en')).rejects.toThrow('no space left');
    expect(existsSync(picture)).toBe(false);
    disk.isFull = false;
    expect(await run().write('/en', '/en')).toMatchObject({ status: 200 });
    expect(readFileSync(picture).equals(whole)).toBe(true);
    // What is there stays as it is: its address changes with what it holds.
    writeFileSync(picture, Buffer.from('there'));
    await run().write('/en', '/en');
    expect(readFileSync(picture, 'utf8')).toBe('there');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
