/**
 * All markers in one layer of the map, which draws them from one sheet of pictures in one call: a map that moves has no element to move with
 * it. MapLibre and Mapbox have the same kind of layer; what is used of both is their canvas and where a position lies on it.
 */
import type { CustomLayerInterface, Map as GlMap } from 'maplibre-gl';
import { faceOf, fromBelow, markerAt, withRoom } from './marker.rules.ts';
import type { MarkerBox, MarkerLight } from './marker.rules.ts';
import { createMarkerSheet } from './marker-sheet.ts';
import type { Picture } from './marker-sheet.ts';
import type { SurfaceMarker } from './surface.ts';

export type DrawnMarkers = {
  readonly layer: CustomLayerInterface;
  set(markers: readonly SurfaceMarker[]): void;
  light(light: MarkerLight): void;
  /** The marker at a point of the map, in pixels. */
  at(x: number, y: number): SurfaceMarker | undefined;
  /** Draws them anew in the page's colours as they are now. */
  recolour(): void;
};

export const markerLayerId = 'loftling-markers';
/** Numbers of a corner: its place on the canvas, and in the sheet. */
const perCorner = 4;
const corners = 6;

const vertexShader = `#version 300 es
in vec4 corner;
out vec2 spot;
void main() {
  spot = corner.zw;
  gl_Position = vec4(corner.xy, 0.0, 1.0);
}`;
const fragmentShader = `#version 300 es
precision mediump float;
uniform sampler2D sheet;
in vec2 spot;
out vec4 colour;
void main() {
  colour = texture(sheet, spot);
}`;

type Drawing = { readonly program: WebGLProgram; readonly buffer: WebGLBuffer; readonly array: WebGLVertexArrayObject; readonly texture: WebGLTexture };

function shaderOf(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader | null {
  const shader = gl.createShader(type);
  if (!shader) return null;
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}

/** What a context needs to draw them; undefined where it is lost. */
function drawingOn(gl: WebGL2RenderingContext): Drawing | undefined {
  const [vertex, fragment] = [shaderOf(gl, gl.VERTEX_SHADER, vertexShader), shaderOf(gl, gl.FRAGMENT_SHADER, fragmentShader)];
  const [program, buffer, array, texture] = [gl.createProgram(), gl.createBuffer(), gl.createVertexArray(), gl.createTexture()];
  if (!vertex || !fragment || !program || !buffer || !array || !texture) return undefined;
  gl.attachShader(program, vertex);
  gl.attachShader(program, fragment);
  gl.bindAttribLocation(program, 0, 'corner');
  gl.linkProgram(program);
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, perCorner, gl.FLOAT, false, 0, 0);
  gl.bindVertexArray(null);
  return { program, buffer, array, texture };
}

type Placed = { readonly marker: SurfaceMarker; readonly picture: Picture };

