export { StatusGroupsScreen as default } from '../../features/layer-groups/index.ts';
