import { ActionIcon, Button } from '@mantine/core';
import { limits } from '@pgis/contract';
import { QueryBuilderMantine } from '@react-querybuilder/mantine';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ActionProps, QueryBuilder, type RuleGroupType } from 'react-querybuilder';
import { useTexts } from '../../../i18n/index.ts';
import type { LayerForm } from '../form/useTreeNodeForm.ts';
import classes from './FilterEditor.module.css';
import { toFilter, toQuery } from './filterQuery.ts';

interface FilterEditorProps {
  readonly form: LayerForm;
  readonly isReadOnly: boolean;
}

const Nothing = () => null;

const AddRule = ({ label, title = '', disabled = false, handleOnClick }: ActionProps) => (
  <Button
    variant="light"
    leftSection={<IconPlus size={16} />}
    title={title}
    disabled={disabled}
    onClick={handleOnClick}
  >
    {label}
  </Button>
);

const RemoveRule = ({ title = '', disabled = false, handleOnClick }: ActionProps) => (
  <ActionIcon color="red" title={title} aria-label={title} disabled={disabled} onClick={handleOnClick}>
    <IconTrash size={16} />
  </ActionIcon>
);

/** LFLT-01, LFLT-02: one level of rules on the layer's fields, with = and != only. */
export default function FilterEditor({ form, isReadOnly }: FilterEditorProps) {
  const { t } = useTexts();
  const { fields, filter } = form.values;
  const named = fields.filter(({ name }) => name.trim() !== '');
  const isFull = filter.rules.length >= limits.filterRules;
  const trimValues = () => {
    if (filter.rules.every(({ value }) => value === value.trim())) return;
    const rules = filter.rules.map((rule) => ({ ...rule, value: rule.value.trim() }));
    form.setFieldValue('filter', { ...filter, rules });
  };
  return (
    <QueryBuilderMantine>
      {/* DLG-07: the builder's own inputs do not trim. */}
      <fieldset className={classes.rules ?? ''} aria-label={t('CLASSIFIERS.FILTER')} onBlur={trimValues}>
        <QueryBuilder
          // LFLT-05
          key={named.map(({ key, name }) => `${key}=${name}`).join('\n')}
          fields={named.map(({ key, name }) => ({ name: key, value: key, label: name }))}
          operators={[
            { name: '=', value: '=', label: '=' },
            { name: '!=', value: '!=', label: '!=' },
          ]}
          combinators={[
            { name: 'and', value: 'and', label: t('CLASSIFIERS.FILTER_AND') },
            { name: 'or', value: 'or', label: t('CLASSIFIERS.FILTER_OR') },
          ]}
          query={toQuery(filter)}
          onQueryChange={(query: RuleGroupType) => form.setFieldValue('filter', toFilter(query))}
          controlElements={{
            addGroupAction: Nothing,
            addRuleAction: isFull ? Nothing : AddRule,
            removeRuleAction: RemoveRule,
          }}
          controlClassnames={{ queryBuilder: classes.builder ?? '' }}
          resetOnFieldChange={false}
          disabled={isReadOnly}
          translations={{
            combinators: { title: t('CLASSIFIERS.FILTER_COMBINATOR') },
            fields: { title: t('CLASSIFIERS.FILTER_FIELD') },
            operators: { title: t('CLASSIFIERS.FILTER_OPERATOR') },
            value: { title: t('CLASSIFIERS.FILTER_VALUE') },
            addRule: { label: t('CLASSIFIERS.ADD_RULE'), title: t('CLASSIFIERS.ADD_RULE') },
            removeRule: { title: t('CLASSIFIERS.REMOVE_RULE') },
          }}
        />
      </fieldset>
      <p className={classes.note}>
        {filter.rules.length === 0
          ? t('CLASSIFIERS.FILTER_EMPTY')
          : t(filter.condition === 'and' ? 'CLASSIFIERS.FILTER_ALL' : 'CLASSIFIERS.FILTER_ANY')}
      </p>
      {form.errors.filter && (
        <p role="alert" className={classes.error}>
          {form.errors.filter}
        </p>
      )}
    </QueryBuilderMantine>
  );
}
