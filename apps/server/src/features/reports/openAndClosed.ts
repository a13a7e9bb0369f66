import { type RawBuilder, sql } from 'kysely';
import { type LayerScope, perLayer } from '../classifiers/index.ts';

/** Of a status `t`: that an object with it counts as closed. */
export const isClosedStatus = sql<boolean>`t.status_type IN ('fixed', 'closed')`;

/** Of a status `t`: that somebody works on an object with it, or will. */
export const isOpenStatus = sql<boolean>`t.status_type = 'open'`;

/** Closed is what its newest comment says is fixed or closed. */
export const isClosed = sql<boolean>`coalesce(${isClosedStatus}, false)`;

/** In such layers every object asks for an answer until it is closed; a tree in a register does not. */
export const asksForAnswer = ({ layer }: LayerScope): boolean => layer.ownerIsOpen;

/** Of an object of a layer `l` whose status, if it has one, is `t`. */
export const isOpen = (scopes: readonly LayerScope[]): RawBuilder<boolean> =>
  perLayer(
    scopes,
    (scope) => (asksForAnswer(scope) ? sql<boolean>`NOT ${isClosed}` : undefined),
    sql<boolean>`coalesce(${isOpenStatus}, false)`,
  );
