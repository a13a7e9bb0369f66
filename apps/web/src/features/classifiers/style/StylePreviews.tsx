import { Button } from '@mantine/core';
import { fillTemplate } from '@pgis/cartography';
import type { Classifier } from '@pgis/contract';
import { IconMapSearch } from '@tabler/icons-react';
import { useContext, useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { MapContext, type MapController, StylePreview } from '../../../map/index.ts';
import type { FieldRow } from '../ClassifierValues.ts';
import { setDialogTucked } from '../dialogLook.ts';
import { LayerOnOwnMap } from './LayerOnOwnMap.tsx';
import { ruleAt, type StyleDraft } from './StyleDraft.ts';
import type { StyleEditor } from './StyleEditor.ts';
import classes from './StylePanel.module.css';
import { useLayerPreview } from './useLayerPreview.ts';

interface StylePreviewsProps {
  readonly editor: StyleEditor;
  /** The layer on the map; null where there is none yet. */
  readonly layer: Classifier | null;
}

/** The selected rule on a polygon, a line and a point, and the whole style on the map, or on a small one. */
export function StylePreviews({ editor, layer }: StylePreviewsProps) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const preview = useRef<StylePreview | null>(null);
  const map = useContext(MapContext);
  const { draft, values, fields } = editor;
  const style = ruleAt(draft, draft.selected);
  const label = sampleLabel(values.objLabel, fields, t('STYLE.LABEL_NAME'), t('STYLE.LABEL_DESCRIPTION'));

  useEffect(() => {
    if (place.current === null) return;
    const made = new StylePreview(place.current);
    preview.current = made;
    return () => made.dispose();
  }, []);
  useEffect(() => void preview.current?.show(style, label), [style, label]);
  return (
    <div className={classes.previews}>
      <div className={classes.title}>{t('STYLE.PREVIEW')}</div>
      <div ref={place} role="img" aria-label={t('STYLE.PREVIEW_ALT')} className={classes.preview} />
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

/** Puts the dialog aside. */
function SeeOnMap({ map, layerId, draft }: SeeOnMapProps) {
  const { t } = useTexts();
  useLayerPreview(map, layerId, draft);
  return (
    <Button variant="light" leftSection={<IconMapSearch size={16} />} onClick={() => setDialogTucked(true)}>
      {t('STYLE.SEE_ON_MAP')}
    </Button>
  );
}

/** What a label shows while there is no object: the names of what it is filled with. */
function sampleLabel(
  template: string,
  fields: readonly FieldRow[],
  name: string,
  description: string,
): string {
  const data = Object.fromEntries(fields.map((field) => [field.name.trim(), field.name.trim()]));
  return fillTemplate(template, { name, description, data });
}
