import { Button, Radio } from '@mantine/core';
import type { Geom } from '@pgis/contract';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { DrawValues } from '../form/DrawValues.ts';
import { Notice } from '../form/Notice.tsx';
import type { AddableGroup } from '../form/useAddableLayers.ts';
import classes from './ChangedObject.module.css';
import { type Choices, chooseAtFirst, compareVersions, mergeVersions } from './compareVersions.ts';

interface ChangedObjectProps {
  /** The object that the form started from. */
  readonly before: Geom;
  readonly mine: DrawValues;
  readonly theirs: Geom;
  readonly groups: readonly AddableGroup[];
  readonly isSaving: boolean;
  readonly onSave: (merged: DrawValues) => void;
}

function keyLabel(t: TFunction, key: string): string {
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
      return key.replace(/^data\./, '');
  }
}

/** Both versions of an object side by side; the user selects one of them for each difference. */
export function ChangedObject({ before, mine, theirs, groups, isSaving, onSave }: ChangedObjectProps) {
  const { t } = useTexts();
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  const differences = compareVersions({
    mine,
    theirs,
    layerName: (classId) => layers.find(({ id }) => id === classId)?.name ?? '',
    yesNo: (value) => t(value ? 'COMMON.YES' : 'COMMON.NO'),
  });
  const [choices, setChoices] = useState<Choices>(() => chooseAtFirst(differences, { before, mine }));
  const chooseAll = (choice: 'mine' | 'theirs') =>
    setChoices(Object.fromEntries(differences.map(({ key }) => [key, choice])));

  return (
    <div className={classes.box}>
      <div className={classes.body}>
        <Notice tone="warn" title={t('MAP.CHANGED.TITLE')}>
          {t(differences.length === 0 ? 'MAP.CHANGED.SAME' : 'MAP.CHANGED.TEXT')}
        </Notice>
        {differences.length > 0 && (
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('MAP.CHANGED.FIELD')}</th>
                <th scope="col">
                  <Button size="xs" variant="subtle" onClick={() => chooseAll('mine')}>
                    {t('MAP.CHANGED.KEEP_MINE')}
                  </Button>
                </th>
                <th scope="col">
                  <Button size="xs" variant="subtle" onClick={() => chooseAll('theirs')}>
                    {t('MAP.CHANGED.TAKE_THEIRS')}
                  </Button>
                </th>
              </tr>
            </thead>
            <tbody>
              {differences.map((difference) => (
                <tr key={difference.key}>
                  <th scope="row">{keyLabel(t, difference.key)}</th>
                  {(['mine', 'theirs'] as const).map((side) => (
                    <td key={side}>
                      <Radio
                        name={difference.key}
                        size="xs"
                        label={difference[side] || '---'}
                        aria-label={`${keyLabel(t, difference.key)}: ${difference[side] || '---'}`}
                        checked={choices[difference.key] === side}
                        onChange={() => setChoices({ ...choices, [difference.key]: side })}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <div className={classes.foot}>
        <Button loading={isSaving} onClick={() => onSave(mergeVersions(mine, theirs, choices))}>
          {t('COMMON.SAVE')}
        </Button>
      </div>
    </div>
  );
}
