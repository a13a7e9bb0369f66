import type { Geometry } from '@pgis/geo';
import { createStore, type ReadonlyStore } from '../../store/Store.ts';
import type { MapAction } from './MapAction.ts';
import type { DrawingCommands, ToolContext, ToolStep } from './Tool.ts';
import { tools } from './tools.ts';

export interface ToolState {
  readonly action: MapAction;
  readonly step: ToolStep;
  readonly placement: ToolContext['placement'];
}

type Deps = Omit<ToolContext, 'placement' | 'setStep' | 'leave' | 'offerCommands' | 'setSketch'>;

/** One active tool at a time (TOOL-07): entering one leaves the previous one (TOOL-10, TOOL-11). */
export class ToolSwitch {
  readonly #deps: Deps;
  readonly #state = createStore<ToolState>({ action: 'None', step: 'start', placement: 'click' });
  readonly #sketch = createStore<Geometry | null>(null);
  #commands: DrawingCommands | null = null;
  #leaveTool: () => void = () => {};

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get state(): ReadonlyStore<ToolState> {
    return this.#state;
  }

  /** The unfinished geometry of the active tool, in EPSG:3857. */
  get sketch(): ReadonlyStore<Geometry | null> {
    return this.#sketch;
  }

  /** The commands that the active tool offers to buttons; null if it draws nothing. */
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
      ...this.#deps,
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
