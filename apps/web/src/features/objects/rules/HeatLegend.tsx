import { aggregatedTo, type LayerDensity } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { heatBar } from '../../../layers/heatBar.ts';
import classes from './HeatLegend.module.css';

/** The colours of a heat map, and up to which zoom the layer is one. */
export function HeatLegend({ density }: { readonly density: LayerDensity }) {
  const { t } = useTexts();
  return (
    <p className={classes.heat}>
      <span>{t('CLASSIFIERS.HEAT_TO', { zoom: aggregatedTo(density) })}</span>
      <span className={classes.scale}>
        {t('MAP.HEAT.FEW')}
        <span className={classes.bar} style={{ background: heatBar(density.colors ?? 'YlOrRd') }} />
        {t('MAP.HEAT.MANY')}
      </span>
    </p>
  );
}
