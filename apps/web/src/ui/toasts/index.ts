export { changesLink } from './changesLink.ts';
export { ToastHost } from './ToastHost.tsx';
export { closeToast, retireToasts, showToast, type Toast } from './toasts.ts';
