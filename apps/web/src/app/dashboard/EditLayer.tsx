export { EditLayerButton as default } from '../../features/classifiers/index.ts';
