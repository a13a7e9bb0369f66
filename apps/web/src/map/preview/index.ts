export { AreaPreviewMap, type DrawnArea } from './AreaPreviewMap.ts';
export { DifferencePreviewMap } from './DifferencePreviewMap.ts';
export { HotSpotMap } from './HotSpotMap.ts';
export { LayerPreviewMap } from './LayerPreviewMap.ts';
export { type Sample, SamplePreviewMap } from './SamplePreviewMap.ts';
export { StylePreview } from './StylePreview.ts';
