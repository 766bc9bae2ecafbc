/** Which signs documents can print: a name with another one would stand in a contract with a gap, and nobody would be told. */
import Pdf from 'pdfkit';
import { facesFor } from './faces.ts';
import { opened } from './paper.ts';
import type { Opened } from './paper.ts';

/** Faces take time to read, and are the same for every text: those of Latin scripts, and those for whatever they have not. */
const kept = new Map<string, Promise<readonly Opened[]>>();

function facesOf(text: string): Promise<readonly Opened[]> {
  const key = /^[\u0000-\u024f\u1e00-\u1eff]*$/.test(text) ? 'latin' : 'all';
  const known =
    kept.get(key) ??
    (async () => {
      const doc = new Pdf({ autoFirstPage: false });
      return opened(doc, await facesFor('zh-hk', 'plain', key === 'latin' ? 'a' : '字'));
    })();
  kept.set(key, known);
  return known;
}

/**
 * The first sign of a text that no face of ours has; undefined where all of it can be printed.
 * @example await unprintable('阮氏芳草𠮷') // '𠮷'
 */
export async function unprintable(text: string): Promise<string | undefined> {
  const faces = await facesOf(text);
  return [...text.normalize('NFC')].find((sign) => !/\s/.test(sign) && !faces.some(({ has }) => has(sign)));
}
