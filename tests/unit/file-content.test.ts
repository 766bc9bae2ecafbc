/** What a file is, by its bytes: nothing else of what is brought along counts. */
import { deflateSync } from 'node:zlib';
import { strToU8 } from 'fflate';
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { faultOfDocx, faultOfPdf, kindOf } from '#lib/features/uploads/file-content.files.ts';
import { encodePicture } from '#lib/features/uploads/upload-pictures.files.ts';
import { attachment, isHostileName, nameFor } from '#lib/features/uploads/uploads.rules.ts';
import { endingOfType, typeOfEnding } from '#lib/features/uploads/uploads.schema.ts';
import { docx, macroDocx, pdf, picture, pngOf, svg, zipBomb } from '#tests/support/sample-files.ts';
import sharp from 'sharp';

describe('a file', () => {
  test('is told by its first bytes', async () => {
    const given = [await picture('jpeg'), await picture('png'), await picture('webp'), pdf(), docx(), svg, Buffer.from('<html>'), Buffer.alloc(0)];
    expect(given.map(kindOf)).toEqual(['jpeg', 'png', 'webp', 'pdf', 'docx', undefined, undefined, undefined]);
  });

  test('that begins with something else is no PDF, whatever follows', () => {
    expect(kindOf(Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), pdf()]))).toBeUndefined();
    expect(kindOf(Buffer.concat([Buffer.from('\n'), pdf()]))).toBeUndefined();
  });
});

