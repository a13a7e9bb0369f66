import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/testing/findFreePort.ts';
import { type Geometry, kindOf } from './objects.ts';

const FONT_FILE = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';
const needed = ['/usr/bin/mapserv', '/usr/sbin/lighttpd', FONT_FILE];

/** Returns the missing files in words; undefined when there are none. */
export function findMissing(): string | undefined {
  const missing = needed.filter((path) => !existsSync(path));
  return missing.length === 0
    ? undefined
    : `${missing.join(' and ')} not found (Debian: apt install cgi-mapserver lighttpd fonts-liberation)`;
}

export interface MapServer extends AsyncDisposable {
  /** URL of its WMS; ends in `?`. */
  readonly url: string;
}

/**
 * Style of both sides: an opaque fill and an outline of one pixel; lines with a white casing of a pixel on each side;
 * circles with a white rim; labels with a white halo.
 */
const style = {
  fill: [173, 205, 160],
  line: [40, 80, 64],
  widthPx: 1,
  circle: { fill: [225, 98, 127], rim: [255, 255, 255], radiusPx: 6, rimPx: 1.5 },
  label: { sizePx: 12, haloPx: 3 },
} as const;

/** Returns that style as a `geomStyle`. */
export function geomStyle({ labels = false }: { readonly labels?: boolean } = {}): string {
  const color = (rgb: readonly number[]) => `rgba(${rgb.join()},1)`;
  return JSON.stringify({
    fillColor: color(style.fill),
    lineColor: color(style.line),
    lineWidth: style.widthPx,
    pointForm: 'circle',
    pointRadius: style.circle.radiusPx,
    pointBgColor: color(style.circle.fill),
    labelEnabled: labels,
    labelSize: style.label.sizePx,
  });
}

/** Starts a FastCGI process of MapServer per core behind lighttpd; they read the table of objects itself. */
export async function startMapServer(databaseUrl: string, layerId: number): Promise<MapServer> {
  const dir = await mkdtemp(join(tmpdir(), 'pgis-mapserver-'));
  const port = await findFreePort();
  const processes = availableParallelism();
  const fontList = join(dir, 'fonts.list');
  await writeFile(fontList, `sans ${FONT_FILE}\n`);
  const mapFile = join(dir, 'bench.map');
  await writeFile(mapFile, toMapFile(databaseUrl, layerId, fontList));
  const programFile = join(dir, 'mapserver.conf');
  await writeFile(
    programFile,
    `CONFIG\n  ENV\n    "MS_MAP_PATTERN" "."\n    "MS_MAPFILE" "${mapFile}"\n  END\nEND\n`,
  );
  const config = join(dir, 'lighttpd.conf');
  await writeFile(
    config,
    `server.document-root = "${dir}"
server.bind = "127.0.0.1"
server.port = ${port}
server.modules = ("mod_fastcgi")
server.max-keep-alive-idle = 60
server.errorlog = "${join(dir, 'error.log')}"
fastcgi.server = ("/" => (("socket" => "${join(dir, 'fcgi')}", "bin-path" => "/usr/bin/mapserv", "check-local" => "disable", "kill-signal" => 9,
  "min-procs" => ${processes}, "max-procs" => ${processes}, "bin-environment" => ("MAPSERVER_CONFIG_FILE" => "${programFile}"))))
`,
  );
  const server = spawn('/usr/sbin/lighttpd', ['-D', '-f', config], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/?`;
  await waitUntilThere(url);
  return {
    url,
    async [Symbol.asyncDispose]() {
      await end(server);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Returns the parameters of the URL as libpq reads them. */
function toConnection(databaseUrl: string): string {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  return Object.entries({
    host: searchParams.get('host') ?? hostname,
    port,
    user: username,
    password,
    dbname: pathname.slice(1),
  })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${decodeURIComponent(value)}`)
    .join(' ');
}

