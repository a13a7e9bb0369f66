import { type Call, type CompanyId, callPath, type UserId } from '@pgis/contract';
import { calls } from '@pgis/contract/calls';
import { reportContent } from '../../reports/reportContent.ts';
import type { Reading } from '../notedCase.ts';

/** Ids by which requests lead to the private object. */
export interface CanaryTarget {
  readonly id: number;
  readonly layerId: number;
  readonly viewId: number;
  readonly fileId: number;
  /** The whole layer in each format, ordered by a reader and written to the end. */
  readonly exportIds: readonly number[];
  /** Lists the layer, made by a reader and shared with the company. */
  readonly reportId: number;
  readonly companyId: CompanyId;
  readonly userId: UserId;
}

/** Text of the private object. */
export const canary = 'c4nary';
/** Half of the canary finds the object and is no trace when an error repeats it. */
const searchText = 'c4na';
export const around = { minx: 650_000, miny: 120_000, maxx: 660_000, maxy: 130_000, zoom: 18 };
/** Calls that read although they are POST requests. */
const readingPosts = [
  'loadPoints',
  'loadLines',
  'loadPolygons',
  'listFeatures',
  'findNearestGeom',
  'exportGeomCsv',
  'exportObjectReport',
  'previewCustomReport',
  'addReportExport',
  'runCustomReport',
];

/** Returns the content of a report that lists the layer. */
export const listOfLayer = (layerId: number) => ({
  ...reportContent,
  layerIds: [layerId],
  columns: ['name'],
  groupBy: null,
});

/** Returns the ids that `:id` stands for in a path. */
const idsOf = ({ path }: Call, { id, exportIds, reportId }: CanaryTarget): readonly number[] => {
  if (path.startsWith('/api/v1/reports/exports/')) return exportIds;
  return path.startsWith('/api/v1/reports/custom/') ? [reportId] : [id];
};

/** Lists the addresses of a call, with every id that leads to the object filled in. */
function listAddresses(call: Call, target: CanaryTarget): readonly string[] {
  const { id, layerId, viewId, fileId, companyId, userId } = target;
  const known: Record<string, readonly (string | number)[]> = {
    classifierId: [layerId, viewId],
    layerId: [layerId, viewId],
    classId: [layerId, viewId],
    baseId: [1, layerId],
    fileId: [fileId],
    size: ['thumbnail', 'preview'],
    companyId: [companyId],
    userCompanyId: [companyId],
    userId: [userId],
    scheme: ['light'],
    version: [1],
    z: [12],
    x: [2114],
    file: ['2035.png'],
  };
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const choices = names.reduce<readonly Readonly<Record<string, string | number>>[]>(
    (made, name) =>
      made.flatMap((one) => (known[name] ?? idsOf(call, target)).map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
  const filter = `?_class=${layerId}&_field=state&_value=${canary}`;
  const reference = `${companyId}-${id % 2 ** 32}`;
  const near = '&lon=5.9&lat=1.1';
  const featureInfo = `?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetFeatureInfo&CRS=EPSG:3857&STYLES=&FORMAT=image/png&WIDTH=100&HEIGHT=100&I=43&J=65&INFO_FORMAT=application/json&BBOX=${around.minx},${around.miny},${around.maxx},${around.maxy}&LAYERS=${layerId}_points&QUERY_LAYERS=${layerId}_points`;
  const queries = [
    '',
    filter,
    `?q=${searchText}${near}`,
    `?q=${reference}${near}`,
    `?search=${searchText}`,
    `?text=${searchText}`,
    featureInfo,
  ];
  const ofCall = call.name === 'compareCases' ? [`?_ids=${id}`] : queries;
  return choices.flatMap((params) => ofCall.map((query) => callPath(call, params) + query));
}

const listBodies = ({ layerId, viewId }: CanaryTarget): readonly object[] => {
  const classifiers = [layerId, viewId];
  const objectFilter = [{ classId: layerId, field: 'state', value: canary }];
  return [
    { ...around, classifiers },
    { ...around, classifiers, objectFilter },
    { x: 654_321, y: 123_456, zoom: 18, classifiers },
    { classId: layerId, format: 'xlsx' },
    listOfLayer(layerId),
    {},
  ];
};

/** Lists the requests of every reading route. */
export function listCanaryReadings(target: CanaryTarget): readonly Reading[] {
  const gets = calls
    .filter(({ method }) => method === 'GET')
    .flatMap((call) => listAddresses(call, target).map((url) => ({ name: call.name, url })));
  const posts = calls
    .filter(({ name }) => readingPosts.includes(name))
    .flatMap((call) => {
      const url = callPath(call, { id: idsOf(call, target)[0] ?? target.id, classifierId: target.layerId });
      return listBodies(target).map((payload) => ({ name: call.name, url, payload }));
    });
  return [...gets, ...posts];
}
