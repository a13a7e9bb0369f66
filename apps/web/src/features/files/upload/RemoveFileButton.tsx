import { IconX } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import classes from './RemoveFileButton.module.css';

interface RemoveFileButtonProps {
  readonly name: string;
  readonly isSmall?: boolean;
  readonly disabled?: boolean;
  readonly onRemove: () => void;
}

/** The cross in the corner of a thumbnail, which takes its file away before it is sent. */
export function RemoveFileButton({
  name,
  isSmall = false,
  disabled = false,
  onRemove,
}: RemoveFileButtonProps) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      className={classes.remove}
      data-small={isSmall || undefined}
      aria-label={t('MAP.FILES.REMOVE', { name })}
      disabled={disabled}
      onClick={onRemove}
    >
      <IconX size={isSmall ? 14 : 16} aria-hidden="true" />
    </button>
  );
}
