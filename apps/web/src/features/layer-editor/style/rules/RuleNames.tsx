import { MAX_RULE_NAME_LENGTH, RULE_NAME_PROPERTIES } from '@pgis/cartography';
import { useId } from 'react';
import { languageNames, languages, useTexts } from '../../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import type { StyleEditor } from '../draft/StyleEditor.ts';
import classes from './RuleNames.module.css';

/** Names of the selected rule for the legend, in each language. */
export function RuleNames({ editor }: { readonly editor: StyleEditor }) {
  const { t } = useTexts();
  const noteId = useId();
  const { values, isReadOnly, setProperty, problemOf } = editor;
  return (
    <fieldset className={classes.names} aria-describedby={noteId}>
      <legend className={classes.caption}>{t('STYLE.RULE_NAME')}</legend>
      <div className={classes.inputs}>
        {languages.map((language) => {
          const property = RULE_NAME_PROPERTIES[language];
          return (
            <TrimmedTextInput
              key={language}
              label={languageNames[language]}
              lang={language}
              maxLength={MAX_RULE_NAME_LENGTH}
              autoComplete="off"
              disabled={isReadOnly}
              value={values[property]}
              error={problemOf(property)}
              onChange={(name) => setProperty(property, name)}
            />
          );
        })}
      </div>
      <p id={noteId} className={classes.note}>
        {t('STYLE.RULE_NAME_NOTE')}
      </p>
    </fieldset>
  );
}
