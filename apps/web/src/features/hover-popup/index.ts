export { HoverPopup } from './HoverPopup.tsx';
