import { Button, Group, Select } from '@mantine/core';
import { type LinkDays, linkDays } from '@pgis/contract';
import { IconMail, IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { Notice } from '../../ui/forms/Notice.tsx';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { useBaseLayers } from '../layer-list/index.ts';
import { readMapState } from '../map-address/index.ts';
import { useSession } from '../session/index.ts';
import { HiddenLayersNote } from './HiddenLayersNote.tsx';
import { LayerFeeds } from './LayerFeeds.tsx';
import { LinkField } from './LinkField.tsx';
import classes from './OpenShareDialog.module.css';
import { QrCodeBox } from './QrCodeBox.tsx';
import { SharedParts } from './SharedParts.tsx';
import { longLink, type SharedPart, sharedQuery, shortLink } from './shareLink.ts';
import { useShortLink } from './useShortLink.ts';

const isOffline = (cause: unknown): boolean => cause instanceof ApiError && cause.code === 'NO_CONNECTION';

const allParts: readonly SharedPart[] = ['view', 'layers', 'filters', 'object', 'base'];

/**
 * The open dialog; its link shows the map as it was when the dialog opened. Users get a short link, made at once, and
 * visitors the long one.
 */
export default function OpenShareDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, language } = useTexts();
  const map = useMap();
  const { isAnonymous } = useSession();
  const { visibleIds } = useBaseLayers();
  const isNarrow = useIsBelow('narrow');
  const [address] = useState(() => readMapState(map, visibleIds));
  const [parts, setParts] = useState<ReadonlySet<SharedPart>>(() => new Set(allParts));
  const [days, setDays] = useState<LinkDays | null>(null);
  const [hasLanguage, setHasLanguage] = useState(false);
  const query = sharedQuery(address, parts);
  const short = useShortLink({ query, days, isAnonymous });
  const long = longLink(query, language);
  const link = short.kind === 'made' ? shortLink(short.code, hasLanguage ? language : null) : long;
  const isShort = short.kind === 'made' || short.kind === 'making';
  const title = t('SHARE.TITLE');

  const toggle = (part: SharedPart) => setParts(parts.symmetricDifference(new Set([part])));

  return (
    <DialogFrame
      onClose={onClose}
      title={title}
      size={760}
      fullScreen={isNarrow}
      classNames={{ body: classes.body ?? '' }}
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          {short.kind === 'failed' && (
            <Notice tone="err">
              {isOffline(short.cause) ? t('SHARE.NO_CONNECTION') : errorText(t, short.cause)}{' '}
              {t('SHARE.LONG_LINK_WORKS')}
            </Notice>
          )}
          <LinkField
            key={isShort ? 'short' : 'long'}
            label={t(short.kind === 'failed' ? 'SHARE.LONG_LINK' : 'SHARE.LINK')}
            link={short.kind === 'making' ? '' : link}
            isCopiedAtOnce={isShort}
          />
          <SharedParts
            address={address}
            parts={parts}
            onToggle={toggle}
            language={isShort ? { isIncluded: hasLanguage, onChange: setHasLanguage } : null}
          />
          {isShort && <ValidSelect days={days} onChange={setDays} />}
          <HiddenLayersNote isShown={parts.has('layers')} />
          <LayerFeeds />
        </div>
        {short.kind !== 'making' && <QrCodeBox link={link} />}
      </div>
      <Group justify="flex-end" className={classes.foot ?? ''}>
        {isShort && <p className={classes.note}>{t('SHARE.TURN_OFF_NOTE')}</p>}
        <SendButton link={link} title={title} />
        {!isNarrow && (
          <Button variant="default" onClick={onClose}>
            {t('COMMON.CLOSE')}
          </Button>
        )}
      </Group>
    </DialogFrame>
  );
}

interface ValidSelectProps {
  readonly days: LinkDays | null;
  readonly onChange: (days: LinkDays | null) => void;
}

/** Selects how long the link is valid. */
function ValidSelect({ days, onChange }: ValidSelectProps) {
  const { t } = useTexts();
  return (
    <Select
      label={t('SHARE.VALID')}
      className={classes.valid ?? ''}
      allowDeselect={false}
      data={[
        { value: '', label: t('SHARE.UNTIL_TURNED_OFF') },
        ...linkDays.map((count) => ({ value: String(count), label: t('SHARE.DAYS', { count }) })),
      ]}
      value={days === null ? '' : String(days)}
      onChange={(value) => onChange(linkDays.find((one) => String(one) === value) ?? null)}
    />
  );
}

interface SendButtonProps {
  readonly link: string;
  readonly title: string;
}

/** Sends by what the device offers; by e-mail where it offers nothing. */
function SendButton({ link, title }: SendButtonProps) {
  const { t } = useTexts();
  if ('share' in navigator) {
    // Closing the device's own dialog rejects, which needs no word.
    const send = () => void navigator.share({ title: document.title, url: link }).catch(() => {});
    return (
      <Button leftSection={<IconShare2 size={16} />} onClick={send}>
        {t('SHARE.SEND')}
      </Button>
    );
  }
  const subject = encodeURIComponent(`${title}: ${document.title}`);
  return (
    <Button
      component="a"
      variant="default"
      href={`mailto:?subject=${subject}&body=${encodeURIComponent(link)}`}
      leftSection={<IconMail size={16} />}
    >
      {t('SHARE.EMAIL')}
    </Button>
  );
}
