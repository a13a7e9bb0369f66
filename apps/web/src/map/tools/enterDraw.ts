import type { Geometry, GeometryKind, Line, PolygonRings, Ring } from '@pgis/geo';
import { altKeyOnly, noModifierKeys } from 'ol/events/condition.js';
import type OlFeature from 'ol/Feature.js';
import type OlGeometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import Polygon from 'ol/geom/Polygon.js';
import Draw from 'ol/interaction/Draw.js';
import { crossesItself } from './crossesItself.ts';
import { listenToKeys, onMap } from './listenToKeys.ts';
import { pauseDoubleClickZoom } from './pauseDoubleClickZoom.ts';
import { sketchStyle } from './sketchStyle.ts';
import type { EnterTool, ToolContext, ToolStep } from './Tool.ts';

const shapes = {
  point: { type: 'Point', enough: 1 },
  line: { type: 'LineString', enough: 2 },
  polygon: { type: 'Polygon', enough: 3 },
} as const satisfies Record<GeometryKind, unknown>;

/** Points that have been set; the one under the pointer does not count. */
function countSet(sketch: OlFeature | null): number {
  const geometry = sketch?.getGeometry();
  if (geometry instanceof LineString) return geometry.getCoordinates().length - 1;
  if (geometry instanceof Polygon) return (geometry.getCoordinates()[0]?.length ?? 2) - 2;
  return 0;
}

const outlineOf = (sketch: OlFeature | null): Ring => {
  const geometry = sketch?.getGeometry();
  const ring = geometry instanceof Polygon ? (geometry.getCoordinates()[0] ?? []) : [];
  // Between the last set point and the closing one stands the pointer.
  return [...ring.slice(0, -2), ...ring.slice(0, 1)] as unknown as Ring;
};

/** With the point under the pointer, so that its size can be read before it is set. */
function toSketch(sketch: OlFeature | null): Geometry | null {
  const geometry = sketch?.getGeometry();
  if (geometry instanceof LineString)
    return { type: 'LineString', coordinates: geometry.getCoordinates() as unknown as Line };
  if (geometry instanceof Polygon)
    return { type: 'Polygon', coordinates: geometry.getCoordinates() as unknown as PolygonRings };
  return null;
}

interface DrawOptions {
  /** Told of the shape in the making at every change, the point under the pointer included; null when it is gone. */
  readonly onSketch?: (shape: OlGeometry | null) => void;
}

/**
 * Draws shapes until the tool is left: a click sets a point, Backspace takes the last one back, Esc drops the shape,
 * a double click or Ctrl+Enter finishes it. Enter finishes what was begun by clicks; who begins with Enter sets points
 * in the middle of the map with it.
 */
export const enterDraw =
  (kind: GeometryKind, { onSketch }: DrawOptions = {}): EnterTool =>
  (context: ToolContext) => {
    const { map, viewport } = context;
    const { type, enough } = shapes[kind];
    let sketch: OlFeature | null = null;
    let isByKeys = false;

    const isCrossing = () => kind === 'polygon' && crossesItself(outlineOf(sketch));
    const tell = () => {
      const count = countSet(sketch);
      const step: ToolStep = sketch === null ? 'start' : count < enough ? 'continue' : 'canFinish';
      context.setStep(step === 'canFinish' && isCrossing() ? 'crossing' : step);
      onSketch?.(sketch?.getGeometry() ?? null);
      context.setSketch(toSketch(sketch));
    };
    const draw = new Draw({
      type,
      style: [...sketchStyle],
      stopClick: true,
      freehandCondition: () => false,
      // Alt pauses snapping.
      condition: (event) => noModifierKeys(event) || altKeyOnly(event),
      finishCondition: () => !isCrossing(),
    });
    draw.on('drawstart', ({ feature }) => {
      sketch = feature;
      feature.getGeometry()?.on('change', tell);
      tell();
    });
    const forget = () => {
      sketch = null;
      isByKeys = false;
      tell();
    };
    draw.on('drawabort', forget);
    draw.on('drawend', ({ feature }) => {
      feature.getGeometry()?.un('change', tell);
      forget();
      context.finish(feature, kind);
    });
    const finishIfEnough = () => {
      if (countSet(sketch) >= enough && !isCrossing()) draw.finishDrawing();
    };

    const centre = () => map.getView().getCenter() ?? [];
    const undoPoint = () => {
      if (sketch === null) return;
      draw.removeLastPoint();
      if (countSet(sketch) < 1) draw.abortDrawing();
    };
    const cancel = () => (sketch === null ? context.leave() : draw.abortDrawing());
    if (kind !== 'point') context.offerCommands({ undoPoint, finish: finishIfEnough, cancel });
    const undoByKey = (event: KeyboardEvent) => {
      if (sketch === null) return;
      event.preventDefault();
      undoPoint();
    };
    const stopKeys = listenToKeys({
      escape: cancel,
      backspace: undoByKey,
      'ctrl+z': undoByKey,
      enter: onMap(map, () => {
        if (sketch !== null && !isByKeys) {
          finishIfEnough();
          return;
        }
        draw.appendCoordinates([centre()]);
        isByKeys = true;
        if (kind === 'point') draw.finishDrawing();
      }),
      'ctrl+enter': onMap(map, finishIfEnough),
    });
    const resumeZoom = pauseDoubleClickZoom(map);
    const snap = context.createSnap();
    map.addInteraction(draw);
    map.addInteraction(snap);
    viewport.style.cursor = 'crosshair';
    tell();
    return () => {
      draw.abortDrawing();
      map.removeInteraction(snap);
      map.removeInteraction(draw);
      viewport.style.cursor = '';
      stopKeys();
      resumeZoom();
    };
  };
