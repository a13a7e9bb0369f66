import { Button } from '@mantine/core';
import { fillTemplate } from '@pgis/cartography';
import type { Classifier } from '@pgis/contract';
import { IconMapSearch } from '@tabler/icons-react';
import { useContext, useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { MapContext, type MapController, StylePreview, useStore } from '../../../map/index.ts';
import type { FieldRow } from '../ClassifierValues.ts';
import { setDialogTucked } from '../dialogLook.ts';
import { ruleAt } from './StyleDraft.ts';
import type { StyleEditor } from './StyleEditor.ts';
import classes from './StylePanel.module.css';
import { useLayerPreview } from './useLayerPreview.ts';

interface StylePreviewsProps {
  readonly editor: StyleEditor;
  /** The layer on the map; null where there is none yet. */
  readonly layer: Classifier | null;
}

/** The selected rule on a polygon, a line and a point, and the whole style on the map where there is one. */
export function StylePreviews({ editor, layer }: StylePreviewsProps) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const preview = useRef<StylePreview | null>(null);
  const map = useContext(MapContext);
  const { draft, values, fields } = editor;
  const style = ruleAt(draft, draft.selected);
  const label = sampleLabel(values.objLabel, fields, t('STYLE.LABEL_NAME'), t('STYLE.LABEL_DESCRIPTION'));
  useLayerPreview(map, layer?.id ?? null, draft);

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
      {map !== null && layer !== null && <SeeOnMap map={map} layerId={layer.id} />}
    </div>
  );
}

interface SeeOnMapProps {
  readonly map: MapController;
  readonly layerId: number;
}

/** Puts the dialog aside. Pictures come from the server as the layer is stored, so of them there is nothing to see. */
function SeeOnMap({ map, layerId }: SeeOnMapProps) {
  const { t } = useTexts();
  const { imageIds } = useStore(map.objectLayers);
  if (imageIds.has(layerId)) return <p className={classes.note}>{t('STYLE.IMAGE_NOTE')}</p>;
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
