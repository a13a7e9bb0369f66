import { type Language, limits } from '@pgis/contract';
import { type Extent, toLonLatExtent, WORLD_EXTENT_3857 } from '@pgis/geo';
import { groupNameIn, type Layer, layerNameIn } from '../../../layers/Layer.ts';
import { kindBit, type ObjectKind } from '../../../layers/ObjectKind.ts';
import { imageFormats } from '../../../rendering/job/ImageFormat.ts';
import { fromExtent3857, imageCrsNames, imageProjections } from '../../../rendering/job/imageProjections.ts';
import type { legendSize } from '../../../rendering/job/LegendJob.ts';
import { kindOfSuffix } from '../parseGetMap.ts';
import { exceptionFormats } from './exceptionFormat.ts';
import { infoFormats } from './parseFeatureInfo.ts';
import { describeScales } from './scales.ts';
import type { WmsVersion } from './WmsQuery.ts';
import { escapeXml } from './xml.ts';

export interface ServiceDescription {
  readonly layer: Pick<
    Layer,
    'id' | 'name' | 'names' | 'groupName' | 'groupNames' | 'companyLanguage' | 'kinds' | 'zoomFrom' | 'zoomTo'
  >;
  /** Language of titles. */
  readonly language: Language;
  /** EPSG:3857; null while it has no objects. */
  readonly extent: Readonly<Extent> | null;
  /** Address of the service with its object filter; ends in `?` or `&`. */
  readonly url: string;
  readonly legendSizeOf: (kind: ObjectKind) => ReturnType<typeof legendSize>;
  /** Names of points, lines and polygons in the user's language. */
  readonly kindNames: Readonly<Record<ObjectKind, string>>;
}

export const capabilitiesType = (version: WmsVersion): string =>
  version === '1.1.1' ? 'application/vnd.ogc.wms_xml' : 'text/xml; charset=utf-8';

const imageTypes = imageFormats.map((format) => `image/${format}`);

/** Returns the capabilities document (OGC 06-042, 7.2, and OGC 01-068r3, 7.1). */
export function describeCapabilities(version: WmsVersion, service: ServiceDescription): string {
  const is111 = version === '1.1.1';
  const url = escapeXml(service.url);
  const resource = (address = url) =>
    `<OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="${address}"/>`;
  const operation = (name: string, formats: readonly string[]) =>
    `<${name}>${formats.map((format) => `<Format>${format}</Format>`).join('')}<DCPType><HTTP><Get>${resource()}</Get></HTTP></DCPType></${name}>`;
  const capabilities = is111 ? 'application/vnd.ogc.wms_xml' : 'text/xml';
  const legend = (name: string, kind: ObjectKind) => {
    const size = service.legendSizeOf(kind);
    const address = resource(
      escapeXml(
        `${service.url}SERVICE=WMS&VERSION=${version}&REQUEST=GetLegendGraphic&FORMAT=image/png&LAYER=${name}`,
      ),
    );
    return `<Style><Name>default</Name><Title>default</Title><LegendURL width="${size.width}" height="${size.height}"><Format>image/png</Format>${address}</LegendURL></Style>`;
  };
  const boxes = describeBoxes(is111, service.extent ?? WORLD_EXTENT_3857);
  const title = escapeXml(layerNameIn(service.layer, service.language));
  const scales = describeScales(is111, service.layer, service.extent);
  const layers = Object.entries(kindOfSuffix).flatMap(([suffix, kind]) => {
    const { id, kinds } = service.layer;
    if (kinds !== 0 && (kinds & kindBit(kind)) === 0) return [];
    const name = `${id}_${suffix}`;
    return `<Layer queryable="1"><Name>${name}</Name><Title>${title}: ${escapeXml(service.kindNames[kind])}</Title>${boxes}${legend(name, kind)}${scales}</Layer>`;
  });
  const body = `<Service>
<Name>${is111 ? 'OGC:WMS' : 'WMS'}</Name>
<Title>${title}</Title>
<Abstract>${escapeXml(groupNameIn(service.layer, service.language))}</Abstract>
${resource()}
<Fees>none</Fees>
<AccessConstraints>none</AccessConstraints>${
    is111
      ? ''
      : `
<LayerLimit>${Object.keys(kindOfSuffix).length}</LayerLimit>
<MaxWidth>${limits.image.sidePx}</MaxWidth>
<MaxHeight>${limits.image.sidePx}</MaxHeight>`
  }
</Service>
<Capability>
<Request>
${operation('GetCapabilities', [capabilities])}
${operation('GetMap', imageTypes)}
${operation('GetFeatureInfo', infoFormats)}
${is111 ? operation('GetLegendGraphic', imageTypes) : operation('sld:GetLegendGraphic', imageTypes)}
</Request>
<Exception>${Object.keys(exceptionFormats[version])
    .map((name) => `<Format>${name}</Format>`)
    .join('')}</Exception>
<Layer>
<Title>${title}</Title>
${imageCrsNames.map((name) => (is111 ? `<SRS>${name}</SRS>` : `<CRS>${name}</CRS>`)).join('')}${is111 ? '' : '<CRS>CRS:84</CRS>'}
${boxes}
${layers.join('\n')}
</Layer>
</Capability>`;
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (is111)
    return `${head}<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd">
<WMT_MS_Capabilities version="1.1.1">
${body}
</WMT_MS_Capabilities>
`;
  return `${head}<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:sld="http://www.opengis.net/sld" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.opengis.net/wms http://schemas.opengis.net/wms/1.3.0/capabilities_1_3_0.xsd http://www.opengis.net/sld http://schemas.opengis.net/sld/1.1.0/sld_capabilities.xsd">
${body}
</WMS_Capabilities>
`;
}

function describeBoxes(is111: boolean, extent3857: Readonly<Extent>): string {
  const [west, south, east, north] = toLonLatExtent(extent3857);
  const degrees = is111
    ? `<LatLonBoundingBox minx="${west}" miny="${south}" maxx="${east}" maxy="${north}"/>`
    : `<EX_GeographicBoundingBox><westBoundLongitude>${west}</westBoundLongitude><eastBoundLongitude>${east}</eastBoundLongitude><southBoundLatitude>${south}</southBoundLatitude><northBoundLatitude>${north}</northBoundLatitude></EX_GeographicBoundingBox>`;
  const boxes = imageCrsNames.map((name) => {
    const [minX, minY, maxX, maxY] = fromExtent3857(name, extent3857);
    const isNorthFirst = imageProjections[name].isNorthFirst && !is111;
    const [a, b, c, d] = isNorthFirst ? [minY, minX, maxY, maxX] : [minX, minY, maxX, maxY];
    return `<BoundingBox ${is111 ? 'SRS' : 'CRS'}="${name}" minx="${a}" miny="${b}" maxx="${c}" maxy="${d}"/>`;
  });
  return degrees + boxes.join('');
}
