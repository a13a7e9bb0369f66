import { type GeomStyle, legendOf } from '@pgis/cartography';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/index.ts';
import classes from './LayerLegend.module.css';
import { StyleSwatch, type SwatchKind } from './StyleSwatch.tsx';

interface LayerLegendProps {
  readonly style: GeomStyle;
  readonly kind: SwatchKind;
}

/** DISP-03: the rules of a layer under the fields they look at, as the fields are stored; or the classes of its theme. */
export function LayerLegend({ style, kind }: LayerLegendProps) {
  const { t } = useTexts();
  const groups = useMemo(
    () => legendOf(style, { noName: t('MAP.NO_NAME'), themeText: (text) => t(`MAP.THEMES.${text}`) }),
    [style, t],
  );
  return (
    <div className={classes.legend}>
      {groups.map(({ id, name, items }) => (
        <section key={id} aria-labelledby={id}>
          <h4 id={id} className={classes.field}>
            {name}
          </h4>
          <ul className={classes.entries}>
            {items.map((entry) => (
              <li key={entry.ruleIndex} className={classes.entry}>
                <StyleSwatch style={entry.style} kind={kind} gradientTo={entry.gradientTo} />
                {entry.label}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
