import type { LayerId } from '@pgis/contract';

type Names = { readonly en: string; readonly ru: string; readonly lv: string };

/** Overlay of the demo: a public layer of its own by WMS, so that an overlay works without a network. */
interface DemoOverlay {
  /** Key of the layer that the overlay shows. */
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

/** Source of an overlay that the server draws itself. Its images are requested without a session, so they show public objects. */
export const ownWmsSource = (layerId: LayerId) => ({
  url: `/api/v1/proxy/wmsLayers/${layerId}`,
  params: { LAYERS: ['lines', 'polygons', 'points'].map((kind) => `${layerId}_${kind}`).join() },
});
