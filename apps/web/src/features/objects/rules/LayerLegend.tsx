import {
  buildLegend,
  DEFAULT_RULE,
  type GeomStyle,
  hasValueSizes,
  type LegendEntry,
  listRuleTokens,
} from '@pgis/cartography';
import { useMemo } from 'react';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { useFieldLabels } from '../../../layers/fields/useFieldLabels.ts';
import { useStore } from '../../../store/useStore.ts';
import SizeLegend from '../SizeLegend.tsx';
import { StyleSwatch, type SwatchKind } from '../StyleSwatch.tsx';
import type { Layer } from '../useLayerList.ts';
import { HeatLegend } from './HeatLegend.tsx';
import { hiddenRules, setHiddenRules } from './hiddenRules.ts';
import classes from './LayerLegend.module.css';
import { useRuleCounts } from './useRuleCounts.ts';

interface LayerLegendProps {
  readonly layer: Layer;
  readonly style: GeomStyle;
  readonly kind: SwatchKind;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * DISP-03: the stored rules of a layer under the fields that they compare, or the classes of its theme. Each can be
 * switched off and shows how many objects it draws.
 */
export default function LayerLegend({ layer, style, kind }: LayerLegendProps) {
  const { t } = useTexts();
  const labels = useFieldLabels(layer);
  const hidden = useStore(hiddenRules, (all) => all.get(layer.id)) ?? nothing;
  const counts = useRuleCounts(layer);
  const tokens = useMemo(() => listRuleTokens(style), [style]);
  const groups = useMemo(
    () =>
      buildLegend(style, {
        labels,
        noName: t('MAP.NO_NAME'),
        themeText: (text) => t(`MAP.THEMES.${text}`),
      }),
    [style, labels, t],
  );
  /** A single rule would say nothing beside the sizes. */
  const isSized = hasValueSizes(style, kind) && tokens.length === 1;
  return (
    <div className={classes.legend}>
      {layer.density.kind === 'heat' && <HeatLegend density={layer.density} />}
      <SizeLegend style={style} kind={kind} title={labels.of(style.sizeField ?? '')} />
      {(isSized ? [] : groups).map(({ id, name, items }) => (
        <section key={id} aria-labelledby={id}>
          <h4 id={id} className={classes.field}>
            {name}
          </h4>
          <ul className={classes.entries}>
            {items.map((entry) => {
              const token = tokens[entry.ruleIndex] ?? '';
              return (
                <Entry
                  key={entry.ruleIndex}
                  entry={entry}
                  kind={kind}
                  isOn={!hidden.has(token)}
                  count={counts && (counts.get(token) ?? 0)}
                  onSwitch={(isOn) =>
                    setHiddenRules(
                      layer.id,
                      isOn ? [...hidden].filter((one) => one !== token) : [...hidden, token],
                    )
                  }
                />
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface EntryProps {
  readonly entry: LegendEntry;
  readonly kind: SwatchKind;
  readonly isOn: boolean;
  /** undefined until the objects are counted. */
  readonly count: number | undefined;
  readonly onSwitch: (isOn: boolean) => void;
}

function Entry({ entry, kind, isOn, count, onSwitch }: EntryProps) {
  const { t, language } = useTexts();
  return (
    <li className={classes.entry} data-off={!isOn || undefined}>
      <label className={classes.toggle}>
        <input
          type="checkbox"
          className={classes.box}
          checked={isOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        <span className={classes.symbol}>
          <StyleSwatch style={entry.style} kind={kind} gradientTo={entry.gradientTo} />
        </span>
        <span className={classes.label}>
          {entry.label}
          {entry.label === DEFAULT_RULE && entry.style.rule === DEFAULT_RULE && (
            <>
              {' '}
              <span className={classes.note}>{t('MAP.RULES.NOT_MATCHED')}</span>
            </>
          )}
        </span>
      </label>{' '}
      {count !== undefined && (
        <span className={classes.count} title={t('MAP.RULES.OBJECTS', { count })}>
          <span aria-hidden="true">{formatNumber(count, language)}</span>
          <span className="visually-hidden">{t('MAP.RULES.OBJECTS', { count })}</span>
        </span>
      )}
    </li>
  );
}
