import type { Reach } from '@pgis/contract';
import type { Actor } from '../../plugins/Actor.ts';
import { mayReach } from '../../plugins/rights.ts';
import type { ShownLayer } from './ShownLayer.ts';

/** How an object knows who added it; both undefined for somebody who has never left anything here. */
export interface Reporter {
  readonly authorId: number | undefined;
  readonly visitorId: string | undefined;
  /** Known by the links of their mails. */
  readonly reportIds: readonly number[];
}

export const toReporter = (actor: Actor): Reporter =>
  actor.kind === 'user'
    ? { authorId: actor.userId, visitorId: undefined, reportIds: [] }
    : { authorId: undefined, visitorId: actor.visitorId, reportIds: actor.reportIds ?? [] };

/** What an actor may do in a layer and with its objects: the rights table asked once for the whole layer. */
export interface LayerRights {
  /** The layer exists for the actor (D-PERM-03); otherwise it answers like an absent one. */
  readonly seesLayer: boolean;
  /** Which objects are there to see in it: all, those marked public, or none. */
  readonly objects: 'all' | 'marked' | 'none';
  /** Whose objects are there to see that wait for review or were hidden: everybody's, or those of one reporter. */
  readonly unreviewed: 'all' | Reporter;
  readonly seesInternalComments: boolean;
  readonly seesReporterEmail: boolean;
  readonly edits: boolean;
  readonly deletes: Reach;
  readonly comments: boolean;
  readonly deletesComments: Reach;
  readonly reviews: boolean;
  readonly adds: Reach;
}

/** D-CLS-07: what visitors find in it. A view has its own visibility (D-CLS-05). */
const publicObjects = (allObjectsPublic: boolean | null): LayerRights['objects'] => {
  if (allObjectsPublic === null) return 'marked';
  return allObjectsPublic ? 'all' : 'none';
};

/** D-CLS-07: whether visitors find the layer in their list. */
export const isListedForVisitors = (layer: Pick<ShownLayer, 'allObjectsPublic'>): boolean =>
  layer.allObjectsPublic !== false;

export const isOwnCompany = (actor: Actor, companyId: number): boolean =>
  actor.kind === 'user' && actor.companyId === companyId;

export function layerRights(actor: Actor, layer: ShownLayer): LayerRights {
  const reach = (right: Parameters<typeof mayReach>[1]) => mayReach(actor, right, layer.owner);
  const adds = reach('addObject');
  const seesPrivate = reach('seePrivateObject') === 'yes';
  return {
    seesLayer: isOwnCompany(actor, layer.companyId) || isListedForVisitors(layer),
    objects: seesPrivate ? 'all' : publicObjects(layer.allObjectsPublic),
    unreviewed: seesPrivate ? 'all' : toReporter(actor),
    seesInternalComments: reach('seeInternalComments') === 'yes',
    seesReporterEmail: reach('seeReporterEmail') === 'yes',
    edits: reach('editObject') === 'yes',
    deletes: reach('deleteObject'),
    comments: reach('addComment') === 'yes',
    deletesComments: reach('deleteComment'),
    reviews: reach('reviewObject') === 'yes',
    adds: adds === 'open' && !layer.isOpen ? 'no' : adds,
  };
}
