/** The dialog of a layer over the map (LIST-13, LIST-14). */
export { TreeNodeDialog as default } from '../../features/layer-editor/index.ts';
