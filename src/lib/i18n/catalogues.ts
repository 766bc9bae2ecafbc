/** The UI catalogues (R9.45): a folder per language with one JSON file per area; zh-HK only overrides zh-TW. English is the shape of all. */
import { en } from './catalogues/en/index.ts';
import { vi } from './catalogues/vi/index.ts';
import { zhCN } from './catalogues/zh-CN/index.ts';
import { zhTW } from './catalogues/zh-TW/index.ts';
import { zhHK } from './catalogues/zh-HK/index.ts';

type Plain<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;
type Catalogue = typeof en;

/** Every key a message may be asked by, plural suffixes left out: 'house.nights', 'chrome.menu'. */
export type MessageKey = { [Area in keyof Catalogue]: `${Area & string}.${Plain<keyof Catalogue[Area] & string>}` }[keyof Catalogue];

/** Messages by catalogue language. */
export const catalogues: Readonly<Record<'en' | 'vi' | 'zh-CN' | 'zh-TW' | 'zh-HK', Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  en,
  vi,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'zh-HK': zhHK,
};
