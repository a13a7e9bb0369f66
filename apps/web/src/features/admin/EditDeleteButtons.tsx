import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';

interface EditDeleteButtonsProps {
  /** Name of the row, for screen readers. */
  readonly name: string;
  readonly onEdit: () => void;
  /** Missing if the row cannot be deleted. */
  readonly onDelete?: (() => void) | undefined;
}

/** The buttons at the end of a row. */
export function EditDeleteButtons({ name, onEdit, onDelete }: EditDeleteButtonsProps) {
  const { t } = useTexts();
  return (
    <>
      <ActionIcon aria-label={t('ADMIN.EDIT_OF', { name })} onClick={onEdit}>
        <IconPencil size={16} />
      </ActionIcon>
      {onDelete && (
        <ActionIcon aria-label={t('ADMIN.DELETE_OF', { name })} onClick={onDelete}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </>
  );
}
