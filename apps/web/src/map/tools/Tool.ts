import type { Language } from '@pgis/contract';
import type { Geometry, GeometryKind } from '@pgis/geo';
import type OlFeature from 'ol/Feature.js';
import type Interaction from 'ol/interaction/Interaction.js';
import type OlMap from 'ol/Map.js';
import type { ClickPick } from '../ClickPick.ts';
import type { DraggedObject } from '../objects/DraggedObject.ts';
import type { ObjectRecord } from '../objects/toOlFeature.ts';
import type { ReadonlyStore } from '../Store.ts';

/** How far a drawing has come; decides the help line. */
export type ToolStep =
  | 'start'
  | 'continue'
  | 'canFinish'
  /** The outline crosses itself and cannot be finished so. */
  | 'crossing';

/** A finished drawing, in EPSG:3857. */
export interface Drawing {
  readonly kind: GeometryKind;
  readonly wkt: string;
}

/** What buttons can do to a drawing under way; keys do the same. */
export interface DrawingCommands {
  readonly undoPoint: () => void;
  readonly finish: () => void;
  readonly cancel: () => void;
}

/** What a tool may do with the rest of the map. */
export interface ToolContext {
  readonly map: OlMap;
  /** The element of the map that shows the cursor. */
  readonly viewport: HTMLElement;
  /** `click`: where the user clicks; `centre`: the map is moved under a pin (phones). */
  readonly placement: 'click' | 'centre';
  /** For what a tool writes on the map. */
  readonly language: ReadonlyStore<Language>;
  readonly setStep: (step: ToolStep) => void;
  /** For the buttons beside the map; the tool takes them back by leaving. */
  readonly offerCommands: (commands: DrawingCommands) => void;
  /** What is drawn so far, for its size; null when nothing is. */
  readonly setSketch: (sketch: Geometry | null) => void;
  /** Draws pointers onto what is drawn already; is added after the interaction it serves. */
  readonly createSnap: () => Interaction;
  /** TOOL-12. */
  readonly finish: (shape: OlFeature, kind: GeometryKind) => void;
  /** Back to selecting. */
  readonly leave: () => void;
  /** SEL-04: selects what is clicked or nearest to it, or nothing. */
  readonly clickPick: ClickPick;
  readonly hasObjectAt: (pixel: number[]) => boolean;
  readonly findObjectAt: (pixel: number[]) => ObjectRecord | null;
  readonly dragged: DraggedObject;
  /** DRAG-01: released somewhere else, `dx` and `dy` in EPSG:3857 from where it was. */
  readonly moved: (object: ObjectRecord['wire'], dx: number, dy: number) => void;
  /** The user tries to move what he may not change. */
  readonly refuseMove: () => void;
}

/** Entering gives the way out, which undoes all that entering did. */
export type EnterTool = (context: ToolContext) => () => void;
