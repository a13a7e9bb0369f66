import { Button } from '@mantine/core';
import { limits } from '@pgis/contract';
import { IconCamera, IconFilePlus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { formatFileSize, useTexts } from '../../../i18n/index.ts';
import { TrimmedTextarea } from '../../../ui/inputs/TrimmedTextarea.tsx';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import classes from './MultiFileSelector.module.css';
import { PendingFileTile, useImageUrl } from './PendingFileTile.tsx';
import { takeFiles } from './takeFiles.ts';
import type { PendingFiles } from './usePendingFiles.ts';

interface MultiFileSelectorProps {
  readonly files: PendingFiles;
  /** ATT-02: uploads the files; without it there is no upload button. */
  readonly onUpload?: () => void;
}

/** ATT-01: files are selected, described and added to the pending ones. Loads on demand. */
export default function MultiFileSelector({ files, onUpload }: MultiFileSelectorProps) {
  const { t, language } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const titleId = useId();
  const { pending, selected, description } = files;
  return (
    <section className={classes.box} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {t('MAP.FILES.LABEL')}
      </h3>
      <ul className={classes.tiles} aria-label={t('MAP.FILES.PENDING')}>
        {pending.map(({ file, description: said }) => (
          <li key={file.name}>
            <PendingFileTile file={file} description={said} onRemove={() => files.remove(file)} />
          </li>
        ))}
        <li>
          <FileTile
            label={t('MAP.FILES.CHOOSE')}
            said={selected.length === 0 ? null : toSelectedText(selected, t)}
            image={selected.length === 1 ? selected[0] : undefined}
            icon={<IconFilePlus size={24} aria-hidden="true" />}
            multiple
            onFiles={files.setSelected}
          />
        </li>
        {isNarrow && (
          <li>
            <FileTile
              label={t('MAP.FILES.TAKE_PHOTO')}
              said={null}
              icon={<IconCamera size={24} aria-hidden="true" />}
              accept="image/*"
              capture="environment"
              onFiles={([photo]) => photo && files.addPhoto(photo)}
            />
          </li>
        )}
      </ul>
      <p className={classes.sum}>
        {pending.length > 0 && (
          <>
            {t('MAP.FILES.SUM', {
              count: pending.length,
              size: formatFileSize(
                pending.reduce((sum, { file }) => sum + file.size, 0),
                language,
              ),
            })}{' '}
          </>
        )}
        {t('MAP.FILES.LIMIT', { size: formatFileSize(limits.attachmentBytes, language) })}
      </p>
      <div className={classes.describe}>
        <TrimmedTextarea
          label={t('MAP.FILES.DESCRIPTION')}
          rows={2}
          maxLength={limits.fileDescriptionLength}
          value={description}
          onChange={files.describe}
        />
        <Button variant="light" leftSection={<IconPlus size={16} />} onClick={files.add}>
          {t('MAP.FILES.ADD')}
        </Button>
      </div>
      {onUpload && (
        <Button className={classes.upload ?? ''} onClick={onUpload}>
          {t('MAP.FILES.UPLOAD')}
        </Button>
      )}
    </section>
  );
}

const toSelectedText = (selected: readonly File[], t: ReturnType<typeof useTexts>['t']): string =>
  selected.length === 1 ? (selected[0]?.name ?? '') : t('MAP.FILES.CHOSEN', { count: selected.length });

interface FileTileProps {
  readonly label: string;
  /** Names of the selected files; they replace the label. */
  readonly said: string | null;
  readonly icon: ReactNode;
  /** Selected file; an image is shown in place of the icon. */
  readonly image?: File | undefined;
  readonly multiple?: boolean;
  readonly accept?: string;
  readonly capture?: 'environment';
  readonly onFiles: (files: readonly File[]) => void;
}

/** A file input as a tile. */
function FileTile({ label, said, icon, image, onFiles, ...input }: FileTileProps) {
  const address = useImageUrl(image);
  return (
    <label className={classes.choose} data-selected={said !== null || undefined}>
      {address === null ? icon : <img className={classes.chosenImage} src={address} alt="" />}
      <span className={classes.chooseText}>{said ?? label}</span>
      <input
        {...input}
        type="file"
        className="visually-hidden"
        aria-label={said === null ? label : `${label}: ${said}`}
        onChange={(event) => onFiles(takeFiles(event))}
      />
    </label>
  );
}
