/** Windows, drawn once per picture and repeated. Origin: the opening's upper left corner; lengths in pixels unless said. */
import type { Building } from './building.ts';
import { darker, lighter, mix } from './colour.ts';
import type { WindowKind } from './idiom.ts';
import type { Light } from './light.ts';
import { comb, path, rect, round, stroke, trace } from './svg.ts';

/** What someone made of a window: nothing, curtains, a blind half down, a plant, the lamp on. */
export type Look = 'plain' | 'curtains' | 'blind' | 'plant' | 'lit' | 'lit-curtains';

/** Lengths in metres. `width` and `height` may be shares of the bay and the storey for windows that fill them. */
export interface Opening {
  readonly width: number;
  readonly height: number;
  /** Floor to the lower edge. */
  readonly sill: number;
}

const openings: Readonly<Record<WindowKind, Opening>> = {
  sash: { width: 1.15, height: 1.85, sill: 0.7 },
  casement: { width: 1.35, height: 1.45, sill: 0.85 },
  shuttered: { width: 1.05, height: 1.65, sill: 0.75 },
  french: { width: 1.15, height: 2.45, sill: 0.12 },
  ribbon: { width: 9, height: 1.45, sill: 0.8 },
  square: { width: 1.75, height: 1.65, sill: 0.7 },
  tall: { width: 1.45, height: 2.35, sill: 0.3 },
  slider: { width: 2.2, height: 2.05, sill: 0.1 },
  jalousie: { width: 1.05, height: 2.3, sill: 0.35 },
  'curtain-wall': { width: 9, height: 2.35, sill: 0.85 },
  lattice: { width: 1.9, height: 1.25, sill: 0.8 },
  slot: { width: 1.9, height: 0.85, sill: 1.2 },
};

/** The opening of a building's windows in metres, never wider than its bay. */
export function openingOf(building: Building): Opening {
  const opening = openings[building.windowKind];
  const fullBay = opening.width > building.bayWidth;
  return {
    width: fullBay ? building.bayWidth : Math.min(opening.width, building.bayWidth - 0.5),
    height: Math.min(opening.height, building.storeyHeight - opening.sill - 0.25),
    sill: opening.sill,
  };
}

interface Pane {
  readonly width: number;
  readonly height: number;
  /** Pixels per metre. */
  readonly metre: number;
  readonly building: Building;
  readonly light: Light;
}

const warm = ['#F6CF86', '#F1BC6A'] as const;

function hangings(pane: Pane, look: Look): string {
  const { width: w, height: h, light } = pane;
  const cloth = look === 'lit-curtains' ? '#E39F58' : light.paint('#F3EADA');
  const sides = (share: number): string =>
    path(trace('M0 0H', w * share, 'Q', w * share * 0.95, h * 0.55, w * share * 0.5, h, 'H0Z'), cloth) +
    path(trace('M', w, 0, 'H', w * (1 - share), 'Q', w * (1 - share * 0.95), h * 0.55, w * (1 - share * 0.5), h, 'H', w, 'Z'), cloth);
  switch (look) {
    case 'curtains':
      return sides(0.36);
    case 'lit-curtains':
      return sides(0.3);
    case 'blind':
      return rect(0, 0, w, h * 0.42, light.paint('#EFE6D6')) + rect(0, h * 0.4, w, Math.max(1, h * 0.02), light.paint('#CFC3AF'));
    case 'plant': {
      const leaf = light.paint('#6E8F6B');
      return (
        path(
          trace('M', w * 0.62, h, 'C', w * 0.4, h * 0.8, w * 0.5, h * 0.6, w * 0.62, h * 0.62, 'C', w * 0.7, h * 0.5, w * 0.95, h * 0.66, w * 0.84, h, 'Z'),
          leaf,
        ) + rect(w * 0.62, h * 0.9, w * 0.2, h * 0.1, light.paint('#B9714F'))
      );
    }
    case 'plain':
    case 'lit':
      return '';
  }
}

