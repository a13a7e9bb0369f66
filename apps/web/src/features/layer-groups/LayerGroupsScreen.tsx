import { TreeScreen } from './TreeScreen.tsx';

/** Layer groups with their layers. */
export const LayerGroupsScreen = () => <TreeScreen baseId={1} />;
