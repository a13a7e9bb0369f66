export { BaseLayersScreen as default } from '../../features/base-layers/index.ts';
