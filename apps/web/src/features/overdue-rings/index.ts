export { OverdueRings } from './OverdueRings.tsx';
