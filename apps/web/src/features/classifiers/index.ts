export { ClassifierDialog } from './ClassifierDialog.tsx';
export { canReadLayer } from './canReadLayer.ts';
export { closeClassifierDialog, openClassifierDialog } from './classifierDialog.ts';
export { EditLayerButton } from './EditLayerButton.tsx';
export { useClassifierTree } from './useClassifierTree.ts';
