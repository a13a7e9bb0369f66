import { type Extent, resolutionFromZoom, toLonLatExtent } from '@pgis/geo';

interface ScaledLayer {
  readonly zoomFrom: number | null;
  readonly zoomTo: number | null;
}

/** The standardised pixel size of scale denominators (OGC 06-042, 7.2.4.6.9). */
const PIXEL_M = 0.00028;
/** `zoomFromResolution` rounds: a zoom covers half a zoom to each side. */
const HALF_ZOOM = 0.5;

/**
 * Describes the scales at which a layer is drawn (D-CLS-13), in metres of EPSG:3857. In systems that are true to scale,
 * such as LKS-92, a map at the same zoom has a smaller denominator: the minimum is computed for those, so that no client
 * leaves out a layer that would be drawn.
 */
export function describeScales(
  is111: boolean,
  { zoomFrom, zoomTo }: ScaledLayer,
  extent3857: Readonly<Extent> | null,
): string {
  const [, south, , north] = extent3857 === null ? [0, 0, 0, 0] : toLonLatExtent(extent3857);
  const latitude = Math.max(Math.abs(south), Math.abs(north));
  const shrinks = Math.cos((latitude * Math.PI) / 180);
  const largestM = zoomFrom === null ? undefined : resolutionFromZoom(Math.ceil(zoomFrom) - HALF_ZOOM);
  const smallestM =
    zoomTo === null ? undefined : resolutionFromZoom(Math.floor(zoomTo) + HALF_ZOOM) * shrinks;
  if (is111) {
    if (largestM === undefined && smallestM === undefined) return '';
    const toHint = (resolutionM: number) => resolutionM * Math.SQRT2;
    return `<ScaleHint min="${toHint(smallestM ?? 0)}" max="${toHint(largestM ?? resolutionFromZoom(0))}"/>`;
  }
  const toElement = (name: string, resolutionM: number | undefined) =>
    resolutionM === undefined ? '' : `<${name}>${resolutionM / PIXEL_M}</${name}>`;
  return toElement('MinScaleDenominator', smallestM) + toElement('MaxScaleDenominator', largestM);
}
