import type { CaseRules, LayerDensity } from '@pgis/contract';
import { type TextKey, useTexts } from '../../i18n/index.ts';
import { caseRulesText } from '../../layers/caseRulesText.ts';
import { densityText } from '../../layers/densityLabels.ts';
import classes from './changes.module.css';
import { fieldTexts } from './fieldTexts.ts';
import { listChanges } from './listChanges.ts';
import { ShapeImage } from './ShapeImage.tsx';

/** Returns the name for the id in a field, such as that of a layer. */
export type NameOf = (key: string, id: number) => string | undefined;

interface ChangeTableProps {
  readonly details: Readonly<Record<string, unknown>>;
  readonly nameOf: NameOf;
}

const kinds: readonly TextKey[] = ['LOG.SHAPES.POINT', 'LOG.SHAPES.LINE', 'LOG.SHAPES.POLYGON'];

interface LoggedShape {
  readonly kind?: number;
  readonly vertexCount?: number;
  readonly wkt?: string;
}

const wktOf = (value: unknown): string | undefined => (value as LoggedShape | null | undefined)?.wkt;

/** The changes of a log row: each field before and after, shapes in words and as an image. */
export function ChangeTable({ details, nameOf }: ChangeTableProps) {
  const { t } = useTexts();
  const changes = listChanges(details);
  const toText = useValueText(nameOf);
  if (changes.length === 0) return <p className={classes.none}>{t('LOG.NO_DETAILS')}</p>;
  const shape = changes.find(({ key }) => key === 'geometry');
  const label = (key: string): string => {
    const known = Object.hasOwn(fieldTexts, key) ? fieldTexts[key] : undefined;
    return known === undefined ? key.replace(/^data\./, '') : t(known);
  };
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('LOG.FIELD')}</th>
            <th scope="col">{t('LOG.BEFORE')}</th>
            <th scope="col">{t('LOG.AFTER')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ key, old, new: now }) => (
            <tr key={key}>
              <th scope="row">{label(key)}</th>
              <td className={classes.old}>{toText(key, old)}</td>
              <td>{toText(key, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shape !== undefined && <ShapeImage old={wktOf(shape.old)} now={wktOf(shape.new)} />}
    </>
  );
}

/** The text of a value; '—' for none. */
function useValueText(nameOf: NameOf): (key: string, value: unknown) => string {
  const { t } = useTexts();
  const toText = (key: string, value: unknown): string => {
    if (value === undefined || value === null || value === '') return '—';
    if (typeof value === 'boolean') return t(value ? 'COMMON.YES' : 'COMMON.NO');
    if (key === 'geometry') {
      const { kind = 0, vertexCount = 0 } = value as LoggedShape;
      const text = kinds[kind - 1];
      return text === undefined ? '—' : `${t(text)}, ${t('LOG.VERTICES', { count: vertexCount })}`;
    }
    if (key === 'caseLayer') return caseRulesText(value as CaseRules, t);
    if (key === 'density') return densityText(value as LayerDensity, t);
    if (typeof value === 'number') return nameOf(key, value) ?? String(value);
    if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
      return value.length === 0 ? '—' : value.map((one) => toText(key, one)).join(', ');
    return typeof value === 'string' ? value : JSON.stringify(value, undefined, 1);
  };
  return toText;
}
