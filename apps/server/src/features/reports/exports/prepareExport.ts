import type { ExportFormat, Language, LayerId, ReportSelection } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { validationError } from '../../../errors/AppError.ts';
import { objectKinds } from '../../../layers/ObjectKind.ts';
import { inBody } from '../../../query/codecs/reportFilter.ts';
import type { SingleLayerQuery } from '../../../query/ObjectQuery.ts';
import { inReport, readReportQuery } from '../reportQuery.ts';
import { parseSort } from '../reportSort.ts';
import { csvFormat } from './csvFormat.ts';
import { geoJsonFormat } from './geoJsonFormat.ts';
import { makeCells } from './ReportCells.ts';
import type { MakeFormat } from './RowFormat.ts';
import type { RowQuery } from './reportRows.ts';
import { vectorRow } from './vector/vectorRow.ts';
import { xlsxFormat } from './xlsxFormat.ts';

export interface ExportRequest {
  readonly actor: UserActor;
  readonly language: Language;
  readonly layerId: LayerId;
  readonly format: ExportFormat;
  readonly selection: ReportSelection;
}

const formats: Readonly<Record<ExportFormat, MakeFormat>> = {
  csv: csvFormat,
  xlsx: xlsxFormat,
  geojson: geoJsonFormat,
  gpkg: vectorRow,
  shp: vectorRow,
  kml: vectorRow,
  dxf: vectorRow,
  gpx: vectorRow,
};

export const mimeTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  geojson: 'application/geo+json',
  gpkg: 'application/geopackage+sqlite3',
  shp: 'application/zip',
  kml: 'application/vnd.google-earth.kml+xml',
  dxf: 'image/vnd.dxf',
  gpx: 'application/gpx+xml',
};

/** GPX has points and lines only. */
const kindsOf = (format: ExportFormat): Pick<SingleLayerQuery, 'kinds'> =>
  format === 'gpx' ? { kinds: [objectKinds.point, objectKinds.line] } : {};

/** Formats in which the shape is no column. */
const hasWktColumn = (format: ExportFormat): boolean => format === 'csv' || format === 'geojson';

/** A cell of a spreadsheet holds less than a large geometry is as text. */
function checkColumns({ format, selection: { columns } }: ExportRequest): readonly string[] | undefined {
  const index = format === 'xlsx' ? (columns?.indexOf('wkt') ?? -1) : -1;
  if (index >= 0) throw validationError({ path: `/columns/${index}`, code: 'NOT_ALLOWED' });
  return columns;
}

/** The selected objects, and of those the ones that pass a filter by `_id`. */
function withIds({ ids }: SingleLayerQuery, selected: ReportSelection['ids']): Pick<SingleLayerQuery, 'ids'> {
  if (selected === undefined) return {};
  return { ids: ids === undefined ? selected : selected.filter((id) => ids.includes(id)) };
}

/** Checks the rights and the whole request before the first row is read. */
export async function prepareExport(
  { database }: Pick<AppDeps, 'database'>,
  request: ExportRequest,
): Promise<RowQuery> {
  const { actor, language, layerId, selection } = request;
  const columns = checkColumns(request);
  return await inReport(database, async (db) => {
    const filter = selection.filter ?? {};
    const read = await readReportQuery(db, { actor, layerId, filter, pathOf: inBody });
    const query = { ...read, ...kindsOf(request.format), ...withIds(read, selection.ids) };
    const [access] = query.layers;
    const order = parseSort(selection.sort, { access, language, path: '/sort' });
    const context = { access, language, hasLabels: selection.labels === true };
    const all = makeCells(context, columns);
    const requested = hasWktColumn(request.format) ? all : all.filter(({ kind }) => kind !== 'wkt');
    // The table of a shapefile needs a column.
    const cells = requested.length === 0 && request.format === 'shp' ? makeCells(context, ['id']) : requested;
    return { query, layer: access.layer, order, cells, format: formats[request.format](cells, language) };
  });
}
