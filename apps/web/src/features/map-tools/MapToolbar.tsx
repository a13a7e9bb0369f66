import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { Tooltip } from '../../ui/popovers/index.ts';
import { useSession } from '../session/index.ts';
import classes from './MapToolbar.module.css';
import { listDrawingTools, listMeasuringTools, listPaperTools, type ToolButton } from './toolList.ts';
import { usePreviousView } from './usePreviousView.ts';

/** The tools as icons on the map, available whatever the panel shows. */
export function MapToolbar() {
  const { t } = useTexts();
  const session = useSession();
  const groups = [listDrawingTools(session), listMeasuringTools(session)].filter(({ length }) => length > 0);
  return (
    <div role="toolbar" aria-label={t('MAP.TOOLBAR')} aria-orientation="vertical" className={classes.bar}>
      {groups.map((tools, index) => (
        <Fragment key={tools[0]?.action}>
          {index > 0 && <hr className={classes.divider} />}
          <Tools tools={tools} />
        </Fragment>
      ))}
      <PreviousView />
      <Tools tools={listPaperTools(session)} />
    </div>
  );
}

function Tools({ tools }: { readonly tools: readonly ToolButton[] }) {
  const { t } = useTexts();
  const map = useMap();
  const action = useStore(map.tool, (tool) => tool.action);
  return tools.map(({ action: own, name, icon: ToolIcon }) => (
    <Tooltip key={own} label={t(`MAP.TOOLS.${name}.TITLE`)} position="right">
      <ActionIcon
        className={classes.tool ?? ''}
        aria-pressed={action === own}
        aria-label={t(`MAP.TOOLS.${name}.TITLE`)}
        onClick={() => map.setTool(own)}
      >
        <ToolIcon size={18} />
      </ActionIcon>
    </Tooltip>
  ));
}

function PreviousView() {
  const { t } = useTexts();
  const previous = usePreviousView();
  if (previous === null) return null;
  return (
    <>
      <hr className={classes.divider} />
      <Tooltip label={t('MAP.TOOLS.PREVIOUS.TITLE')} position="right">
        <ActionIcon
          className={classes.tool ?? ''}
          aria-label={t('MAP.TOOLS.PREVIOUS.TITLE')}
          aria-disabled={!previous.canGoBack}
          data-disabled={!previous.canGoBack || undefined}
          onClick={previous.goBack}
        >
          <IconArrowBackUp size={18} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
