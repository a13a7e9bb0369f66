import { ActionIcon } from '@mantine/core';
import { listRuleTokens, parseGeomStyle } from '@pgis/cartography';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useStore } from '../../../store/useStore.ts';
import classes from '../filter/FilterLine.module.css';
import type { Layer } from '../useLayerList.ts';
import { hiddenRules, setHiddenRules } from './hiddenRules.ts';

/** Says below the layer's name that some of its rules are switched off, with a button that switches them on. */
export function HiddenRulesLine({ layer }: { readonly layer: Layer }) {
  const { t } = useTexts();
  const hidden = useStore(hiddenRules, (all) => all.get(layer.id));
  // A rule that has been deleted since hides nothing.
  const count = useMemo(
    () =>
      hidden ? hidden.intersection(new Set(listRuleTokens(parseGeomStyle(layer.geomStyle).style))).size : 0,
    [hidden, layer.geomStyle],
  );
  if (count === 0) return null;
  return (
    <div className={classes.line}>
      <span className={classes.texts}>
        <span className={classes.filter}>{t('MAP.RULES.OFF', { count })}</span>
      </span>
      <ActionIcon
        className={classes.clear ?? ''}
        aria-label={t('MAP.RULES.SHOW_ALL_OF', { layer: layer.name })}
        onClick={() => setHiddenRules(layer.id, [])}
      >
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}
