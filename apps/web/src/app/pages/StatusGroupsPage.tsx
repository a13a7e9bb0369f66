export { StatusGroupsScreen as default } from '../../features/classifier-tree/index.ts';
