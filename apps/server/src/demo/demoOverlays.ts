type Names = { readonly en: string; readonly ru: string; readonly lv: string };

/** Overlays of the demo: pictures of its own public layers by WMS, so that there is something to see without a network. */
interface DemoOverlay {
  /** Key of the layer that is drawn. */
  readonly layer: string;
  readonly names: Names;
  readonly groupNames: Names;
}

const municipality: Names = {
  en: 'Maps of the municipality',
  ru: 'Карты самоуправления',
  lv: 'Pašvaldības kartes',
};

export const demoOverlays: readonly DemoOverlay[] = [
  {
    layer: 'stands',
    names: { en: 'Forest map', ru: 'Карта лесов', lv: 'Mežu karte' },
    groupNames: municipality,
  },
  {
    layer: 'parcels',
    names: { en: 'Land use', ru: 'Использование земли', lv: 'Zemes izmantošana' },
    groupNames: municipality,
  },
];

/** The source of an overlay that the server draws itself. Its pictures are fetched without a session: the public's view. */
export const ownWmsSource = (layerId: number) => ({
  url: `/api/v1/proxy/wmsLayers/${layerId}`,
  params: { LAYERS: ['lines', 'polygons', 'points'].map((kind) => `${layerId}_${kind}`).join() },
});
