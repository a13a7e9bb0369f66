export { Coordinates } from './Coordinates.tsx';
export { coordinatesText } from './coordinatesText.ts';
export { DrawingBar, useSnapTool } from './DrawingBar.tsx';
export { HelpLine } from './HelpLine.tsx';
export { MapToolbar } from './MapToolbar.tsx';
export { ScaleBar } from './ScaleBar.tsx';
export { scaleText } from './scaleText.ts';
export { ToolTiles } from './ToolTiles.tsx';
export { ZoomButtons } from './ZoomButtons.tsx';
