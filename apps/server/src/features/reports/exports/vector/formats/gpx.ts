import { listPaths, type Position } from '@pgis/geo';
import type { Feature } from '../readFeatures.ts';
import { kindOf } from '../survey.ts';
import { uniqueNames } from '../uniqueNames.ts';
import type { VectorColumn } from '../VectorRequest.ts';
import { textFile, toDegrees, xmlText } from './textFile.ts';
import type { VectorSource } from './VectorFile.ts';

/** GPX 1.1: waypoints, then tracks, in the order that its schema demands. It has no polygons. */
export const gpx = textFile(2, writeGpx);

/** Characters that XML does not allow in a name, or that mean a namespace. */
const notInNames = /[^A-Za-z0-9_.\-\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff]/g;

const toElementName = (name: string): string =>
  name.replaceAll(notInNames, '_').replace(/^(?![\p{L}_])/u, '_');

function* writeGpx({ request, features }: VectorSource): Generator<string> {
  const { columns, layerName } = request;
  const names = uniqueNames(columns.map(({ name }) => toElementName(name)));
  const write = ({ geometry, values }: Feature) => {
    const data = dataXml({ columns, names, values });
    return kindOf({ geometry, values }) === 'point'
      ? listPaths(geometry)
          .flat()
          .map((position) => pointXml('wpt', position, data))
      : [`<trk>${data}${listPaths(geometry).map(segmentXml).join('')}</trk>\n`];
  };
  yield `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="PGIS" xmlns="http://www.topografix.com/GPX/1/1" xmlns:ogr="http://osgeo.org/gdal">
<metadata><name>${xmlText(layerName)}</name></metadata>
`;
  for (const kind of ['point', 'line'] as const)
    for (const feature of features()) if (kindOf(feature) === kind) yield* write(feature);
  yield '</gpx>\n';
}

const pointXml = (tag: string, [lon, lat]: Position, inside: string): string =>
  `<${tag} lat="${toDegrees(lat)}" lon="${toDegrees(lon)}">${inside}</${tag}>\n`;

const segmentXml = (line: readonly Position[]): string =>
  `<trkseg>${line.map((position) => pointXml('trkpt', position, '')).join('')}</trkseg>`;

interface RowData {
  readonly columns: readonly VectorColumn[];
  readonly names: readonly string[];
  readonly values: Feature['values'];
}

/** Name and description as GPX has them, all other columns as extensions, which GDAL and QGIS read. */
function dataXml({ columns, names, values }: RowData): string {
  const element = (column: string, tag: string) => {
    const value = values[columns.findIndex((one) => one.column === column)] ?? null;
    return value === null ? '' : `<${tag}>${xmlText(value)}</${tag}>`;
  };
  const others = columns.flatMap(({ column }, at) => {
    const value = values[at] ?? null;
    if (column === 'name' || column === 'description' || value === null) return [];
    return [`<ogr:${names[at]}>${xmlText(value)}</ogr:${names[at]}>`];
  });
  const extensions = others.length === 0 ? '' : `<extensions>${others.join('')}</extensions>`;
  return `${element('name', 'name')}${element('description', 'desc')}${extensions}`;
}
