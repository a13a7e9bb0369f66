import type { Geom } from '@pgis/contract';
import { createStore, type ReadonlyStore } from '../../map/index.ts';

const store = createStore<Geom | null>(null);

/** The object as it was when the editing of its shape began. */
export const shapeBase: ReadonlyStore<Geom | null> & { readonly set: (geom: Geom) => void } = store;
