export { useObjectMoves } from './useObjectMoves.ts';
