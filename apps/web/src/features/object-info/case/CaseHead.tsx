import type { Geom } from '@pgis/contract';
import { formatDateTime, useTexts } from '../../../i18n/index.ts';
import { LayerSymbol, useFindLayer } from '../../objects/index.ts';
import classes from './CasePanel.module.css';

/** Layer and number, then the address, the topic and the time of the report. */
export function CaseHead({ geom }: { readonly geom: Geom }) {
  const { t } = useTexts();
  const layer = useFindLayer()(geom.classId);
  return (
    <header className={classes.head}>
      <p className={classes.line}>
        {layer && (
          <span className={classes.symbol}>
            <LayerSymbol layer={layer} />
          </span>
        )}
        <span className={classes.layer}>{geom.layerName}</span>
        <b className={classes.number}>{geom.reference}</b>
      </p>
      <h2 className={classes.name}>{geom.name || geom.description || geom.reference}</h2>
      {geom.name !== '' && <p className={classes.topic}>{geom.description}</p>}
      <p className={classes.when}>{t('CASES.REPORTED_AT', { date: formatDateTime(geom.createdAt) })}</p>
    </header>
  );
}