describe('a PDF', () => {
  test('is taken whole, and refused cut off, with something after it, or with what runs', () => {
    expect(faultOfPdf(pdf())).toBeUndefined();
    expect(faultOfPdf(pdf('/OpenAction [1 0 R /Fit] '))).toBeUndefined();
    expect(faultOfPdf(pdf().subarray(0, 40))).toBe('damaged');
    expect(faultOfPdf(Buffer.concat([pdf(), docx()]))).toBe('mixed');
    expect(faultOfPdf(Buffer.concat([pdf(), Buffer.from('<script>')]))).toBe('mixed');
    // A ZIP file hidden in front of the end, so that its own end is within the reach of those who look for it.
    const hidden = pdf();
    const end = hidden.indexOf('trailer');
    expect(faultOfPdf(Buffer.concat([hidden.subarray(0, end), docx(), hidden.subarray(end)]))).toBe('mixed');
    expect(faultOfPdf(pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >> '))).toBe('active');
    expect(faultOfPdf(pdf('/OpenAction << /S /Launch /F (cmd.exe) >> '))).toBe('active');
  });
});

/** A PDF with further objects, and what stands in the dictionary of one. */
const pdfWith = (objects: string | Buffer): Buffer => {
  const whole = pdf();
  const end = whole.indexOf('trailer');
  return Buffer.concat([whole.subarray(0, end), Buffer.from('9 0 obj\n'), Buffer.from(objects as string), Buffer.from('\nendobj\n'), whole.subarray(end)]);
};
const objectStream = (content: string, more = ''): Buffer => {
  const packed = deflateSync(Buffer.from(content));
  return Buffer.concat([
    Buffer.from(`<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} ${more}>>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
};

describe('what runs in a PDF', () => {
  test.each([
    '/OpenAction << /S /J#61vaScript /JS (x) >>',
    '/OpenAction << /S /#4c#61unch /F (cmd.exe) >>',
    '/Open#41ction << /S /URI /URI (https://example.org) >>',
    '/AA << /O << /S /URI >> >>',
    '/A << /S /SubmitForm /F (https://example.org) >>',
    '/A << /S /GoToR /F (other.pdf) >>',
    '/Names << /EmbeddedFiles << /Names [(a.exe) 4 0 R] >> >>',
    '/AcroForm << /XFA [] >>',
    '/Subtype /RichMedia',
  ])('%s is found in an object and in a compressed one', (names) => {
    expect(faultOfPdf(pdfWith(`<< ${names} >>`))).toBe('active');
    expect(faultOfPdf(pdfWith(objectStream(`1 0 << ${names} >>`)))).toBe('active');
  });

  test('what shows a page, links to the web or is a picture is in order', () => {
    expect(faultOfPdf(pdfWith('<< /OpenAction << /S /GoTo /D [1 0 R /Fit] >> >>'))).toBeUndefined();
    expect(faultOfPdf(pdfWith('<< /A << /S /URI /URI (https://example.org) >> /AAAAAB+Font 1 >>'))).toBeUndefined();
    expect(faultOfPdf(pdfWith(objectStream('1 0 << /Type /Page >>')))).toBeUndefined();
    expect(
      faultOfPdf(pdfWith(Buffer.concat([Buffer.from('<< /Length 9 >>\nstream\n'), Buffer.from('q /AA Q /JS'), Buffer.from('\nendstream')]))),
    ).toBeUndefined();
  });

  test('compressed objects that cannot be looked into are refused', () => {
    expect(faultOfPdf(pdfWith(objectStream('x', '/DecodeParms << /Predictor 12 >> ')))).toBe('active');
    expect(faultOfPdf(pdfWith('<< /Type /ObjStm /Filter /LZWDecode >>\nstream\nxx\nendstream'))).toBe('active');
    expect(faultOfPdf(pdfWith(Buffer.concat([objectStream('1 0 << >>'), Buffer.from(' /Encrypt 4 0 R')])))).toBe('active');
  });
});

describe('a DOCX', () => {
  test('is taken as word processors write it', () => {
    expect(faultOfDocx(docx())).toBeUndefined();
    expect(faultOfDocx(docx({ 'word/media/image1.bmp': new Uint8Array(2_000) }))).toBeUndefined();
  });

  test('with macros is refused, under whatever name they stand', () => {
    expect(faultOfDocx(macroDocx())).toBe('active');
    expect(faultOfDocx(docx({ 'word/VBAPROJECT.BIN': strToU8('x') }))).toBe('active');
    expect(faultOfDocx(docx({ 'word/activeX/activeX1.bin': strToU8('x') }))).toBe('active');
    expect(faultOfDocx(docx({}, 'ms-word.document.macroEnabled'))).toBe('active');
  });

  const relation = (type: string, more: string): Record<string, Uint8Array> => ({
    'word/_rels/document.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" ${more}/></Relationships>`,
    ),
  });

  test.each([
    ['a template from elsewhere', relation('attachedTemplate', 'Target="https://example.org/a.dotm" TargetMode="External"')],
    ['a picture from elsewhere', relation('image', 'Target="https://example.org/a.png" TargetMode="External"')],
    ['a frame', relation('frame', 'Target="frame.html"')],
    ['a link that runs', relation('hyperlink', 'Target="file:///c:/a.exe" TargetMode="External"')],
    ['a link without saying that it leads out', relation('image', 'Target="https://example.org/a.png"')],
    ['relations that are no XML', { 'word/_rels/document.xml.rels': strToU8('<Relationships') }],
    ['an embedded object', { 'word/embeddings/oleObject1.bin': strToU8('x') }],
    ['a program among its pictures', { 'word/media/run.exe': strToU8('MZ') }],
    ['a part that nobody knows', { 'word/webextensions/taskpanes.xml': strToU8('<x/>') }],
  ] as const)('with %s is refused', (_, more) => {
    expect(faultOfDocx(docx(more))).toBe('active');
  });

  test('with links, pictures, headers and its own fonts is taken', () => {
    expect(faultOfDocx(docx(relation('hyperlink', 'Target="https://example.org/" TargetMode="External"')))).toBeUndefined();
    expect(
      faultOfDocx(docx({ ...relation('image', 'Target="media/image1.png"'), 'word/header1.xml': strToU8('<x/>'), 'word/fonts/font1.odttf': strToU8('x') })),
    ).toBeUndefined();
  });

  test('that is a bomb, climbs out of its folder, is encrypted, another kind of ZIP or longer than it says is refused', () => {
    expect(faultOfDocx(zipBomb())).toBe('damaged');
    expect(faultOfDocx(docx({ '../../etc/passwd': strToU8('x') }))).toBe('damaged');
    expect(faultOfDocx(docx({ 'word\\..\\x': strToU8('x') }))).toBe('damaged');
    expect(faultOfDocx(docx({}, 'openxmlformats-officedocument.spreadsheetml.sheet'))).toBe('damaged');
    const locked = docx();
    locked.writeUInt16LE(1, locked.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 8);
    expect(faultOfDocx(locked)).toBe('damaged');
    expect(faultOfDocx(Buffer.concat([docx(), Buffer.from('%PDF-1.4')]))).toBe('mixed');
    expect(faultOfDocx(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), pdf(), docx()]))).toBe('mixed');
  });

  test('whatever its bytes say, nothing is thrown', () => {
    const sound = docx({ 'word/media/image1.bmp': new Uint8Array(500) });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }), (changes) => {
        const bytes = Buffer.from(sound);
        for (const [at, byte] of changes) bytes[at] = byte;
        expect(['damaged', 'active', 'mixed', undefined]).toContain(faultOfDocx(bytes));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a picture', () => {
  test('is made anew: a square for a person, no larger than 2,000 points for what somebody saw, and nothing of the file stays', async () => {
    const taken = await sharp(await picture('jpeg', 900, 600))
      .withExif({ IFD0: { Copyright: 'Canary' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    const spiked = Buffer.concat([taken, Buffer.from('<script>canary</script>'), docx()]);
    const own = await encodePicture(spiked, 'picture');
    if (typeof own === 'string') throw new Error(own);
    const facts = await sharp(own).metadata();
    expect([facts.format, facts.width, facts.height, facts.exif]).toEqual(['webp', 512, 512, undefined]);
    expect(own.toString('latin1')).not.toMatch(/canary/i);
    const seen = await encodePicture(await picture('png', 3_000, 1_000), 'screenshot');
    const { width, height } = await sharp(seen as Buffer).metadata();
    expect([width, height]).toEqual([2_000, 667]);
  });

  test('of 50,000 points squared is refused before it is decoded, a damaged one when it is', async () => {
    expect(await encodePicture(await pngOf(50_000, 50_000), 'picture')).toBe('points');
    expect(await encodePicture((await picture('jpeg', 300, 300)).subarray(0, 200), 'picture')).toBe('damaged');
    expect(await encodePicture(svg, 'picture')).not.toBeInstanceOf(Buffer);
  });
});

describe('a name', () => {
  test('that is a place or turns its letters around is refused', () => {
    expect(['../../etc/passwd', 'a/b.pdf', 'C:\\cv.pdf', 'cv\0.pdf', '..', '', 'cv\u202efdp.exe'].filter((name) => !isHostileName(name))).toEqual([]);
    expect(['cv.pdf', '简历 (1).docx', 'Lý lịch.pdf', '.pdf'].filter(isHostileName)).toEqual([]);
  });

  test('gets the ending of what is kept, and travels in a header whatever its letters are', () => {
    expect(nameFor('me.jpeg', 'webp')).toBe('me.webp');
    expect(nameFor('cv.pdf.exe', 'pdf')).toBe('cv.pdf.pdf');
    expect(nameFor('', 'pdf')).toBe('file.pdf');
    expect(nameFor('.pdf', 'pdf')).toBe('file.pdf');
    // What stands behind a dot is an ending where it is one of a file.
    expect(nameFor('Überweisung 12.11.2026', 'webp')).toBe('Überweisung 12.11.2026.webp');
    expect(nameFor('bank.PNG', 'webp')).toBe('bank.webp');
    for (const ending of ['webp', 'pdf', 'docx'] as const) expect(endingOfType(typeOfEnding[ending])).toBe(ending);
    expect(attachment('简历 "1".pdf')).toBe(`attachment; filename="_1_.pdf"; filename*=UTF-8''%E7%AE%80%E5%8E%86%20%221%22.pdf`);
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => void expect(attachment(nameFor(name, 'pdf'))).toMatch(/^[\x20-\x7e]+$/)));
  });
});
