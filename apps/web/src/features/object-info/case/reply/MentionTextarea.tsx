import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../../../i18n/index.ts';
import { mentionableQuery } from '../../../../objects/replyQueries.ts';
import { TrimmedTextarea, type TrimmedTextareaProps } from '../../../../ui/inputs/TrimmedTextarea.tsx';
import { useSession } from '../../../session/index.ts';
import classes from './MentionTextarea.module.css';
import {
  completeMention,
  findTypedMention,
  type Mentionable,
  suggestUsers,
  type TypedMention,
} from './mentions.ts';

interface MentionTextareaProps extends TrimmedTextareaProps {
  readonly objectId: number;
}

/** A text in which `@` and the beginning of a name suggest the users whom it can mention. */
export function MentionTextarea({ objectId, onChange, onKeyDown, ...rest }: MentionTextareaProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<TypedMention | undefined>();
  const [selected, setSelected] = useState(0);
  const { data: users = [] } = useQuery({
    ...mentionableQuery(objectId, user?.userId ?? null),
    enabled: typed !== undefined,
  });
  const suggested = typed === undefined ? [] : suggestUsers(users, typed);
  const isOpen = suggested.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const readCaret = () => {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    const next = selectionStart === selectionEnd ? findTypedMention(value, selectionStart) : undefined;
    setTyped((before) => (before?.start === next?.start && before?.text === next?.text ? before : next));
    if (next?.text !== typed?.text) setSelected(0);
  };
  const pick = (mentioned: Mentionable | undefined) => {
    if (typed === undefined || mentioned === undefined || field.current === null) return;
    const completed = completeMention(field.current.value, typed, mentioned);
    flushSync(() => {
      onChange(completed.text);
      setTyped(undefined);
    });
    field.current.setSelectionRange(completed.caret, completed.caret);
  };
  const move = (by: 1 | -1) => setSelected((selected + by + suggested.length) % suggested.length);
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const acts: Readonly<Record<string, () => void>> = {
      arrowdown: () => move(1),
      arrowup: () => move(-1),
      enter: () => pick(suggested[selected]),
      tab: () => pick(suggested[selected]),
      escape: () => setTyped(undefined),
    };
    const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const act = isOpen && !hasModifier ? acts[event.key.toLowerCase()] : undefined;
    if (act === undefined) {
      onKeyDown?.(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  return (
    <div className={classes.frame}>
      {isOpen && (
        <div id={listId} className={classes.list} role="listbox" aria-label={t('CASES.REPLY.PEOPLE')}>
          {suggested.map((one, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text.
            <div
              key={one.id}
              id={optionId(index)}
              className={classes.option}
              role="option"
              tabIndex={-1}
              aria-selected={index === selected}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(one)}
            >
              {one.name}
            </div>
          ))}
        </div>
      )}
      <TrimmedTextarea
        {...rest}
        ref={(element) => {
          field.current = element;
          if (typeof rest.ref === 'function') rest.ref(element);
          else if (rest.ref) rest.ref.current = element;
        }}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(selected) : undefined}
        onChange={(next) => {
          onChange(next);
          readCaret();
        }}
        onSelect={readCaret}
        onBlur={() => setTyped(undefined)}
        onKeyDown={handleKey}
      />
    </div>
  );
}
