import { ActionIcon, Button } from '@mantine/core';
import { type Operator, operators } from '@pgis/conditions';
import { dependsOnReader, limits } from '@pgis/contract';
import { MantineValueEditor, QueryBuilderMantine } from '@react-querybuilder/mantine';
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type ActionProps,
  QueryBuilder,
  type RuleGroupType,
  type ValueEditorProps,
} from 'react-querybuilder';
import { useTexts } from '../../../i18n/index.ts';
import { ConditionValue } from '../../../layers/conditions/ConditionValue.tsx';
import { operatorText } from '../../../layers/conditions/conditionText.ts';
import { operatorsFor } from '../../../layers/conditions/operatorChoices.ts';
import type { FieldRow } from '../form/LayerValues.ts';
import type { LayerForm } from '../form/useTreeNodeForm.ts';
import classes from './FilterEditor.module.css';
import { isPlain, plainOperators, toFilter, toQuery, trimValue } from './filterQuery.ts';

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

/** Texts have the builder's own input; numbers, dates, lists and strict fields have inputs of their kind. */
function ValueEditor(props: ValueEditorProps) {
  const { t } = useTexts();
  const { context, field, operator, value, title, disabled, handleOnChange } = props;
  const rows: readonly FieldRow[] = context.fields;
  const schema = rows.find(({ key }) => key === field)?.schema;
  const known = operators.find((one) => one === operator) ?? '=';
  if (!schema && isPlain(known)) return <MantineValueEditor {...props} />;
  return (
    <div className={`rule-value ${classes.value}`}>
      <ConditionValue
        condition={{ operator: known, value: String(value ?? '') }}
        schema={schema}
        label={title ?? t('CLASSIFIERS.FILTER_VALUE')}
        disabled={disabled === true}
        onChange={handleOnChange}
      />
    </div>
  );
}

/**
 * LFLT-01, LFLT-02: one level of rules on the layer's fields. It offers = and != only, until the user asks for more
 * comparisons.
 */
export default function FilterEditor({ form, isReadOnly }: FilterEditorProps) {
  const { t } = useTexts();
  const { fields, filter } = form.values;
  const [isMoreAsked, setMoreAsked] = useState(false);
  const hasMore = isMoreAsked || filter.rules.some(({ operator }) => !isPlain(operator));
  const listOperators = (fieldKey: string): readonly Operator[] => {
    if (!hasMore) return plainOperators;
    const offered = operatorsFor(fields.find(({ key }) => key === fieldKey)?.schema);
    const used = filter.rules.filter((rule) => rule.fieldKey === fieldKey).map(({ operator }) => operator);
    return operators.filter((one) => offered.includes(one) || used.includes(one));
  };
  const used = new Set(filter.rules.map(({ fieldKey }) => fieldKey));
  const named = fields.filter(
    ({ key, name, schema }) => name.trim() !== '' && (!dependsOnReader(schema?.type) || used.has(key)),
  );
  const isFull = filter.rules.length >= limits.filterRules;
  const trimValues = () => {
    if (filter.rules.every((rule) => rule.value === trimValue(rule))) return;
    const rules = filter.rules.map((rule) => ({ ...rule, value: trimValue(rule) }));
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
          getOperators={(field) =>
            listOperators(field).map((name) => ({ name, value: name, label: operatorText(t, name) }))
          }
          combinators={[
            { name: 'and', value: 'and', label: t('CLASSIFIERS.FILTER_AND') },
            { name: 'or', value: 'or', label: t('CLASSIFIERS.FILTER_OR') },
          ]}
          query={toQuery(filter)}
          onQueryChange={(query: RuleGroupType) =>
            form.setFieldValue('filter', toFilter(query, filter.rules))
          }
          controlElements={{
            addGroupAction: Nothing,
            addRuleAction: isFull ? Nothing : AddRule,
            removeRuleAction: RemoveRule,
            valueEditor: ValueEditor,
          }}
          controlClassnames={{ queryBuilder: `${classes.builder} ${hasMore ? classes.more : ''}` }}
          context={{ fields }}
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
      {!hasMore && filter.rules.length > 0 && !isReadOnly && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconChevronDown size={14} />}
          onClick={() => setMoreAsked(true)}
        >
          {t('CONDITIONS.MORE')}
        </Button>
      )}
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
