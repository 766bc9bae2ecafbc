/** Furniture symbols in plan. Origin: the piece's back left corner against its wall; `u` pixels along it, `v` pixels into the room. */
import { darker, lighter } from './colour.ts';
import { brand } from './palette.ts';
import type { Piece } from './plan-furniture.ts';
import type { PlanLayout } from './plan-layout.ts';
import { circle, ellipse, group, path, rect, round, stroke, trace } from './svg.ts';

const line = '#5B6475';
const sheet = '#FFFFFF';
const outlined = `stroke="${line}" stroke-width="2"`;

interface Size {
  readonly u: number;
  readonly v: number;
  /** Pixels per metre. */
  readonly metre: number;
}

function singleBed({ u, v, metre: m }: Size): string {
  const quilt = '#C9DCDD';
  return (
    rect(0, 0, u, v, sheet, `rx="6" ${outlined}`) +
    path(trace('M', u * 0.32, 1, 'H', u - 5, 'Q', u - 1, 1, u - 1, 6, 'V', v - 6, 'Q', u - 1, v - 1, u - 5, v - 1, 'H', u * 0.32, 'Z'), quilt) +
    stroke(trace('M', u * 0.32, 0, 'V', v, 'M', u * 0.4, 0, 'V', v), line, 1.5) +
    rect(0.12 * m, v * 0.18, 0.36 * m, v * 0.64, '#F6F1E7', `rx="7" ${outlined}`)
  );
}

function doubleBed({ u, v, metre: m }: Size): string {
  const quilt = '#C9DCDD';
  const pillow = (x: number): string => rect(x, 0.1 * m, u * 0.4, 0.36 * m, '#F6F1E7', `rx="7" ${outlined}`);
  return (
    rect(0, 0, u, v, sheet, `rx="6" ${outlined}`) +
    rect(1, v * 0.32, u - 2, v * 0.68 - 1, quilt, 'rx="5"') +
    stroke(trace('M0', v * 0.32, 'H', u, 'M0', v * 0.4, 'H', u), line, 1.5) +
    pillow(u * 0.06) +
    pillow(u * 0.54)
  );
}

function deskWithChair({ u, v, metre: m }: Size): string {
  const seat =
    rect(u / 2 - 0.23 * m, v - 0.05 * m, 0.46 * m, 0.44 * m, '#F1DCCB', `rx="${round(0.12 * m)}" ${outlined}`) +
    stroke(trace('M', u / 2 - 0.21 * m, v + 0.41 * m, 'Q', u / 2, v + 0.49 * m, u / 2 + 0.21 * m, v + 0.41 * m), line, 4);
  const laptop =
    rect(u / 2 - 0.18 * m, 0.16 * m, 0.36 * m, 0.25 * m, '#E6E1D8', `rx="3" ${outlined}`) +
    stroke(trace('M', u / 2 - 0.18 * m, 0.16 * m, 'h', 0.36 * m), line, 4);
  return seat + rect(0, 0, u, v, '#EAD9C2', outlined) + laptop + circle(u * 0.86, v * 0.28, 0.09 * m, '#F0C989', outlined);
}

function wardrobe({ u, v }: Size): string {
  const hangers = Array.from({ length: 9 }, (_, index) => trace('M', u * (0.1 + index * 0.1), v * 0.18, 'l', index % 2 ? 4 : -4, v * 0.64)).join('');
  return (
    rect(0, 0, u, v, '#F1E8DA', outlined) +
    stroke(trace('M', u * 0.05, v * 0.5, 'H', u * 0.95), line, 1.5) +
    stroke(hangers, line, 1.2) +
    stroke(trace('M', u / 2, v, 'v', -v * 0.12), line, 2)
  );
}

