import type { Geom } from '@pgis/contract';
import { createStore, type ReadonlyStore } from '../../store/Store.ts';

const store = createStore<Geom | null>(null);

/** The object as it was when shape editing began. */
export const shapeBase: ReadonlyStore<Geom | null> & { readonly set: (geom: Geom) => void } = store;
