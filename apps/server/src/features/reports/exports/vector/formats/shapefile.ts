import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { emptyExtent, type GeometryKind, geometryExtent, unionExtents } from '@pgis/geo';
import yazl from 'yazl';
import { toFileName } from '../../../../../http/attachment.ts';
import { crsDefinitions } from '../crs/crsDefinitions.ts';
import { OutputFile } from '../OutputFile.ts';
import type { Feature, Value } from '../readFeatures.ts';
import { toQml } from '../styles/toQml.ts';
import { kindOf, partName } from '../survey.ts';
import type { VectorRequest } from '../VectorRequest.ts';
import { type DbfField, dbfHeader, dbfRecord, toDbfFields } from './dbfTable.ts';
import { fieldListText } from './shapefileTexts.ts';
import { shapeHeader, shapeRecord, shapeType } from './shapeRecord.ts';
import { orderedKinds, type VectorSource, type VectorWriter } from './VectorFile.ts';

/** Sizes are signed numbers of 32 bits to many readers. */
const MAX_PART_BYTES = 2 ** 31 - 1;

/** A zip archive with a shapefile for each kind of geometry, UTF-8, and a list of the names that were shortened. */
export const shapefile: VectorWriter = {
  passes: 2,
  write: async ({ request, survey, features }: VectorSource) => {
    const { kinds, maxBytes } = survey();
    const { columns } = request;
    const fields = toDbfFields(columns, maxBytes);
    // A layer without objects is still a table of its columns.
    const found = kinds.size === 0 ? ([['point', { hasMulti: false }]] as const) : orderedKinds(kinds);
    const cuts = columns.map(() => 0);
    const parts = found.map(
      ([kind, { hasMulti }]) =>
        new ShapefilePart(request, {
          kind,
          type: shapeType(kind, hasMulti),
          fields,
          cut: (column) => {
            cuts[column] = (cuts[column] ?? 0) + 1;
          },
        }),
    );
    try {
      for (const feature of features()) {
        const kind = kindOf(feature);
        parts.find((part) => part.kind === kind)?.add(feature);
      }
    } finally {
      for (const part of parts) part.close();
    }
    const zip = new yazl.ZipFile();
    const names = fields.map(({ name }) => name);
    for (const part of parts) {
      const name = toFileName(partName(request.layerName, part.kind, kinds));
      const { esriWkt } = crsDefinitions[request.crs];
      for (const extension of ['shp', 'shx', 'dbf'] as const)
        zip.addFile(part.pathOf(extension), `${name}.${extension}`, { compressionLevel: 2 });
      zip.addBuffer(Buffer.from(esriWkt), `${name}.prj`);
      zip.addBuffer(Buffer.from('UTF-8'), `${name}.cpg`);
      zip.addBuffer(Buffer.from(toQml(request, { kind: part.kind, names })), `${name}.qml`);
    }
    zip.addBuffer(
      Buffer.from(fieldListText({ columns, names, cuts, language: request.language })),
      'fields.txt',
    );
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(request.path, { flags: 'wx', flush: true }));
  },
};

interface PartOptions {
  readonly kind: GeometryKind;
  readonly type: number;
  readonly fields: readonly DbfField[];
  readonly cut: (column: number) => void;
}

/** The three files of one kind of geometry, beside the archive. */
class ShapefilePart {
  readonly kind: GeometryKind;
  readonly #options: PartOptions;
  readonly #path: string;
  readonly #shp: OutputFile;
  readonly #shx: OutputFile;
  readonly #dbf: OutputFile;
  #rows = 0;
  #extent = emptyExtent();

  constructor({ path, maxBytes }: VectorRequest, options: PartOptions) {
    this.kind = options.kind;
    this.#options = options;
    this.#path = `${path}-${options.kind}`;
    const open = (extension: 'shp' | 'shx' | 'dbf') =>
      new OutputFile(this.pathOf(extension), Math.min(maxBytes, MAX_PART_BYTES));
    this.#shp = open('shp');
    this.#shx = open('shx');
    this.#dbf = open('dbf');
    this.#shp.write(shapeHeader(options.type, 0));
    this.#shx.write(shapeHeader(options.type, 0));
    this.#dbf.write(dbfHeader(options.fields, 0, new Date()));
  }

  pathOf(extension: 'shp' | 'shx' | 'dbf'): string {
    return `${this.#path}.${extension}`;
  }

  add({ geometry, values }: Feature): void {
    const { type, fields, cut } = this.#options;
    const extent = geometryExtent(geometry);
    this.#extent = unionExtents(this.#extent, extent);
    const content = shapeRecord(geometry, type, extent);
    this.#rows += 1;
    this.#shx.write(toHead(this.#shp.length / 2, content.length / 2));
    this.#shp.write(toHead(this.#rows, content.length / 2));
    this.#shp.write(content);
    this.#dbf.write(dbfRecord(fields, values satisfies readonly Value[], cut));
  }

  /** Writes the headers with the counts and the extent, which are known after the last row. */
  close(): void {
    const { type, fields } = this.#options;
    using shp = this.#shp;
    using shx = this.#shx;
    using dbf = this.#dbf;
    dbf.write(Buffer.from([0x1a]));
    shp.replaceStart(shapeHeader(type, shp.length, this.#extent));
    shx.replaceStart(shapeHeader(type, shx.length, this.#extent));
    dbf.replaceStart(dbfHeader(fields, this.#rows, new Date()));
  }
}

function toHead(first: number, second: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(first, 0);
  head.writeInt32BE(second, 4);
  return head;
}
