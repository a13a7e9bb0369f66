import { Button, Popover, Skeleton } from '@mantine/core';
import type { Geom, Reply } from '@pgis/contract';
import { IconSearch, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { languageNames, useTexts } from '../../../../i18n/index.ts';
import { statusesQuery } from '../../../../layers/layerQueries.ts';
import { repliesQuery } from '../../../../objects/replyQueries.ts';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import { StatusMark } from '../../../comments/index.ts';
import { useSession } from '../../../session/index.ts';
import classes from './TemplatePicker.module.css';

interface TemplatePickerProps {
  readonly geom: Geom;
  readonly isDisabled: boolean;
  /** Takes the focus as well. */
  readonly onPick: (reply: Reply) => void;
}

/** Offers the templates as answers to this object, in the language of its reporter. */
export function TemplatePicker({ geom, isDisabled, onPick }: TemplatePickerProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      onDismiss={() => button.current?.focus()}
      position="top-start"
      width={308}
      trapFocus
      withinPortal
      zIndex="var(--z-popover)"
    >
      <Popover.Target>
        <Button
          ref={button}
          size="xs"
          variant="subtle"
          px={8}
          flex="none"
          disabled={isDisabled}
          leftSection={<IconTemplate size={16} />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('CASES.REPLY.TEMPLATES')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('CASES.REPLY.TEMPLATES')}>
        <Templates
          geom={geom}
          onPick={(reply) => {
            setOpen(false);
            onPick(reply);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Templates({ geom, onPick }: Omit<TemplatePickerProps, 'isDisabled'>) {
  const { t } = useTexts();
  const { user } = useSession();
  const [search, setSearch] = useState('');
  const { data, isError } = useQuery(repliesQuery(geom.id, user?.userId ?? null));
  if (isError) return <p className={classes.none}>{t('CASES.REPLY.TEMPLATES_NOT_LOADED')}</p>;
  if (data === undefined) return <Skeleton height={120} />;
  if (data.replies.length === 0) return <p className={classes.none}>{t('CASES.REPLY.NO_TEMPLATES')}</p>;
  const words = search.trim().toLowerCase();
  const found = data.replies.filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(words));
  const groups = [
    {
      title: t('CASES.REPLY.FOR_LAYER', { layer: geom.layerName }),
      replies: found.filter(({ isForLayer }) => isForLayer),
    },
    { title: t('CASES.REPLY.FOR_ALL'), replies: found.filter(({ isForLayer }) => !isForLayer) },
  ].filter(({ replies }) => replies.length > 0);
  const first = groups[0]?.replies[0];
  return (
    <div className={classes.picker}>
      <div className={classes.search}>
        <TrimmedTextInput
          size="xs"
          // The templates come after the dropdown has got the focus.
          autoFocus
          aria-label={t('CASES.REPLY.FIND')}
          placeholder={t('CASES.REPLY.FIND')}
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || first === undefined) return;
            event.preventDefault();
            onPick(first);
          }}
        />
      </div>
      <div className={classes.groups}>
        {found.length === 0 && <p className={classes.none}>{t('CASES.REPLY.NONE_FOUND')}</p>}
        {groups.map(({ title, replies }) => (
          <Group key={title} title={title} replies={replies} onPick={onPick} />
        ))}
      </div>
      <p className={classes.foot}>{t('CASES.REPLY.LANGUAGE', { language: languageNames[data.language] })}</p>
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly replies: readonly Reply[];
  readonly onPick: (reply: Reply) => void;
}

function Group({ title, replies, onPick }: GroupProps) {
  const { user } = useSession();
  const titleId = useId();
  const { data: statuses = [] } = useQuery(statusesQuery(user?.userId ?? null));
  return (
    <section aria-labelledby={titleId}>
      <h4 className={classes.title} id={titleId}>
        {title}
      </h4>
      {replies.map((reply) => {
        const status = statuses.find(({ id }) => id === reply.statusId);
        return (
          <button key={reply.id} type="button" className={classes.reply} onClick={() => onPick(reply)}>
            <span className={classes.name}>
              <b>{reply.name}</b>
              {status && <StatusMark status={status.name} statusType={status.statusType ?? null} />}
            </span>
            <span className={classes.text}>{reply.text}</span>
          </button>
        );
      })}
    </section>
  );
}
