import type { CompanyId, Permission, UserId } from '@pgis/contract';
import type { Actor } from '../access/Actor.ts';
import { permissionFor } from '../access/permissions.ts';
import type { Layer } from './Layer.ts';

/** Identifiers by which the author of an object is recognised; all empty for a visitor who has never added anything. */
export interface Reporter {
  readonly authorId: UserId | undefined;
  readonly visitorId: string | undefined;
  /** Ids of reports whose mails have a link that the visitor opened. */
  readonly reportIds: readonly number[];
}

export const toReporter = (actor: Actor): Reporter =>
  actor.kind === 'user'
    ? { authorId: actor.userId, visitorId: undefined, reportIds: [] }
    : { authorId: undefined, visitorId: actor.visitorId, reportIds: actor.reportIds ?? [] };

/** The rights table for an actor and a layer: what they may do in it and with its objects. */
export interface LayerPermissions {
  /** The layer exists for the actor (D-PERM-03); otherwise it answers like an absent one. */
  readonly seesLayer: boolean;
  /** Visible objects: all, those marked public, or none. */
  readonly objects: 'all' | 'marked' | 'none';
  /** Visible objects among those that wait for review or were hidden: everybody's, or those of one reporter. */
  readonly unreviewed: 'all' | Reporter;
  /** Exact positions of objects in layers that blur them for others. */
  readonly seesExactPositions: boolean;
  readonly seesInternalComments: boolean;
  readonly seesReporterEmail: boolean;
  readonly edits: boolean;
  readonly deletes: Permission;
  readonly comments: boolean;
  readonly deletesComments: Permission;
  readonly reviews: boolean;
  readonly adds: Permission;
}

/** D-CLS-07: objects that visitors find in the layer. A view has its own visibility (D-CLS-05). */
const publicObjects = (allObjectsPublic: boolean | null): LayerPermissions['objects'] => {
  if (allObjectsPublic === null) return 'marked';
  return allObjectsPublic ? 'all' : 'none';
};

/** D-CLS-07: visitors find the layer in their list. */
export const isListedForVisitors = (layer: Pick<Layer, 'allObjectsPublic'>): boolean =>
  layer.allObjectsPublic !== false;

export const isOwnCompany = (actor: Actor, companyId: CompanyId): boolean =>
  actor.kind === 'user' && actor.companyId === companyId;

export function layerPermissions(actor: Actor, layer: Layer): LayerPermissions {
  const permission = (right: Parameters<typeof permissionFor>[1]) => permissionFor(actor, right, layer.owner);
  const adds = permission('addObject');
  const seesPrivate = permission('seePrivateObject') === 'yes';
  return {
    seesLayer: isOwnCompany(actor, layer.companyId) || isListedForVisitors(layer),
    objects: seesPrivate ? 'all' : publicObjects(layer.allObjectsPublic),
    unreviewed: seesPrivate ? 'all' : toReporter(actor),
    seesExactPositions: seesPrivate,
    seesInternalComments: permission('seeInternalComments') === 'yes',
    seesReporterEmail: permission('seeReporterEmail') === 'yes',
    edits: permission('editObject') === 'yes',
    deletes: permission('deleteObject'),
    comments: permission('addComment') === 'yes',
    deletesComments: permission('deleteComment'),
    reviews: permission('reviewObject') === 'yes',
    adds: adds === 'open' && !layer.isOpen ? 'no' : adds,
  };
}
