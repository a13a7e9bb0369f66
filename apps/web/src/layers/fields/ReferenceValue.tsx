import type { LayerId } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { referencedQuery } from './references.ts';

interface ReferenceValueProps {
  readonly layerId: LayerId | undefined;
  readonly value: string;
}

/** Name of the object that a field refers to, as a link to it; its number where the user may not see it. */
export function ReferenceValue({ layerId, value }: ReferenceValueProps) {
  const { t, language } = useTexts();
  const { data } = useQuery(referencedQuery(layerId, value));
  if (!data) return value;
  if (data.isDeleted) return t('FIELDS.REFERENCE_DELETED', { reference: value });
  return <a href={`#/${language}/dashboard?object=${data.id}`}>{data.name || value}</a>;
}
