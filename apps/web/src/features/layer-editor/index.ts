export { canReadLayer } from './canReadLayer.ts';
export { closeTreeNodeDialog, openTreeNodeDialog } from './dialog/dialogState.ts';
export { TreeNodeDialog } from './dialog/TreeNodeDialog.tsx';
export { EditLayerButton } from './EditLayerButton.tsx';
export { useTree } from './useTree.ts';
