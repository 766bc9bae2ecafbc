/** Pictures of markers, drawn once for each face on one sheet that the map's layer cuts them from. Colours and letters are the page's own. */
import { faceKey } from './marker.rules.ts';
import type { MarkerFace } from './marker.rules.ts';

/** A picture on the sheet, in device pixels, and where it stands, in pixels of the page from the position it marks. */
export type Picture = {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly high: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The body alone, without shadow and ring. */
  readonly body: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
};

export type MarkerSheet = {
  /** Device pixels of the whole sheet. */
  readonly size: { readonly width: number; readonly height: number };
  /** Device pixels for one of the page. */
  readonly ratio: number;
  /** The places of these faces on the sheet. Where new ones have no room, the sheet begins anew. */
  pictures(faces: readonly MarkerFace[]): readonly Picture[];
  /** Where the body of a face stands, from the position it marks. */
  bodyOf(face: MarkerFace): Picture['body'];
  /** Draws what is new since the last call, one after the other on one canvas, whose upper left corner holds the picture then. */
  drawNew(each: (canvas: HTMLCanvasElement, picture: Picture) => void): void;
  /** Has all be drawn again: for another drawing context, in other colours, or with letters that have come. */
  forget(): void;
};

/** Pixels around a marker's body for its shadow and ring. */
const margin = 12;
/** Pixels from a pill to the position it marks, which its tip bridges. */
const tip = 7;
const sheetSize = { width: 1024, height: 640 };
/** Faces that are measured at once: several views of a map. */
const mostShapes = 1_000;

/** Custom properties of map-page.css. */
const colours = [
  'pin',
  'pin-ink',
  'pin-edge',
  'pin-shadow',
  'pin-seen',
  'pin-seen-ink',
  'pin-full',
  'pin-full-ink',
  'pin-lit',
  'pin-lit-ink',
  'pin-note',
  'pin-ring',
  'pin-here',
] as const;
type Colours = Readonly<Record<(typeof colours)[number], string>>;

