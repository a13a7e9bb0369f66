import { getLayerFeed } from '@pgis/contract';
import { IconRss } from '@tabler/icons-react';
import { apiUrl } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSwitchedOnLayers } from '../objects/index.ts';
import classes from './OpenShareDialog.module.css';

/** The feeds of the layers of the view that visitors see. */
export function LayerFeeds() {
  const { t, language } = useTexts();
  const layers = useSwitchedOnLayers().filter(({ allObjectsPublic }) => allObjectsPublic !== false);
  if (layers.length === 0) return null;
  return (
    <p className={classes.feeds}>
      <IconRss size={16} aria-hidden="true" /> {t('SHARE.FEEDS')}{' '}
      {layers.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ' · '}
          <a
            href={apiUrl(getLayerFeed, { params: { layerId: id }, query: { lang: language } })}
            type="application/atom+xml"
            target="_blank"
            rel="noreferrer"
          >
            {name}
          </a>
        </span>
      ))}
    </p>
  );
}
