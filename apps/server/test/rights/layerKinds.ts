/** Relations of a layer to the actor. */
export const layerKinds = ['listed', 'closed', 'hidden', 'foreign', 'foreign, hidden', 'absent'] as const;
export type LayerKind = (typeof layerKinds)[number];
