/** Bodies with files: read within bounds, whatever they say of themselves. */
import { Readable } from 'node:stream';
import fc from '#tests/support/properties.ts';
import { describe, expect, test, vi } from 'vitest';
import { boundaryOf, largestUpload, multipartType, readMultipart, readTexts } from '#lib/api/multipart.ts';
import type { Parts } from '#lib/api/multipart.ts';

async function bodyOf(form: FormData): Promise<{ readonly bytes: Buffer; readonly boundary: string }> {
  const request = new Request('https://example.org', { method: 'POST', body: form });
  return { bytes: Buffer.from(await request.arrayBuffer()), boundary: boundaryOf(request.headers.get('content-type')) ?? '' };
}

async function* inPieces(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (form: FormData) => {
  const { bytes, boundary } = await bodyOf(form);
  return readMultipart(inPieces(bytes), boundary, '127.0.0.1');
};

function whole(parts: Awaited<ReturnType<typeof readMultipart>>): Parts {
  if (typeof parts === 'string') throw new Error(parts);
  return parts;
}

describe('a body with files', () => {
  test('comes apart into texts and files; a field in which nothing was chosen is no file', async () => {
    const form = new FormData();
    form.set('text', 'Grüße, 你好\nxin chào');
    form.append('text', 'a second');
    form.set('cv', new File(['%PDF-'], '简历.pdf', { type: 'text/html' }));
    form.set('none', new File([], ''));
    const { texts, files, isCut } = whole(await read(form));
    expect(texts['text']).toBe('Grüße, 你好\r\nxin chào');
    expect(texts['none'] ?? '').toBe('');
    expect(Object.keys(files)).toEqual(['cv']);
    expect([files['cv']?.name, files['cv']?.bytes.toString(), isCut]).toEqual(['简历.pdf', '%PDF-', false]);
  });

  test('names that objects inherit mean nothing', async () => {
    const form = new FormData();
    form.set('__proto__', 'x');
    form.set('constructor', 'y');
    const { texts } = whole(await read(form));
    expect(Object.getPrototypeOf(texts)).toBeNull();
    expect(texts['constructor']).toBe('y');
  });

  test('that is too long is read to its end, and what came whole before is there', async () => {
    const form = new FormData();
    form.set('csrf', 'token');
    form.set('cv', new File([new Uint8Array(largestUpload + 1_000_000)], 'cv.pdf'));
    form.set('after', 'lost');
    const { texts, files, isCut } = whole(await read(form));
    expect([{ ...texts }, Object.keys(files), isCut]).toEqual([{ csrf: 'token' }, [], true]);
  });

  test('of very many parts, or without end, is refused', async () => {
    const many = new FormData();
    for (let n = 0; n < 100; n++) many.append(`n${n}`, '');
    expect(await read(many)).toBe('too-large');
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(4 * 1_048_576);
    }
    expect(await readMultipart(endless(), 'x', '127.0.0.1')).toBe('too-large');
  });

  test('[R7.164] whatever it is, is answered', async () => {
    const { bytes, boundary } = await bodyOf(Object.assign(new FormData(), {}));
    expect(await readMultipart(inPieces(Buffer.from('nothing')), boundary || 'b', '127.0.0.1')).toBe('bad-input');
    expect(bytes.length).toBeGreaterThanOrEqual(0);
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('', '--b\r\n', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n'),
        async (noise, start) => {
          const parts = await readMultipart(inPieces(Buffer.concat([Buffer.from(start), noise, Buffer.from('\r\n--b--\r\n')])), 'b', '127.0.0.1');
          expect(typeof parts === 'string' ? parts : 'parts').toMatch(/^(?:bad-input|too-large|parts)$/);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('of one client is read three at a time, and others have their turn beside it; what is over is free again', async () => {
    const ends: (() => void)[] = [];
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('--x');
      await new Promise<void>((resolve) => ends.push(resolve));
    }
    const send = (address: string) => readMultipart(slow(), 'x', address);
    const [first, second] = ['203.0.113.1', '203.0.113.2'];
    const held = [send(first), send(first), send(first)];
    expect(await send(first)).toBe('busy');
    const other = send(second);
    // A subscriber's network of IPv6 counts as one.
    const six = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2::3'].map(send);
    expect(await send('2001:db8:1:2::4')).toBe('busy');
    await expect.poll(() => ends).toHaveLength(7);
    for (const end of ends) end();
    expect(await Promise.all([...held, other, ...six])).toEqual(Array.from({ length: 7 }, () => 'bad-input'));
    const again = send(first);
    await expect.poll(() => ends).toHaveLength(8);
    ends.at(-1)?.();
    expect(await again).toBe('bad-input');
  });

  test('is known by its type alone', () => {
    expect(boundaryOf(`${multipartType}; boundary=abc`)).toBe('abc');
    expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBeUndefined();
    expect(['text/plain', '', undefined, multipartType, `${multipartType}; boundary=${'x'.repeat(71)}`].map(boundaryOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test('the texts beside files are read however the body is cut into pieces, and nothing of the files is kept', async () => {
  const name = fc.stringMatching(/^[a-z]{1,8}$/);
  const text = fc.string({ maxLength: 40 }).filter((one) => !one.includes('--frontier'));
  const parts = fc.uniqueArray(fc.tuple(name, text, fc.boolean()), { selector: ([key]) => key, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(parts, fc.integer({ min: 1, max: 70 }), async (all, size) => {
      const form = new FormData();
      for (const [key, value, isFile] of all) form.set(key, isFile ? new File([value], 'a "b".txt') : value);
      const made = new Response(form);
      const bytes = Buffer.from(await made.clone().arrayBuffer());
      const boundary = boundaryOf(made.headers.get('content-type')) ?? '';
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      const read = await readTexts(pieces(), boundary, '192.0.2.1', 1);
      if (read === 'busy') throw new Error('busy');
      const whole = await new Response(bytes, { headers: made.headers }).formData();
      const texts = [...whole].filter((one): one is [string, string] => typeof one[1] === 'string');
      expect({ ...read.texts }).toEqual(Object.fromEntries(texts));
      expect([...read.withFile].toSorted()).toEqual(
        all
          .filter(([, value, isFile]) => isFile && value !== '')
          .map(([key]) => key)
          .toSorted(),
      );
    }),
    { numRuns: 60 },
  );
});

test('texts are bounded, and so is what is read for them', async () => {
  const part = (key: string, value: string) => `--x\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const read = async (body: string) => readTexts(Readable.from([Buffer.from(body)]), 'x', '192.0.2.1');
  expect(await read(`${part('a', 'kept')}${part('b', 'x'.repeat(300_000))}${part('c', 'late')}--x--`)).toMatchObject({ texts: { a: 'kept' } });
  const many = Array.from({ length: 100 }, (_, at) => part(`f${at}`, 'x')).join('');
  expect(Object.keys(((await read(many)) as { texts: object }).texts).length).toBeLessThanOrEqual(60);
  for (const broken of ['', '--x', '--x\r\n', `--x\r\n${'a'.repeat(5_000)}`, '--y\r\n\r\n']) expect(await read(broken)).toMatchObject({ texts: {} });
});

test('who sends byte by byte is read in time that grows with the length', async () => {
  const body = Buffer.from(`--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'y'.repeat(60_000)}\r\n--x--`);
  let looked = 0;
  const concat = vi.spyOn(Buffer, 'concat').mockImplementation(((list: readonly Uint8Array[]) => {
    const length = list.reduce((sum, one) => sum + one.length, 0);
    looked += length;
    const all = Buffer.alloc(length);
    let at = 0;
    for (const one of list) [, at] = [all.set(one, at), at + one.length];
    return all;
  }) as typeof Buffer.concat);
  expect(await readTexts(inPieces(body, 1), 'x', '192.0.2.1')).toMatchObject({ texts: { a: 'y'.repeat(60_000) } });
  concat.mockRestore();
  expect(looked).toBeLessThan(body.length * 5);
});
