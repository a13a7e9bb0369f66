import { useDebouncedValue } from '@mantine/hooks';
import {
  checkLayerField,
  type FieldSchema,
  findSchemaProblems,
  type LayerId,
  referenceOf,
} from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../../api/index.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Notice } from '../../../../ui/forms/Notice.tsx';
import { objectLink } from '../../../objects/index.ts';
import classes from './SchemaPanel.module.css';

interface MisfitsProps {
  readonly layerId: LayerId;
  /** Stored name of the field. */
  readonly field: string;
  readonly schema: FieldSchema;
}

/** Milliseconds without a change after which the schema is tried on the objects. */
const PAUSE_MS = 500;
const MAX_LISTED = 5;

/** Values of the layer's objects that the edited schema would refuse, before it is saved and after. */
export function Misfits({ layerId, field, schema }: MisfitsProps) {
  const { t, language } = useTexts();
  const [tried] = useDebouncedValue(schema, PAUSE_MS);
  const { data: check } = useQuery({
    queryKey: ['layer-field-check', layerId, field, tried],
    queryFn: ({ signal }) =>
      callApi(checkLayerField, {
        params: { classifierId: layerId },
        body: { field, schema: tried },
        signal,
        background: true,
      }),
    enabled: findSchemaProblems(tried, '').length === 0,
    retry: false,
    gcTime: 0,
  });
  if (check === undefined) return null;
  if (check.misfits === 0) return <Notice tone="info">{t('FIELDS.FITS')}</Notice>;
  const listed = check.values.slice(0, MAX_LISTED);
  const more = check.distinct - listed.length;
  return (
    <Notice tone="warn">
      <strong>{t('FIELDS.MISFITS', { count: check.misfits })}</strong>
      <ul className={classes.values}>
        {listed.map(({ value, count, ids }) => (
          <li key={value}>
            {t('FIELDS.SHOWS', { value: value === '' ? t('FIELDS.NO_VALUE') : value, count })}{' '}
            {ids.map((id) => (
              <span key={id}>
                {' '}
                <a href={objectLink(id, language)} target="_blank" rel="noreferrer">
                  {referenceOf(id)}
                </a>
              </span>
            ))}
          </li>
        ))}
        {more > 0 && <li>{t('FIELDS.MORE_VALUES', { count: more })}</li>}
      </ul>
    </Notice>
  );
}
