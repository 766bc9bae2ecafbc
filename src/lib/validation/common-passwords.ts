/**
 * Passwords that are tried first: well-known words and rows of keys with what people add to them, the site's name, and what is known of
 * the person. A password is taken apart into such pieces; each counts as one sign, and what is left must be enough. Browser-safe.
 */
import { brand } from '#lib/brand.ts';

/** Signs that have to be left when well-known pieces count as one each. */
const enough = 5;
/** Signs at the end of a password that may be a number beside a word: a year and a mark. */
const longestTail = 6;
/** Longer passwords are not taken apart: no well-known piece is most of them. */
const longest = 128;

/** What stands in lists of passwords that became known, without digits and signs around it; the first ones are whole families. */
const words = `password passwort passwd motdepasse contrasena senha matkhau matkhaucuatoi mima mimashi pass secret private admin administrator root
  user username login signin letmein welcome hello hallo bonjour changeme default guest master access system server test testing tester
  temp trustno iloveyou iloveu loveyou lovely love lover loveme forever always babygirl babyboy baby angel princess prince queen king
  sunshine flower butterfly rainbow blessed heaven jesus christ god faith hope grace peace freedom happy smile friend friends family
  mother father mommy daddy sister brother honey sweet sweetie sugar cookie chocolate cheese pepper ginger banana orange apple cherry
  peanut pumpkin monkey dragon tiger lion eagle falcon wolf panther puppy kitty kitten doggy dolphin turtle bunny rabbit chicken horse
  snoopy garfield mickey pokemon pikachu naruto batman superman spiderman ironman starwars matrix hunter killer shadow ghost phantom
  ninja samurai warrior knight wizard magic merlin gandalf legend hero storm thunder lightning fire phoenix diamond silver golden gold
  purple yellow green black white blue red summer winter spring autumn january february march april may june july august september
  october november december monday tuesday wednesday thursday friday saturday sunday football baseball basketball soccer hockey tennis
  golf arsenal chelsea liverpool manchester united barcelona madrid juventus milan lakers yankees cowboys steelers packers rangers
  ferrari porsche mercedes mustang corvette harley yamaha honda toyota google facebook twitter instagram whatsapp wechat weixin alibaba
  taobao youtube amazon samsung iphone android windows microsoft computer internet network hacker cyber linux oracle michael jordan
  jessica jennifer ashley amanda daniel andrew joshua matthew anthony robert thomas charlie george william james david richard joseph
  maria anna nicole michelle sarah laura emily sophie alexander maggie buster bailey rocky lucky max buddy cooper london leeds england
  britain scotland ireland america canada australia china beijing shanghai hongkong taiwan taipei vietnam hanoi saigon india france
  germany college university school student students campus housing apartment flat room home house rent renter landlord tenant
  woaini woaiwo nihao zhongguo aini baobei laopo laogong anhyeuem emyeuanh yeuem yeuanh congchua giadinh hanhphuc khongbiet
  qwertyuiop qwerty qwert azerty qwertz asdfghjkl asdfgh asdf zxcvbnm zxcvbn zxcv qazwsx qazwsxedc wsxedc qweasd qweasdzxc asdzxc
  poiuytrewq lkjhgfdsa mnbvcxz abcdefg abcd abc xyz aaa zzz pokemon starcraft counterstrike minecraft fortnite roblox gamer player
  whatever nothing something anything everything blahblah asshole fuckyou fuckme fuck bitch pussy sexy shit fucker playboy badboy
  1314 520 5201314 147258 159753 123 007 666 888 money cash dollar rich success winner champion number one first new old big super mega ultra best cool nice good great`
  .split(/\s+/)
  .filter((word) => word.length >= 3);

const rows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '!@#$%^&*()',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
];
const backwards = (text: string): string => [...text].toReversed().join('');
const runs = rows.flatMap((row) => [row, backwards(row)]);

/** Signs that stand for letters. */
const meant: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '0': 'o', '1': 'l', '3': 'e', '5': 's', $: 's', '7': 't', '!': 'i', '8': 'b', '9': 'g' };
const read = (text: string, one: string): string => text.replaceAll(/[@401357$!89]/g, (sign) => (sign === '1' ? one : (meant[sign] ?? sign)));

const siteNames = [brand.name, brand.company, ...Object.values(brand.names)].map((name) => name.toLowerCase());

/** Longest first, so that a piece is not taken for a shorter one. */
const known = [...new Set([...words, ...siteNames])].toSorted((a, b) => b.length - a.length);

