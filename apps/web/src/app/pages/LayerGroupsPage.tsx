export { LayerGroupsScreen as default } from '../../features/classifier-tree/index.ts';
