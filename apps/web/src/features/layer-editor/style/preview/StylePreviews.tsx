import { Button } from '@mantine/core';
import { fillTemplate } from '@pgis/cartography';
import type { Classifier } from '@pgis/contract';
import { IconMapSearch } from '@tabler/icons-react';
import { useContext, useEffect, useRef } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { MapContext, type MapController } from '../../../../map/index.ts';
import { StylePreview } from '../../../../map/preview/index.ts';
import { setDialogMinimized } from '../../dialog/dialogLayout.ts';
import type { FieldRow } from '../../form/LayerValues.ts';
import { ruleAt, type StyleDraft } from '../draft/StyleDraft.ts';
import type { StyleEditor } from '../draft/StyleEditor.ts';
import classes from '../StylePanel.module.css';
import { LayerOnOwnMap } from './LayerOnOwnMap.tsx';
import { useLayerPreview } from './useLayerPreview.ts';

interface StylePreviewsProps {
  readonly editor: StyleEditor;
  /** The layer on the map; null if it is not stored yet. */
  readonly layer: Classifier | null;
}

/** Previews the selected rule on a polygon, a line and a point, and the whole style on the map or on a small one. */
export function StylePreviews({ editor, layer }: StylePreviewsProps) {
  const { t } = useTexts();
  const container = useRef<HTMLDivElement>(null);
  const preview = useRef<StylePreview | null>(null);
  const map = useContext(MapContext);
  const { draft, values, fields } = editor;
  const style = ruleAt(draft, draft.selected);
  const label = sampleLabel(values.objLabel, fields, {
    name: t('STYLE.LABEL_NAME'),
    description: t('STYLE.LABEL_DESCRIPTION'),
  });

  useEffect(() => {
    if (container.current === null) return;
    const newPreview = new StylePreview(container.current);
    preview.current = newPreview;
    return () => newPreview.dispose();
  }, []);
  useEffect(() => void preview.current?.show(style, label), [style, label]);
  return (
    <div className={classes.previews}>
      <div className={classes.title}>{t('STYLE.PREVIEW')}</div>
      <div ref={container} role="img" aria-label={t('STYLE.PREVIEW_ALT')} className={classes.preview} />
      {layer !== null &&
        (map === null ? (
          <LayerOnOwnMap layerId={layer.id} draft={draft} />
        ) : (
          <SeeOnMap map={map} layerId={layer.id} draft={draft} />
        ))}
    </div>
  );
}

interface SeeOnMapProps {
  readonly map: MapController;
  readonly layerId: number;
  readonly draft: StyleDraft;
}

/** Minimises the dialog. */
function SeeOnMap({ map, layerId, draft }: SeeOnMapProps) {
  const { t } = useTexts();
  useLayerPreview(map, layerId, draft);
  return (
    <Button
      variant="light"
      leftSection={<IconMapSearch size={16} />}
      onClick={() => setDialogMinimized(true)}
    >
      {t('STYLE.SEE_ON_MAP')}
    </Button>
  );
}

/** Label text of the preview, which has no object: the names of the fields instead of their values. */
function sampleLabel(
  template: string,
  fields: readonly FieldRow[],
  { name, description }: { readonly name: string; readonly description: string },
): string {
  const data = Object.fromEntries(fields.map((field) => [field.name.trim(), field.name.trim()]));
  return fillTemplate(template, { name, description, data });
}
