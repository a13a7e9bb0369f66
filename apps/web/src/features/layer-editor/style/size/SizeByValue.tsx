import { SegmentedControl, Select, Skeleton, Switch } from '@mantine/core';
import { resolveStyle, type SIZE_PROPERTIES, SIZE_SCALES, type StyleValues } from '@pgis/cartography';
import { canBeNamedInStyles, type FieldValues, type LayerId } from '@pgis/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { errorText, formatNumber, useTexts } from '../../../../i18n/index.ts';
import { fieldValuesQuery } from '../../../../layers/layerEditorQueries.ts';
import { SizeLegend, type SwatchKind } from '../../../objects/index.ts';
import { fieldReference } from '../../form/LayerValues.ts';
import { NumberControl } from '../controls/NumberControl.tsx';
import { hasStoredField, type StyleEditor } from '../draft/StyleEditor.ts';
import { summarize } from '../make-rules/classBreaks.ts';
import classes from './SizeByValue.module.css';
import { suggestRange } from './sizeRange.ts';

interface SizeByValueProps {
  readonly editor: StyleEditor;
  /** The stored layer, whose values are counted; null for a new one. */
  readonly layerId: LayerId | null;
  /** Geometry kind of most objects of the layer. */
  readonly kind: SwatchKind;
}

type SizeNumber = {
  [Name in keyof typeof SIZE_PROPERTIES]: (typeof SIZE_PROPERTIES)[Name]['type'] extends 'number'
    ? Name
    : never;
}[keyof typeof SIZE_PROPERTIES];

/** Edits how the numbers of a field set the size of the symbols, whatever rule draws them. */
export function SizeByValue({ editor, layerId, kind }: SizeByValueProps) {
  const { t } = useTexts();
  const { fields, isReadOnly, setWhole, problemOfWhole } = editor;
  const values = resolveStyle(editor.draft.fallback);
  const { sizeField, sizeScale, sizeMissing, sizeLines } = values;
  const [isOn, setOn] = useState(sizeField !== '');
  const scaleNoteId = useId();
  const queries = useQueryClient();
  const named = fields.filter(({ name }) => name.trim() !== '');
  const title = named.find((one) => fieldReference(one) === sizeField)?.name.trim() ?? sizeField;
  const isStored = layerId !== null && hasStoredField(editor, sizeField);
  const problem = sizeField !== '' && !canBeNamedInStyles(sizeField) ? t('PROBLEMS.FIELD_NAME') : undefined;
  const counted = useQuery(fieldValuesQuery(layerId, isStored ? sizeField : null));

  const selectField = async (field: string) => {
    // The range is part of the style from now on, so that it stays when the defaults change.
    setWhole({ sizeField: field, sizeFrom: values.sizeFrom, sizeTo: values.sizeTo });
    if (layerId === null || !hasStoredField(editor, field)) return;
    // A failure is shown below the field.
    const found = await queries.fetchQuery(fieldValuesQuery(layerId, field)).catch(() => undefined);
    const range = found && suggestRange(found.numbers);
    if (range && editor.latest().draft.fallback.sizeField === field) setWhole(range);
  };
  const number = (name: SizeNumber) => (
    <NumberControl
      name={name}
      label={t(`STYLE.PROPERTIES.${name}`)}
      value={values[name]}
      error={problemOfWhole(name)}
      isDisabled={isReadOnly}
      onChange={(value) => setWhole({ [name]: value })}
    />
  );
  return (
    <section className={classes.size} aria-label={t('STYLE.VIEWS.size')}>
      <Switch
        label={t('STYLE.VIEWS.size')}
        description={t('STYLE.SIZE_NOTE')}
        checked={isOn}
        disabled={isReadOnly}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          if (!event.currentTarget.checked && sizeField !== '') setWhole({ sizeField: '' });
        }}
      />
      {isOn && (
        <Select
          label={t('STYLE.PROPERTIES.sizeField')}
          placeholder={t('STYLE.CHOOSE_FIELD')}
          data={named.map((one) => ({ value: fieldReference(one), label: one.name.trim() }))}
          value={sizeField === '' ? null : sizeField}
          error={problem ?? problemOfWhole('sizeField') ?? (counted.error && errorText(t, counted.error))}
          allowDeselect={false}
          disabled={isReadOnly}
          nothingFoundMessage={t('STYLE.NO_FIELDS')}
          onChange={(next) => next !== null && void selectField(next)}
        />
      )}
      {isOn && sizeField !== '' && (
        <>
          {isStored ? (
            counted.data && <Facts counted={counted.data} />
          ) : (
            <p className={classes.note}>{t('STYLE.SAVE_FIRST')}</p>
          )}
          <fieldset className={classes.plain} aria-describedby={scaleNoteId}>
            <legend className={classes.caption}>{t('STYLE.PROPERTIES.sizeScale')}</legend>
            <SegmentedControl
              fullWidth
              disabled={isReadOnly}
              value={sizeScale}
              onChange={(scale) => setWhole({ sizeScale: scale as StyleValues['sizeScale'] })}
              data={SIZE_SCALES.map((scale) => ({ value: scale, label: t(`STYLE.SIZE_SCALES.${scale}`) }))}
            />
          </fieldset>
          <p id={scaleNoteId} className={classes.note}>
            {t(`STYLE.SIZE_SCALE_NOTES.${sizeScale}`)}
          </p>
          <div className={classes.pair}>
            {number('sizeFrom')}
            {number('sizeTo')}
            {number('sizeMin')}
            {number('sizeMax')}
          </div>
          <Select
            label={t('STYLE.PROPERTIES.sizeMissing')}
            allowDeselect={false}
            disabled={isReadOnly}
            value={sizeMissing}
            onChange={(next) => next && setWhole({ sizeMissing: next as StyleValues['sizeMissing'] })}
            data={(['rule', 'smallest'] as const).map((value) => ({
              value,
              label: t(`STYLE.SIZE_MISSING.${value}`),
            }))}
          />
          <Select
            label={t('STYLE.PROPERTIES.sizeLines')}
            description={t('STYLE.SIZE_LINES_NOTE')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDeselect={false}
            disabled={isReadOnly}
            value={String(sizeLines)}
            onChange={(next) => next && setWhole({ sizeLines: next === 'true' })}
            data={[
              { value: 'false', label: t('STYLE.FIXED_WIDTH') },
              { value: 'true', label: t('STYLE.WIDTH_BY_VALUE') },
            ]}
          />
          {sizeLines && (
            <div className={classes.pair}>
              {number('sizeLineMin')}
              {number('sizeLineMax')}
            </div>
          )}
          <Suspense fallback={<Skeleton height={80} />}>
            <SizeLegend
              style={editor.draft.fallback}
              kind={kind}
              title={t('STYLE.LEGEND_OF', { field: title })}
            />
          </Suspense>
        </>
      )}
    </section>
  );
}

/** The span of the numbers of the field, and how many objects have none. */
function Facts({ counted: { numbers, objects } }: { readonly counted: FieldValues }) {
  const { t, language } = useTexts();
  if (numbers.length === 0)
    return (
      <p role="status" className={classes.error}>
        {t('STYLE.NO_NUMBERS_FOR_SIZES')}
      </p>
    );
  const { count, min, median, max } = summarize(numbers);
  const format = (value: number) => formatNumber(value, language);
  return (
    <p role="status" className={classes.note}>
      {t('STYLE.SIZE_FACTS', { min: format(min), max: format(max), median: format(median) })}
      {objects > count && ` ${t('STYLE.WITHOUT_NUMBER', { count: objects - count })}`}
    </p>
  );
}
