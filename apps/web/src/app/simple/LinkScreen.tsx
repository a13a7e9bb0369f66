import { useRouteContext } from '@tanstack/react-router';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LangLink } from '../router/LangLink.tsx';
import { BaseMapBackdrop } from './BaseMapBackdrop.tsx';
import { Card } from './Card.tsx';

// Re-exported so that the screen and the functions of its routes load as one chunk.
export { openInReadersLanguage, openSharedLink } from '../router/openSharedLink.ts';

/** Says why a short link shows nothing: it is not there, was turned off, or has expired. */
export default function LinkScreen() {
  const { t } = useTexts();
  const { linkError }: { readonly linkError?: unknown } = useRouteContext({ strict: false });
  return (
    <>
      <BaseMapBackdrop isVeiled />
      <Card>
        <div role="alert">
          <EmptyState
            level={1}
            title={t('MY_PGIS.LINK')}
            text={errorText(t, linkError)}
            actions={<LangLink to="/dashboard">{t('SHARE.OPEN_MAP')}</LangLink>}
          />
        </div>
      </Card>
    </>
  );
}
