export { DrawingBar, useSnapTool } from './DrawingBar.tsx';
export { HelpLine } from './HelpLine.tsx';
export { MapToolbar } from './MapToolbar.tsx';
export { ToolTiles } from './ToolTiles.tsx';
export { Coordinates } from './view-readouts/Coordinates.tsx';
export { coordinatesText } from './view-readouts/coordinatesText.ts';
export { ScaleBar } from './view-readouts/ScaleBar.tsx';
export { scaleText } from './view-readouts/scaleText.ts';
export { ZoomButtons } from './ZoomButtons.tsx';
