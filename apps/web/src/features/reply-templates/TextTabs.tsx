import { Button, Tabs } from '@mantine/core';
import {
  fillReply,
  type Language,
  languages,
  limits,
  type ReplyPlaceholder,
  type ReplyTexts,
  referenceOf,
  replyPlaceholders,
} from '@pgis/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDate, languageNames, useTexts } from '../../i18n/index.ts';
import { TrimmedTextarea } from '../../ui/inputs/TrimmedTextarea.tsx';
import { objectLink, useFindLayer } from '../objects/index.ts';
import { useSession } from '../session/index.ts';
import { findTextProblem } from './findTextProblem.ts';
import { TemplateText } from './TemplateText.tsx';
import { newestCaseQuery } from './templateQueries.ts';
import classes from './templates.module.css';

interface TextTabsProps {
  readonly texts: ReplyTexts;
  readonly error: ReactNode;
  readonly onChange: (texts: ReplyTexts) => void;
}

const isWritten = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

/** The text in each language: values to insert, the text of another language beside it, and a preview. */
export function TextTabs({ texts, error, onChange }: TextTabsProps) {
  const { t, language } = useTexts();
  const fieldId = useId();
  const [shown, setShown] = useState<Language>(language);
  const text = texts[shown] ?? '';
  const reference = languages.find((one) => one !== shown && isWritten(texts[one]));
  const change = (next: string) => onChange({ ...texts, [shown]: next });
  const insert = (name: ReplyPlaceholder) => {
    const field = document.getElementById(fieldId) as HTMLTextAreaElement | null;
    const [start, end] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
    const before = `${text.slice(0, start)}{${name}}`;
    flushSync(() => change(`${before}${text.slice(end)}`));
    field?.focus();
    field?.setSelectionRange(before.length, before.length);
  };
  const problem = Object.values(texts).some(isWritten) ? findTextProblem(texts, t) : undefined;
  return (
    <div>
      <Tabs value={shown} onChange={(next) => setShown(languages.find((one) => one === next) ?? shown)}>
        <Tabs.List aria-label={t('TEMPLATES.TEXT')}>
          {languages.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              rightSection={
                !isWritten(texts[one]) && (
                  <IconAlertTriangle size={14} className={classes.warn ?? ''} aria-hidden="true" />
                )
              }
            >
              {languageNames[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown} className={classes.tab ?? ''}>
          <TrimmedTextarea
            key={shown}
            id={fieldId}
            aria-label={t('TEMPLATES.TEXT_IN', { language: languageNames[shown] })}
            lang={shown}
            autosize
            minRows={4}
            maxRows={10}
            maxLength={limits.commentLength}
            value={text}
            onChange={change}
            error={problem ?? error}
          />
          <div className={classes.insert}>
            <span>{t('TEMPLATES.INSERT')}:</span>
            {replyPlaceholders.map((name) => (
              <Button
                key={name}
                size="compact-xs"
                variant="light"
                disabled={text.length + `{${name}}`.length > limits.commentLength}
                aria-label={t('TEMPLATES.INSERT_VALUE', { name: t(`TEMPLATES.VALUES.${name}`) })}
                // The text keeps the focus, so that it is not trimmed where a value follows.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => insert(name)}
              >
                {t(`TEMPLATES.VALUES.${name}`)}
              </Button>
            ))}
          </div>
          {!isWritten(text) && reference !== undefined && (
            <p className={classes.fallback}>
              <IconAlertTriangle size={16} aria-hidden="true" />
              {t('TEMPLATES.FALLBACK')}
            </p>
          )}
          {reference !== undefined && (
            <Quoted title={t('TEMPLATES.REFERENCE', { language: languageNames[reference] })}>
              <TemplateText text={texts[reference] ?? ''} />
            </Quoted>
          )}
          {isWritten(text) && problem === undefined && <Preview text={text} />}
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Quoted({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={classes.quoted}>
      <span className={classes.quotedTitle}>{title}</span>
      <div className={classes.quote}>{children}</div>
    </div>
  );
}

/** The text with the values of the newest open case. */
function Preview({ text }: { readonly text: string }) {
  const { t, language } = useTexts();
  const { user } = useSession();
  const findLayer = useFindLayer();
  const { data: one } = useQuery(newestCaseQuery(user?.userId ?? null));
  if (!one) return null;
  const number = referenceOf(one.id);
  const filled = fillReply(text, {
    number,
    address: one.name,
    topic: one.description,
    layer: findLayer(one.classId)?.name ?? '',
    status: one.status?.name ?? '',
    due: one.dueOn === null ? '' : formatDate(one.dueOn),
    unit: one.unit?.name ?? '',
    link: objectLink(one.id, language),
  });
  return <Quoted title={t('TEMPLATES.PREVIEW', { number })}>{filled}</Quoted>;
}
