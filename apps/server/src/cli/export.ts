import { parseArgs } from 'node:util';
import { type Command, UsageError } from './Command.ts';
import { exportLayer } from './export/exportLayer.ts';
import { getLayerToExport, type LayerName } from './export/getLayerToExport.ts';

const options = {
  layer: { type: 'string' },
  group: { type: 'string' },
  company: { type: 'string' },
} as const;

function parse(args: readonly string[]): LayerName & { readonly path: string } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0) throw new UsageError('Specify one file to write.');
    if (!/\.(geojson|json|geojsonl|geojsons|ndjson|jsonl)(\.gz)?$/i.test(path))
      throw new UsageError(
        'The file name must end in .geojson, or in .geojsonl for one feature per line; each may be followed by .gz.',
      );
    if (!values.layer?.trim()) throw new UsageError('Specify the layer with --layer NAME.');
    return { path, layer: values.layer.trim(), group: values.group, company: values.company };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write the objects of a layer into a GeoJSON file',
  usage: `Usage: npm run pgis -- export FILE --layer NAME [options]

Writes all objects of a layer, hidden ones too, as GeoJSON in longitude and latitude: .geojson, or .geojsonl for one
feature per line; each may be followed by .gz. Properties are name, description and the layer's fields. FILE must not
exist yet. Works whether the server runs or not. To import it again: npm run pgis -- import FILE --layer NAME
--name-field name --description-field description

  --group NAME              its layer group; needed only if several layers have this name
  --company NAME|NUMBER     company of the layer; needed only if there are several`,
  async run(args, { openDatabase, print }) {
    const { path, ...name } = parse(args);
    const database = await openDatabase();
    const count = await exportLayer(database, await getLayerToExport(database.db, name), path);
    print(`${path}: ${count} objects of ${name.layer}`);
    return 0;
  },
};
