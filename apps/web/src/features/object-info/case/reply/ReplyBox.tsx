import { Button, SegmentedControl, Select } from '@mantine/core';
import { type Geom, limits } from '@pgis/contract';
import { IconLock, IconMessage2, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { statusesQuery } from '../../../../layers/layerQueries.ts';
import { useObjectComments } from '../../../../objects/useObjectComments.ts';
import { createStore } from '../../../../store/Store.ts';
import { useStore } from '../../../../store/useStore.ts';
import { TrimmedTextarea } from '../../../../ui/inputs/TrimmedTextarea.tsx';
import { useSession } from '../../../session/index.ts';
import classes from './ReplyBox.module.css';
import { TemplatePicker } from './TemplatePicker.tsx';
import { useReplyDraft } from './useReplyDraft.ts';

type Audience = 'public' | 'internal';

/** D-UI-05: internal until the user says otherwise; then as they said, for as long as the page is open. */
const audienceOfSession = createStore<Audience>('internal');

const popover = { withinPortal: true, zIndex: 'var(--z-popover)' } as const;

/** Answers the reporter or leaves a note for colleagues; one line until it is used. */
export function ReplyBox({ geom }: { readonly geom: Geom }) {
  const { t } = useTexts();
  const [draft, setDraft] = useReplyDraft(geom.id);
  const [isOpen, setOpen] = useState(false);
  if (isOpen || draft.content !== '')
    return (
      <OpenReply
        geom={geom}
        draft={draft}
        isStart={isOpen}
        onChange={(next) => {
          // It stays open while the text is emptied.
          setOpen(true);
          setDraft(next);
        }}
        onClose={() => setOpen(false)}
      />
    );
  return (
    <div className={classes.box}>
      <button type="button" className={classes.closed} data-case-reply onClick={() => setOpen(true)}>
        <IconMessage2 size={18} aria-hidden="true" />
        {t('CASES.REPLY.OPEN')}
        <kbd>R</kbd>
      </button>
    </div>
  );
}

type Draft = ReturnType<typeof useReplyDraft>[0];

interface OpenReplyProps {
  readonly geom: Geom;
  readonly draft: Draft;
  /** True if the user has just opened it, to write. */
  readonly isStart: boolean;
  readonly onChange: (draft: Draft) => void;
  readonly onClose: () => void;
}

function OpenReply({ geom, draft, isStart, onChange, onClose }: OpenReplyProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const audience = useStore(audienceOfSession);
  const isPublic = audience === 'public';
  const { data: statuses = [] } = useQuery(statusesQuery(user?.userId ?? null));
  const { add } = useObjectComments(geom);
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isStart) text.current?.focus();
  }, [isStart]);
  const present = geom.latestComment?.statusId ?? statuses[0]?.id ?? null;
  // A note says nothing new about the state of the matter.
  const statusId = isPublic ? (draft.statusId ?? present) : present;
  const content = draft.content.trim();
  const canSend = content !== '' && statusId !== null && !add.isPending;
  const send = () => {
    if (!canSend) return;
    add.mutate(
      { content, statusId, isPublic },
      {
        onSuccess: () => {
          onChange({ content: '', statusId: null });
          onClose();
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
    if (event.key === 'Escape' && draft.content === '') {
      event.stopPropagation();
      onClose();
    }
  };
  const kind = t(isPublic ? 'CASES.REPLY.PUBLIC' : 'CASES.REPLY.INTERNAL');
  return (
    <section className={classes.box} aria-label={t('CASES.REPLY.OPEN')}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('CASES.REPLY.KIND')}
        value={audience}
        onChange={(next) => audienceOfSession.set(next === 'public' ? 'public' : 'internal')}
        data={[
          { value: 'public', label: <Kind Mark={IconWorld} text={t('CASES.REPLY.PUBLIC')} /> },
          { value: 'internal', label: <Kind Mark={IconLock} text={t('CASES.REPLY.INTERNAL')} /> },
        ]}
      />
      <TrimmedTextarea
        ref={text}
        aria-label={kind}
        className={classes.text ?? ''}
        data-case-reply
        data-internal={!isPublic || undefined}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={limits.commentLength}
        value={draft.content}
        onChange={(next) => onChange({ ...draft, content: next })}
        onKeyDown={onKeyDown}
      />
      <p className={classes.note}>{useNote(geom, isPublic)}</p>
      <div className={classes.foot}>
        <TemplatePicker
          geom={geom}
          onPick={(reply) => {
            const before = draft.content.trim();
            onChange({
              content: (before === '' ? reply.text : `${before}\n\n${reply.text}`).slice(
                0,
                limits.commentLength,
              ),
              statusId: reply.statusId ?? draft.statusId,
            });
          }}
        />
        {isPublic && (
          <Select
            size="xs"
            className={classes.status ?? ''}
            aria-label={t('MAP.COMMENTS.STATUS')}
            placeholder={t('MAP.COMMENTS.CHOOSE_STATUS')}
            allowDeselect={false}
            data={statuses.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={statusId === null ? null : String(statusId)}
            onChange={(id) => onChange({ ...draft, statusId: id === null ? null : Number(id) })}
            comboboxProps={popover}
          />
        )}
        <Button
          size="xs"
          className={classes.send ?? ''}
          disabled={!canSend}
          loading={add.isPending}
          onClick={send}
        >
          {t(isPublic ? 'CASES.REPLY.SEND' : 'CASES.REPLY.ADD_NOTE')}
        </Button>
      </div>
    </section>
  );
}

function Kind({ Mark, text }: { readonly Mark: typeof IconWorld; readonly text: string }) {
  return (
    <span className={classes.kind}>
      <Mark size={14} aria-hidden="true" />
      {text}
    </span>
  );
}

/** Names the readers before anything is sent. */
function useNote({ userEmail }: Geom, isPublic: boolean): string {
  const { t } = useTexts();
  if (!isPublic) return t('CASES.REPLY.INTERNAL_NOTE');
  const note = t('CASES.REPLY.PUBLIC_NOTE');
  return userEmail ? `${note} ${t('CASES.REPLY.BY_MAIL')}` : note;
}
