/** How texts are set in each language: what docs/glossary/style-*.md says and a pattern can find. */
import { expect, test } from 'vitest';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { allMails } from '#lib/all-mails.ts';
import { createSite } from '#lib/paths.ts';
import { samplesOf } from '#lib/mail/mail-samples.ts';
import { platformTextsOf, textsOf } from './reader-texts.ts';
import type { ReaderText } from './reader-texts.ts';
import { expectNone, filesBelow, markup } from './source-files.ts';

type Law = {
  readonly name: string;
  readonly wrong: RegExp;
  readonly not: string;
  /** Where it holds, as `textsOf` names it; everywhere if missing. */
  readonly where?: RegExp;
};

/** Of both Chinese scripts. \p{Script=Han} leaves out punctuation. */
const chinese: readonly Law[] = [
  { name: 'full-width punctuation', wrong: /\p{Script=Han}[,;:!?](?!\S*\/)/u, not: '你好,世界' },
  { name: 'full-width brackets without a space', wrong: /\p{Script=Han} ?\([^)]|\)\p{Script=Han}|\p{Script=Han} （/u, not: '英镑 (GBP)' },
  {
    name: 'a space between Chinese and figures; a date has none',
    wrong: /(?<![年月日第])\p{Script=Han}\d(?!\d*[年月日])|\d(?![年月日号號])\p{Script=Han}/u,
    not: '还有3间',
  },
  { name: 'a space between Chinese and Latin letters', wrong: /\p{Script=Han}[A-Za-z]|[A-Za-z]\p{Script=Han}/u, not: '在London租房' },
  { name: 'six dots', wrong: /\.\.\.|(?<!…)…(?!…)/, not: '正在搜索…' },
  { name: 'two dashes, with nothing around them', wrong: /\p{Script=Han} ?[-–—](?!—) ?\p{Script=Han}/u, not: '租金 - 押金' },
  { name: 'one space', wrong: /\S {2}\S/, not: '租金  押金' },
  { name: 'no space behind a distance, whose unit is a Chinese word', wrong: /\{\{distance\}\} \p{Script=Han}/u, not: '{{distance}} 以内' },
  { name: 'no polite 您', wrong: /您/, not: '您的房间' },
];

const messages = /\.json /;
const moneyMessages = /\/(?:arrears|coupons|deposits|mail|news|orders|overview|payments|payrent|quotes|viewings)\.json /;

