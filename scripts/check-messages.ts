/**
 * Checks the message catalogues against each other and against the code, and the Chinese of messages, content
 * and places for characters of the wrong script. Prints each problem with what to do about it.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foreignCharacters } from './chinese-script.ts';

type Messages = Readonly<Record<string, string>>;

const root = 'src/lib/i18n/catalogues';
const complete = ['en', 'vi', 'zh-CN', 'zh-TW'] as const;
const languages = [...complete, 'zh-HK'] as const;
const pluralsOf: Readonly<Record<(typeof languages)[number], readonly string[]>> = {
  en: ['one', 'other'],
  vi: ['other'],
  'zh-CN': ['other'],
  'zh-TW': ['other'],
  'zh-HK': ['other'],
};
const scriptOf = { 'zh-CN': 'simplified', 'zh-TW': 'traditional', 'zh-HK': 'traditional' } as const;

const problems: string[] = [];

function readMessages(language: string, area: string): Messages {
  const file = join(root, language, `${area}.json`);
  if (!existsSync(file)) {
    problems.push(`${file}: is missing; begin it as {}`);
    return {};
  }
  const text = readFileSync(file, 'utf8');
  const seen = new Set<string>();
  for (const [, key = ''] of text.matchAll(/^\s*"((?:[^"\\]|\\.)+)"\s*:/gm)) {
    if (seen.has(key)) problems.push(`${file}: "${key}" stands twice; only the last would count. Remove one.`);
    seen.add(key);
  }
  const parsed: unknown = JSON.parse(text);
  return Object.fromEntries(
    Object.entries(parsed as Record<string, unknown>).filter((entry): entry is [string, string] => {
      if (typeof entry[1] === 'string' && entry[1].trim() !== '') return true;
      problems.push(`${file}: "${entry[0]}" must be a text that is not empty`);
      return false;
    }),
  );
}

const placeholders = (message: string): string[] => [...message.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)].map(([, name = '']) => name);

/** One voice in Chinese, in messages and texts alike: a friend who knows the trade says 你. */
const formalAddress = '您';

/** The key without plural suffix, if English counts with it. */
function baseOf(key: string, english: Messages): string {
  const base = key.replace(/_(?:one|other)$/, '');
  return base !== key && `${base}_one` in english ? base : key;
}

function checkPlurals(file: string, english: Messages): void {
  for (const key of Object.keys(english)) {
    const base = key.replace(/_(?:one|other)$/, '');
    if (base === key) continue;
    const other = key.endsWith('_one') ? `${base}_other` : `${base}_one`;
    if (!(other in english))
      problems.push(`${file}: "${key}" needs "${other}" beside it. If it is no plural, give it a name that does not end in _one or _other.`);
  }
}

function checkLanguage(language: (typeof languages)[number], area: string, messages: Messages, english: Messages, reference: Messages): void {
  const file = join(root, language, `${area}.json`);
  const bases = new Map<string, boolean>();
  for (const key of Object.keys(english)) bases.set(baseOf(key, english), baseOf(key, english) !== key);
  const expected = new Map(
    [...bases].flatMap(([base, plural]) =>
      plural ? pluralsOf[language].map((form) => [`${base}_${form}`, `${base}_other`] as const) : [[base, base] as const],
    ),
  );
  for (const [key, englishKey] of expected) {
    const message = messages[key];
    if (message === undefined) {
      if (language !== 'zh-HK') problems.push(`${file}: "${key}" is missing (English: "${english[englishKey] ?? ''}")`);
      continue;
    }
    const single = /(?<!\{)\{\w+\}(?!\})/.exec(message);
    if (single) problems.push(`${file}: "${key}" shows ${single[0]} as it stands; what is filled in has two braces on each side`);
    const wanted = new Set(placeholders(english[englishKey] ?? ''));
    const given = new Set(placeholders(message));
    // "one review" may do without the number.
    if (key.endsWith('_one')) wanted.delete('count');
    for (const name of wanted) if (!given.has(name)) problems.push(`${file}: "${key}" leaves out {{${name}}}, which English has`);
    for (const name of given)
      if (!wanted.has(name) && name !== 'count') problems.push(`${file}: "${key}" uses {{${name}}}, which English does not have; nobody passes it`);
    if (language !== 'en' && message === english[englishKey] && /[a-z]{3,} [a-z]{3,}/.test(message.replaceAll(/\{\{.*?\}\}/g, '')))
      problems.push(`${file}: "${key}" is still English: "${message}"`);
  }
  for (const key of Object.keys(messages)) {
    if (!expected.has(key))
      problems.push(
        `${file}: "${key}" is not in the English catalogue${key.endsWith('_one') && language !== 'en' ? ' (this language has no form for one; keep _other only)' : ''}. Remove it, or add it there.`,
      );
    else if (language === 'zh-HK' && messages[key] === reference[key])
      problems.push(`${file}: "${key}" says the same as zh-TW; zh-HK holds only what differs. Remove it.`);
  }
  if (language in scriptOf) checkScript(file, messages, scriptOf[language as keyof typeof scriptOf]);
}

