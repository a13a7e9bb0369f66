import { SegmentedControl, Select, Skeleton } from '@mantine/core';
import { canBeNamedInStyles, type LayerId } from '@pgis/contract';
import { IconWand, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText, useTexts } from '../../../../i18n/index.ts';
import { fieldValuesQuery } from '../../../../layers/layerEditorQueries.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import type { SwatchKind } from '../../../objects/index.ts';
import { fieldReference } from '../../form/LayerValues.ts';
import { listRuleFields } from '../draft/changeStyle.ts';
import { hasStoredField, type StyleEditor } from '../draft/StyleEditor.ts';
import classes from './MakeRules.module.css';
import { RangeClasses } from './RangeClasses.tsx';
import { ValueClasses } from './ValueClasses.tsx';

interface MakeRulesProps {
  readonly editor: StyleEditor;
  /** The stored layer, whose values are counted; null for a new one. */
  readonly layerId: LayerId | null;
  /** Geometry kind of most objects of the layer. */
  readonly kind: SwatchKind;
  readonly onClose: () => void;
}

type Basis = 'values' | 'ranges';

/** Makes rules from the values of a field that the user selects, or from ranges of its numbers. */
export function MakeRules({ editor, layerId, kind, onClose }: MakeRulesProps) {
  const { t } = useTexts();
  const { draft, fields } = editor;
  const { heading, close } = useFocusOfPanel(onClose);
  const named = fields.filter(({ name }) => name.trim() !== '');
  const [selected, setField] = useState<string | null>(() => listRuleFields(draft)[0] ?? null);
  const [basis, setBasis] = useState<Basis>('values');
  // The selected field may have been removed since.
  const field = named.some((one) => fieldReference(one) === selected) ? selected : null;
  const problem = field === null ? undefined : findFieldProblem(field);
  const query = useQuery(fieldValuesQuery(layerId, problem === undefined ? field : null));

  function findFieldProblem(name: string): string | undefined {
    if (layerId === null || !hasStoredField(editor, name)) return t('STYLE.SAVE_FIRST');
    return canBeNamedInStyles(name) ? undefined : t('PROBLEMS.FIELD_NAME');
  }
  const error = problem ?? (query.error === null ? undefined : errorText(t, query.error));
  const Classes = basis === 'values' ? ValueClasses : RangeClasses;
  return (
    <section className={classes.panel} aria-label={t('STYLE.MAKE_RULES')}>
      <header className={classes.head}>
        <IconWand size={18} aria-hidden="true" />
        <h4 ref={heading} tabIndex={-1} className={classes.heading}>
          {t('STYLE.MAKE_RULES')}
        </h4>
        <IconButton label={t('STYLE.CLOSE_MAKE_RULES')} onClick={close}>
          <IconX size={18} />
        </IconButton>
      </header>
      <div className={classes.body}>
        <div className={classes.pair}>
          <Select
            label={t('STYLE.RULE_FIELD')}
            placeholder={t('STYLE.CHOOSE_FIELD')}
            data={named.map((one) => ({ value: fieldReference(one), label: one.name.trim() }))}
            value={field}
            error={error}
            allowDeselect={false}
            nothingFoundMessage={t('STYLE.NO_FIELDS')}
            onChange={setField}
          />
          <fieldset className={classes.plain}>
            <legend className={classes.legend}>{t('STYLE.BY')}</legend>
            <SegmentedControl
              fullWidth
              value={basis}
              onChange={(next) => setBasis(next as Basis)}
              data={(['values', 'ranges'] as const).map((value) => ({
                value,
                label: t(`STYLE.BASES.${value}`),
              }))}
            />
          </fieldset>
        </div>
        {field !== null && error === undefined && query.data === undefined && <Skeleton height={240} />}
        {field !== null && query.data !== undefined && problem === undefined && (
          <Classes key={field} editor={editor} kind={kind} field={field} counted={query.data} />
        )}
      </div>
    </section>
  );
}

/** Moves the focus into the panel when it opens, and back to the button that opened it when it is closed. */
function useFocusOfPanel(onClose: () => void) {
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    heading.current?.focus();
  }, []);
  const close = () => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return { heading, close };
}
