export { ObjectFilesTab as default } from '../../features/files/index.ts';