function checkScript(file: string, messages: Messages, script: 'simplified' | 'traditional'): void {
  for (const [key, message] of Object.entries(messages)) {
    const foreign = foreignCharacters(message, script);
    if (foreign.length > 0) problems.push(`${file}: "${key}" has ${foreign.join('')}, not ${script} characters`);
    if (message.includes(formalAddress)) problems.push(`${file}: "${key}" says ${formalAddress}; the site says 你`);
  }
}

function filesBelow(folder: string, endings: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Keys the code asks for: literals, and the groups given to coded(). */
function checkUse(english: ReadonlyMap<string, Messages>): void {
  const literals = new Set<string>();
  const groups = new Set<string>();
  for (const file of filesBelow('src', /\.(ts|tsx|astro)$/)) {
    const source = readFileSync(file, 'utf8');
    for (const [, key = ''] of source.matchAll(/['"`]([a-z]+\.[\w.]+)['"`]/g)) literals.add(key);
    for (const [, group = ''] of source.matchAll(/\bcoded\([^,()]*(?:\([^()]*\))?[^,()]*,\s*'(\w+)'/g)) groups.add(group);
    if (file.endsWith('i18n/coded.ts')) continue;
    const lines = source.split('\n');
    for (const [index, line] of lines.entries()) {
      if (/\bt\(\s*`[^`]*\$\{|\bt\(\s*'[^']*'\s*\+|as MessageKey\b/.test(line))
        problems.push(`${file}:${index + 1}: builds a message key. Write keys as literals, or look codes up with coded().`);
    }
  }
  for (const [area, messages] of english) {
    for (const key of Object.keys(messages)) {
      const name = `${area}.${baseOf(key, messages)}`;
      const viaCode = area === 'codes' && [...groups].some((group) => key.startsWith(`${group}_`));
      if (!literals.has(name) && !viaCode) problems.push(`${root}/*/${area}.json: "${key}" is used nowhere. Remove it from every language.`);
    }
  }
}

function checkContent(): void {
  const folders = [
    ['zh-cn', 'simplified'],
    ['zh-tw', 'traditional'],
    ['zh-hk', 'traditional'],
  ] as const;
  for (const file of filesBelow('src/content', /\.md$/)) {
    const script = folders.find(([locale]) => file.includes(`/${locale}/`))?.[1];
    if (!script) continue;
    for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
      const foreign = foreignCharacters(line, script);
      if (foreign.length > 0) problems.push(`${file}:${index + 1}: has ${foreign.join('')}, not ${script} characters`);
      if (line.includes(formalAddress)) problems.push(`${file}:${index + 1}: says ${formalAddress}; the site says 你`);
    }
  }
  for (const file of filesBelow('src/content', /\.yaml$/)) {
    for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
      for (const [, field = '', value = ''] of line.matchAll(/\b(zh|zhHant|zhHk)\s*:\s*("[^"]*"|'[^']*'|[^,}#]+)/g)) {
        const script = field === 'zh' ? 'simplified' : 'traditional';
        const foreign = foreignCharacters(value, script);
        if (foreign.length > 0) problems.push(`${file}:${index + 1}: ${field} has ${foreign.join('')}, not ${script} characters`);
      }
    }
  }
}

const areas = [...new Set(languages.flatMap((language) => readdirSync(join(root, language)).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? [])))];
const english = new Map<string, Messages>();
for (const area of areas) {
  const inEnglish = readMessages('en', area);
  english.set(area, inEnglish);
  checkPlurals(join(root, 'en', `${area}.json`), inEnglish);
  const taiwan = readMessages('zh-TW', area);
  for (const language of languages) {
    const messages = language === 'en' ? inEnglish : language === 'zh-TW' ? taiwan : readMessages(language, area);
    checkLanguage(language, area, messages, inEnglish, taiwan);
  }
}
checkUse(english);
checkContent();

for (const problem of problems) console.error(problem);
const count = [...english.values()].reduce((sum, messages) => sum + Object.keys(messages).length, 0);
console.log(`${count} messages in ${languages.length} languages; ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
