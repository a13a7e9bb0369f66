export { ApiError, type ApiErrorCode } from './ApiError.ts';
export { callApi } from './callApi.ts';
export { onReconnected, watchOnline } from './connection.ts';
export { setApiLanguage } from './language.ts';
export { loadCode } from './loadCode.ts';
export { apiUrl } from './outgoing.ts';
export { pendingRequests } from './pendingRequests.ts';
export { endSession } from './refreshSession.ts';
export { setRootVisit } from './rootVisit.ts';

/** Few users upload files in parts, so the client loads on demand. */
export const loadUploadInParts = () => import('./uploadInParts.ts');
