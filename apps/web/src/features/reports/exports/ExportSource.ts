import type { FieldLabels, ObjectId, ReportFilter } from '@pgis/contract';

/** Sources of an export: the rows of the table, and what else the screen offers. */
export interface ExportSource {
  readonly layer: { readonly id: number; readonly name: string };
  /** Filter of the table. */
  readonly filter: ReportFilter;
  readonly sort: string;
  readonly columns: {
    readonly all: readonly string[];
    readonly selected: readonly string[];
    readonly labels: FieldLabels;
  };
  /** Selected rows; undefined where rows cannot be selected. */
  readonly selectedIds?: readonly ObjectId[];
  /** The extent of the map as a filter; undefined where there is no map. */
  readonly inView?: ReportFilter | undefined;
  /** True where the list of files stands beside the table. */
  readonly hasFileList: boolean;
}
