import { useTexts } from '../../i18n/index.ts';
import { Notice } from '../../ui/forms/Notice.tsx';
import { useSwitchedOnLayers } from '../objects/index.ts';

/** Says that a link gives no rights, and which layers of the view visitors will not see. */
export function HiddenLayersNote({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTexts();
  const layers = useSwitchedOnLayers();
  // D-CLS-07: a layer without public objects is not listed for visitors.
  const hidden = layers.filter(({ allObjectsPublic }) => allObjectsPublic === false);
  return (
    <Notice tone="info">
      {t('SHARE.RIGHTS')}{' '}
      {isShown && hidden.length > 0 && (
        <>
          <strong>{t('SHARE.HIDDEN', { hidden: hidden.length, count: layers.length })}</strong>{' '}
          {hidden.map(({ name }) => name).join(', ')}.
        </>
      )}
    </Notice>
  );
}
