/** Overlays of the demo: pictures of its own public layers by WMS, so that there is something to see without a network. */
interface DemoOverlay {
  /** Key of the layer that is drawn. */
  readonly layer: string;
  readonly names: { readonly en: string; readonly ru: string; readonly lv: string };
  readonly group: string;
}

export const demoOverlays: readonly DemoOverlay[] = [
  {
    layer: 'stands',
    names: { en: 'Forest map', ru: 'Карта лесов', lv: 'Mežu karte' },
    group: 'Maps of the municipality',
  },
  {
    layer: 'parcels',
    names: { en: 'Land use', ru: 'Использование земли', lv: 'Zemes izmantošana' },
    group: 'Maps of the municipality',
  },
];

/** The source of an overlay that the server draws itself. Its pictures are fetched without a session: the public's view. */
export const ownWmsSource = (layerId: number) => ({
  url: `/api/v1/proxy/wmsLayers/${layerId}`,
  params: { LAYERS: ['lines', 'polygons', 'points'].map((kind) => `${layerId}_${kind}`).join() },
});
