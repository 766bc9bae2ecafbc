/** Time zones as readers know them. Browser-safe. */
import { dateTimeFormat } from '#lib/i18n/formats.ts';

/** Zones that can be named here, UTC with them. */
export const knownZones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

/**
 * The zone of a name, however its capitals are; undefined where there is none.
 * @example zoneCalled('europe/london') // 'Europe/London'
 */
export function zoneCalled(text: string): string | undefined {
  const wanted = text.trim();
  // Offsets are no zones: they know no summer time.
  if (!/^[A-Za-z][\w+\-/]{1,62}$/.test(wanted)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: wanted }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** A zone's name in a language. @example zoneName('Europe/London', 'en-GB') // 'United Kingdom Time' */
export const zoneName = (timeZone: string, intl: string): string =>
  timeZone === 'UTC'
    ? 'UTC'
    : (dateTimeFormat(intl, { timeZone, timeZoneName: 'longGeneric' })
        .formatToParts(0)
        .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone);