export function createDrawnMarkers(map: GlMap, container: HTMLElement): DrawnMarkers {
  const sheet = createMarkerSheet(container);
  let markers: readonly SurfaceMarker[] = [];
  /** The same as they are drawn. */
  let shown: readonly SurfaceMarker[] = [];
  let light: MarkerLight = {};
  let placed: readonly Placed[] = [];
  let drawing: Drawing | undefined;
  let isSheetThere = false;
  // Reading it in each frame would have the browser lay out what was just written.
  let size = { width: container.clientWidth, height: container.clientHeight };
  map.on('resize', () => {
    size = { width: container.clientWidth, height: container.clientHeight };
  });

  const project = ({ at: [longitude, latitude] }: SurfaceMarker, centre: number): { readonly x: number; readonly y: number } =>
    // The world repeats itself: of all places that are one, the nearest to the middle.
    map.project([longitude + 360 * Math.round((centre - longitude) / 360), latitude]);

  /** Markers whose second line has no room are drawn without it. */
  function fitted(): readonly SurfaceMarker[] {
    const centre = map.getCenter().lng;
    const boxOf = (marker: SurfaceMarker): MarkerBox => {
      const { x, y } = project(marker, centre);
      const { left, top, width, height } = sheet.bodyOf(faceOf(marker, {}));
      return { id: marker.id, left: x + left, top: y + top, width, height };
    };
    const plain = markers.map((marker) => (marker.note === undefined ? marker : { ...marker, note: undefined }));
    const noted = markers.filter(({ note }) => note !== undefined).toSorted((a, b) => Number(b.text) - Number(a.text));
    const roomy = withRoom(plain.map(boxOf), noted.map(boxOf));
    return markers.map((marker, at) => (roomy.has(marker.id) ? marker : (plain[at] ?? marker)));
  }

  function dress(): void {
    const ordered = fromBelow(shown, light);
    const pictures = sheet.pictures(ordered.map((marker) => faceOf(marker, light)));
    placed = ordered.flatMap((marker, at) => {
      const picture = pictures[at];
      return picture ? [{ marker, picture }] : [];
    });
    map.triggerRepaint();
  }

  /** Where markers lie now. */
  function spots(): readonly { readonly of: Placed; readonly x: number; readonly y: number }[] {
    const centre = map.getCenter().lng;
    return placed.map((of) => {
      const { x, y } = project(of.marker, centre);
      return { of, x, y };
    });
  }

  function upload(gl: WebGL2RenderingContext, texture: WebGLTexture): void {
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    if (!isSheetThere) {
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, sheet.size.width, sheet.size.height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      for (const edge of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, edge, gl.CLAMP_TO_EDGE);
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
      isSheetThere = true;
    }
    sheet.drawNew((canvas, { x, y, wide, high }) => gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, wide, high, gl.RGBA, gl.UNSIGNED_BYTE, canvas));
  }

  function cornersNow(): Float32Array {
    const { ratio, size: whole } = sheet;
    const isResting = !map.isMoving();
    const values = new Float32Array(placed.length * corners * perCorner);
    let at = 0;
    for (const { of, x, y } of spots()) {
      const { picture } = of;
      // At rest pictures lie on whole pixels of the device, and their letters are sharp.
      const on = (value: number): number => (isResting ? Math.round(value * ratio) / ratio : value);
      const [left, top] = [on(x + picture.left), on(y + picture.top)];
      const [west, east] = [(left / size.width) * 2 - 1, ((left + picture.width) / size.width) * 2 - 1];
      const [north, south] = [1 - (top / size.height) * 2, 1 - ((top + picture.height) / size.height) * 2];
      const [u, v, uEnd, vEnd] = [
        picture.x / whole.width,
        picture.y / whole.height,
        (picture.x + picture.wide) / whole.width,
        (picture.y + picture.high) / whole.height,
      ];
      values.set([west, north, u, v, east, north, uEnd, v, west, south, u, vEnd, west, south, u, vEnd, east, north, uEnd, v, east, south, uEnd, vEnd], at);
      at += corners * perCorner;
    }
    return values;
  }

  // Letters that are still on their way stand in another face until they are there.
  const family = getComputedStyle(container).getPropertyValue('--sans').trim();
  function whenLettersCome(): void {
    const text = markers.map((marker) => marker.text + (marker.note ?? '')).join('');
    for (const weight of [400, 600] as const) {
      const font = `${weight} 14px ${family}`;
      if (family === '' || document.fonts.check(font, text)) continue;
      document.fonts.load(font, text).then(
        (faces) => {
          if (faces.length > 0) redraw();
        },
        () => undefined,
      );
    }
  }

  function redraw(): void {
    sheet.forget();
    shown = fitted();
    dress();
  }

  return {
    layer: {
      id: markerLayerId,
      type: 'custom',
      renderingMode: '2d',
      onAdd(_, gl) {
        drawing = drawingOn(gl);
        isSheetThere = false;
        redraw();
      },
      onRemove(_, gl) {
        if (drawing) {
          gl.deleteProgram(drawing.program);
          gl.deleteBuffer(drawing.buffer);
          gl.deleteVertexArray(drawing.array);
          gl.deleteTexture(drawing.texture);
        }
        drawing = undefined;
      },
      render(gl) {
        if (!drawing || placed.length === 0) return;
        upload(gl, drawing.texture);
        // biome-ignore lint/correctness/useHookAtTopLevel: a program of the drawing context, and no hook.
        gl.useProgram(drawing.program);
        gl.bindVertexArray(drawing.array);
        gl.bindBuffer(gl.ARRAY_BUFFER, drawing.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, cornersNow(), gl.DYNAMIC_DRAW);
        gl.disable(gl.DEPTH_TEST);
        gl.disable(gl.STENCIL_TEST);
        gl.disable(gl.CULL_FACE);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.drawArrays(gl.TRIANGLES, 0, placed.length * corners);
        gl.bindVertexArray(null);
      },
    },
    set(next) {
      markers = next;
      shown = fitted();
      whenLettersCome();
      dress();
    },
    light(next) {
      if (next.lit === light.lit && next.chosen === light.chosen && next.focused === light.focused) return;
      light = next;
      dress();
    },
    at(x, y) {
      const boxes = spots().flatMap(({ of: { marker, picture }, x: left, y: top }): MarkerBox[] =>
        marker.pick
          ? [{ id: marker.id, left: left + picture.body.left, top: top + picture.body.top, width: picture.body.width, height: picture.body.height }]
          : [],
      );
      const id = markerAt(boxes, x, y);
      return markers.find((marker) => marker.id === id);
    },
    recolour: redraw,
  };
}
