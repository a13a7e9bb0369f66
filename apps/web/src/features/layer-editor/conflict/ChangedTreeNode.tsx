import type { GeomStyle } from '@pgis/cartography';
import { useTexts } from '../../../i18n/index.ts';
import { chooseAtFirst, listDifferences } from '../../../ui/versions/compareVersions.ts';
import { VersionChoice } from '../../../ui/versions/VersionChoice.tsx';
import { StyleSwatch, type SwatchKind } from '../../objects/index.ts';
import type { TreeNodeBody } from '../form/LayerValues.ts';
import { parseStyleKey } from './styleVersion.ts';
import { mergeBodies, toVersion } from './treeNodeVersion.ts';
import { useDifferenceTexts } from './useDifferenceTexts.ts';

/** Two versions of a node, each as it would be sent. */
export interface TreeNodeConflict {
  /** The version that the user started from. */
  readonly before: TreeNodeBody;
  readonly mine: TreeNodeBody;
  readonly theirs: TreeNodeBody;
  /** Version number of `theirs`. */
  readonly version: number;
  /** Geometry kind of most objects of a layer. */
  readonly kind: SwatchKind;
}

interface ChangedTreeNodeProps {
  readonly conflict: TreeNodeConflict;
  readonly isSaving: boolean;
  readonly failure: string | null;
  readonly onSave: (merged: TreeNodeBody) => void;
}

/** Both versions of a group, layer or status that another user has saved meanwhile; a style rule by rule. */
export function ChangedTreeNode({ conflict, isSaving, failure, onSave }: ChangedTreeNodeProps) {
  const { t } = useTexts();
  const { toLabel, toText } = useDifferenceTexts();
  const { before, mine, theirs, kind } = conflict;
  const versions = {
    before: toVersion(before, theirs),
    mine: toVersion(mine, theirs),
    theirs: toVersion(theirs, mine),
  };
  const isLayer = theirs.geomStyle !== undefined;
  const toSymbols = (key: string) => {
    const part = parseStyleKey(key);
    if (part?.kind !== 'rule' && part?.kind !== 'default') return {};
    const draw = (style: unknown) =>
      style === undefined ? null : <StyleSwatch style={style as GeomStyle} kind={kind} />;
    return { symbols: { mine: draw(versions.mine[key]), theirs: draw(versions.theirs[key]) } };
  };
  return (
    <VersionChoice
      title={t('CLASSIFIERS.CHANGED.TITLE')}
      differences={listDifferences(versions).map((key) => ({
        key,
        label: toLabel(key, isLayer),
        mine: toText(key, versions.mine[key], versions.theirs[key]),
        theirs: toText(key, versions.theirs[key], versions.mine[key]),
        ...toSymbols(key),
      }))}
      choicesAtFirst={chooseAtFirst(versions)}
      isSaving={isSaving}
      failure={failure}
      onSave={(choices) => onSave(mergeBodies(mine, theirs, choices))}
    />
  );
}
