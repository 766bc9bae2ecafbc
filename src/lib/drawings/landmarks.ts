/** What a town is known by. */
import { bandedTower, bridge, roofDeck, tower, wheel } from './iron-landmarks.ts';
import { arch, castle, dome, opera, pagoda } from './stone-landmarks.ts';

export type Landmark = 'tower' | 'banded-tower' | 'wheel' | 'roof-deck' | 'opera' | 'bridge' | 'dome' | 'pagoda' | 'castle' | 'arch' | 'none';

/** A landmark `h` pixels tall in a main and an accent colour. */
export function drawLandmark(landmark: Landmark, h: number, main: string, accent: string): string {
  const tone = { main, accent };
  switch (landmark) {
    case 'tower':
      return tower(h, tone);
    case 'banded-tower':
      return bandedTower(h, tone);
    case 'roof-deck':
      return roofDeck(h, tone);
    case 'wheel':
      return wheel(h, tone);
    case 'opera':
      return opera(h, tone);
    case 'bridge':
      return bridge(h, tone);
    case 'dome':
      return dome(h, tone);
    case 'pagoda':
      return pagoda(h, tone);
    case 'castle':
      return castle(h, tone);
    case 'arch':
      return arch(h, tone);
    case 'none':
      return '';
  }
}

/** How tall each stands beside a town whose highest roofs reach `peak` pixels. */
export function landmarkHeight(landmark: Landmark, peak: number): number {
  const share: Readonly<Record<Landmark, number>> = {
    tower: 1.25,
    'banded-tower': 1.25,
    'roof-deck': 0.78,
    wheel: 0.95,
    opera: 0.5,
    bridge: 0.72,
    dome: 0.78,
    pagoda: 0.95,
    castle: 0.85,
    arch: 0.52,
    none: 0,
  };
  return Math.min(560, Math.max(landmark === 'opera' || landmark === 'arch' ? 190 : 290, peak * share[landmark]));
}
