import type { ExportFormat, Language, ReportSelection } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { validationError } from '../../../http/AppError.ts';
import type { UserActor } from '../../../plugins/Actor.ts';
import { inReport } from '../readReport.ts';
import { inBody, reportConditions } from '../reportConditions.ts';
import { getReportScope } from '../reportScope.ts';
import { parseSort } from '../reportSort.ts';
import { csvFormat } from './csvFormat.ts';
import { geoJsonFormat } from './geoJsonFormat.ts';
import { makeCells } from './ReportCells.ts';
import type { MakeFormat } from './RowFormat.ts';
import type { RowQuery } from './reportRows.ts';
import { xlsxFormat } from './xlsxFormat.ts';

export interface ExportWish {
  readonly actor: UserActor;
  readonly language: Language;
  readonly classId: number;
  readonly format: ExportFormat;
  readonly selection: ReportSelection;
}

const formats: Readonly<Record<ExportFormat, MakeFormat>> = {
  csv: csvFormat,
  xlsx: xlsxFormat,
  geojson: geoJsonFormat,
};

export const mimeTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  geojson: 'application/geo+json',
};

/** A cell of a spreadsheet holds less than a large geometry is as text. */
function checkColumns({ format, selection: { columns } }: ExportWish): readonly string[] | undefined {
  const index = format === 'xlsx' ? (columns?.indexOf('wkt') ?? -1) : -1;
  if (index >= 0) throw validationError({ path: `/columns/${index}`, code: 'NOT_ALLOWED' });
  return columns;
}

/** Asks the rights and checks everything that was sent, before the first row is read. */
export async function prepareExport(deps: Pick<AppDeps, 'database'>, wish: ExportWish): Promise<RowQuery> {
  const { actor, language, classId, selection } = wish;
  const columns = checkColumns(wish);
  return await inReport(deps, async (db) => {
    const scope = await getReportScope(db, actor, classId);
    const conditions = await reportConditions(db, { actor, scope, pathOf: inBody }, selection.filter ?? {});
    const order = parseSort(selection.sort, { scope, language, path: '/sort' });
    const all = makeCells({ scope, language }, columns);
    const cells = wish.format === 'xlsx' ? all.filter(({ kind }) => kind !== 'wkt') : all;
    return { scope, conditions, order, cells, format: formats[wish.format](cells, language) };
  });
}
