import { type RawBuilder, sql } from 'kysely';
import { caseByLayer, type LayerAccess } from '../layers/layerQuery.ts';

/** Condition on a status `t`: an object with it counts as closed. */
export const isClosedStatus = sql<boolean>`t.status_type IN ('fixed', 'closed')`;

/** Condition on a status `t`: an object with it is being worked on, or will be. */
export const isOpenStatus = sql<boolean>`t.status_type = 'open'`;

/** An object is closed when its newest comment says fixed or closed; `t` is that comment's status, if any. */
export const isClosed = sql<boolean>`coalesce(${isClosedStatus}, false)`;

/** The moment of the comment `m` that closed the object; null while it is open. */
export const closedAt = sql<Date>`(CASE WHEN ${isClosed} THEN m.added_at END)`;

/** Layers that take reports: every object in them is open until it is closed. A tree in a register is not. */
export const asksForAnswer = ({ layer }: LayerAccess): boolean => layer.ownerIsOpen;

/** Condition on an object of a layer `l` whose status, if any, is `t`. */
export const isOpen = (layers: readonly LayerAccess[]): RawBuilder<boolean> =>
  caseByLayer(
    layers,
    (access) => (asksForAnswer(access) ? sql<boolean>`NOT ${isClosed}` : undefined),
    sql<boolean>`coalesce(${isOpenStatus}, false)`,
  );
