import { type GeomStyle, MAX_RULE_NAME_LENGTH, RULE_NAME_PROPERTIES } from '@pgis/cartography';
import { formatNumber, useTexts } from '../../../../i18n/index.ts';
import { DecimalInput } from '../../../../ui/inputs/DecimalInput.tsx';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import { StyleSwatch, type SwatchKind } from '../../../objects/index.ts';
import { type Bounds, countClasses, findEstimates, type NumberStep } from './classBreaks.ts';
import classes from './MakeRules.module.css';

interface ClassTableProps {
  readonly rules: readonly GeomStyle[];
  readonly kind: SwatchKind;
  readonly steps: readonly NumberStep[];
  readonly bounds: Bounds;
  readonly format: (value: number) => string;
  readonly onChange: (bounds: Bounds) => void;
  /** Sets the name of a class in the user's language. */
  readonly onName: (index: number, name: string) => void;
}

/** Bounds, name and number of objects of each class. The upper bound of a class is the lower one of the next. */
export function ClassTable({ rules, kind, steps, bounds, format, onChange, onName }: ClassTableProps) {
  const { t, language } = useTexts();
  const counts = countClasses(steps, bounds);
  const areEstimates = findEstimates(steps, bounds);
  const input = (index: number, label: string) => (
    <DecimalInput
      aria-label={label}
      size="xs"
      hideControls
      value={bounds[index] ?? ''}
      error={index > 0 && (bounds[index] ?? 0) <= (bounds[index - 1] ?? 0) && bounds.length > 2}
      onChange={(value) => value !== '' && onChange(bounds.with(index, value))}
    />
  );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <td className={`${classes.corner} ${classes.swatchColumn}`} />
          <th>{t('STYLE.FROM')}</th>
          <th>{t('STYLE.UP_TO')}</th>
          <th className={classes.nameColumn}>{t('STYLE.RULE_NAME')}</th>
          <th className={classes.number}>{t('STYLE.OBJECTS')}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule, index) => {
          const from = bounds[index] ?? 0;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a class is its position; its bounds change while typed.
            <tr key={index}>
              <td>
                <StyleSwatch style={rule} kind={kind} sizePx={18} />
              </td>
              <td>{index === 0 ? input(0, t('STYLE.LOWEST_BOUND')) : format(from)}</td>
              <td>{input(index + 1, t('STYLE.UP_TO_OF', { number: index + 1 }))}</td>
              <td>
                <TrimmedTextInput
                  aria-label={t('STYLE.RULE_NAME_OF', { number: index + 1 })}
                  size="xs"
                  maxLength={MAX_RULE_NAME_LENGTH}
                  autoComplete="off"
                  value={rule[RULE_NAME_PROPERTIES[language]] ?? ''}
                  onChange={(name) => onName(index, name)}
                />
              </td>
              <td className={classes.number}>
                {areEstimates[index] ? '≈ ' : ''}
                {formatNumber(counts[index] ?? 0, language)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
