import type { ExportCrs, ExportFormat, ExportProblem, Language } from '@pgis/contract';
import type { CellKind, ReportCell } from '../ReportCells.ts';

export const vectorFormats = ['gpkg', 'shp', 'kml', 'dxf', 'gpx'] as const satisfies readonly ExportFormat[];
/** Formats that a thread writes; the rows of all others come from the database as they stand in the file. */
export type VectorFormat = (typeof vectorFormats)[number];

export const isVectorFormat = (format: ExportFormat): format is VectorFormat =>
  vectorFormats.some((one) => one === format);

export interface VectorColumn {
  /** Name in the file: the field's, or the column's (`propertyNames`). */
  readonly name: string;
  /** Key of the report's column: `name`, `data.species`. */
  readonly column: string;
  readonly kind: Exclude<CellKind, 'wkt'>;
  /** Type that the values of a text column should have; older ones may be other texts. */
  readonly holds?: ReportCell['holds'];
}

/** A file of geometries to be written by a worker thread from the rows in another file. */
export interface VectorRequest {
  readonly format: VectorFormat;
  /** File of rows as `vectorRow` writes them. */
  readonly rowsPath: string;
  /** File to be written; names of temporary files begin with it. */
  readonly path: string;
  readonly layerName: string;
  readonly language: Language;
  /** Language of the names of rules that the reader's lacks. */
  readonly companyLanguage: Language;
  readonly crs: ExportCrs;
  readonly columns: readonly VectorColumn[];
  /** Style of the layer as saved. */
  readonly geomStyle: string;
  /** No file of the result may become larger. */
  readonly maxBytes: number;
}

/** Message of the worker. */
export type VectorReply =
  /** Share of the work that is done. */
  { readonly progress: number } | { readonly problem: ExportProblem };

/** Thrown when a file cannot be written for a reason that its owner can do something about. */
export class ExportProblemError extends Error {
  readonly problem: ExportProblem;

  constructor(problem: ExportProblem) {
    super(`the file cannot be written: ${problem}`);
    this.problem = problem;
  }
}
