export { LayerGroupsScreen } from './LayerGroupsScreen.tsx';
export { StatusGroupsScreen } from './StatusGroupsScreen.tsx';
