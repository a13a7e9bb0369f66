import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { saveFile } from '../../ui/saveFile.ts';
import classes from './QrCodeBox.module.css';
import { makeQrCode, qrPath, qrPng, qrSvg } from './qrCode.ts';

/** A QR code holds this many letters at this level of correction; a longer link would fill a page with specks. */
const MAX_LETTERS = 1_200;

/** The link as a QR code, with files for posters. */
export function QrCodeBox({ link }: { readonly link: string }) {
  const { t } = useTexts();
  const code = useMemo(() => (link.length > MAX_LETTERS ? null : makeQrCode(link)), [link]);
  if (code === null) return <p className={classes.hint}>{t('SHARE.TOO_LONG')}</p>;
  const name = t('SHARE.FILE_NAME');
  return (
    <div className={classes.box}>
      <svg
        className={classes.code}
        viewBox={`0 0 ${code.length} ${code.length}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t('SHARE.QR_CODE')}
      >
        <path d={qrPath(code)} />
      </svg>
      <Group gap="xs" justify="center">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          onClick={() => saveFile(new Blob([qrSvg(code)], { type: 'image/svg+xml' }), `${name}.svg`)}
        >
          SVG
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          onClick={async () => saveFile(await qrPng(code), `${name}.png`)}
        >
          PNG
        </Button>
      </Group>
      <p className={classes.hint}>{t('SHARE.FOR_POSTERS')}</p>
    </div>
  );
}
