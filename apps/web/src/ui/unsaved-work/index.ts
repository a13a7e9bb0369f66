export { DialogScopeContext, useCloseRequest, useDialogScope } from './dialogScope.ts';
export {
  closeDialogs,
  hasChanges,
  mayDiscardPageWork,
  mayDiscardWork,
  mayEndSession,
  openWork,
  requestClose,
  requestCloseTopmost,
  type StoredDraft,
} from './openWork.ts';
export { UnsavedWork } from './UnsavedWork.tsx';
export { useTypedAddresses } from './useTypedAddresses.ts';
export { useUnsavedWork } from './useUnsavedWork.ts';
