/** The written half of a link-preview picture, as paths: no reader's fonts are needed to show it. */
import satori from 'satori';
import { markOnLight } from '#lib/brand-mark.ts';
import { brandName } from '#lib/brand.ts';
import { isChinese, localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { ogFonts, spareFonts } from './og-fonts.files.ts';
import { brand } from '#lib/drawings/palette.ts';

export const ogTextWidth = 660;
const height = 630;

type Element = { readonly type: string; readonly props: Readonly<Record<string, unknown>> };
const box = (style: Readonly<Record<string, unknown>>, children: string | readonly Element[]): Element => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

const markAddress = `data:image/svg+xml;base64,${Buffer.from(markOnLight).toString('base64')}`;

/** Pixels of the title: long titles are set smaller, so that three lines hold them. */
function titleSize(title: string, locale: Locale): number {
  const room = isChinese(locale) ? [14, 24, 36] : [28, 52, 80];
  const step = room.findIndex((most) => title.length <= most);
  return [68, 58, 48, 42][step === -1 ? 3 : step] ?? 42;
}

/**
 * @param lines facts below the title, each on a line of its own; long ones end in an ellipsis.
 * @returns an SVG document of 660 × 630 pixels.
 */
export async function drawOgText(locale: Locale, title: string, lines: readonly string[]): Promise<string> {
  const clamp = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' } as const;
  const tree = box(
    {
      flexDirection: 'column',
      justifyContent: 'space-between',
      width: ogTextWidth,
      height,
      boxSizing: 'border-box',
      padding: '56px 48px 52px 64px',
      backgroundColor: brand.paper,
      color: brand.ink,
      fontFamily: 'latin',
    },
    [
      box({ alignItems: 'center', fontSize: 34, color: brand.harbour }, [
        { type: 'img', props: { src: markAddress, width: 48, height: 48, style: { marginRight: 14 } } },
        box({}, brandName(locale)),
      ]),
      box({ flexDirection: 'column' }, [
        {
          type: 'div',
          props: {
            style: { ...clamp, lineClamp: 3, fontSize: titleSize(title, locale), lineHeight: 1.22, letterSpacing: isChinese(locale) ? 0 : -0.8 },
            children: title,
          },
        },
        ...lines.map((line) => ({
          type: 'div',
          props: { style: { ...clamp, lineClamp: 1, fontSize: 31, lineHeight: 1.5, marginTop: 14, color: brand.mutedInk }, children: line },
        })),
      ]),
      box({ width: 84, height: 6, backgroundColor: brand.persimmon }, ''),
    ],
  );
  const svg = await satori(tree as Parameters<typeof satori>[0], {
    width: ogTextWidth,
    height,
    fonts: await ogFonts(locale),
    loadAdditionalAsset: async (code) => (code === 'emoji' ? '' : spareFonts()),
    ...{ locale: localeFacts[locale].intl },
  });
  return svg;
}
