import { Button, Select, Switch } from '@mantine/core';
import { limits } from '@pgis/contract';
import { IconMessagePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { statusesQuery } from '../../../layers/layerQueries.ts';
import { TrimmedTextarea } from '../../../ui/inputs/TrimmedTextarea.tsx';
import { useSession } from '../../session/index.ts';
import classes from './CommentsSection.module.css';

export interface NewComment {
  readonly statusId: number | null;
  readonly content: string;
  readonly isPublic: boolean;
}

/** D-UI-05: a comment is public only if the user says so. */
export const emptyComment: NewComment = { statusId: null, content: '', isPublic: false };

interface CommentFormProps {
  readonly value: NewComment;
  readonly onChange: (value: NewComment) => void;
  /** True if the dialog opens at the comments. */
  readonly isStart: boolean;
  readonly isAdding: boolean;
  readonly onAdd: (comment: { statusId: number; content: string; isPublic: boolean }) => void;
}

/**
 * COMM-01: status, content, public. It is not a form of its own, because it stands inside the form of the object:
 * Enter adds nothing.
 */
export function CommentForm({ value, onChange, isStart, isAdding, onAdd }: CommentFormProps) {
  const { t } = useTexts();
  const statuses = useStatuses();
  const start = useRef<HTMLInputElement>(null);
  // Focused by hand: the dialog moved the focus before this form was rendered.
  useEffect(() => {
    if (isStart) start.current?.focus();
  }, [isStart]);
  const [isMarked, setMarked] = useState(false);
  const { statusId, isPublic } = value;
  const content = value.content.trim();
  const required = (isMissing: boolean) => isMarked && isMissing && t('REQUIRED');

  const add = () => {
    // COMM-04.
    setMarked(statusId === null || content === '');
    if (statusId !== null && content !== '') onAdd({ statusId, content, isPublic });
  };
  return (
    <fieldset className={classes.form} aria-label={t('MAP.COMMENTS.ADD')}>
      <Select
        ref={start}
        label={t('MAP.COMMENTS.STATUS')}
        placeholder={t('MAP.COMMENTS.CHOOSE_STATUS')}
        withAsterisk
        data={(statuses.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={statusId === null ? null : String(statusId)}
        onChange={(id) => onChange({ ...value, statusId: id === null ? null : Number(id) })}
        error={statuses.isError ? t('MAP.COMMENTS.STATUSES_NOT_LOADED') : required(statusId === null)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true, zIndex: 'var(--z-popover)' }}
        data-autofocus={isStart || undefined}
      />
      <TrimmedTextarea
        label={t('MAP.COMMENTS.CONTENT')}
        withAsterisk
        rows={3}
        maxLength={limits.commentLength}
        value={value.content}
        onChange={(next) => onChange({ ...value, content: next })}
        error={required(content === '')}
      />
      <div className={classes.foot}>
        <Switch
          withThumbIndicator={false}
          label={t('MAP.COMMENTS.PUBLIC_COMMENT')}
          description={t('MAP.COMMENTS.PUBLIC_NOTE')}
          checked={isPublic}
          onChange={(event) => onChange({ ...value, isPublic: event.currentTarget.checked })}
        />
        <Button variant="light" leftSection={<IconMessagePlus size={16} />} loading={isAdding} onClick={add}>
          {t('MAP.COMMENTS.ADD')}
        </Button>
      </div>
    </fieldset>
  );
}

/** Statuses that a comment can give: those of the user's company. */
function useStatuses() {
  const { user } = useSession();
  return useQuery(statusesQuery(user?.userId ?? null));
}
