import { checkLayerData, limits } from '@pgis/contract';
import { toLonLat, toMercator } from '@pgis/geo';
import type { NewReport } from '../../../objects/useAddReport.ts';
import { type DrawValues, mayBeEmail, parseData, toAddBody, toTexts } from '../form/DrawValues.ts';
import type { AddableLayer } from '../form/useAddableLayers.ts';
import type { Place } from './place/Place.ts';
import type { ReportContent } from './ReportContent.ts';

/** The first thing that a report lacks; each has a text `CITIZEN.FORM.MISSING.*`. */
export type Missing = 'PLACE' | 'SURE' | 'CATEGORY' | 'EMAIL' | 'FIELDS' | 'PHOTOS';

interface ReportFacts {
  readonly place: Pick<Place, 'isSuggested'> | null;
  readonly layer: AddableLayer | undefined;
  readonly values: DrawValues;
  readonly wantsMails: boolean;
  /** `isBusy` while a photo is still being converted. */
  readonly photos: { readonly isBusy: boolean };
}

export function findMissing({ place, layer, values, wantsMails, photos }: ReportFacts): Missing | null {
  if (place === null) return 'PLACE';
  if (place.isSuggested) return 'SURE';
  if (layer === undefined) return 'CATEGORY';
  if (checkLayerData(layer.layerFields, values.data).problems.length > 0) return 'FIELDS';
  const email = values.userEmail.trim();
  if (wantsMails && (email === '' || !mayBeEmail(email))) return 'EMAIL';
  return photos.isBusy ? 'PHOTOS' : null;
}

/** The fields without which the server refuses a report; the others are for those who work with it. */
export const toRequiredFields = (layer: AddableLayer): AddableLayer => ({
  ...layer,
  layerFields: layer.layerFields.filter(
    ({ schema }) => schema?.required === true && schema.readOnly !== true,
  ),
});

interface NamedPlace {
  readonly layer: AddableLayer | undefined;
  /** Address that the user has typed. */
  readonly typed: string | null;
  readonly nearest: { readonly name: string; readonly isNamed: boolean };
}

/**
 * The address of a report. Where positions are blurred it is that of the town, or the name of the category: an address or
 * coordinates would tell everybody what the map hides.
 */
export function toAddress({ layer, typed, nearest }: NamedPlace): string {
  if (layer?.blurPositions === true) return nearest.isNamed ? nearest.name : layer.name;
  return typed?.trim() || nearest.name;
}

interface CompleteReport {
  readonly lonLat: readonly [number, number];
  readonly layer: AddableLayer;
  readonly values: DrawValues;
  readonly wantsMails: boolean;
  readonly address: string;
}

/** DRAW-03 to DRAW-06 hold: the address is the nearest one, a description left empty takes the name of the category. */
export function toReportBody({ lonLat: [lon, lat], layer, values, wantsMails, address }: CompleteReport) {
  const [x, y] = toMercator([lon, lat]);
  return toAddBody(
    {
      ...values,
      classId: layer.id,
      name: address.slice(0, limits.addressLength),
      description: values.description.trim() || layer.name.slice(0, limits.topicLength),
      userEmail: wantsMails ? values.userEmail : '',
    },
    { wkt: `POINT(${x} ${y})`, isAnonymous: true, fields: layer.layerFields },
  );
}

/** Returns the content of the form for a report that an earlier version has stored without it. */
export function toContent({ wkt, name, description, classId, data }: NewReport['body']): ReportContent {
  const [x, y] = (wkt.match(/-?[\d.]+/g) ?? []).map(Number);
  const lonLat = x === undefined || y === undefined ? null : toLonLat([x, y]);
  return {
    values: {
      ...{ objectId: null, classId, name: '', description, userEmail: '', isPublic: true },
      data: toTexts(parseData(data ?? '')),
    },
    typed: lonLat && { text: name, lonLat },
    place: lonLat && { lonLat, accuracyM: null, isSuggested: false },
    wantsMails: false,
  };
}
