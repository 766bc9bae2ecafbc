/** Reads the letters that the running site of browser tests has sent: they lie in its data folder. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

type Text = { readonly to: string; readonly at: string; readonly values: Readonly<Record<string, string>> };
type Letter = { readonly to: { readonly address: string }; readonly subject: string; readonly text: string; readonly at: string };

/** The first is the oldest. */
function lettersIn(dataDir: string): readonly Letter[] {
  const folder = join(dataDir, 'outbox');
  if (!existsSync(folder)) return [];
  const letters = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): Letter => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return letters.sort((a, b) => (a.at < b.at ? -1 : 1));
}

const lettersTo = (address: string, dataDir = process.env['SITE_DATA_DIR'] ?? ''): readonly Letter[] =>
  lettersIn(dataDir).filter(({ to }) => to.address === address);

/** The code that was mailed to an address last; undefined while none has come. @param dataDir of another site than that of all browser tests. */
export function codeFor(address: string, dataDir?: string): string | undefined {
  return /^\d{6}/.exec(lettersTo(address, dataDir).at(-1)?.subject ?? '')?.[0];
}

/** The code that was sent to a phone last; undefined while none has come. */
export function textCodeFor(number: string, dataDir = process.env['SITE_DATA_DIR'] ?? ''): string | undefined {
  const folder = join(dataDir, 'outbox-sms');
  if (!existsSync(folder)) return undefined;
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): Text => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return texts
    .filter(({ to, values }) => to === number && 'code' in values)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1)?.values['code'];
}

/** The key of the link that a provider was mailed last about an order; undefined while none has come. @param page the end of its address before the key */
export function keyInMail(code: string, page: string, dataDir = process.env['SITE_DATA_DIR'] ?? ''): string | undefined {
  const texts = lettersIn(dataDir)
    .map(({ text }) => text)
    .filter((text) => text.includes(code));
  return texts.flatMap((text) => (text.includes(`${page}?key=`) ? (/[?&]key=([\w-]{32})/.exec(text)?.[1] ?? []) : [])).at(-1);
}
