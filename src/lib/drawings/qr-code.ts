/** QR codes as SVG. */
import { renderSVG } from 'uqr';

/** @returns markup of an SVG element that fills what it stands in. */
export function qrCode(text: string): string {
  return renderSVG(text, { ecc: 'M', border: 2 });
}
