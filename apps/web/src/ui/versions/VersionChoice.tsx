import { Button, Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Notice } from '../forms/Notice.tsx';
import type { Choices, Side } from './compareVersions.ts';
import classes from './VersionChoice.module.css';

/** A value that differs between the two versions, in words. */
export interface Difference {
  readonly key: string;
  readonly label: string;
  /** '' for no value. */
  readonly mine: string;
  readonly theirs: string;
  /** Symbols beside the words. */
  readonly symbols?: Readonly<Record<Side, ReactNode>>;
}

interface VersionChoiceProps {
  readonly title: string;
  readonly differences: readonly Difference[];
  readonly choicesAtFirst: Choices;
  readonly isSaving: boolean;
  /** Text of the last failure to save. */
  readonly failure?: string | null;
  readonly onSave: (choices: Choices) => void;
}

const sides = ['mine', 'theirs'] as const;

/** D-OBJ-05: two versions side by side; the user selects one of them for each difference. */
export function VersionChoice(props: VersionChoiceProps) {
  const { title, differences, choicesAtFirst, isSaving, failure = null, onSave } = props;
  const { t } = useTexts();
  const [choices, setChoices] = useState(choicesAtFirst);
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(differences.map(({ key }) => [key, side])));

  return (
    <div className={classes.box}>
      <div className={classes.body}>
        <Notice tone="warn" title={title}>
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
              {differences.map(({ key, label, symbols, ...texts }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  {sides.map((side) => (
                    <td key={side}>
                      <Radio
                        name={key}
                        size="xs"
                        label={
                          <span className={classes.value}>
                            {symbols?.[side]}
                            {texts[side] || '---'}
                          </span>
                        }
                        aria-label={`${label}: ${texts[side] || '---'}`}
                        checked={choices[key] === side}
                        onChange={() => setChoices({ ...choices, [key]: side })}
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
        {failure !== null && <Notice tone="err">{failure}</Notice>}
        <Button loading={isSaving} onClick={() => onSave(choices)}>
          {t('COMMON.SAVE')}
        </Button>
      </div>
    </div>
  );
}
