import type { Language } from '@pgis/contract';
import type { Geometry, GeometryKind } from '@pgis/geo';
import type OlFeature from 'ol/Feature.js';
import type Interaction from 'ol/interaction/Interaction.js';
import type OlMap from 'ol/Map.js';
import type { ReadonlyStore } from '../../store/Store.ts';
import type { ClickPick } from '../interaction/ClickPick.ts';
import type { DraggedObject } from '../layers/objects/DraggedObject.ts';
import type { ObjectRecord } from '../layers/objects/toOlFeature.ts';

/** Progress of a drawing; decides the help line. */
export type ToolStep =
  | 'start'
  | 'continue'
  | 'canFinish'
  /** True if the outline crosses itself, so that the drawing cannot be finished. */
  | 'crossing';

/** A finished drawing, in EPSG:3857. */
export interface Drawing {
  readonly kind: GeometryKind;
  readonly wkt: string;
}

/** The commands that buttons give to a drawing in progress; keys do the same. */
export interface DrawingCommands {
  readonly undoPoint: () => void;
  readonly finish: () => void;
  readonly cancel: () => void;
}

/** Context of a tool: what it may use of the map. */
export interface ToolContext {
  readonly map: OlMap;
  /** Element whose cursor the tool sets. */
  readonly viewport: HTMLElement;
  /** `click`: the user clicks; `centre`: the map is moved under a pin (phones). */
  readonly placement: 'click' | 'centre';
  /** Language of texts that a tool writes on the map. */
  readonly language: ReadonlyStore<Language>;
  readonly setStep: (step: ToolStep) => void;
  /** Offers commands to buttons beside the map; leaving the tool withdraws them. */
  readonly offerCommands: (commands: DrawingCommands) => void;
  /** Publishes the unfinished geometry for the display of its size; null if there is none. */
  readonly setSketch: (sketch: Geometry | null) => void;
  /** Snaps to drawn objects; must be added after the interaction it serves. */
  readonly createSnap: () => Interaction;
  /** TOOL-12. */
  readonly finish: (shape: OlFeature, kind: GeometryKind) => void;
  /** The tool's code could not be loaded. */
  readonly loadFailed: (error: unknown) => void;
  /** Activates the select tool. */
  readonly leave: () => void;
  /** SEL-04: selects the clicked object or the nearest one, or clears the selection. */
  readonly clickPick: ClickPick;
  readonly hasObjectAt: (pixel: number[]) => boolean;
  readonly findObjectAt: (pixel: number[]) => ObjectRecord | null;
  readonly dragged: DraggedObject;
  /** DRAG-01: the object was released elsewhere, `dx` and `dy` in EPSG:3857 from its position. */
  readonly moved: (object: ObjectRecord['wire'], dx: number, dy: number) => void;
  /** The user tried to move an object that they may not change. */
  readonly refuseMove: () => void;
}

/** Enters a tool; returns a function that undoes everything entering did. */
export type EnterTool = (context: ToolContext) => () => void;
