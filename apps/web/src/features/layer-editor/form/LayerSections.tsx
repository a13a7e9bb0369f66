import { Skeleton } from '@mantine/core';
import { loadConditionTests } from '@pgis/cartography';
import type { Classifier } from '@pgis/contract';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import classes from '../dialog/TreeNodeDialog.module.css';
import { FieldsEditor } from '../fields/FieldsEditor.tsx';
import type { LayerForm } from './useTreeNodeForm.ts';

/** The query builder is heavy, so it loads with its section. */
const FilterEditor = lazyPart(() => import('../fields/FilterEditor.tsx'), LoadFailureNote);
/** It compares values of fields with the conditions of rules. */
const StylePanel = lazyPart(async () => {
  const [panel] = await Promise.all([import('../style/StylePanel.tsx'), loadConditionTests()]);
  return panel;
}, LoadFailureNote);

interface LayerSectionsProps {
  readonly form: LayerForm;
  /** The stored layer; null for a new layer and a duplicate. */
  readonly layer: Classifier | null;
  readonly isReadOnly: boolean;
  readonly hasLockedFields: boolean;
  /** The layer that a new one duplicates. */
  readonly source: Classifier | null;
}

/** CLS-12: the collapsible sections of a layer. */
export function LayerSections({ form, layer, isReadOnly, hasLockedFields, source }: LayerSectionsProps) {
  const { t } = useTexts();
  const { fields, filter } = form.values;
  return (
    <div className={classes.sections}>
      <Section
        title={t('CLASSIFIERS.STYLE')}
        startsOpen
        isMarked={Object.keys(form.errors).some(isAboutStyle)}
      >
        <Suspense fallback={<Skeleton height={320} />}>
          <StylePanel
            form={form}
            layer={layer ?? source}
            isOwnLayer={layer !== null}
            isReadOnly={isReadOnly}
          />
        </Suspense>
      </Section>
      <Section title={t('CLASSIFIERS.FIELDS')} count={fields.length} startsOpen>
        <FieldsEditor form={form} layerId={layer?.id ?? null} isLocked={hasLockedFields} />
      </Section>
      {/* CLS-13 */}
      {fields.length > 0 && (
        <Section
          title={t('CLASSIFIERS.FILTER')}
          count={filter.rules.length}
          startsOpen={filter.rules.length > 0}
        >
          <Suspense fallback={<Skeleton height={80} />}>
            <FilterEditor form={form} isReadOnly={isReadOnly} />
          </Suspense>
        </Section>
      )}
    </div>
  );
}

const isAboutStyle = (key: string) => key === 'style' || key.startsWith('style.');

interface SectionProps {
  readonly title: string;
  readonly count?: number;
  readonly startsOpen?: boolean;
  /** Opens a section if it contains an error that blocks saving. */
  readonly isMarked?: boolean;
  readonly children: ReactNode;
}

function Section({ title, count, startsOpen = false, isMarked = false, children }: SectionProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  useEffect(() => {
    if (isMarked) setOpen(true);
  }, [isMarked]);
  const bodyId = useId();
  return (
    <section className={classes.section}>
      <h3 className={classes.sectionHeading}>
        <button
          type="button"
          className={classes.sectionHead}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          <span>{title}</span> {count !== undefined && <span className={classes.count}>{count}</span>}
        </button>
      </h3>
      <div id={bodyId} hidden={!isOpen} className={classes.sectionBody}>
        {isOpen && children}
      </div>
    </section>
  );
}
