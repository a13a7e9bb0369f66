import { useTexts } from '../../../i18n/index.ts';
import {
  chooseAtFirst,
  listDifferences,
  mergeVersions,
  type Side,
} from '../../../ui/versions/compareVersions.ts';
import { VersionChoice } from '../../../ui/versions/VersionChoice.tsx';
import type { DrawValues } from '../form/DrawValues.ts';
import type { AddableGroup } from '../form/useAddableLayers.ts';
import { toFieldName, toVersion, withVersion } from './objectVersion.ts';

interface ChangedObjectProps {
  /** Values of the object that the form started from. */
  readonly before: DrawValues;
  readonly mine: DrawValues;
  readonly theirs: DrawValues;
  readonly groups: readonly AddableGroup[];
  readonly isSaving: boolean;
  readonly onSave: (merged: DrawValues) => void;
}

/** Both versions of an object that another user has saved meanwhile. */
export function ChangedObject({ before, mine, theirs, groups, isSaving, onSave }: ChangedObjectProps) {
  const { t } = useTexts();
  const versions = { before: toVersion(before), mine: toVersion(mine), theirs: toVersion(theirs) };
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  const toLabel = (key: string): string => {
    switch (key) {
      case 'classId':
        return t('MAP.DRAW.LAYER');
      case 'name':
        return t('MAP.DRAW.ADDRESS');
      case 'description':
        return t('MAP.DRAW.TOPIC');
      case 'isPublic':
        return t('MAP.DRAW.PUBLIC');
      default:
        return toFieldName(key);
    }
  };
  const toText = (key: string, side: Side): string => {
    const value = versions[side][key];
    if (key === 'classId') return layers.find(({ id }) => id === value)?.name ?? '';
    if (key === 'isPublic') return t(value === true ? 'COMMON.YES' : 'COMMON.NO');
    return String(value ?? '');
  };
  return (
    <VersionChoice
      title={t('MAP.CHANGED.TITLE')}
      differences={listDifferences(versions).map((key) => ({
        key,
        label: toLabel(key),
        mine: toText(key, 'mine'),
        theirs: toText(key, 'theirs'),
      }))}
      choicesAtFirst={chooseAtFirst(versions)}
      isSaving={isSaving}
      onSave={(choices) => onSave(withVersion(mine, mergeVersions(versions, choices)))}
    />
  );
}