function readColours(element: HTMLElement): Colours {
  const style = getComputedStyle(element);
  return Object.fromEntries(colours.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Colours;
}

type Shape = {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly fill: string;
  readonly ink: string;
  readonly font: string;
  readonly noteFont?: string;
  readonly noteInk?: string;
  readonly edge: string;
  readonly edgeWidth: number;
  readonly ring: string | undefined;
  readonly hasTip: boolean;
};

export function createMarkerSheet(container: HTMLElement): MarkerSheet {
  const ratio = Math.min(2, Math.max(1, devicePixelRatio));
  const size = { width: sheetSize.width * ratio, height: sheetSize.height * ratio };
  // As large as one picture: what is handed to the graphics processor is copied whole.
  const canvas = document.createElement('canvas');
  canvas.width = 320 * ratio;
  canvas.height = 80 * ratio;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const family = getComputedStyle(container).getPropertyValue('--sans').trim() || 'sans-serif';
  let paint = readColours(container);
  const known = new Map<string, Picture>();
  const shapes = new Map<string, Shape>();
  let undrawn: { readonly face: MarkerFace; readonly picture: Picture }[] = [];
  let [nextX, nextY, rowHeight] = [0, 0, 0];

  function clear(): void {
    known.clear();
    undrawn = [];
    [nextX, nextY, rowHeight] = [0, 0, 0];
  }

  const fontOf = (pixels: number, weight: 400 | 600 = 600): string => `${weight} ${pixels}px ${family}`;
  function widthOf(text: string, font: string): number {
    if (!pen) return 0;
    pen.font = font;
    return pen.measureText(text).width;
  }

  /** Letters are measured once. */
  function shapeOf(face: MarkerFace): Shape {
    const key = faceKey(face);
    const shape = shapes.get(key) ?? measured(face);
    if (shapes.size > mostShapes) shapes.clear();
    shapes.set(key, shape);
    return shape;
  }

  function measured({ look, state, text, note, isFocused }: MarkerFace): Shape {
    const isOn = state === 'lit' || state === 'chosen';
    const ring = isFocused ? paint['pin-here'] : state === 'chosen' ? paint['pin-ring'] : undefined;
    const on = { fill: paint['pin-lit'], ink: paint['pin-lit-ink'] };
    if (look === 'here')
      return { width: 20, height: 20, radius: 10, fill: paint['pin-lit'], ink: '', font: '', edge: paint['pin'], edgeWidth: 3, ring, hasTip: false };
    if (look === 'cluster') {
      const [font, noteFont] = [fontOf(isOn ? 17 : 16), fontOf(11, 400)];
      const words = Math.max(widthOf(text, font), note === undefined ? 0 : widthOf(note, noteFont));
      const height = note === undefined ? 44 : 50;
      return {
        width: Math.max(height, Math.ceil(words) + 18),
        height,
        radius: height / 2,
        ...(isOn ? on : { fill: paint['pin'], ink: paint['pin-ink'] }),
        font,
        noteFont,
        noteInk: isOn ? paint['pin-lit-ink'] : paint['pin-note'],
        edge: paint['pin-lit'],
        edgeWidth: 2,
        ring,
        hasTip: false,
      };
    }
    const isFull = look === 'full';
    const size = state === 'chosen' ? 16 : state === 'lit' ? 15 : 14;
    const font = fontOf(size, isFull && !isOn ? 400 : 600);
    const [fill, ink] = isFull
      ? [paint['pin-full'], paint['pin-full-ink']]
      : state === 'seen'
        ? [paint['pin-seen'], paint['pin-seen-ink']]
        : [paint['pin'], paint['pin-ink']];
    return {
      width: Math.ceil(widthOf(text, font)) + (state === 'chosen' ? 26 : state === 'lit' ? 22 : 20),
      height: state === 'chosen' ? 36 : state === 'lit' ? 32 : 29,
      radius: state === 'chosen' ? 12 : 10,
      ...(isOn ? on : { fill, ink }),
      font,
      edge: paint['pin-edge'],
      edgeWidth: 1,
      ring,
      hasTip: true,
    };
  }

  /** The outline of a body with its tip, grown by so many pixels. */
  function outline({ width, height, radius, hasTip }: Shape, by: number): Path2D {
    const path = new Path2D();
    path.roundRect(margin - by, margin - by, width + 2 * by, height + 2 * by, radius + by);
    if (hasTip) {
      const middle = margin + width / 2;
      const below = margin + height;
      path.moveTo(middle - 6 - by, below - 0.5);
      path.lineTo(middle, below + tip - 1 + by);
      path.lineTo(middle + 6 + by, below - 0.5);
      path.closePath();
    }
    return path;
  }

  function drawOn(at: CanvasRenderingContext2D, face: MarkerFace, shape: Shape): void {
    const { width, height, fill, ink, font, edge, edgeWidth, ring } = shape;
    at.save();
    // Shadows are measured in pixels of the sheet.
    at.shadowColor = paint['pin-shadow'];
    at.shadowBlur = 8 * ratio;
    at.shadowOffsetY = 2 * ratio;
    at.fillStyle = ring ?? edge;
    at.fill(outline(shape, ring === undefined ? (shape.hasTip ? 1 : 0) : 3));
    at.restore();
    at.fillStyle = shape.hasTip ? fill : edge;
    at.fill(outline(shape, 0));
    if (!shape.hasTip) {
      at.fillStyle = fill;
      at.beginPath();
      at.roundRect(margin + edgeWidth, margin + edgeWidth, width - 2 * edgeWidth, height - 2 * edgeWidth, shape.radius - edgeWidth);
      at.fill();
    }
    if (face.text === '') return;
    at.fillStyle = ink;
    at.font = font;
    at.textAlign = 'center';
    at.textBaseline = 'alphabetic';
    const middle = margin + width / 2;
    const baseline = margin + height / 2 + 5;
    if (face.note === undefined || shape.noteFont === undefined) {
      at.fillText(face.text, middle, baseline);
      return;
    }
    at.fillText(face.text, middle, baseline - 6);
    at.fillStyle = shape.noteInk ?? ink;
    at.font = shape.noteFont;
    at.fillText(face.note, middle, baseline + 8);
  }

  /** Undefined where the sheet has no room left. */
  function add(face: MarkerFace): Picture | undefined {
    const shape = shapeOf(face);
    const width = shape.width + 2 * margin;
    const height = shape.height + 2 * margin + (shape.hasTip ? tip : 0);
    const [wide, high] = [Math.ceil(width * ratio), Math.ceil(height * ratio)];
    if (nextX + wide > size.width) [nextX, nextY, rowHeight] = [0, nextY + rowHeight, 0];
    if (nextY + high > size.height || wide > canvas.width) return undefined;
    const body = bodyOfShape(shape);
    const { left, top } = body;
    const picture: Picture = {
      x: nextX,
      y: nextY,
      wide,
      high,
      left: left - margin,
      top: top - margin,
      width: wide / ratio,
      height: high / ratio,
      body,
    };
    undrawn.push({ face, picture });
    nextX += wide;
    rowHeight = Math.max(rowHeight, high);
    known.set(faceKey(face), picture);
    return picture;
  }

  function bodyOfShape({ width, height, hasTip }: Shape): Picture['body'] {
    return { left: -width / 2, top: hasTip ? -height - tip : -height / 2, width, height };
  }

  const all = (faces: readonly MarkerFace[]): readonly (Picture | undefined)[] => faces.map((face) => known.get(faceKey(face)) ?? add(face));

  return {
    size,
    ratio,
    pictures(faces) {
      let found = all(faces);
      if (found.includes(undefined)) {
        clear();
        found = all(faces);
      }
      return found.filter((one) => one !== undefined);
    },
    bodyOf: (face) => bodyOfShape(shapeOf(face)),
    drawNew(each) {
      for (const { face, picture } of pen ? undrawn : []) {
        pen?.setTransform(1, 0, 0, 1, 0, 0);
        pen?.clearRect(0, 0, canvas.width, canvas.height);
        pen?.setTransform(ratio, 0, 0, ratio, 0, 0);
        if (pen) drawOn(pen, face, shapeOf(face));
        each(canvas, picture);
      }
      undrawn = [];
    },
    forget() {
      paint = readColours(container);
      shapes.clear();
      clear();
    },
  };
}