function kitchenRow({ u, v, metre: m }: Size): string {
  const top = rect(0, 0, u, v, '#E9E4DA', outlined);
  const sink =
    rect(0.18 * m, v * 0.2, 0.5 * m, v * 0.56, sheet, `rx="6" ${outlined}`) +
    circle(0.43 * m, v * 0.48, 0.035 * m, line) +
    stroke(trace('M', 0.43 * m, v * 0.08, 'V', v * 0.3), line, 3);
  const hobX = Math.max(0.85 * m, u - 1.28 * m);
  const ring = (x: number, y: number, radius: number): string => circle(hobX + x * m, y * v, radius * m, 'none', `stroke="#F4EFE4" stroke-width="2"`);
  const hob =
    u > 1.45 * m
      ? rect(hobX, v * 0.14, 0.56 * m, v * 0.74, '#5B6167', 'rx="5"') +
        ring(0.16, 0.34, 0.085) +
        ring(0.4, 0.34, 0.065) +
        ring(0.16, 0.68, 0.065) +
        ring(0.4, 0.68, 0.085)
      : '';
  const fridge =
    u > 1.95 * m
      ? rect(u - 0.6 * m, 0, 0.6 * m, v, sheet, outlined) +
        stroke(trace('M', u - 0.6 * m, v * 0.86, 'h', 0.6 * m, 'M', u - 0.54 * m, v * 0.93, 'h', 0.16 * m), line, 1.5)
      : '';
  return top + sink + hob + fridge;
}

function sofa({ u, v, metre: m }: Size): string {
  const arm = 0.16 * m;
  const seats = [0, 1]
    .map((at) => rect(arm + (at * (u - arm * 2)) / 2 + 2, v * 0.28, (u - arm * 2) / 2 - 4, v * 0.66, '#E3EBE6', `rx="8" ${outlined}`))
    .join('');
  return rect(0, 0, u, v, '#CBDAD1', `rx="12" ${outlined}`) + seats;
}

function table({ u, v, metre: m }: Size): string {
  const chairs = [0.27, 0.73].flatMap((at) => [rect(u * at - 0.2 * m, v - 0.06 * m, 0.4 * m, 0.3 * m, '#F1DCCB', `rx="9" ${outlined}`)]).join('');
  return (
    chairs +
    rect(0, 0.02 * m, u, v - 0.02 * m, '#EAD9C2', `rx="8" ${outlined}`) +
    circle(u * 0.5, v * 0.5, 0.12 * m, '#F6F1E7', outlined) +
    circle(u * 0.5, v * 0.5, 0.06 * m, '#A9BFA3')
  );
}

function shower({ u, v, metre: m }: Size): string {
  return (
    rect(0, 0, u, v, '#E2EDEF', outlined) +
    stroke(trace('M0 0L', u, v, 'M', u, 0, 'L0', v), '#B5C9CE', 1.5) +
    circle(u / 2, v / 2, 0.05 * m, sheet, outlined) +
    circle(u * 0.2, v * 0.2, 0.075 * m, sheet, outlined)
  );
}

function tub({ u, v, metre: m }: Size): string {
  return (
    rect(0, 0, u, v, sheet, outlined) +
    rect(0.08 * m, 0.08 * m, u - 0.16 * m, v - 0.16 * m, '#E2EDEF', `rx="${round(v * 0.34)}" ${outlined}`) +
    circle(0.26 * m, v / 2, 0.04 * m, line)
  );
}

function toilet({ u, v }: Size): string {
  return (
    rect(u * 0.06, 0, u * 0.88, v * 0.28, sheet, `rx="4" ${outlined}`) +
    ellipse(u / 2, v * 0.63, u * 0.42, v * 0.36, sheet, outlined) +
    ellipse(u / 2, v * 0.65, u * 0.27, v * 0.24, '#E2EDEF')
  );
}

function basin({ u, v, metre: m }: Size): string {
  return (
    rect(0, 0, u, v, sheet, `rx="8" ${outlined}`) +
    ellipse(u / 2, v * 0.56, u * 0.34, v * 0.3, '#E2EDEF', outlined) +
    stroke(trace('M', u / 2, v * 0.1, 'V', v * 0.42), line, 3) +
    circle(u / 2, v * 0.6, 0.025 * m, line)
  );
}

