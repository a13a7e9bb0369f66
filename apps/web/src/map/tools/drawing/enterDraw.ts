import type { Geometry, GeometryKind, Line, PolygonRings, Ring } from '@pgis/geo';
import { altKeyOnly, noModifierKeys } from 'ol/events/condition.js';
import type OlFeature from 'ol/Feature.js';
import type OlGeometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import Polygon from 'ol/geom/Polygon.js';
import Draw from 'ol/interaction/Draw.js';
import { listenToKeys, onMap } from '../listenToKeys.ts';
import { pauseDoubleClickZoom } from '../pauseDoubleClickZoom.ts';
import type { EnterTool, ToolContext, ToolStep } from '../Tool.ts';
import { crossesItself } from './crossesItself.ts';
import { sketchStyle } from './sketchStyle.ts';

const shapes = {
  point: { type: 'Point', enough: 1 },
  line: { type: 'LineString', enough: 2 },
  polygon: { type: 'Polygon', enough: 3 },
} as const satisfies Record<GeometryKind, unknown>;

/** Number of set points, without the one under the pointer. */
function countSet(sketch: OlFeature | null): number {
  const geometry = sketch?.getGeometry();
  if (geometry instanceof LineString) return geometry.getCoordinates().length - 1;
  if (geometry instanceof Polygon) return (geometry.getCoordinates()[0]?.length ?? 2) - 2;
  return 0;
}

const outlineOf = (sketch: OlFeature | null): Ring => {
  const geometry = sketch?.getGeometry();
  const ring = geometry instanceof Polygon ? (geometry.getCoordinates()[0] ?? []) : [];
  // The point under the pointer stands between the last set point and the closing one.
  return [...ring.slice(0, -2), ...ring.slice(0, 1)] as unknown as Ring;
};

/** The geometry including the point under the pointer, so that its size is known before the point is set. */
function toSketch(sketch: OlFeature | null): Geometry | null {
  const geometry = sketch?.getGeometry();
  if (geometry instanceof LineString)
    return { type: 'LineString', coordinates: geometry.getCoordinates() as unknown as Line };
  if (geometry instanceof Polygon)
    return { type: 'Polygon', coordinates: geometry.getCoordinates() as unknown as PolygonRings };
  return null;
}

interface DrawOptions {
  /**
   * Called with the unfinished geometry on every change, including the point under the pointer; null when there is
   * none.
   */
  readonly onSketch?: (shape: OlGeometry | null) => void;
}

/**
 * Draws shapes until the tool is left: a click sets a point, Backspace removes the last one, Escape drops the shape,
 * a double click or Ctrl+Enter finishes it. Enter finishes a drawing that was started by clicks; in a drawing that
 * was started with Enter it sets points in the middle of the map.
 */
export const enterDraw =
  (kind: GeometryKind, { onSketch }: DrawOptions = {}): EnterTool =>
  (context: ToolContext) => {
    const { map, viewport } = context;
    const { type, enough } = shapes[kind];
    let sketch: OlFeature | null = null;
    let isByKeys = false;

    const isCrossing = () => kind === 'polygon' && crossesItself(outlineOf(sketch));
    const notify = () => {
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
      feature.getGeometry()?.on('change', notify);
      notify();
    });
    const forget = () => {
      sketch = null;
      isByKeys = false;
      notify();
    };
    draw.on('drawabort', forget);
    draw.on('drawend', ({ feature }) => {
      feature.getGeometry()?.un('change', notify);
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
    notify();
    return () => {
      draw.abortDrawing();
      map.removeInteraction(snap);
      map.removeInteraction(draw);
      viewport.style.cursor = '';
      stopKeys();
      resumeZoom();
    };
  };
