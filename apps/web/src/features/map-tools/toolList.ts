import type { Icon } from '@tabler/icons-react';
import {
  IconArrowsMove,
  IconLine,
  IconMapPinPlus,
  IconPointer,
  IconPolygon,
  IconPrinter,
  IconRuler2,
  IconRulerMeasure,
} from '@tabler/icons-react';
import type { MapAction } from '../../map/index.ts';
import type { Session } from '../session/index.ts';

/** Suffix of the tool's texts `MAP.TOOLS.{name}`. */
type ToolName = 'SELECT' | 'POINT' | 'LINE' | 'POLYGON' | 'DRAG' | 'DISTANCE' | 'AREA' | 'PRINT';

export interface ToolButton {
  readonly action: MapAction;
  readonly name: ToolName;
  readonly icon: Icon;
}

const select: ToolButton = { action: 'SelectObject', name: 'SELECT', icon: IconPointer };
const point: ToolButton = { action: 'DrawPoint', name: 'POINT', icon: IconMapPinPlus };
const line: ToolButton = { action: 'DrawLine', name: 'LINE', icon: IconLine };
const polygon: ToolButton = { action: 'DrawPolygon', name: 'POLYGON', icon: IconPolygon };

const drag: ToolButton = { action: 'DragObject', name: 'DRAG', icon: IconArrowsMove };

/**
 * Select and point for everyone (TOOL-01), line and polygon for those who may add (TOOL-02), drag for those who may move
 * something (TOOL-05, D-PERM).
 */
export const listDrawingTools = ({
  canAddAnywhere,
  may,
}: Pick<Session, 'canAddAnywhere' | 'may'>): readonly ToolButton[] => [
  select,
  point,
  ...(canAddAnywhere ? [line, polygon] : []),
  ...(may('editObject') ? [drag] : []),
];

const distance: ToolButton = { action: 'MeassureDistance', name: 'DISTANCE', icon: IconRulerMeasure };
const area: ToolButton = { action: 'MeassureArea', name: 'AREA', icon: IconRuler2 };

/** MEAS-01, D-PERM. */
export const listMeasuringTools = ({ may }: Pick<Session, 'may'>): readonly ToolButton[] =>
  may('measureAndPrint') ? [distance, area] : [];

const print: ToolButton = { action: 'Print', name: 'PRINT', icon: IconPrinter };

/** TOOL-03, D-PERM. */
export const listPaperTools = ({ may }: Pick<Session, 'may'>): readonly ToolButton[] =>
  may('measureAndPrint') ? [print] : [];

const all = [select, point, line, polygon, drag, distance, area, print];
export const findToolIcon = (action: MapAction): Icon | undefined =>
  all.find((tool) => tool.action === action)?.icon;
