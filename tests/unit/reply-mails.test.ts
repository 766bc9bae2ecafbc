/** Answers by mail: what of them somebody wrote themselves, and whose address they came to. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createThreadLinks, newSecret } from '#lib/features/enquiries/thread-links.service.ts';
import { readReplyToken, replyParties } from '#lib/features/enquiries/reply-mails.rules.ts';
import { linkDays } from '#lib/features/enquiries/enquiries.schema.ts';
import { newReference } from '#lib/ids/reference.ts';
import { linesAbove } from '#lib/mail/layout.ts';
import { replyAddress, replyTokens } from '#lib/mail/reply-address.ts';
import { cutReply } from '#lib/mail/reply-text.ts';
import { htmlText } from '#lib/ports/mail/html-text.ts';
import { isMailAddress } from '#lib/ports/mail/mail-port.ts';
import { readIncomingMail } from '#lib/ports/mail/incoming-mail.ts';
import { createKeyRing } from '#lib/secrets.ts';
import fc from '#tests/support/properties.ts';

const at = { local: 'reply', domain: 'in.homes.example.org' };
const now = new Date('2026-12-01T08:00:00Z');

describe('what somebody wrote themselves', () => {
  const quotes: Readonly<Record<string, string>> = {
    'Gmail, English': 'On Mon, 30 Nov 2026 at 10:00, Loftling <reply+x@in.homes.example.org> wrote:\n\n> Is it quiet?\n> Yes.',
    'Gmail, broken over lines': 'On Mon, 30 Nov 2026 at 10:00, Loftling\n<reply+x@in.homes.example.org>\nwrote:\n\n> Is it quiet?',
    'Gmail, Chinese': 'Loftling <reply+x@in.homes.example.org> 于2026年11月30日周一 10:00写道：\n\n> 安静吗？',
    'Gmail, Chinese of Taiwan': 'Loftling <reply+x@in.homes.example.org> 於 2026年11月30日 週一 上午10:00寫道：\n\n> 安靜嗎？',
    'Apple Mail, Chinese': '> 在 2026年11月30日，10:00，Loftling <reply+x@in.homes.example.org> 写道：\n> \n> 安静吗？',
    'Mail of NetEase': '在 2026-11-30 10:00:00，"Loftling" <reply+x@in.homes.example.org> 写道：\n安静吗？',
    'Gmail, Vietnamese': 'Vào Th 2, 30 thg 11, 2026 vào lúc 10:00 Loftling <reply+x@in.homes.example.org> đã viết:\n\n> Có yên tĩnh không?',
    'QQ Mail':
      '------------------\u00a0原始邮件\u00a0------------------\n发件人: "Loftling" <reply+x@in.homes.example.org>;\n发送时间: 2026年11月30日\n主题: 回复',
    'QQ Mail, English': '------------------ Original ------------------\nFrom: "Loftling";\nDate: Mon, Nov 30\nSubject: x',
    Outlook: 'From: Loftling <reply+x@in.homes.example.org>\nSent: Monday, 30 November 2026 10:00\nTo: Lan\nSubject: An answer\n\nIs it quiet?',
    'Outlook on the web': '________________________________\nFrom: Loftling\nSent: Monday\nTo: Lan\nSubject: x\n\nIs it quiet?',
    'Outlook, Chinese': '发件人: Loftling\n发送时间: 2026年11月30日 10:00\n收件人: Lan\n主题: x\n\n安静吗？',
    'Outlook, Chinese of Taiwan': '寄件者: Loftling\n寄件日期: 2026年11月30日\n收件者: Lan\n主旨: x\n\n安靜嗎？',
    'Outlook, Vietnamese': 'Từ: Loftling\nĐã gửi: Thứ Hai, 30 tháng 11, 2026\nĐến: Lan\nChủ đề: x\n\nCó yên tĩnh không?',
    'Outlook, original': '-----Original Message-----\nFrom: Loftling\n\nIs it quiet?',
    'a program in another language': 'Il giorno lun 30 nov 2026 Loftling <reply+x@in.homes.example.org> ha scritto:\n\n> Is it quiet?',
    'our own line alone': 'Loftling, Montag:\n\n— Write your answer above this line —\n\nLoftling\n\nIs it quiet?',
    'a signature': '-- \nLan Nguyễn\n+84 90 123 4567',
    'a phone': 'Sent from my iPhone\n\nOn 30 Nov 2026, at 10:00, Loftling <a@b.c> wrote:\n\n> Is it quiet?',
    'a phone, Chinese': '发自我的iPhone',
    'a phone, Vietnamese': 'Đã gửi từ iPhone của tôi',
  };

  test.each(Object.entries(quotes))('%s: the rest is cut off', (name, quote) => {
    const words = 'Yes, please.\n\nCan I move in on 3 September: would that do?';
    const kept = cutReply(`${words}\n\n${quote}\n`, linesAbove);
    expect(kept.replace(/\n\nLoftling, Montag:$/, ''), name).toBe(words);
    expect(cutReply(`${words}\r\n\r\n${quote.replaceAll('\n', '\r\n')}`, linesAbove).startsWith(words)).toBe(true);
  });

  test('between lines that are quoted, and below them, it stays; a word that begins like an introduction does too', () => {
    expect(cutReply('On 30 Nov 2026, Loftling <a@b.c> wrote:\n> Is it quiet?\nYes.\n> Is there a desk?\nNo.')).toBe('Yes.\nNo.');
    expect(cutReply('On Monday I wrote:\nnothing.\nFrom: Leeds\nI come by train.')).toBe('On Monday I wrote:\nnothing.\nFrom: Leeds\nI come by train.');
    expect(cutReply('> only what was quoted')).toBe('');
  });

  test('of any text that holds no mark of a quote all stays, in the order in which it was written', () => {
    const plain = fc.array(
      fc
        .string({ unit: 'grapheme', maxLength: 60 })
        .map((line) => `~ ${line.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff\u00a0:：]/gu, '')}`.trimEnd()),
    );
    fc.assert(
      fc.property(plain, (lines) => {
        expect(cutReply(lines.join('\n'))).toBe(lines.join('\n').trim());
      }),
    );
  });

  test('whatever came, cutting it once is cutting it twice, and nothing is made up', () => {
    const parts = fc.constantFrom(
      'Yes.',
      '> no',
      '',
      '-- ',
      'On 1 Dec 2026 A <a@b.c> wrote:',
      '写道：',
      'From: a',
      'To: b',
      'Subject: c',
      '--- 原始邮件 ---',
      linesAbove[0] ?? '',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 20 }), (lines) => {
        const once = cutReply(lines.join('\n'), linesAbove);
        expect(cutReply(once, linesAbove).length).toBeLessThanOrEqual(once.length);
        expect(once.length).toBeLessThanOrEqual(lines.join('\n').length);
      }),
      { numRuns: 300 },
    );
  });

  test('10,000 quotes, lines without end and hostile HTML cost time that grows with their length', () => {
    const took = (work: () => unknown): number => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    };
    const hostile = [
      'On 1 Dec 2026, A <a@b.c> wrote:\n'.repeat(10_000),
      'On 1\n'.repeat(40_000),
      `On ${'wrote 写道 '.repeat(20_000)}`,
      '-'.repeat(200_000),
      '------ \n'.repeat(20_000),
      `${'>'.repeat(50_000)}\n`.repeat(4),
      'From: a\nTo: b\n'.repeat(10_000),
    ];
    for (const text of hostile)
      expect(
        took(() => cutReply(text, linesAbove)),
        text.slice(0, 20),
      ).toBeLessThan(2_000);
    const pages = [
      '<blockquote>'.repeat(20_000),
      '<!--'.repeat(50_000),
      '<'.repeat(200_000),
      '<div>'.repeat(20_000) + '</p>'.repeat(20_000),
      '&'.repeat(200_000),
    ];
    for (const html of pages)
      expect(
        took(() => htmlText(html)),
        html.slice(0, 20),
      ).toBeLessThan(2_000);
  });
});

describe('the words of a mail that has HTML alone', () => {
  test('are those that a reader sees, with what it quotes marked', () => {
    const html =
      '<html><head><title>x</title><style>p{color:red}</style></head><body><div dir="ltr">Yes,&nbsp;please &amp; thanks.<br>V&acirc;ng.</div><p>One</p><p>Two</p><div class="gmail_quote"><div class="gmail_attr">On 30 Nov 2026 Loftling &lt;a@b.c&gt; wrote:<br></div><blockquote><p>Is it quiet?</p><blockquote>No</blockquote></blockquote></div><script>alert(1)</script></body></html>';
    const text = htmlText(html);
    expect(text).toContain('Yes, please & thanks.\nVâng.\nOne\n\nTwo\n');
    expect(text).toContain('> Is it quiet?');
    expect(text).not.toMatch(/color|alert|<p|<div/);
    expect(cutReply(text)).toBe('Yes, please & thanks.\nVâng.\nOne\n\nTwo');
  });
});

describe('an address that answers', () => {
  const ring = [randomBytes(32), randomBytes(32)] as const;
  const links = createThreadLinks(createKeyRing(ring));
  const thread = { reference: 'K7QM-2XPA', secret: newSecret() };

  test('is one that servers take, in lower or upper case, and says which thread and whose part', () => {
    for (const party of replyParties) {
      const address = replyAddress(at, links.replyTokenOf(thread, party, now));
      expect(isMailAddress(address)).toBe(true);
      expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
      const [token = ''] = replyTokens(at, [`"Loftling, Leeds" <${address.toUpperCase()}>`.toLowerCase()]);
      const link = readReplyToken(token);
      expect(link).toMatchObject({ reference: 'K7QM-2XPA', party, until: Math.floor(now.getTime() / 86_400_000) + linkDays });
      expect(link && links.opensReply(link, thread)).toBe(true);
    }
  });

  test('is nobody else’s: another thread, party, day or secret does not open it, nor does any other seal', () => {
    const token = links.replyTokenOf(thread, 'student', now);
    const link = readReplyToken(token);
    if (!link) throw new Error('no link');
    expect(links.opensReply(link, { ...thread, secret: newSecret() })).toBe(false);
    for (const other of [{ reference: 'AAAA-1111' }, { party: 'desk' as const }, { until: link.until + 1 }])
      expect(links.opensReply({ ...link, ...other }, thread)).toBe(false);
    expect(createThreadLinks(createKeyRing([randomBytes(32)])).opensReply(link, thread)).toBe(false);
    fc.assert(
      fc.property(fc.nat(31), fc.constantFrom(...'0123456789abcdef'), (place, sign) => {
        const seal = link.seal.slice(0, place) + sign + link.seal.slice(place + 1);
        expect(links.opensReply({ ...link, seal }, thread)).toBe(seal === link.seal);
      }),
    );
  });

  test('made with a secret that others were put in front of still opens', () => {
    const link = readReplyToken(links.replyTokenOf(thread, 'student', now));
    const newer = createThreadLinks(createKeyRing([randomBytes(32), ...ring]));
    expect(link && newer.opensReply(link, thread)).toBe(true);
  });

  test('of any thread is read as it was written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...replyParties), fc.integer({ min: 20_000, max: 90_000 }), (party, day) => {
        const one = { reference: newReference(), secret: newSecret() };
        const link = readReplyToken(links.replyTokenOf(one, party, new Date(day * 86_400_000)));
        expect(link).toMatchObject({ reference: one.reference, party, until: day + linkDays });
        expect(link && links.opensReply(link, one)).toBe(true);
      }),
    );
  });

  test('is found among others, each once, and not in what only looks like it', () => {
    const token = links.replyTokenOf(thread, 'student', now);
    const address = replyAddress(at, token);
    expect(replyTokens(at, [`anna@example.org, <${address}>`, address, `x${address}`, `${address}.evil.example`, `reply+short@${at.domain}`])).toEqual([token]);
    expect(replyTokens({ ...at, domain: 'inxhomes.example.org' }, [address])).toEqual([]);
    expect(
      replyTokens(
        at,
        Array.from({ length: 100 }, (_, index) => replyAddress(at, `${token.slice(0, -2)}${index % 10}${index % 7}`)),
      ),
    ).toHaveLength(5);
    expect(() => replyAddress(at, 'Not a token')).toThrow(TypeError);
  });
});

describe('a mail that came in', () => {
  const raw = (headers: string, body: string | Buffer): Buffer => Buffer.concat([Buffer.from(`${headers}\r\n\r\n`), Buffer.from(body)]);
  const text = async (headers: string, body: string | Buffer): Promise<string | undefined> => (await readIncomingMail(raw(headers, body)))?.text.trim();

  test('is read in the encodings of those who write from China, Taiwan and Vietnam', async () => {
    const said = (charset: string) => `From: lan@example.org\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit`;
    expect(await text(said('GBK'), Buffer.from('b0b2beb2c2f0', 'hex'))).toBe('安静吗');
    expect(await text(said('gb2312'), Buffer.from('b0b2beb2c2f0', 'hex'))).toBe('安静吗');
    expect(await text(said('Big5'), Buffer.from('a677c052b6dc', 'hex'))).toBe('安靜嗎');
    expect((await text(said('windows-1258'), Buffer.from('56e26e67', 'hex')))?.normalize()).toBe('Vâng');
    expect(await text('Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64', Buffer.from('Vâng ạ').toString('base64'))).toBe('Vâng ạ');
    expect(await text('Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable', '<p>Y=65s</p>')).toBe('Yes');
  });

  test('that a program wrote is known by any of the signs that they have', async () => {
    const person = 'From: lan@example.org\r\nTo: x@example.org\r\nReturn-Path: <lan@example.org>';
    expect((await readIncomingMail(raw(`${person}\r\nAuto-Submitted: no`, 'Hi')))?.isAutomatic).toBe(false);
    const signs = [
      'Auto-Submitted: auto-replied',
      'Auto-Submitted: auto-generated (failure)',
      'Precedence: bulk',
      'Precedence: auto_reply',
      'X-Autoreply: yes',
      'List-Id: <students.example.org>',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
    ];
    for (const sign of signs) expect((await readIncomingMail(raw(`${person}\r\n${sign}`, 'Hi')))?.isAutomatic, sign).toBe(true);
    for (const from of ['MAILER-DAEMON@example.org', 'no-reply@example.org', 'postmaster@example.org', 'bounces+1@example.org'])
      expect((await readIncomingMail(raw(`From: ${from}`, 'Hi')))?.isAutomatic, from).toBe(true);
    for (const empty of ['Return-Path: <>', 'Return-Path:'])
      expect((await readIncomingMail(raw(`From: lan@example.org\r\n${empty}`, 'Hi')))?.isAutomatic, empty).toBe(true);
  });

  test('has its files, without the pictures that its HTML shows', async () => {
    const part = (headers: string, body: string): string => `--x\r\n${headers}\r\n\r\n${body}\r\n`;
    const parts = [
      part('Content-Type: text/html', '<p>Yes</p><img src="cid:logo">'),
      part('Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64', 'aGk='),
      part(
        'Content-Type: application/pdf; name="visa.pdf"\r\nContent-Disposition: attachment; filename="visa.pdf"\r\nContent-Transfer-Encoding: base64',
        'JVBERg==',
      ),
      part('Content-Type: message/rfc822', 'Subject: another\r\n\r\nIts text'),
    ];
    const mail = await readIncomingMail(raw('Message-ID: <1@example.org>\r\nContent-Type: multipart/related; boundary=x', `${parts.join('')}--x--`));
    expect(mail?.id).toBe('<1@example.org>');
    expect(mail?.text).toBe('Yes');
    expect(mail?.files.map(({ name, bytes }) => [name.replace(/.*rfc822$/, 'mail'), bytes.length])).toEqual([
      ['visa.pdf', 4],
      [expect.any(String), expect.any(Number)],
    ]);
  });

  test('that is hostile is refused or read within bounds of time', async () => {
    const nested = (depth: number): string => {
      const open = Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('');
      return `From: a@example.org\r\n${open}Content-Type: text/plain\r\n\r\nDeep`;
    };
    const begun = performance.now();
    expect((await readIncomingMail(Buffer.from(nested(10))))?.text.trim()).toBe('Deep');
    expect(await readIncomingMail(Buffer.from(nested(200)))).toBeUndefined();
    expect(await readIncomingMail(Buffer.from(`${'X-A: b\r\n'.repeat(100_000)}\r\nHi`))).toBeUndefined();
    const many = `From: a@example.org\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\nContent-Type: text/plain\r\n\r\nHi\r\n'.repeat(5_000)}--x--`;
    expect((await readIncomingMail(Buffer.from(many)))?.text.length).toBeLessThanOrEqual(200_000);
    const quotes = `From: a@example.org\r\n\r\nYes.\r\n${'On 1 Dec 2026, A <a@b.c> wrote:\r\n> x\r\n'.repeat(10_000)}`;
    expect(cutReply((await readIncomingMail(Buffer.from(quotes)))?.text ?? '')).toBe('Yes.');
    await readIncomingMail(Buffer.from(`To: ${'<'.repeat(200_000)}\r\n\r\nHi`));
    await readIncomingMail(Buffer.from(`Subject: ${'=?utf-8?B?'.repeat(20_000)}\r\n\r\nHi`));
    await readIncomingMail(randomBytes(1_000_000));
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
