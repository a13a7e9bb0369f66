import { Button, FileButton, SegmentedControl, Select } from '@mantine/core';
import { type Geom, limits } from '@pgis/contract';
import { IconLock, IconMessage2, IconPaperclip, IconWorld, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { statusesQuery } from '../../../../layers/layerQueries.ts';
import { reviewQueue } from '../../../../objects/reviewQueue.ts';
import { useObjectComments } from '../../../../objects/useObjectComments.ts';
import { createStore } from '../../../../store/Store.ts';
import { useStore } from '../../../../store/useStore.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { ACCEPTED_PHOTOS } from '../../../photos/index.ts';
import { useSession } from '../../../session/index.ts';
import { MentionTextarea } from './MentionTextarea.tsx';
import classes from './ReplyBox.module.css';
import { ReplyPicturesList } from './ReplyPicturesList.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';
import { type ReplyDraftState, useReplyDraft } from './useReplyDraft.ts';
import { type ReplyPictures, useReplyPictures } from './useReplyPictures.ts';

type Audience = 'public' | 'internal';

/** D-UI-05: internal until the user says otherwise; then as they said, for as long as the page is open. */
const audienceOfSession = createStore<Audience>('internal');

const popover = { withinPortal: true, zIndex: 'var(--z-popover)' } as const;

/** Answers the reporter or leaves a note for colleagues; one line until it is used. */
export default function ReplyBox({ geom }: { readonly geom: Geom }) {
  const { t } = useTexts();
  const reply = useReplyDraft(geom.id);
  const { content } = reply.draft;
  const pictures = useReplyPictures(geom.id);
  /** null: open if there is a draft. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  // Only the inbox acts on the key, and only the inbox has a queue.
  const hasKey = useStore(reviewQueue, (queue) => queue !== null);
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen === false) line.current?.focus();
  }, [isOpen]);
  if (isOpen ?? (content !== '' || pictures.list.length > 0))
    return (
      <OpenReply
        geom={geom}
        reply={reply}
        pictures={pictures}
        isStart={isOpen === true}
        onChange={(next) => {
          // It stays open while the text is emptied.
          setOpen(true);
          reply.change(next);
        }}
        onSent={() => setOpen(null)}
        onClose={() => setOpen(false)}
      />
    );
  return (
    <div className={classes.box}>
      <button
        ref={line}
        type="button"
        className={classes.closed}
        data-case-reply
        onClick={() => setOpen(true)}
      >
        <IconMessage2 size={18} aria-hidden="true" />
        {t('CASES.REPLY.OPEN')}
        {content !== '' && <span className={classes.unsent}>{content}</span>}
        {hasKey && <kbd>R</kbd>}
      </button>
    </div>
  );
}

interface OpenReplyProps {
  readonly geom: Geom;
  readonly reply: ReplyDraftState;
  readonly pictures: ReplyPictures;
  /** True if the user has just opened it, to write. */
  readonly isStart: boolean;
  readonly onChange: ReplyDraftState['change'];
  readonly onSent: () => void;
  readonly onClose: () => void;
}

function OpenReply({ geom, reply, pictures, isStart, onChange, onSent, onClose }: OpenReplyProps) {
  const { draft } = reply;
  const isSending = reply.isSending || pictures.isSending;
  const { t } = useTexts();
  const { user } = useSession();
  const audience = useStore(audienceOfSession);
  const isPublic = audience === 'public';
  const { data: statuses = [] } = useQuery(statusesQuery(user?.userId ?? null));
  const { add } = useObjectComments(geom);
  const text = useRef<HTMLTextAreaElement>(null);
  const resetFiles = useRef<() => void>(null);
  useEffect(() => {
    if (isStart) text.current?.focus();
  }, [isStart]);
  const present = geom.latestComment?.statusId ?? statuses[0]?.id ?? null;
  // A note says nothing new about the state of the matter.
  const statusId = isPublic ? (draft.statusId ?? present) : present;
  const content = draft.content.trim();
  // Pictures that failed after their reply was sent go without the text.
  const hasOnlyPictures = content === '' && isPublic && pictures.list.length > 0 && statusId === present;
  const canSend = (content !== '' || hasOnlyPictures) && statusId !== null && !isSending && !pictures.isBusy;
  const send = async () => {
    if (!canSend) return;
    if (content !== '' && !(await reply.send(add.mutateAsync({ content, statusId, isPublic })))) return;
    if (!isPublic || (await pictures.send())) onSent();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
    if (event.key === 'Escape' && draft.content === '') {
      event.stopPropagation();
      onClose();
    }
  };
  const kind = t(isPublic ? 'CASES.REPLY.PUBLIC' : 'CASES.REPLY.INTERNAL');
  return (
    <section className={classes.box} aria-label={t('CASES.REPLY.OPEN')}>
      <div className={classes.head}>
        <SegmentedControl
          fullWidth
          size="xs"
          className={classes.kinds ?? ''}
          aria-label={t('CASES.REPLY.KIND')}
          value={audience}
          onChange={(next) => audienceOfSession.set(next === 'public' ? 'public' : 'internal')}
          data={[
            { value: 'public', label: <Kind Mark={IconWorld} text={t('CASES.REPLY.PUBLIC')} /> },
            { value: 'internal', label: <Kind Mark={IconLock} text={t('CASES.REPLY.INTERNAL')} /> },
          ]}
        />
        <IconButton label={t('CASES.REPLY.CLOSE')} disabled={isSending} onClick={onClose}>
          <IconX size={18} />
        </IconButton>
      </div>
      <MentionTextarea
        objectId={geom.id}
        ref={text}
        aria-label={kind}
        className={classes.text ?? ''}
        data-case-reply
        data-internal={!isPublic || undefined}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={limits.commentLength}
        readOnly={isSending}
        value={draft.content}
        onChange={(next) => onChange({ ...draft, content: next })}
        onKeyDown={onKeyDown}
      />
      <ReplyPicturesList pictures={pictures} />
      <p className={classes.note}>
        {useNote(geom, isPublic)}
        {!isPublic && pictures.list.length > 0 && ` ${t('CASES.REPLY.PICTURES_WAIT')}`}
      </p>
      <div className={classes.foot}>
        <TemplatePicker
          geom={geom}
          isDisabled={isSending}
          onPick={(picked) => {
            const before = draft.content.trim();
            onChange({
              content: (before === '' ? picked.text : `${before}\n\n${picked.text}`).slice(
                0,
                limits.commentLength,
              ),
              statusId: picked.statusId ?? draft.statusId,
            });
            text.current?.focus();
          }}
        />
        {/* Pictures are as public as the report, so that a note has none. */}
        {isPublic && (
          <FileButton
            multiple
            accept={ACCEPTED_PHOTOS}
            resetRef={resetFiles}
            onChange={(files) => {
              pictures.add(files);
              // The same file can be selected again after it was removed.
              resetFiles.current?.();
            }}
          >
            {({ onClick }) => (
              <IconButton label={t('CASES.REPLY.ATTACH')} disabled={isSending} onClick={onClick}>
                <IconPaperclip size={18} />
              </IconButton>
            )}
          </FileButton>
        )}
        {isPublic && (
          <Select
            size="xs"
            className={classes.status ?? ''}
            aria-label={t('MAP.COMMENTS.STATUS')}
            placeholder={t('MAP.COMMENTS.CHOOSE_STATUS')}
            allowDeselect={false}
            disabled={isSending}
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
          loading={isSending || pictures.isBusy}
          onClick={() => void send()}
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