function glazing(pane: Pane, look: Look): string {
  const { width: w, height: h, metre, light } = pane;
  const lit = look === 'lit' || look === 'lit-curtains';
  const glass = lit ? warm[look === 'lit' ? 0 : 1] : light.glass;
  const shine =
    lit || metre < 15
      ? ''
      : path(trace('M', w * 0.52, 0, 'H', w * 0.86, 'L', w * 0.4, h, 'H', w * 0.06, 'Z'), '#FFFFFF', `opacity="${light.night ? 0.05 : 0.16}"`);
  const reveal = metre * 0.12;
  return (
    rect(0, 0, w, h, glass) +
    shine +
    hangings(pane, look) +
    rect(0, 0, w, reveal, light.shadow, 'opacity=".24"') +
    (metre < 11 ? '' : rect(0, reveal, reveal * 0.7, h - reveal, light.shadow, 'opacity=".14"'))
  );
}

/** Bars as shares of width (upright) and height (level). */
function bars(pane: Pane, upright: readonly number[], level: readonly number[], metresWide: number): string {
  const { width: w, height: h, metre, building, light } = pane;
  const d = upright.map((share) => trace('M', w * share, 0, 'V', h)).join('') + level.map((share) => trace('M0', h * share, 'H', w)).join('');
  return stroke(trace('M0 0H', w, 'V', h, 'H0Z') + d, light.paint(building.frame), Math.max(1, metresWide * metre));
}

function shutters(pane: Pane, leafWidth: number): string {
  const { width: w, height: h, metre, building, light } = pane;
  const colour = light.paint(building.accent);
  const leaf = leafWidth * metre;
  const slats = (x: number): string => {
    if (metre < 16) return '';
    const step = metre * 0.11;
    const slat = Math.max(0.8, metre * 0.025);
    return comb(trace('M', x + leaf / 2, step * 1.4, 'V', h - step), leaf * 0.64, slat, step - slat, darker(colour, 0.28));
  };
  const one = (x: number): string => rect(x, 0, leaf, h, colour) + slats(x) + rect(x + leaf - 1.5, 0, 1.5, h, light.shadow, 'opacity=".2"');
  return one(-leaf) + one(w);
}

function louvredLeaves(pane: Pane): string {
  const { width: w, height: h, metre, building, light } = pane;
  const colour = light.paint(building.accent);
  const arch =
    path(trace('M0 0A', w / 2, w / 2, '0 0 1', w, 0, 'Z'), light.paint(lighter(building.accent, 0.55))) +
    stroke(trace('M0 0A', w / 2, w / 2, '0 0 1', w, 0, 'M', w / 2, 0, 'V', -w / 2), light.paint(building.frame), Math.max(1, metre * 0.06));
  const slat = Math.max(0.8, metre * 0.03);
  const slats = trace('M', w * 0.25, metre * 0.2, 'V', h * 0.94, 'M', w * 0.75, metre * 0.2, 'V', h * 0.94);
  return arch + rect(0, 0, w, h * 0.62, colour, 'opacity=".96"') + (metre < 12 ? '' : comb(slats, w * 0.38, slat, metre * 0.13 - slat, darker(colour, 0.25)));
}

