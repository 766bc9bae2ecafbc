/** By whose clocks the desk is read. Browser-safe. */
import type { Locale } from '#lib/i18n/locales.ts';
import { readerZones } from './reader-zones.ts';

type Asks = { readonly visitor: { readonly staff?: { readonly zone?: string | undefined } | undefined } | undefined; readonly locale: Locale };

/** The zone that a member of staff chose; else that of most readers of their language; else UTC. Pages of the desk say once which it is. */
export const deskZone = ({ visitor, locale }: Asks): string => visitor?.staff?.zone ?? readerZones[locale] ?? 'UTC';
