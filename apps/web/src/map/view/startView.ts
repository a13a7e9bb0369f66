import { MAX_ZOOM, toMercator } from '@pgis/geo';

/** VIEW-05: the limit when zooming on one object. */
export const OBJECT_MAX_ZOOM = 20;
/** VIEW-05: the nearest zoom of a link: nearer, little of the surroundings is in view. */
export const LINK_MAX_ZOOM = 17;

/** VIEW-05: the nearest zoom of a link to an object; where its layer is drawn from a nearer zoom, that one. */
export const maxZoomOfLink = ({ zoomFrom }: { readonly zoomFrom: number | null }): number =>
  Math.min(OBJECT_MAX_ZOOM, Math.max(LINK_MAX_ZOOM, zoomFrom ?? 0));

/** VIEW-01: the product's own view, used when no other is set. */
const productView = { centerLonLat: [23.9890828, 56.9713962], zoom: 10 } as const;

/** `center` is `[x, y]` in EPSG:3857. */
export interface MapView {
  readonly center: readonly [number, number];
  readonly zoom: number;
}

interface StartViewSources {
  /** The view that the address holds. */
  readonly linkedView?:
    | { readonly centerLonLat: readonly [number, number]; readonly zoom: number }
    | undefined;
  /** The view that the browser remembers (`lastMapView`). */
  readonly lastView?: MapView | null | undefined;
  /** The company's default from the settings. */
  readonly companyView?:
    | { readonly centerLonLat: readonly [number, number]; readonly zoom: number }
    | undefined;
}

/**
 * Chooses the view that the map opens with (D-ROUT-02): that of the address, else the remembered one, else the company's
 * default, else the product's. A link to an object without a view moves the map once the object is known.
 */
export function chooseStartView({ linkedView, lastView, companyView }: StartViewSources): MapView {
  if (linkedView)
    return { center: toMercator(linkedView.centerLonLat), zoom: Math.min(linkedView.zoom, LINK_MAX_ZOOM) };
  if (lastView) return { center: lastView.center, zoom: Math.min(lastView.zoom, MAX_ZOOM) };
  const { centerLonLat, zoom } = companyView ?? productView;
  return { center: toMercator(centerLonLat), zoom };
}