function plant({ u, v }: Size): string {
  const leaf = brand.leaf;
  const leaves = [0, 60, 120, 180, 240, 300]
    .map(
      (turn) =>
        `<ellipse cx="${round(u / 2)}" cy="${round(v * 0.24)}" rx="${round(u * 0.13)}" ry="${round(v * 0.24)}" fill="${turn % 120 ? lighter(leaf, 0.42) : lighter(leaf, 0.28)}" transform="rotate(${turn} ${round(u / 2)} ${round(v / 2)})"/>`,
    )
    .join('');
  return leaves + circle(u / 2, v / 2, u * 0.12, darker(leaf, 0.1));
}

function shelf({ u, v }: Size): string {
  const spines = Array.from({ length: 10 }, (_, index) => trace('M', u * (0.06 + index * 0.09), v * 0.12, 'V', v * 0.88)).join('');
  return rect(0, 0, u, v, '#F1E8DA', outlined) + stroke(spines, line, 1.4);
}

function symbolOf(piece: Piece, size: Size): string {
  switch (piece.kind) {
    case 'bed':
      return singleBed(size);
    case 'double-bed':
      return doubleBed(size);
    case 'desk':
      return deskWithChair(size);
    case 'wardrobe':
      return wardrobe(size);
    case 'kitchen':
      return kitchenRow(size);
    case 'sofa':
      return sofa(size);
    case 'low-table':
      return rect(0, 0, size.u, size.v, '#EAD9C2', `rx="8" ${outlined}`);
    case 'table':
      return table(size);
    case 'shower':
      return shower(size);
    case 'tub':
      return tub(size);
    case 'toilet':
      return toilet(size);
    case 'basin':
      return basin(size);
    case 'shelf':
      return shelf(size);
    case 'plant':
      return plant(size);
  }
}

/** A piece in its place, turned to its wall. `metre` is pixels per metre. */
export function drawPiece(piece: Piece, metre: number): string {
  const [x, y, width, depth] = [piece.x * metre, piece.y * metre, piece.width * metre, piece.depth * metre];
  const turned = {
    front: `translate(${round(x)} ${round(y)})`,
    right: `translate(${round(x + width)} ${round(y)}) rotate(90)`,
    rear: `translate(${round(x + width)} ${round(y + depth)}) rotate(180)`,
    left: `translate(${round(x)} ${round(y + depth)}) rotate(-90)`,
  }[piece.side];
  return group(symbolOf(piece, { u: piece.along * metre, v: piece.away * metre, metre }), `transform="${turned}"`);
}

/** Doors as leaf and quarter circle, over a gap in their wall `thick` pixels wide. */
export function drawDoors(layout: PlanLayout, metre: number, thick: number): string {
  return layout.doors
    .map(({ x, y, along, into, width }) => {
      const [px, py, w] = [x * metre, y * metre, width * metre];
      const end = [px + along[0] * w, py + along[1] * w] as const;
      const open = [px + into[0] * w, py + into[1] * w] as const;
      const turn = along[0] * into[1] - along[1] * into[0] > 0 ? 1 : 0;
      return (
        stroke(trace('M', px, py, 'L', ...end), '#FBF9F5', thick + 3) +
        path(trace('M', px, py, 'L', ...open, 'A', w, w, '0 0', turn === 1 ? 0 : 1, ...end, 'Z'), '#FFFFFF', 'opacity=".55"') +
        stroke(trace('M', ...open, 'A', w, w, '0 0', turn === 1 ? 0 : 1, ...end), line, 1.5, 'stroke-dasharray="7 5"') +
        stroke(trace('M', px, py, 'L', ...open), brand.ink, 5)
      );
    })
    .join('');
}
