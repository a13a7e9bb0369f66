export { BaseLayersScreen } from './BaseLayersScreen.tsx';
