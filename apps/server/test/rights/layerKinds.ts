/** What a layer is to who asks about it. */
export const layerKinds = ['listed', 'closed', 'hidden', 'foreign', 'foreign, hidden', 'absent'] as const;
export type LayerKind = (typeof layerKinds)[number];
