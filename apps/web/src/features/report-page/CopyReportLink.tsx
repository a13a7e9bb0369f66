import { IconCheck, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { inform } from '../../ui/dialogs/index.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Copies the reporter's own link, with which the page opens in any browser. */
export function CopyReportLink({ token }: { readonly token: string }) {
  const { t, language } = useTexts();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const { origin, pathname } = window.location;
    const link = `${origin}${pathname}#/${language}/report/${token}`;
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      await inform({ title: t('CITIZEN.PAGE.COPY'), message: link });
    }
  };
  return (
    <>
      <IconButton label={t(isCopied ? 'MAP.LINK_COPIED' : 'CITIZEN.PAGE.COPY')} onClick={() => void copy()}>
        {isCopied ? <IconCheck size={18} /> : <IconLink size={18} />}
      </IconButton>
      <span className="visually-hidden" aria-live="polite">
        {isCopied && t('MAP.LINK_COPIED')}
      </span>
    </>
  );
}