function joinery(pane: Pane, kind: WindowKind): string {
  const { width: w, height: h, metre, building, light } = pane;
  switch (kind) {
    case 'sash':
      return bars(pane, metre > 14 ? [0.5] : [], [0.48], 0.06);
    case 'casement':
      return bars(pane, [0.5], metre > 14 ? [0.3] : [], 0.07);
    case 'shuttered':
      return bars(pane, [0.5], [0.33, 0.66], 0.05) + shutters(pane, 0.5);
    case 'french':
      return bars(pane, [0.5], [0.25, 0.5, 0.75], 0.05);
    case 'ribbon':
      return bars(pane, [0.33, 0.66], [], 0.06);
    case 'square':
      return bars(pane, [0.66], [], 0.07);
    case 'tall':
      return rect(w * 0.74, 0, w * 0.26, h, light.paint(mix(building.accent, building.frame, 0.2))) + bars(pane, [0.74], [0.72], 0.06);
    case 'slider':
      return bars(pane, [0.5], [], 0.07);
    case 'jalousie':
      return louvredLeaves(pane) + bars(pane, [0.5], [0.62], 0.05);
    case 'curtain-wall':
      return stroke(
        trace('M0', -metre * 0.4, 'V', h + metre, 'M', w * 0.5, 0, 'V', h),
        light.paint(building.trim),
        Math.max(0.8, metre * 0.08),
        'opacity=".75"',
      );
    case 'lattice': {
      const slat = Math.max(1, metre * 0.06);
      return comb(trace('M', w / 12 - slat / 2, h / 2, 'H', w), h, slat, w / 12 - slat, light.paint(building.frame)) + bars(pane, [], [], 0.1);
    }
    case 'slot':
      return bars(pane, [0.4], [], 0.06);
  }
}

function surround(pane: Pane): string {
  const { width: w, height: h, metre: m, building, light } = pane;
  const trim = light.paint(building.trim);
  const kind = building.windowKind;
  if (kind === 'curtain-wall' || kind === 'ribbon') return '';
  const sillShadow = rect(-0.06 * m, h + 0.09 * m, w + 0.12 * m, 0.07 * m, light.shadow, 'opacity=".18"');
  const sill = rect(-0.1 * m, h, w + 0.2 * m, 0.09 * m, trim) + sillShadow;
  if (building.cladding === 'brick' && (kind === 'sash' || kind === 'casement')) {
    const head = trace('M', -0.1 * m, 0, 'L', -0.2 * m, -0.26 * m, 'H', w + 0.2 * m, 'L', w + 0.1 * m, 0, 'Z');
    const keystone = trace('M', w / 2 - 0.08 * m, 0.02 * m, 'L', w / 2 - 0.13 * m, -0.34 * m, 'h', 0.26 * m, 'L', w / 2 + 0.08 * m, 0.02 * m, 'Z');
    return sill + path(head, trim) + (m > 18 ? path(keystone, darker(trim, 0.06)) : '');
  }
  if (kind === 'french' || building.cladding === 'stone' || building.cladding === 'boards' || building.idiom === 'tenement') {
    const hood = rect(-0.22 * m, -0.24 * m, w + 0.44 * m, 0.1 * m, trim) + rect(-0.18 * m, -0.14 * m, w + 0.36 * m, 0.06 * m, light.shadow, 'opacity=".16"');
    return rect(-0.13 * m, -0.13 * m, w + 0.26 * m, h + 0.13 * m, trim) + (building.cladding === 'boards' ? '' : hood) + sill;
  }
  return kind === 'slider' || kind === 'lattice' ? '' : sill;
}

/** One window with its surround. `metre` is pixels per metre. */
export function drawWindow(building: Building, light: Light, metre: number, look: Look): string {
  const opening = openingOf(building);
  const pane: Pane = { width: opening.width * metre, height: opening.height * metre, metre, building, light };
  return surround(pane) + glazing(pane, look) + joinery(pane, building.windowKind);
}

/** A plain glazed area with upright bars `step` pixels apart, for lobbies and shops. */
export function glazedWall(width: number, height: number, step: number, light: Light, frame: string): string {
  const count = Math.max(1, Math.round(width / step));
  const uprights = Array.from({ length: count + 1 }, (_, index) => `M${round((width * index) / count)} 0V${round(height)}`).join('');
  const glass = light.night ? warm[0] : mix(light.glass, '#4E6670', 0.35);
  const shine = path(
    trace('M', width * 0.3, 0, 'h', width * 0.12, 'l', -height * 0.5, height, 'h', -width * 0.12, 'Z'),
    '#FFFFFF',
    `opacity="${light.night ? 0.12 : 0.13}"`,
  );
  return rect(0, 0, width, height, glass) + shine + stroke(`${uprights}M0 ${round(height * 0.24)}H${round(width)}`, frame, 2.5);
}
