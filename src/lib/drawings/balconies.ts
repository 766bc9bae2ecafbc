/** Balconies and fins: what a wall wears in front of its windows. One bay, origin at the bay's left end on its floor line; pixels. */
import type { Building } from './building.ts';
import { darker, lighter, mix } from './colour.ts';
import type { Light } from './light.ts';
import { comb, rect, stroke, trace } from './svg.ts';

function railing(x: number, width: number, metre: number, colour: string, height = 1): string {
  const rail = height * metre;
  const step = Math.max(3.2, metre * 0.13);
  const bar = Math.max(0.9, metre * 0.028);
  return (
    comb(trace('M', x, -rail / 2, 'h', width), rail, bar, step - bar, colour) + stroke(trace('M', x, -rail, 'h', width), colour, Math.max(1.4, metre * 0.06))
  );
}

function slabAndShadow(x: number, width: number, metre: number, colour: string, light: Light): string {
  return (
    rect(x, 0, width, Math.max(2, metre * 0.16), colour) +
    rect(x + metre * 0.06, Math.max(2, metre * 0.16), width, Math.max(1.5, metre * 0.22), light.shadow, 'opacity=".17"')
  );
}

/** Seen below the rail of a recessed balcony: the room's front lies in shade. Drawn before the window. */
export function recess(building: Building, light: Light, metre: number): string {
  if (building.balcony !== 'loggia' && building.balcony !== 'panelled') return '';
  const bay = building.bayWidth * metre;
  const inset = building.balcony === 'loggia' ? bay * 0.1 : 0;
  const height = (building.storeyHeight - 0.35) * metre;
  const back = darker(light.paint(building.wall), 0.2);
  return (
    rect(inset, -height, bay - inset * 2, height, back) +
    rect(inset, -height, bay - inset * 2, metre * 0.3, light.shadow, 'opacity=".22"') +
    rect(inset, -height, metre * 0.22, height, light.shadow, 'opacity=".16"')
  );
}

function panelledBalcony(building: Building, light: Light, metre: number): string {
  const bay = building.bayWidth * metre;
  const front = light.paint(mix(building.accent, building.trim, 0.35));
  const party = rect(
    bay - metre * 0.12,
    -(building.storeyHeight - 0.3) * metre,
    metre * 0.18,
    building.storeyHeight * metre - metre * 0.3,
    light.paint(darker(building.trim, 0.08)),
  );
  const cooler =
    rect(bay * 0.08, -metre * 0.6 - metre * 1.05, metre * 0.75, metre * 0.55, light.paint('#EFEDE6')) +
    rect(bay * 0.08 + metre * 0.1, -metre * 1.52, metre * 0.35, metre * 0.35, light.paint('#C9C9C3'));
  return (
    party +
    (metre > 12 ? cooler : '') +
    rect(0, -metre * 1.1, bay, metre * 1.28, front) +
    rect(0, -metre * 1.1, bay, metre * 0.1, light.paint(lighter(building.trim, 0.3))) +
    rect(0, metre * 0.18, bay, metre * 0.22, light.shadow, 'opacity=".2"')
  );
}

function fin(building: Building, light: Light, metre: number): string {
  const bay = building.bayWidth * metre;
  const storey = building.storeyHeight * metre;
  const colour = light.paint(building.accent);
  return (
    rect(bay - metre * 0.14, -storey, metre * 0.28, storey, colour) + rect(bay + metre * 0.14, -storey, metre * 0.22, storey, light.shadow, 'opacity=".16"')
  );
}

/** One bay's balcony, drawn after its window. */
export function drawBalcony(building: Building, light: Light, metre: number): string {
  const bay = building.bayWidth * metre;
  const slab = light.paint(building.trim);
  const iron = light.night ? light.paint('#5A6068') : '#3F4650';
  switch (building.balcony) {
    case 'none':
      return '';
    case 'iron':
      return slabAndShadow(bay * 0.16, bay * 0.68, metre, slab, light) + railing(bay * 0.18, bay * 0.64, metre, iron, 0.95);
    case 'gallery':
      return slabAndShadow(0, bay, metre, slab, light) + railing(0, bay, metre, light.paint(darker(building.frame, 0.1)));
    case 'box': {
      const width = bay * 0.84;
      const front = light.paint(building.accent);
      return (
        slabAndShadow(bay * 0.08, width, metre, slab, light) +
        rect(bay * 0.08, -metre * 1.05, width, metre * 1.05, front) +
        rect(bay * 0.08, -metre * 1.05, width, metre * 0.08, lighter(front, 0.4)) +
        rect(bay * 0.08 + width - metre * 0.14, -metre * 0.97, metre * 0.14, metre * 0.97, light.shadow, 'opacity=".14"')
      );
    }
    case 'loggia':
      return railing(bay * 0.1, bay * 0.8, metre, iron) + rect(bay * 0.1, -metre * 0.03, bay * 0.8, Math.max(2, metre * 0.16), slab);
    case 'panelled':
      return panelledBalcony(building, light, metre);
    case 'fins':
      return fin(building, light, metre);
  }
}
