import { LayerSymbol, useFindLayer } from '../objects/index.ts';

/** The symbol of a layer; its code is that of the map, so it loads on demand. */
export default function ReportSymbol({ layerId }: { readonly layerId: number }) {
  const layer = useFindLayer()(layerId);
  return layer === undefined ? null : <LayerSymbol layer={layer} />;
}
