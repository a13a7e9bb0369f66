export { eraseAddress } from './eraseAddress.ts';
export { eraseMailFilesOf } from './eraseMailFiles.ts';
export { keepErasing } from './keepErasing.ts';
