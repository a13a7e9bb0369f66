import { TreeScreen } from './TreeScreen.tsx';

/** Status groups with their statuses. */
export const StatusGroupsScreen = () => <TreeScreen baseId={2} />;
