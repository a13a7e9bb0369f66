import { SegmentedControl, Switch } from '@mantine/core';
import {
  LINE_STYLES,
  PATTERNS,
  POINT_FORMS,
  STYLE_PROPERTIES,
  type StylePropertyName,
  type StyleValues,
} from '@pgis/cartography';
import { limits } from '@pgis/contract';
import { useTexts } from '../../../../i18n/index.ts';
import type { StyleEditor } from '../draft/StyleEditor.ts';
import type { NumberName } from '../draft/styleProblems.ts';
import classes from '../StylePanel.module.css';
import type { EditedProperty } from '../styleTabs.ts';
import { ColorControl } from './ColorControl.tsx';
import { IconPicker } from './IconPicker.tsx';
import { LabelText } from './LabelText.tsx';
import { NumberControl } from './NumberControl.tsx';
import { PositionPicker } from './PositionPicker.tsx';
import { drawForm, drawPattern } from './pickerDrawings.ts';
import { SwatchPicker } from './SwatchPicker.tsx';

interface PropertyControlProps {
  readonly editor: StyleEditor;
  readonly name: EditedProperty;
}

type NameOf<Type> = {
  [Name in StylePropertyName]: (typeof STYLE_PROPERTIES)[Name]['type'] extends Type ? Name : never;
}[StylePropertyName];

/** The control of a property: by its type in the property table, or a picker of its own. */
export function PropertyControl({ editor, name }: PropertyControlProps) {
  const { t } = useTexts();
  const { values, isReadOnly, setProperty } = editor;
  const isMixed = editor.isMixed(name);
  const label = t(`STYLE.PROPERTIES.${name}`);
  const common = {
    label: isMixed ? t('STYLE.MIXED_OF', { property: label }) : label,
    isMixed,
    error: editor.problemOf(name),
    isDisabled: isReadOnly,
  };
  switch (name) {
    case 'fillPattern':
    case 'strokePattern':
      return (
        <SwatchPicker
          {...common}
          names={PATTERNS}
          textOf={(pattern) => t(`STYLE.PATTERNS.${pattern}`)}
          value={values[name] === '' ? 'none' : values[name]}
          draw={drawPattern}
          onChange={(pattern) => setProperty(name, pattern)}
        />
      );
    case 'pointForm':
      return (
        <SwatchPicker
          {...common}
          names={POINT_FORMS}
          textOf={(form) => t(`STYLE.FORMS.${form}`)}
          value={values.pointForm}
          draw={drawForm}
          onChange={(form) => setProperty(name, form)}
        />
      );
    case 'pointIcon':
      return <IconPicker {...common} value={values.pointIcon} onChange={(icon) => setProperty(name, icon)} />;
    case 'objLabel':
      return (
        <LabelText
          {...common}
          maxLength={limits.label.length}
          fields={editor.fields}
          value={isMixed ? '' : values.objLabel}
          isDrawn={values.labelEnabled}
          onChange={(text) => setProperty(name, text)}
        />
      );
    case 'labelPosition':
      return (
        <PositionPicker
          {...common}
          value={values.labelPosition}
          onChange={(position) => setProperty(name, position)}
        />
      );
    case 'lineStyle':
      return (
        <fieldset className={classes.plain}>
          <legend className={classes.caption}>{common.label}</legend>
          <SegmentedControl
            fullWidth
            disabled={isReadOnly}
            value={isMixed ? '' : values.lineStyle}
            onChange={(style) => setProperty(name, style as StyleValues['lineStyle'])}
            data={LINE_STYLES.map((style) => ({ value: style, label: t(`STYLE.LINE_STYLES.${style}`) }))}
          />
        </fieldset>
      );
    default:
      return <PlainControl editor={editor} name={name} {...common} />;
  }
}

type PlainName = Extract<EditedProperty, NameOf<'color' | 'number' | 'boolean'>>;

interface PlainControlProps {
  readonly editor: StyleEditor;
  readonly name: PlainName;
  readonly label: string;
  readonly isMixed: boolean;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
}

/** Controls of colours, numbers and switches, which need only their row of the table. */
function PlainControl({ editor, name, ...common }: PlainControlProps) {
  const { values, setProperty } = editor;
  const property = STYLE_PROPERTIES[name];
  switch (property.type) {
    case 'color':
      return (
        <ColorControl
          {...common}
          value={values[name as NameOf<'color'>]}
          onChange={(color) => setProperty(name as NameOf<'color'>, color)}
        />
      );
    case 'number':
      return (
        <NumberControl
          {...common}
          name={name as NumberName}
          value={values[name as NumberName]}
          onChange={(number) => setProperty(name as NumberName, number)}
        />
      );
    case 'boolean':
      return (
        <Switch
          className={classes.switch ?? ''}
          label={common.label}
          disabled={common.isDisabled}
          checked={!common.isMixed && values[name as NameOf<'boolean'>]}
          onChange={(event) => setProperty(name as NameOf<'boolean'>, event.currentTarget.checked)}
        />
      );
  }
}