const styles: Readonly<Record<Geometry, string>> = {
  polygons: `STYLE
        COLOR ${style.fill.join(' ')}
        OUTLINECOLOR ${style.line.join(' ')}
        OUTLINEWIDTH ${style.widthPx}
        LINEJOIN ROUND
      END`,
  lines: `STYLE
        COLOR 255 255 255
        WIDTH ${style.widthPx + 2}
        LINECAP ROUND
        LINEJOIN ROUND
      END
      STYLE
        COLOR ${style.line.join(' ')}
        WIDTH ${style.widthPx}
        LINECAP ROUND
        LINEJOIN ROUND
      END`,
  points: `STYLE
        SYMBOL "circle"
        SIZE ${2 * style.circle.radiusPx}
        COLOR ${style.circle.fill.join(' ')}
        OUTLINECOLOR ${style.circle.rim.join(' ')}
        OUTLINEWIDTH ${style.circle.rimPx}
      END`,
};

const mapServerTypes: Readonly<Record<Geometry, string>> = {
  polygons: 'POLYGON',
  lines: 'LINE',
  points: 'POINT',
};

function toLayer(geometry: Geometry, connection: string, layerId: number, hasLabels: boolean): string {
  const data = `geom FROM (SELECT id, name, geom FROM geoms WHERE company_id = (SELECT company_id FROM classifiers WHERE id = ${layerId}) AND class_id = ${layerId} AND deleted_at IS NULL AND is_public AND kind = ${kindOf[geometry]}) AS t USING UNIQUE id USING SRID=3857`;
  const label = `LABEL
        TYPE TRUETYPE
        FONT "sans"
        SIZE ${style.label.sizePx}
        COLOR 0 0 0
        OUTLINECOLOR 255 255 255
        OUTLINEWIDTH ${style.label.haloPx}
        POSITION CC
        PARTIALS TRUE
      END`;
  return `LAYER
    NAME "${geometry}${hasLabels ? '_labelled' : ''}"
    TYPE ${mapServerTypes[geometry]}
    STATUS ON
    CONNECTIONTYPE POSTGIS
    CONNECTION "${connection}"
    PROCESSING "CLOSE_CONNECTION=DEFER"
    DATA "${data}"
    ${hasLabels ? 'LABELITEM "name"' : ''}
    CLASS
      ${styles[geometry]}
      ${hasLabels ? label : ''}
    END
  END`;
}

function toMapFile(databaseUrl: string, layerId: number, fontList: string): string {
  const connection = toConnection(databaseUrl);
  const layers = (['polygons', 'lines', 'points'] as const).flatMap((geometry) =>
    [false, true].map((hasLabels) => toLayer(geometry, connection, layerId, hasLabels)),
  );
  return `MAP
  NAME "bench"
  SIZE 256 256
  MAXSIZE 4096
  EXTENT -20037508 -20037508 20037508 20037508
  UNITS METERS
  FONTSET "${fontList}"
  PROJECTION
    "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"
  END
  IMAGETYPE "png"
  OUTPUTFORMAT
    NAME "png"
    DRIVER "AGG/PNG"
    MIMETYPE "image/png"
    IMAGEMODE RGBA
    EXTENSION "png"
    TRANSPARENT ON
    FORMATOPTION "COMPRESSION=3"
  END
  SYMBOL
    NAME "circle"
    TYPE ELLIPSE
    FILLED TRUE
    POINTS 1 1 END
  END
  WEB
    METADATA
      "wms_title" "bench"
      "wms_onlineresource" "http://127.0.0.1/"
      "wms_srs" "EPSG:3857"
      "wms_enable_request" "*"
    END
  END
  ${layers.join('\n  ')}
END
`;
}

async function waitUntilThere(url: string): Promise<void> {
  const giveUpAt = Date.now() + 10_000;
  for (;;) {
    const answer = await fetch(`${url}SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities`).catch(
      () => undefined,
    );
    if (answer?.ok) return;
    if (Date.now() > giveUpAt) throw new Error(`MapServer does not answer: ${await answer?.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