/** What is known of somebody, in pieces of three signs and more. @example piecesOf('lan.nguyen@example.org') // ['lan.nguyen@example.org', 'lan', 'nguyen', …] */
function piecesOf(about: string): readonly string[] {
  const whole = about.normalize('NFKC').toLowerCase().slice(0, 254);
  const [mailbox = ''] = whole.split('@');
  const digits = whole.replaceAll(/\D/g, '');
  return [whole, mailbox, ...whole.split(/[^\p{L}\p{N}]+/u), ...(digits.length >= 6 ? [digits, digits.slice(-8), digits.slice(-6)] : [])].filter(
    (piece) => piece.length >= 3,
  );
}

/** Length of the row of neighbouring keys, letters or digits, or of one sign again and again, that begins at a place. */
function runAt(text: string, at: number): number {
  let same = at + 1;
  while (same < text.length && text[same] === text[at]) same += 1;
  let most = same - at;
  for (let length = Math.min(text.length - at, 26); length > Math.max(most, 2); length--)
    if (runs.some((row) => row.includes(text.slice(at, at + length)))) {
      most = length;
      break;
    }
  return most >= 3 ? most : 0;
}

/** Signs of a text in which each well-known piece counts as one. */
function signsOf(text: string, pieces: readonly string[]): number {
  let signs = 0;
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const year = /^(?:19|20)\d\d/.test(rest) ? 4 : 0;
    const piece = pieces.find((one) => rest.startsWith(one))?.length ?? 0;
    // The same again: `abcabc` says no more than `abc`.
    const again = [8, 7, 6, 5, 4, 3, 2].find((length) => at >= length && rest.startsWith(text.slice(at - length, at))) ?? 0;
    const taken = Math.max(year, piece, runAt(text, at), again);
    at += Math.max(1, taken);
    signs += 1;
  }
  return signs;
}

/**
 * Whether a password is one of those that are tried first.
 * @param about what is known of the person: name, mail address, number.
 * @example isCommonPassword('Passw0rd!') // true
 * @example isCommonPassword('Bridge-2027') // false
 */
export function isCommonPassword(password: string, about: readonly string[] = []): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (text.length > longest) return false;
  const pieces = [...about.flatMap(piecesOf), ...known].toSorted((a, b) => b.length - a.length);
  // As it is typed, and as it is meant: both ways of reading a one, and digits at the end as letters or as a number.
  const tail = /[\d\p{P}\p{S}]*$/u.exec(text)?.[0].length ?? 0;
  const cuts = Array.from({ length: Math.min(tail, longestTail) + 1 }, (_, more) => text.length - more);
  const readings = cuts.flatMap((at) => (['l', 'i'] as const).map((one) => read(text.slice(0, at), one) + text.slice(at)));
  return [text, ...readings].some((reading) => signsOf(reading, pieces) < enough);
}

/** What people add. */
const endings = '1 12 123 1234 12345 123456 1! 123! @1 @123 2 7 01 11 99 007 2024 2025 2026'.split(' ');

function* dressed(list: readonly string[]): Generator<string> {
  for (const word of list)
    for (const spelled of new Set([
      word,
      `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`,
      word.replaceAll('a', '@').replaceAll('o', '0'),
      word.replaceAll('o', '0'),
    ]))
      for (const ending of ['', ...endings]) {
        yield `${spelled}${ending}`;
        yield `${spelled[0]?.toUpperCase() ?? ''}${spelled.slice(1)}${ending}`;
      }
}

/** Rows of digits before or after a letter or two. */
const numbers = ['123456', '1234567', '12345678', '123456789', '1234567890', '12345', '1234', '123123', '111111', '112233', '987654321', '654321'];
const mixed = numbers.flatMap((row) =>
  ['a', 'A', 'q', 'abc', 'Abc', 'qwe', 'Qwe', 'aa', 'z', 'asd', 'Aa', '!', '@'].flatMap((more) => [`${row}${more}`, `${more}${row}`]),
);

/** The commonest ones written out, for passwords of which only what a browser makes of them is known. */
export const commonPasswords = (): readonly string[] => [
  ...new Set([...mixed, '1qaz2wsx', '1q2w3e4r', '1q2w3e4r5t', 'q1w2e3r4', 'zaq12wsx', ...dressed(known)]),
];

/** The same of one person. */
export const ownPasswords = (about: readonly string[]): readonly string[] => [...new Set(dressed(about.flatMap(piecesOf)))];
