export { ClusterList } from './ClusterList.tsx';
export { HoverPopup } from './HoverPopup.tsx';
