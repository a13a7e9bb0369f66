export { LayerGroupsScreen as default } from '../../features/layer-groups/index.ts';
