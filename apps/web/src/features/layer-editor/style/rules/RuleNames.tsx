import { MAX_RULE_NAME_LENGTH, RULE_NAME_PROPERTIES } from '@pgis/cartography';
import { languages, useTexts } from '../../../../i18n/index.ts';
import { NamesInput } from '../../../../ui/inputs/NamesInput.tsx';
import type { StyleEditor } from '../draft/StyleEditor.ts';
import classes from './RuleNames.module.css';

/** Names of the selected rule for the legend, in each language. */
export function RuleNames({ editor }: { readonly editor: StyleEditor }) {
  const { t } = useTexts();
  const { values, companyLanguage, isReadOnly, setProperty, problemOf } = editor;
  const byLanguage = <T,>(read: (property: (typeof RULE_NAME_PROPERTIES)['en' | 'ru' | 'lv']) => T) =>
    Object.fromEntries(languages.map((language) => [language, read(RULE_NAME_PROPERTIES[language])]));
  return (
    <div className={classes.names}>
      <NamesInput
        label={t('STYLE.RULE_NAME')}
        names={byLanguage((property) => values[property])}
        companyLanguage={companyLanguage}
        maxLength={MAX_RULE_NAME_LENGTH}
        isDisabled={isReadOnly}
        startsOpen
        errors={byLanguage(problemOf)}
        description={t('STYLE.RULE_NAME_NOTE')}
        onChange={(names) => {
          for (const language of languages) {
            const property = RULE_NAME_PROPERTIES[language];
            const name = names[language] ?? '';
            if (name !== values[property]) setProperty(property, name);
          }
        }}
      />
    </div>
  );
}
