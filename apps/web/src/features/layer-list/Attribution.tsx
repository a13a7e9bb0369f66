import { Fragment } from 'react';
import { useTexts } from '../../i18n/index.ts';
import classes from './Attribution.module.css';
import { useAttributions } from './useAttributions.ts';

const osm = 'OpenStreetMap';
const osmUrl = 'https://www.openstreetmap.org/copyright';

/** The sources of what is visible. OpenStreetMap asks for a link to its licence. */
export function Attribution() {
  const { t } = useTexts();
  const attributions = useAttributions();
  if (attributions.length === 0) return null;
  return (
    <div className={classes.attribution}>
      <span className={classes.intro}>{t('MAP.MAP_DATA')} </span>
      {attributions.map((text, index) => (
        <Fragment key={text}>
          {index > 0 && ' · '}
          <Named text={text} />
        </Fragment>
      ))}
    </div>
  );
}

function Named({ text }: { readonly text: string }) {
  const at = text.indexOf(osm);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <a href={osmUrl} target="_blank" rel="noreferrer">
        {osm}
      </a>
      {text.slice(at + osm.length)}
    </>
  );
}
