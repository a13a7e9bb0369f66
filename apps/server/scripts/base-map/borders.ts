import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { mesh } from 'topojson-client';
import { topology } from 'topojson-server';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { joinLines } from './joinLines.ts';
import type { readSources } from './readSources.ts';
import { boundsOf, isInRing, type Ring } from './rings.ts';
import { splitWhere } from './splitWhere.ts';
import { DATA_BOX, toGrid } from './worldGrid.ts';
import { readNearBorders } from './worldLand.ts';

type Sources = ReturnType<typeof readSources>;

const flat = (line: readonly Position[]): number[] => line.flatMap(toGrid);

/** Returns the borders between countries on land and lakes; those of the territorial sea are not drawn. */
export function listCountryBorders(sources: Sources, landRings: readonly Ring[]): number[][] {
  const lines = meshOf(sources.countries, () => true);
  const isLand = createLandTest(landRings);
  const onLand = joinLines(lines).flatMap((line) => splitWhere(line, isLand));
  return [...onLand, ...readNearBorders()].map(flat);
}

/**
 * Returns the borders between municipalities. The parts that follow the state border or the sea come from other
 * sources.
 */
export function listMunicipalBorders({ municipalities }: Sources): number[][] {
  return joinLines(meshOf(municipalities, (isOuter) => !isOuter)).map(flat);
}

function meshOf(
  collection: FeatureCollection<Polygon | MultiPolygon>,
  keep: (isOuter: boolean) => boolean,
): Position[][] {
  const shared = topology({ areas: collection }) as Topology<{ areas: GeometryCollection }>;
  return mesh(shared, shared.objects.areas, (a, b) => keep(a === b)).coordinates;
}

/** Returns a test for positions on GSHHG's land. Everything outside the data counts as land. */
function createLandTest(rings: readonly Ring[]): (position: Position) => boolean {
  const bounded = rings.map((ring) => ({ ring, bounds: boundsOf(ring) }));
  return (position) => {
    const [x, y] = toGrid(position);
    if (x <= DATA_BOX[0] || x >= DATA_BOX[2] || y <= DATA_BOX[1] || y >= DATA_BOX[3]) return true;
    return bounded.some(
      ({ ring, bounds: [minX, minY, maxX, maxY] }) =>
        x >= minX && x <= maxX && y >= minY && y <= maxY && isInRing(ring, x, y),
    );
  };
}
