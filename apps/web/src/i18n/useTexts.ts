import { useStore } from '../store/useStore.ts';
import { i18n } from './i18n.ts';

/** `t` for texts, and the language they are in. */
export const useTexts = () => useStore(i18n.state);
