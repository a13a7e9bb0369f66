export { ToastHost } from './ToastHost.tsx';
export { showToast, type Toast } from './toasts.ts';
