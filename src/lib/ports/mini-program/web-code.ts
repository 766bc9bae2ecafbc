/** A QR code of the web address: for sites without a mini-program, and while WeChat does not answer. */
import { qrCode } from '#lib/drawings/qr-code.ts';
import type { MiniProgram } from './mini-program.ts';

export const webCode: MiniProgram = {
  async code({ webAddress, width }) {
    const svg = qrCode(webAddress).replace('<svg ', `<svg width="${width}" height="${width}" `);
    return { kind: 'web', url: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, width };
  },
};
