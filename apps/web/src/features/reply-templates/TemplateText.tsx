import { replyPlaceholders } from '@pgis/contract';
import { Fragment } from 'react';
import { useTexts } from '../../i18n/index.ts';
import classes from './templates.module.css';

/** A text with its values as chips, by their names in the user's language. */
export function TemplateText({ text }: { readonly text: string }) {
  const { t } = useTexts();
  // Odd parts are what stands in braces.
  const parts = text.split(/\{([^{}]*)\}/);
  return parts.map((part, index) => {
    const name = replyPlaceholders.find((one) => one === part);
    const key = `${index} ${part}`;
    if (index % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    return (
      <span key={key} className={classes.value}>
        {name === undefined ? part : t(`TEMPLATES.VALUES.${name}`)}
      </span>
    );
  });
}
