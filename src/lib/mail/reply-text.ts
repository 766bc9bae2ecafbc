/**
 * What somebody wrote themselves in an answer to a mail: without the mail they answer, and without what their program adds below. Pure. Each line
 * is looked at once, and of a line no more than its beginning, so that the work grows with the text and not faster.
 */

/** Characters of a line that decide what it is. */
const looked = 400;
/** Lines that an introduction of a quote is spread over at most, and those of a header below which another has to follow. */
const introLines = 3;
const headerLines = 5;
/** Lines at the end among which one that a phone adds is looked for. */
const lastLines = 3;

/** "On Monday Anna wrote:", as mail programs begin what they quote; it holds a day or an address. */
const intro = /^(?:On\b.*\bwrote|.*(?:写道|寫道)|.*đã viết)\s*[:：]$/iu;
const introBegins = /^(?:On|在|于|於|Vào|Lúc|Ngày)(?=[\s\d,，]|$)/iu;
/** Between two rows of hyphens. */
const rules = new Set(['original', 'original message', 'forwarded message', '原始邮件', '原始郵件', '原邮件', '原郵件', '回复的原邮件', '回覆的原郵件']);
for (const one of ['thư gốc', 'tin nhắn gốc', 'thư đã chuyển tiếp']) rules.add(one);
const headerOf = /^\*?(?:From|发件人|發件人|寄件者|寄件人|Từ|Người gửi)\*?\s*[:：]/iu;
const headerMore =
  /^\*?(?:Sent|Date|To|Cc|Subject|发送时间|发件时间|日期|时间|收件人|抄送|主题|發送時間|傳送時間|寄件日期|收件者|副本|主旨|主題|Đã gửi|Ngày gửi|Ngày|Gửi|Thời gian|Đến|Tới|Người nhận|Chủ đề|Tiêu đề)\*?\s*[:：]/iu;
const ofPhone =
  /^(?:Sent from (?:my |Mail |Outlook|Yahoo)|Get Outlook for |Download Outlook|发自我的|从我的|從我的|来自我的|由我的|傳送自|Gửi từ |Đã gửi từ |Tải Outlook cho ).{0,80}$/iu;

const isQuote = (line: string): boolean => line.startsWith('>');
const isRule = (line: string): boolean => line.startsWith('--') && rules.has(line.replaceAll('-', ' ').trim().toLowerCase());
const hasDayOrAddress = (line: string): boolean => /\d|@/.test(line);

/** The first line at or after this one that says something. */
function nextSaid(lines: readonly string[], at: number): string | undefined {
  for (let index = at; index < lines.length && index < at + headerLines; index++) if (lines[index] !== '') return lines[index];
  return undefined;
}

/** How many lines from here on introduce a quote: 0 where this is none. A long name or address is broken by programs. */
function introAt(lines: readonly string[], at: number): number {
  let whole = '';
  for (let count = 1; count <= introLines; count++) {
    const line = lines[at + count - 1];
    if (line === undefined || (count > 1 && (line === '' || isQuote(line)))) return 0;
    whole = whole === '' ? line : `${whole} ${line}`;
    if (hasDayOrAddress(whole) && (intro.test(whole) || (/[:：]$/.test(whole) && isQuote(nextSaid(lines, at + count) ?? '')))) return count;
    if (count === 1 && !introBegins.test(line) && !hasDayOrAddress(line)) return 0;
  }
  return 0;
}

/** Whether the header of a mail stands here, as Outlook puts it above what it quotes. */
function isHeader(lines: readonly string[], at: number): boolean {
  const next = lines.slice(at + 1, at + 1 + headerLines).filter((line) => headerMore.test(line));
  return headerOf.test(lines[at] ?? '') && next.length >= 2;
}

/**
 * @param above the line that mails of ours begin with, in each language: what stands below it is ours.
 * @example cutReply('Yes, please.\n\nOn 1 Dec 2026, Loftling <a@b.c> wrote:\n> Is it quiet?') // 'Yes, please.'
 */
export function cutReply(text: string, above: readonly string[] = []): string {
  const lines = text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .split('\n')
    .map((line) => line.replaceAll('\u00a0', ' ').trimEnd());
  // Lines are told by their beginning; what is kept is kept whole.
  const begun = lines.map((line) => line.slice(0, looked).trimStart());
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = begun[at] ?? '';
    const isOurs = !isQuote(line) && above.some((mark) => line.includes(mark));
    const isEnd = lines[at]?.trim() === '--' || isRule(line) || isHeader(begun, at) || (/^_{10,}$/.test(line) && isHeader(begun, at + 1));
    if (isOurs || isEnd) break;
    const introduced = introAt(begun, at);
    if (introduced > 0) {
      // Below a quote that is marked line by line somebody may have written; below any other is the mail that they answer.
      if (!isQuote(nextSaid(begun, at + introduced) ?? '')) break;
      at += introduced - 1;
    } else if (!isQuote(line)) kept.push(lines[at] ?? '');
  }
  while (kept.length > 0 && kept.at(-1)?.trim() === '') kept.pop();
  const end = Math.max(0, kept.length - lastLines);
  const phone = kept.findIndex((line, at) => at >= end && ofPhone.test(line.trim()));
  return (phone < 0 ? kept : kept.slice(0, phone))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
