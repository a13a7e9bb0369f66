import { formatDateTime, i18n } from '../../../i18n/index.ts';
import type { MapController } from '../../../map/index.ts';
import { listDrafts, toDraftKey } from '../../../ui/drafts/draftStore.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { openAddDialog } from '../dialog/drawDialogState.ts';
import { type AddDraft, NEW_OBJECT } from './AddDraft.ts';
import { showDrawing } from './showDrawing.ts';

/** Subject of the toast that offers a drawn shape. */
export const DRAFT_SUBJECT = 'draft of a new object';

/** Offers the shape that the user has drawn at an earlier visit and not saved, before they draw it anew. */
export async function offerDraft(map: MapController): Promise<void> {
  const [draft] = await listDrafts<AddDraft>(toDraftKey(NEW_OBJECT));
  if (draft === undefined || draft.content.drawing === null) return;
  const { values, drawing } = draft.content;
  showToast({
    message: i18n.t('DRAFT.SHAPE_BEGUN', { time: formatDateTime(new Date(draft.begunAt)) }),
    subject: DRAFT_SUBJECT,
    action: {
      label: i18n.t('DRAFT.CONTINUE'),
      onAct: () => {
        map.setTool('None');
        showDrawing(map, drawing);
        openAddDialog(drawing, values);
      },
    },
  });
}
