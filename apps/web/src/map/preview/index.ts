export { LayerPreviewMap } from './LayerPreviewMap.ts';
export { StylePreview } from './StylePreview.ts';
