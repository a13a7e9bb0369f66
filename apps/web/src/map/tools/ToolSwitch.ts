import type { Geometry } from '@pgis/geo';
import type { MapAction } from '../MapAction.ts';
import { createStore, type ReadonlyStore } from '../Store.ts';
import type { DrawingCommands, ToolContext, ToolStep } from './Tool.ts';
import { tools } from './tools.ts';

export interface ToolState {
  readonly action: MapAction;
  readonly step: ToolStep;
  readonly placement: ToolContext['placement'];
}

type Surroundings = Omit<ToolContext, 'placement' | 'setStep' | 'leave' | 'offerCommands' | 'setSketch'>;

/** One tool at a time (TOOL-07): entering one leaves the one before (TOOL-10, TOOL-11). */
export class ToolSwitch {
  readonly #surroundings: Surroundings;
  readonly #state = createStore<ToolState>({ action: 'None', step: 'start', placement: 'click' });
  readonly #sketch = createStore<Geometry | null>(null);
  #commands: DrawingCommands | null = null;
  #leaveTool: () => void = () => {};

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  get state(): ReadonlyStore<ToolState> {
    return this.#state;
  }

  /** The drawing under way, in EPSG:3857. */
  get sketch(): ReadonlyStore<Geometry | null> {
    return this.#sketch;
  }

  /** What the active tool offers to buttons; null when it draws nothing. */
  get commands(): DrawingCommands | null {
    return this.#commands;
  }

  enter(action: MapAction, placement: ToolContext['placement'], leave: () => void): void {
    this.#leaveTool();
    this.#commands = null;
    this.#sketch.set(null);
    this.#state.set({ action, step: 'start', placement });
    const setStep = (step: ToolStep) => {
      const state = this.#state.get();
      if (state.action === action && state.step !== step) this.#state.set({ ...state, step });
    };
    this.#leaveTool = tools[action]({
      ...this.#surroundings,
      placement,
      setStep,
      leave,
      offerCommands: (commands) => {
        this.#commands = commands;
      },
      setSketch: (sketch) => this.#sketch.set(sketch),
    });
  }

  dispose(): void {
    this.#leaveTool();
    this.#leaveTool = () => {};
  }
}
