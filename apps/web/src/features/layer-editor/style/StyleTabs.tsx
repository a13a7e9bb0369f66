import { Tabs } from '@mantine/core';
import { IconAlertCircle, IconLetterCase, IconLine, IconMapPin, IconPaint } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { PropertyControl } from './controls/PropertyControl.tsx';
import type { StyleEditor } from './draft/StyleEditor.ts';
import classes from './StylePanel.module.css';
import { type EditedProperty, STYLE_TABS, type StyleTab, styleTabNames } from './styleTabs.ts';

interface StyleTabsProps {
  readonly editor: StyleEditor;
  readonly tab: StyleTab;
  readonly onTab: (tab: StyleTab) => void;
  /** Tabs with an error that blocks saving. */
  readonly marked: ReadonlySet<StyleTab>;
}

const icons = { line: IconLine, fill: IconPaint, labels: IconLetterCase, icons: IconMapPin } as const;

const WIDE: ReadonlySet<EditedProperty> = new Set([
  'fillPattern',
  'strokePattern',
  'pointForm',
  'pointIcon',
  'objLabel',
  'labelEnabled',
]);

const classOf = (property: EditedProperty): string | undefined => {
  if (WIDE.has(property)) return classes.wide;
  // Both offsets stand beside the position.
  return property === 'labelPosition' ? classes.tall : undefined;
};

/** STYLE-05: contour line, fill, labels and icons of the selected rule. */
export function StyleTabs({ editor, tab, onTab, marked }: StyleTabsProps) {
  const { t } = useTexts();
  return (
    <Tabs
      className={classes.tabs ?? ''}
      value={tab}
      onChange={(next) => next !== null && onTab(next as StyleTab)}
      keepMounted={false}
    >
      <Tabs.List>
        {styleTabNames.map((name) => {
          const Icon = icons[name];
          return (
            <Tabs.Tab
              key={name}
              value={name}
              leftSection={<Icon size={16} />}
              rightSection={
                marked.has(name) ? <IconAlertCircle size={14} className={classes.mark} /> : undefined
              }
            >
              {t(`STYLE.TABS.${name}`)}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {styleTabNames.map((name) => (
        <Tabs.Panel key={name} value={name} className={classes.controls ?? ''}>
          {STYLE_TABS[name]
            .filter((property) => isOffered(property, editor))
            .map((property) => (
              <div key={property} className={classOf(property)}>
                <PropertyControl editor={editor} name={property} />
              </div>
            ))}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Normally transparency is part of the colour. Imported styles may set this property, which must stay visible then. */
const isOffered = (property: EditedProperty, { values, isMixed }: StyleEditor): boolean =>
  property !== 'lineTransparency' || values.lineTransparency !== 1 || isMixed(property);
