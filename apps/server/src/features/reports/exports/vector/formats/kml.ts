import { parseColor, type StyleValues } from '@pgis/cartography';
import type { Geometry, Position } from '@pgis/geo';
import type { Feature } from '../readFeatures.ts';
import { toRowStyles } from '../styles/fileStyle.ts';
import { uniqueNames } from '../uniqueNames.ts';
import type { VectorColumn } from '../VectorRequest.ts';
import { listMembers } from '../wkb.ts';
import { integerColumns } from './geoPackageSql.ts';
import { textFile, toLonLatText, xmlText } from './textFile.ts';
import type { VectorSource } from './VectorFile.ts';

/** KML 2.2. Texts are data and never a `description`, which programs show as HTML. */
export const kml = textFile(1, writeKml);

const SCHEMA = 'columns';

const simpleTypes = { text: 'string', number: 'double', moment: 'string', boolean: 'bool' } as const;

function* writeKml({ request, features }: VectorSource): Generator<string> {
  const { columns, layerName } = request;
  const names = uniqueNames(columns.map(({ name }) => name)).map(xmlText);
  const { styles, indexOf } = toRowStyles(request);
  const nameAt = columns.findIndex(({ column }) => column === 'name');
  yield `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xmlText(layerName)}</name>
<Schema name="${SCHEMA}" id="${SCHEMA}">${columns.map((column, at) => `<SimpleField name="${names[at]}" type="${simpleTypeOf(column)}"/>`).join('')}</Schema>
${styles.map(styleXml).join('\n')}
<Folder><name>${xmlText(layerName)}</name>
`;
  for (const { geometry, values } of features()) {
    const name = values[nameAt] ?? null;
    yield `<Placemark>${name === null ? '' : `<name>${xmlText(name)}</name>`}<styleUrl>#s${indexOf(values)}</styleUrl>${dataXml(names, values)}${geometryXml(geometry)}</Placemark>\n`;
  }
  yield '</Folder></Document></kml>\n';
}

const simpleTypeOf = ({ kind, column }: VectorColumn): string =>
  integerColumns.has(column) && column !== 'id' ? 'int' : simpleTypes[kind];

function dataXml(names: readonly string[], values: Feature['values']): string {
  const data = values.flatMap((value, at) =>
    value === null ? [] : [`<SimpleData name="${names[at]}">${xmlText(value)}</SimpleData>`],
  );
  return data.length === 0
    ? ''
    : `<ExtendedData><SchemaData schemaUrl="#${SCHEMA}">${data.join('')}</SchemaData></ExtendedData>`;
}

const coordinates = (positions: readonly Position[]): string =>
  `<coordinates>${positions.map(toLonLatText).join(' ')}</coordinates>`;

function geometryXml(geometry: Geometry): string {
  switch (geometry.type) {
    case 'Point':
      return `<Point>${coordinates([geometry.coordinates])}</Point>`;
    case 'LineString':
      return `<LineString>${coordinates(geometry.coordinates)}</LineString>`;
    case 'Polygon':
      return `<Polygon>${geometry.coordinates
        .map((ring, at) => {
          const boundary = at === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
          return `<${boundary}><LinearRing>${coordinates(ring)}</LinearRing></${boundary}>`;
        })
        .join('')}</Polygon>`;
    default:
      return `<MultiGeometry>${listMembers(geometry).map(geometryXml).join('')}</MultiGeometry>`;
  }
}

/** Colours of KML begin with alpha and end with red. */
function toKmlColor(text: string, alpha = 1): string {
  const [red, green, blue, own] = parseColor(text) ?? [0, 0, 0, 1];
  return [Math.round(own * alpha * 255), blue, green, red]
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('');
}

/** Size in pixels of the icon that a program draws at scale 1. */
const ICON_PX = 32;
const LABEL_PX = 15;

function styleXml(style: StyleValues, at: number): string {
  const pointColor = style.pointForm === 'none' ? style.pointColor : style.pointBgColor;
  const scale = (px: number, base: number) => Math.round((px / base) * 100) / 100;
  return `<Style id="s${at}"><IconStyle><color>${toKmlColor(pointColor)}</color><scale>${scale(style.pointRadius * 2, ICON_PX)}</scale></IconStyle><LabelStyle><color>${toKmlColor(style.labelColor)}</color><scale>${style.labelEnabled ? scale(style.labelSize, LABEL_PX) : 0}</scale></LabelStyle><LineStyle><color>${toKmlColor(style.lineColor, style.lineTransparency)}</color><width>${style.lineWidth}</width></LineStyle><PolyStyle><color>${toKmlColor(style.fillColor)}</color><outline>${style.lineWidth > 0 ? 1 : 0}</outline></PolyStyle></Style>`;
}
