import { useEffect } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useTrail } from './router/useTrail.ts';

/** The title of the window is the title of the route (D-ROUT-01). */
export function WindowTitle() {
  const { t } = useTexts();
  const title = useTrail().at(-1)?.title;
  const text = title === undefined ? 'PGIS' : `${t(title)} · PGIS`;
  useEffect(() => {
    document.title = text;
  }, [text]);
  return null;
}
