export { BaseLayersScreen as default } from '../../features/map-layers/index.ts';
