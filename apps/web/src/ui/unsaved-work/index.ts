export {
  closeDialogs,
  hasChanges,
  mayDiscardPageWork,
  mayDiscardWork,
  mayEndSession,
  openWork,
  requestClose,
  requestCloseTopmost,
} from './openWork.ts';
export { UnsavedWork } from './UnsavedWork.tsx';
export { DialogScopeContext, useCloseRequest, useDialogScope, useUnsavedWork } from './useUnsavedWork.ts';
