import { parseGeomStyle, typicalStyle } from '@pgis/cartography';
import { useMemo } from 'react';
import { StyleSwatch } from '../StyleSwatch.tsx';
import { type Layer, useLayerList } from '../useLayerList.ts';

/** Returns a function that finds a layer of the list; it finds nothing until the layers have loaded. */
export function useFindLayer(): (id: number) => Layer | undefined {
  const { data: groups = [] } = useLayerList();
  return (id) => groups.flatMap(({ childClassifiers }) => childClassifiers).find((layer) => layer.id === id);
}

/** The symbol of a layer as its row in the list shows it. */
export function LayerSymbol({ layer }: { readonly layer: Layer }) {
  const style = useMemo(() => typicalStyle(parseGeomStyle(layer.geomStyle).style), [layer]);
  return <StyleSwatch style={style} kind={layer.kinds[0] ?? 'polygon'} />;
}
