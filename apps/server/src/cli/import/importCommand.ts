import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import { limits } from '@pgis/contract';
import type { Database } from '../../db/openDatabase.ts';
import { ImportReport } from './ImportReport.ts';
import { type ImportOptions, type ImportResult, importFile } from './importFile.ts';
import { ProgressLine } from './ProgressLine.ts';

export const importUsage = `pgis import FILE --layer NAME [options]

Imports GeoJSON (any form, also newline-delimited or .gz), a zipped Shapefile, GeoPackage, KML, KMZ, GPX, DXF, or CSV and
XLSX with coordinates or WKT.
Features that cannot be imported are written to a report file with the reason; the others are imported. A warning says
when features lie far from the company's map. If nothing can be imported, no layer is added and the exit code is 1.

  --layer NAME              the layer; added if its group has none of this name
  --group NAME              its layer group (default: Imported)
  --company NAME|NUMBER     company of the layer; needed only if there are several
  --name-field F            property for the name (address) of the objects
  --description-field F     property for their description (topic)
  --key-field F             property that identifies an object; a later import then updates the objects
  --fields A,B,C            import only these properties as layer fields (default: all that have values)
  --top-fields N            import the N properties with the most values
  --crs EPSG:3059           coordinate system if the file does not name it (EPSG code or proj4 text)
  --wkt-field F, --lon-field F, --lat-field F   columns of a CSV file
  --public                  objects of a new layer are public
  --open                    visitors may add points to a new layer
  --review                  what visitors add to a new layer is shown to others after a review
  --append                  import into a layer that has objects, without a key
  --truncate                cut texts that are too long instead of reporting the feature
  --repair                  repair invalid geometries as ST_MakeValid of PostGIS does, instead of leaving them out
  --atomic                  import everything in one transaction, or nothing if one feature cannot be imported
  --report FILE             list of what was left out or repaired (default: NAME.report.csv in this folder)`;

const options = {
  layer: { type: 'string' },
  group: { type: 'string', default: 'Imported' },
  company: { type: 'string' },
  'name-field': { type: 'string' },
  'description-field': { type: 'string' },
  'key-field': { type: 'string' },
  fields: { type: 'string' },
  'top-fields': { type: 'string' },
  crs: { type: 'string' },
  'wkt-field': { type: 'string' },
  'lon-field': { type: 'string' },
  'lat-field': { type: 'string' },
  report: { type: 'string' },
  public: { type: 'boolean', default: false },
  open: { type: 'boolean', default: false },
  review: { type: 'boolean', default: false },
  append: { type: 'boolean', default: false },
  truncate: { type: 'boolean', default: false },
  atomic: { type: 'boolean', default: false },
  repair: { type: 'boolean', default: false },
} as const;

export type ImportArguments = ImportOptions & { readonly report: string };

/** @throws Error with a sentence for the user when the arguments do not fit. */
export function parseImportArguments(args: readonly string[]): ImportArguments {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new Error('Specify one file to import.');
  if (!values.layer?.trim()) throw new Error('Specify the layer with --layer NAME.');
  return {
    path,
    layer: values.layer.trim(),
    group: values.group.trim(),
    company: values.company,
    nameField: values['name-field'],
    descriptionField: values['description-field'],
    keyField: values['key-field'],
    fields: values.fields?.split(',').map((name) => name.trim()),
    topFields: parseCount(values['top-fields']),
    crs: values.crs,
    wktField: values['wkt-field'],
    lonField: values['lon-field'],
    latField: values['lat-field'],
    truncate: values.truncate,
    atomic: values.atomic,
    repair: values.repair,
    append: values.append,
    isPublic: values.public,
    isOpen: values.open,
    showsAfterReview: values.review,
    report: values.report ?? `${basename(path, extname(path))}.report.csv`,
  };
}

function parseCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > limits.layerFields)
    throw new Error(`--top-fields takes a number from 1 to ${limits.layerFields}.`);
  return count;
}

/**
 * Runs an import for a person at a terminal: progress on stderr, the account on stdout. Ctrl-C ends it after the batch
 * being written. Exit code 0 when the file was read to its end, 1 when nothing of it went in, 130 when stopped.
 */
export async function runImport(database: Database, args: readonly string[]): Promise<number> {
  const { report: reportPath, ...options } = parseImportArguments(args);
  const report = new ImportReport(reportPath);
  const progress = new ProgressLine();
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const started = performance.now();
  try {
    const result = await importFile(database, options, {
      signal: abort.signal,
      onProgress: (state) => progress.show(state),
      onBroken: (feature) => report.add(feature),
      onRepaired: ({ rowNumber, problem }) => report.add({ rowNumber, problem: `${problem}; repaired` }),
    });
    progress.end();
    console.log(accountOf(result, options, (performance.now() - started) / 1000));
    for (const [property, field] of result.renamed)
      console.log(`The property "${property}" is the field "${field}".`);
    for (const sentence of result.valueWarnings) console.log(sentence);
    const { distanceWarning } = result;
    if (distanceWarning) {
      report.add({ rowNumber: distanceWarning.rowNumber, problem: distanceWarning.text });
      console.log(distanceWarning.text);
    }
    if (result.broken + result.repaired > 0 || distanceWarning) console.log(`Details: ${report.path}`);
    if (result.stopped) return 130;
    if (result.added + result.updated + result.unchanged > 0) return 0;
    console.error('Nothing was imported.');
    return 1;
  } finally {
    progress.end();
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
    await report.close();
  }
}

function accountOf(result: ImportResult, options: ImportOptions, seconds: number): string {
  const done = result.added + result.updated + result.unchanged + result.broken;
  const account =
    `${options.layer} (layer ${result.layerId}): ${done} of ${result.total} features in ${seconds.toFixed(1)} s: ` +
    `${result.added} added, ${result.updated} updated, ${result.unchanged} unchanged, ${result.broken} left out${options.repair ? `, ${result.repaired} repaired` : ''}.`;
  if (!result.stopped) return account;
  return `${account}\nStopped. ${
    options.keyField === undefined
      ? 'Running it again would add the same objects once more: use --key-field.'
      : 'Run the same command again to go on.'
  }`;
}