/** How a person at a good company writes. Not of contracts and policies, and a consent is signed as it is written. */
const spokenEnglish: readonly Law[] = [
  { name: 'someone, no one, everyone', wrong: /\b(?:some|no|every|any)body\b/i, not: 'Nobody has reviewed it', where: messages },
  { name: 'notify and let you know, not told', wrong: /\b(?:is|are|was|were|be|been|being) told\b/i, not: 'You are told', where: messages },
  {
    name: 'a role, not who it is',
    wrong: /\bwhoever\b|\b(?:of|by|to|from|for|with) who\b|\bthose who (?:let|ask)\b/i,
    not: 'Whoever asked for it',
    where: messages,
  },
  { name: 'nothing stands on a page', wrong: /\bstands?\b(?! for| in for| out)/i, not: 'It stands on its page', where: messages },
  { name: 'news, not what becomes of it', wrong: /\b(?:become|becomes|became) of\b/i, not: 'What becomes of it', where: messages },
  { name: 'corrected, not mended', wrong: /\bmend(?:s|ed|ing)?\b/i, not: 'Mend the words', where: messages },
  { name: 'next to and besides, not beside', wrong: /\bbeside\b(?! it\b)/i, not: 'Beside them', where: messages },
  {
    name: 'words of today',
    wrong: /\bby and by\b|\bat present\b|\bcall(?:s|ed)? it off\b|\bobligation to pay\b|\bunder way\b/i,
    not: 'Send them by and by',
    where: messages,
  },
  { name: 'handled and resolved, not seen to', wrong: /\b(?:see|sees|seen|saw|seeing) to\b/i, not: 'To be seen to', where: messages },
  { name: 'expires and is valid, not good for', wrong: /\bgood for (?:\{\{|one\b|\d)/i, not: 'It is good for {{count}} minutes', where: messages },
  { name: 'refunded, money does not come back', wrong: /\b(?:comes?|came|goes|went|gone) back\b/i, not: '{{amount}} comes back', where: moneyMessages },
  {
    name: 'a bank reverses a payment, it takes nothing back',
    wrong: /\b(?:takes?|took|taken) (?:it |that |this |a payment )?back\b|\b(?:asks?|asked) (?:it |that )?back\b/i,
    not: 'Your bank took back a payment',
    where: moneyMessages,
  },
  {
    // The title of a missing page is said by the specification; a text message is written as it was registered.
    name: 'contractions, but in consents, on papers and in text messages',
    wrong: /\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should) not\b|\bcannot\b/i,
    not: 'You cannot sign in',
    where: /\/(?!documents|sms)\w+\.json (?!\w*consent|missing_title)/,
  },
];

const laws: Readonly<Record<Locale, readonly Law[]>> = {
  'zh-cn': [
    ...chinese,
    { name: 'quotes “ ”', wrong: /[「」『』]/, not: '「总价」' },
    { name: 'full-width punctuation behind figures', wrong: /\d[,;:!?] ?\p{Script=Han}/u, not: '1 至 90,仅用于' },
    { name: 'no comma in a number of characters', wrong: /\d,\d{3} 字/u, not: '最多 2,000 字' },
    { name: 'a chargeback is no lawsuit', wrong: /胜诉|败诉|我方/u, not: '裁定我方败诉' },
    { name: 'no officialese', wrong: /未予|不予|予以|由其(?!他)|所示/u, not: '由其退还给你', where: /^(?!src\/content\/contracts)/ },
    { name: 'who uses the site is 用户, 学生 or 租客', wrong: /读者/u, not: '已通知读者' },
    { name: 'what is kept is a room or a place', wrong: /(?:保留|释放|放出|空)(?:了|的|一个)?床位|床位(?:会|仍|已)/u, not: '床位会立即释放' },
    { name: 'a payment that moves no money is 模拟付款', wrong: /试用(?:付款|渠道|机构)/u, not: '由试用渠道支付' },
  ],
  'zh-tw': [
    ...chinese,
    { name: 'quotes 「 」', wrong: /[“”‘’]/, not: '“總價”' },
    {
      name: 'words of money as Taiwan says them, not as the mainland does',
      wrong: /到帳(?![號戶])|銀行卡|掃碼|通行密鑰|QR 碼|接入|持牌|查找|敗訴|勝訴|拒付|支付機構|支付業者|支付服務商/,
      not: '款項已到帳',
    },
  ],
  'zh-hk': [
    ...chinese,
    { name: 'quotes 「 」', wrong: /[“”‘’]/, not: '“總額”' },
    { name: 'written Chinese, no spoken Cantonese', wrong: /[慳睇揀嘅咗喺冇啲嗰佢哋]/, not: '慳錢' },
    { name: '甚麼, 這裏, 着', wrong: /什麼|裡|看著|等著/, not: '這裡' },
    {
      name: 'no words of Taiwan',
      wrong:
        /目前|送出|釋出|帳(?:號|單|目|簿)|[入記到對轉]帳(?!戶)|位址|身分|工作人員|員工|表單|上傳|稽核|幣別|折抵|勾選|金鑰|點選|簡訊|行事曆|大頭貼|核准|房東|週(?!末)|銀行卡|拒付|敗訴|勝訴|支付機構/,
      not: '帳號已送出',
    },
  ],
  'en-us': [
    { name: 'curly quotes and apostrophes', wrong: /\p{L}'\p{L}|(?<![=\w])"\p{L}/u, not: "don't" },
    { name: 'the ellipsis is one sign', wrong: /\.\.\./, not: 'Loading...' },
    { name: 'no space before punctuation', wrong: / [,;:!?](?!\S)/, not: 'Rent : £150' },
    { name: 'a space between figure and unit', wrong: /\d(?:km|kg|cm|mm|kWh|GB|MB)\b/, not: '15km' },
    { name: 'no space before per cent', wrong: /\d %/, not: '12 %' },
    { name: 'one space', wrong: /\S {2}\S/, not: 'Rent.  Deposit' },
    {
      name: 'British spelling',
      wrong:
        /\b(?:colou?rful(?<!colourful)|colors?|favorites?|centers?|neighbors?|neighborhoods?|organiz\w+|realiz\w+|apartment buildings?|canceled|canceling|traveler\w*|gray)\b/i,
      not: 'the city center',
    },
    ...spokenEnglish,
  ],
  'vi-vn': [
    { name: 'curly quotes', wrong: /(?<![=\w])"\p{L}/u, not: 'nhãn "Dữ liệu mẫu"' },
    { name: 'the ellipsis is one sign', wrong: /\.\.\./, not: 'Đang tải...' },
    { name: 'no space before punctuation', wrong: / [,;:!?](?!\S)/, not: 'Giá thuê : £150' },
    { name: 'a space between figure and unit', wrong: /\d(?:km|kg|cm|mm|kWh|GB|MB)\b/, not: '15km' },
    { name: 'no space before per cent', wrong: /\d %/, not: '12 %' },
    { name: '₫ and đồng behind the amount', wrong: /₫\s?\d|VND\s?\d/, not: '₫5.800.000' },
    { name: 'a comma before decimals', wrong: /(?<![\d.])\d+\.\d{1,2}(?![\d.])/, not: '1.5 km' },
    { name: 'the mark on the first vowel: hòa, hủy, tòa', wrong: /o[àáảãạ](?!\p{L})|u[ỳýỷỹỵ](?!\p{L})(?<!qu[ỳýỷỹỵ])/u, not: 'toà nhà' },
    { name: 'one space', wrong: /\S {2}\S/, not: 'Giá  cọc' },
    { name: 'instalments are “trả nhiều đợt”, what is late is “quá hạn”', wrong: /trả (?:góp|chậm)/iu, not: 'Trả góp, có người bảo lãnh' },
    { name: 'the site is “chúng tôi”', wrong: /chúng (?:mình|ta)(?!\p{L})/iu, not: 'ngân hàng của chúng ta' },
    { name: 'what a reader compares is “mã đối chiếu”, what cannot be read again “mã hóa một chiều”', wrong: /mã băm|được băm/iu, not: 'Mã băm cuối' },
    { name: 'a link is “liên kết”', wrong: /đường (?:dẫn|link)(?!\p{L})/iu, not: 'Gửi đường dẫn' },
    { name: 'a receipt is “biên nhận”', wrong: /biên lai/iu, not: 'Hãy giữ biên lai.' },
    { name: 'the last day is “chậm nhất ngày”', wrong: /trước hết ngày/iu, not: 'Phải hoàn trước hết ngày 4/9/2027' },
  ],
};

/** Without what is no prose: the head of a file, code, addresses, tags and what is filled in. */
function prose(text: string): string {
  if (/^\s*(?:\w+: |- \{)/.test(text)) return '';
  return text
    .replaceAll(/`[^`]*`/g, '·')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/https?:\S+/g, '·');
}

/** What is not set as the house style of the locale says. */
function wronglySet(locale: Locale, texts: readonly ReaderText[]): string[] {
  return texts.flatMap(({ where, text }) => {
    const words = prose(text);
    return laws[locale].flatMap(({ name, wrong, where: only }) => {
      if (only?.test(where) === false) return [];
      const found = wrong.exec(words);
      return found ? [`${where}: ${name}: …${words.slice(Math.max(0, found.index - 15), found.index + 20)}…`] : [];
    });
  });
}

test.each(locales)('%s is set as its house style says', (locale) => {
  for (const { name, wrong, not } of laws[locale]) expect(not, name).toMatch(wrong);
  // Keywords are read by machines, which part them by commas.
  const texts = textsOf(locale).filter(({ where }) => !where.includes('_keywords'));
  expect(texts.some(({ where }) => where.includes('contracts/')) && texts.some(({ where }) => where.includes('review-phrases'))).toBe(true);
  expectNone(wronglySet(locale, texts), 'Set it as docs/glossary/style-*.md says, or say there why not.');
});

test.each(locales)('%s is set so where the platform writes it: units, dates, ages, lists, amounts and currencies', (locale) => {
  const texts = platformTextsOf(locale);
  expect(texts.length).toBeGreaterThan(100);
  expectNone(wronglySet(locale, texts), 'Write it ourselves, as src/lib/i18n/currency-names.ts does.');
});

const mailSite = createSite('https://homes.example.org', new Map());

test.each(locales)('%s is set so in mails as they are put together', (locale) => {
  const texts = allMails.flatMap((mail) =>
    samplesOf(mail).flatMap((input) => {
      const { subject, text } = mail.write(input, locale, mailSite);
      return [subject, ...text.split('\n')].map((line) => ({ where: `mail ${mail.name}`, text: line }));
    }),
  );
  expectNone([...new Set(wronglySet(locale, texts))], 'Look how the mail joins its pieces.');
});

test('pages, parts of them and mails have no words of a language in their code: words are messages', () => {
  const written = /\p{Script=Han}|[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ]/iu;
  // What people type is data of a language, and shown to nobody.
  const typed = /^src\/lib\/features\/search\/sentence\//;
  const files = filesBelow(['src/layouts', 'src/pages', 'src/lib/features', 'src/lib/mail'], /\.(?:astro|mail\.ts|words\.ts|loader\.ts)$/);
  const findings = files
    .filter(({ path }) => !typed.test(path))
    .flatMap(({ path, text }) =>
      text
        .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|<!--[\s\S]*?-->/gm, '')
        .split('\n')
        // A letter that is taken for another is no word.
        .flatMap((line) => (written.test(line.replace("replace('Đ', 'D')", '')) ? [`${path}: ${line.trim().slice(0, 100)}`] : [])),
    );
  expectNone(findings, 'Make it a message of every catalogue, so that the guards read it.');
});

test('policies and help have as many paragraphs in every language, so that one can be read beside another', () => {
  const paragraphs = filesBelow(['src/content/policies', 'src/content/help'], /\.md$/).map(({ path, text }) => {
    const [, , folder = '', , name = ''] = path.split('/');
    return { text: `${folder}/${name}`, paragraphs: text.trim().split(/\n{2,}/).length };
  });
  const findings = [...Map.groupBy(paragraphs, ({ text }) => text)].flatMap(([text, all]) =>
    new Set(all.map((one) => one.paragraphs)).size === 1 && all.length === locales.length ? [] : [`${text}: ${all.map((one) => one.paragraphs).join(', ')}`],
  );
  expect(paragraphs.length).toBeGreaterThan(40);
  expectNone(findings, 'Part the text at the same places in all five languages.');
});

test('a label and its value, and two sentences, are joined by a message: colon, full stop and brackets are of the language', () => {
  const joined = /\}(?:<\/\w+>)?[:.](?:<\/\w+>)? \{|\} ?\(\{t\(/;
  const inTexts = /\$\{[^`]*\}[:.] \$\{|\(\$\{t\(/;
  for (const [law, wrong] of [
    [joined, "<p>{t('viewings.price')}: {price}</p>"],
    [joined, '<p><strong>{state}.</strong> {next}</p>'],
    [inTexts, '`${label}: ${about}`'],
    [inTexts, "` (${t('groups.you')})`"],
  ] as const)
    expect(wrong).toMatch(law);
  const findings = filesBelow(['src/layouts', 'src/pages'], /\.(?:astro|ts)$/).flatMap(({ path, text }) => {
    const lines = (code: string, law: RegExp) => code.split('\n').flatMap((line) => (law.test(line) ? [`${path}: ${line.trim().slice(0, 120)}`] : []));
    return [...(path.endsWith('.astro') ? lines(markup(text), joined) : []), ...lines(text, inTexts)];
  });
  expectNone(findings, 'Use chrome.labelled, chrome.sentences or chrome.noted.');
});
