import { type KeyValue, toKeyValues } from '@pgis/cartography';
import type { Geom } from '@pgis/contract';
import type { TFunction } from '../../i18n/index.ts';

const nothing = '---';

export interface ObjectRow {
  readonly key: string;
  readonly label: string;
  readonly value: string;
}

/** INFO-06: the base data in its order, with the reference number and, for lines and polygons, the size. */
export function baseRows(
  geom: Geom,
  { t, sizeText }: { readonly t: TFunction; readonly sizeText: string },
): readonly ObjectRow[] {
  const rows: readonly ObjectRow[] = [
    { key: 'id', label: t('MAP.INFO.ID'), value: String(geom.id) },
    { key: 'reference', label: t('MAP.INFO.REFERENCE'), value: geom.reference },
    { key: 'name', label: t('MAP.INFO.NAME'), value: geom.name },
    { key: 'description', label: t('MAP.INFO.DESCRIPTION'), value: geom.description },
    { key: 'layerGroupName', label: t('MAP.INFO.LAYER_GROUP'), value: geom.layerGroupName },
    { key: 'layerName', label: t('MAP.INFO.LAYER'), value: geom.layerName },
    { key: 'size', label: t('MAP.INFO.SIZE'), value: sizeText },
    { key: 'comment', label: t('MAP.INFO.LATEST_COMMENT'), value: geom.latestComment?.content || nothing },
    { key: 'status', label: t('MAP.INFO.STATUS'), value: geom.latestComment?.status || nothing },
  ];
  return rows.filter(({ key, value }) => key !== 'size' || value !== '');
}

/** INFO-07, DATA-06: the fields in the object's data; empty if it cannot be parsed. */
export function dataRows({ data }: Pick<Geom, 'data'>): readonly KeyValue[] {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? toKeyValues(parsed as Record<string, unknown>)
      : [];
  } catch {
    return [];
  }
}
