import { createStore } from '../store/Store.ts';

/** Finds the object to review after this one in a list; returns a function that opens it, or undefined without one. */
type FindNext = (id: number) => (() => void) | undefined;

/** The list on the screen by which reviews go on; null where there is none, and the oldest object comes next. */
export const reviewQueue = createStore<FindNext | null>(null);
